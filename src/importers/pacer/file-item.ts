import { basename } from "node:path";
import type { DocketSighting } from "#dockets/model.ts";
import { courtOfHost } from "#dockets/pages/court-of-page.ts";
import { decodePage } from "#dockets/pages/decode.ts";
import { PageFault } from "#dockets/pages/page-fault.ts";
import { readPage } from "#dockets/pages/pages.ts";
import { namesCase } from "#dockets/store/place.ts";
import type { ReadPage } from "#dockets/pages/pages.ts";
import { withoutAccount } from "#dockets/pages/without-account.ts";
import { withoutLogin } from "#dockets/pages/without-login.ts";
import type { Place, RejectReason } from "../frame/source.ts";
import type { DocketItem } from "./docket-item.ts";
import type { ReadFile } from "../input/files.ts";

/** `gov.uscourts.nysd.513.7.1.pdf`: court, the case's number in the records system, entry, attachment. */
const ARCHIVE_NAME = /gov\.uscourts\.([a-z0-9]+)\.(\d+)\.(\d+)\.(\d+)\.pdf$/iu;
const ARCHIVE_COURT = /gov\.uscourts\.([a-z0-9]+)\./iu;
const PAGE_BYTES_MAX = 64 * 1024 * 1024;

/** What one saved file tells, or why it tells nothing. */
export function itemOfFile(file: ReadFile, place: Place, source: string): DocketItem {
  const base = { place, sourceId: file.path, bytes: file.size_bytes, sightings: [], rejects: [] };
  const left = (reject: RejectReason): DocketItem => ({ ...base, rejects: [reject] });
  const { bytes, path } = file;
  if (bytes === undefined || (bytes.length > PAGE_BYTES_MAX && !isPdf(bytes))) {
    return left({
      reason: "too_large",
      message: `the file has ${Math.ceil(file.size_bytes / 1e6)} MB`,
      hint: "a page may have 64 MB, a filing 100 MB",
    });
  }
  if (isPdf(bytes)) {
    const sighting = sightingOfName(path, source);
    return sighting === undefined ? left(NO_NAME) : { ...base, filing: { bytes, ...sighting } };
  }
  if (/\.pdf$/iu.test(path))
    return left({ reason: "no_pdf", message: "the file is named as a PDF file and is none", hint: "fetch it again" });
  try {
    const text = decodePage(bytes);
    return ofRead(withPage(readWithCourt(text, path, source), text), base);
  } catch (thrown) {
    if (!(thrown instanceof PageFault)) throw thrown;
    return left({
      reason: "unreadable_page",
      message: withoutAccount(thrown.message).slice(0, 500),
      hint: "nothing of it was taken; the court's markup may have changed, or the page was cut short: save it again, and please report it if it stays so",
    });
  }
}

/** Pages kept beside what they say; compressed they are a tenth. A longer one is told as it was read. */
const PAGE_KEPT_CHARS_MAX = 4 * 1024 * 1024;
const IS_HTML = /^\s*(?:<!--|<!doctype html|<html|<head|<body|<table|<center)/iu;

/** Docket reports with the page they stand on, which is what a download of the report gives. */
function withPage(read: ReadPage, text: string): ReadPage {
  if (read.kind !== "record" || text.length > PAGE_KEPT_CHARS_MAX || !IS_HTML.test(text)) return read;
  const page = withoutLogin(text);
  const sightings = read.sightings.map((one) => (one.kind === "docket_report" ? { ...one, page } : one));
  return { ...read, sightings };
}

function isPdf(bytes: Buffer): boolean {
  return bytes.subarray(0, 1024).includes("%PDF-");
}

const NO_NAME: RejectReason = {
  reason: "unnamed_filing",
  message: "nothing tells to which entry of which case this PDF file belongs",
  hint: "name it as the public archive does: gov.uscourts.<court>.<case>.<entry>.<attachment>.pdf, with 0 for the main document",
};

/** What stands in the page decides which court it is of; where nothing does, the name of the file may. */
function readWithCourt(text: string, path: string, source: string): ReadPage {
  const told = { source, place: path, courtId: courtIn(ARCHIVE_COURT.exec(path)?.[1]), asOf: null, fetchedAt: null };
  try {
    return readPage(text, told);
  } catch (thrown) {
    const courtId = courtIn(basename(path).split(/[_.-]/u)[0]);
    if (!(thrown instanceof PageFault) || told.courtId !== null || courtId === null) throw thrown;
    return readPage(text, { ...told, courtId });
  }
}

function courtIn(name: string | undefined): string | null {
  return name === undefined ? null : courtOfHost(name.toLowerCase());
}

function ofRead(read: ReadPage, base: DocketItem): DocketItem {
  if (read.kind === "record") {
    return read.sightings.every(namesCase) ? { ...base, sightings: read.sightings } : { ...base, rejects: [NO_CASE] };
  }
  const { message } = read;
  if (read.kind === "unknown") {
    return {
      ...base,
      rejects: [{ reason: "unknown_page", message, hint: "no known kind of court page looks like this; leave it out" }],
    };
  }
  return {
    ...base,
    rejects: [
      { reason: read.page, message, hint: HINTS[read.page] ?? "it tells of no case; save the page that was asked for" },
    ],
  };
}

const NO_CASE: RejectReason = {
  reason: "no_case",
  message: "nothing on this page tells of which case it is",
  hint: "save the docket report of the case, which lists these documents too",
};

const HINTS: Readonly<Record<string, string>> = {
  confirmation: "this page asks whether to go on and be charged; save the one that follows it",
  session_expired: "sign in and save the page again",
  sealed: "the case is not open to the public",
  no_permission: "the document is not open to the public, or is not there",
  no_such_case: "look for another spelling of the number, or another court",
  not_shown: "the court shows nothing of this case yet, or no more",
  text_report: "this report was made as plain text; ask for it as HTML and save it again",
  receipt: "this page has a receipt and nothing that was paid for; save the page that was asked for",
  claims_register: "claims are not kept here; save the docket report of the case",
  feed: "a feed tells of single events; save the docket reports of the cases that it names",
  supreme_court_docket: "dockets of the Supreme Court are not read; its decisions are imported as opinions",
  state_docket: "dockets of state courts are not read from pages",
  court_error: "the court's system was out of order; save the page again",
  empty: "the page has no words; save it again",
};

function sightingOfName(
  path: string,
  source: string,
): { readonly sighting: DocketSighting; readonly entryNumber: string; readonly attachment: number } | undefined {
  const [, court, caseId, number, attachmentText] = ARCHIVE_NAME.exec(path) ?? [];
  const courtId = courtIn(court);
  if (courtId === null || caseId === undefined || number === undefined) return undefined;
  const attachment = Number(attachmentText);
  const document = { attachment, description: null, pageCount: null, fileSize_bytes: null, pacerDocId: null };
  const entry = {
    number,
    pacerSeqNo: null,
    dateFiled: null,
    dateEntered: null,
    description: null,
    shortDescription: null,
  };
  const sighting: DocketSighting = {
    kind: "filings",
    source,
    place: path,
    asOf: null,
    fetchedAt: null,
    billedPages: null,
    cost_cents: null,
    courtId,
    docketNumber: null,
    pacerCaseIds: [caseId],
    facts: {},
    entries: [{ ...entry, documents: [{ ...document, availability: null, documentType: null }] }],
  };
  return { sighting, entryNumber: number, attachment };
}
