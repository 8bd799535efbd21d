import { z } from "zod";
import { address, COMMA_LIST, TEXT, wholeNumber, YES_NO } from "#base/config/readers.ts";
import { setting } from "#base/config/setting.ts";

const WEB = address("http:", "https:");

/** An address in which `{court}` stands for the code of a court. */
const COURT_ADDRESS = z
  .string()
  .refine(
    (text) =>
      text.includes("{court}") &&
      ["http:", "https:"].includes(URL.parse(text.replaceAll("{court}", "x"))?.protocol ?? ""),
    { error: "must be an address starting with https:// in which {court} stands for the court" },
  );

export const RECORDS_SETTINGS = {
  recordsKey: setting({
    name: "ONPOINT_RECORDS_KEY",
    reads: TEXT,
    fallback: null,
    meaning:
      "The key that encrypts the court records account: 32 bytes in base64 or hexadecimal. Default: none, and no account can be entered.",
    example: "q5k…=",
    isSecret: true,
  }),
  recordsKeyFile: setting({
    name: "ONPOINT_RECORDS_KEY_FILE",
    reads: TEXT,
    fallback: null,
    meaning: "A file with such keys, one on a line, the newest first; taken before `ONPOINT_RECORDS_KEY`.",
    example: "/etc/onpoint/records.key",
  }),
  recordsMonthlyCap: setting({
    name: "ONPOINT_RECORDS_MONTHLY_CAP",
    reads: wholeNumber(0, 1_000_000),
    fallback: 0,
    meaning:
      "The most dollars the service may spend on court records in a calendar month (UTC), for all callers. Each payer has its own cap too. 0: nothing is bought.",
    example: "100",
  }),
  recordsSignInUrl: setting({
    name: "ONPOINT_RECORDS_SIGN_IN_URL",
    reads: WEB,
    fallback: "https://pacer.login.uscourts.gov",
    meaning: "The sign-in service of the official court records system.",
    example: "https://qa-login.uscourts.gov",
  }),
  recordsLocatorUrl: setting({
    name: "ONPOINT_RECORDS_LOCATOR_URL",
    reads: WEB,
    fallback: "https://pcl.uscourts.gov",
    meaning: "Its case locator.",
    example: "https://qa-pcl.uscourts.gov",
  }),
  recordsCourtUrl: setting({
    name: "ONPOINT_RECORDS_COURT_URL",
    reads: COURT_ADDRESS,
    fallback: "https://ecf.{court}.uscourts.gov/",
    meaning: "The site of a court, with `{court}` for the system's code of it.",
    example: "https://ecf-test.{court}.uscourts.gov/",
  }),
  recordsReceiptsUrl: setting({
    name: "ONPOINT_RECORDS_RECEIPTS_URL",
    reads: WEB,
    fallback: null,
    meaning:
      "The list of the account's receipts, which settles purchases that were cut off. Default: none, and you settle them (docs/operating/court-records.md).",
    example: "https://records.example/billing",
  }),
  recordsReceiptsLagHours: setting({
    name: "ONPOINT_RECORDS_RECEIPTS_LAG_HOURS",
    reads: wholeNumber(0, 24 * 90),
    fallback: 48,
    meaning: "After so many hours, a charge that is not on that list was not made.",
    example: "24",
  }),
  recordsPrices: setting({
    name: "ONPOINT_RECORDS_PRICES",
    reads: TEXT,
    fallback: null,
    meaning: "A JSON file of dated prices in place of those that the program knows.",
    example: "/etc/onpoint/prices.json",
  }),
  recordsTimeoutSeconds: setting({
    name: "ONPOINT_RECORDS_TIMEOUT_SECONDS",
    reads: wholeNumber(1, 900),
    fallback: 120,
    meaning: "How long one answer of a court is waited for.",
    example: "60",
  }),
  recordsPerCourt: setting({
    name: "ONPOINT_RECORDS_PER_COURT",
    reads: wholeNumber(1, 16),
    fallback: 1,
    meaning: "Retrievals that run at one court at a time, over all processes; others wait their turn.",
    example: "2",
  }),
  recordsWaiting: setting({
    name: "ONPOINT_RECORDS_WAITING",
    reads: wholeNumber(1, 1_000),
    fallback: 50,
    meaning: "Retrievals that may wait for one court.",
    example: "20",
  }),
  recordsWaitSeconds: setting({
    name: "ONPOINT_RECORDS_WAIT_SECONDS",
    reads: wholeNumber(1, 3_600),
    fallback: 90,
    meaning: "How long one waits for its turn before the answer says its place in the queue and ends.",
    example: "30",
  }),
  archive: setting({
    name: "ONPOINT_ARCHIVE",
    reads: YES_NO,
    fallback: false,
    meaning: "Whether the public archive of court filings is asked before anything is bought.",
    example: "yes",
  }),
  archiveUrl: setting({
    name: "ONPOINT_ARCHIVE_URL",
    reads: WEB,
    fallback: "https://www.courtlistener.com",
    meaning: "The archive's API, up to and without `/api/rest`.",
    example: "https://archive.example",
  }),
  archiveToken: setting({
    name: "ONPOINT_ARCHIVE_TOKEN",
    reads: TEXT,
    fallback: null,
    meaning: "A token of the archive's API. Default: none; it answers fewer requests then.",
    example: "3f1…",
    isSecret: true,
  }),
  archiveFiles: setting({
    name: "ONPOINT_ARCHIVE_FILES",
    reads: COMMA_LIST,
    fallback: ["https://storage.courtlistener.com/recap", "https://archive.org/download"],
    meaning: "Where the archive's files are, without `gov.uscourts.…`; asked in this order, and no other host.",
    example: "https://archive.org/download",
  }),
  archiveRedirects: setting({
    name: "ONPOINT_ARCHIVE_REDIRECTS",
    reads: COMMA_LIST,
    fallback: ["*.us.archive.org"],
    meaning: "Hosts that those may lead on to; `*.` stands for any one name in front.",
    example: "*.us.archive.org",
  }),
  archiveRequestsPerMinute: setting({
    name: "ONPOINT_ARCHIVE_REQUESTS_PER_MINUTE",
    reads: wholeNumber(1, 6_000),
    fallback: 30,
    meaning: "Requests sent to the archive in a minute at most, by each process.",
    example: "60",
  }),
  archiveCacheHours: setting({
    name: "ONPOINT_ARCHIVE_CACHE_HOURS",
    reads: wholeNumber(0, 24 * 30),
    fallback: 24,
    meaning: "How long an answer of the archive is good for; then it is asked whether it has changed.",
    example: "1",
  }),
};
