import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { silentLogger } from "#base/log.ts";
import { checkDatabase } from "#db/check.ts";
import type { Db } from "#db/connection.ts";
import { outboxEnd } from "#db/outbox.ts";
import { courtOfHost } from "#dockets/pages/court-of-page.ts";
import { entriesOf, filingsOfEntries } from "#dockets/store/read-entries.ts";
import { docketIdsAfter, docketIdsByNumber, docketsById } from "#dockets/store/read.ts";
import { runRecapImport } from "#importers/docket-import.ts";
import { runPacerImport } from "#importers/pacer-import.ts";
import type { PacerImportReport } from "#importers/pacer-import.ts";
import { openRecords } from "#schema/open.ts";
import { SCHEMA } from "#schema/schema.ts";
import { digestOfRecords } from "#test/importers/store-rows.ts";
import { pairsOf } from "../../eval/dockets/pairs.ts";
import type { Pair } from "../../eval/dockets/pairs.ts";
import { lacksSharedData, SHARED_DATA } from "./shared-data.ts";

type Reject = { readonly file: string; readonly reason: string; readonly message: string; readonly hint: string };

/** Read one by one: why each page that tells of no docket tells of none. */
const REJECTED: Readonly<Record<string, readonly string[]>> = {
  no_such_case: [
    "case_queries/alsd.html",
    "case_queries/nyed.html",
    "dockets/not_appellate_dockets/ca1_17-2160.html",
    "dockets/not_dockets/ned_43267.html",
  ],
  no_case: ["appellate_attachment_pages/ca3_21-2728.html", "appellate_attachment_pages/ca6_21-3981.html"],
  confirmation: [
    "dockets/not_appellate_dockets/ca9_16-73537.html",
    "dockets/not_appellate_dockets/cafc_17-2229.html",
    "dockets/not_dockets/casd_542797.html",
    "dockets/not_dockets/cod_147282.html",
  ],
  court_error: [
    "dockets/not_appellate_dockets/ca11_14-11111.html",
    "dockets/not_dockets/mad_194918.html",
    "dockets/not_dockets/njd_304994.html",
  ],
  empty: [
    "dockets/not_appellate_dockets/ca1_16-1756.html",
    "dockets/not_appellate_dockets/ca1_17-21-81.html",
    "dockets/not_appellate_dockets/ca5_178105.html",
    "dockets/not_appellate_dockets/ca9_299715.html",
    "dockets/not_appellate_dockets/cadc_34816.html",
  ],
  refused_request: [
    "dockets/district/dcd_2.html",
    "dockets/not_dockets/cacd_628915.html",
    "dockets/not_dockets/dcd_191424.html",
    "dockets/not_dockets/paed_457890.html",
    "dockets/not_dockets/pawd_166812.html",
    "dockets/not_dockets/vaed_357297.html",
    "dockets/not_dockets/vaed_357297_1.html",
  ],
  not_shown: ["dockets/not_dockets/flsd_516827.html", "dockets/not_dockets/flsd_521715.html"],
  text_report: ["dockets/not_dockets/flmb_1250874.html"],
  no_permission: ["dockets/not_dockets/ilnd_155651.html"],
  // A form to ask for a report, a page of a program, made-up sheets, and letters that are no notices.
  unknown_page: [
    "dockets/district/canb_1.html",
    "dockets/fake-rss/dcd.html",
    "dockets/fake-rss/mad.html",
    "dockets/not_dockets/alsb_103785005735335.html",
    "nef/s3/ared_4.txt",
    "nef/s3/cacb_4.txt",
    "nef/s3/cand_2.txt",
    "nef/s3/ohsd_1.txt",
    "nef/s3/ohsd_3.txt",
  ],
  // Cut short before its entries; a menu without the case; a letter that an entry was changed, without its day.
  unreadable_page: ["case_queries/txed.html", "dockets/district/cand_4.html", "nef/s3/pawb_1.txt"],
};

/** Pages of which nothing is expected, and that tell a case by its number in their own words. */
const KEPT: readonly string[] = [
  "attachment_pages/nysb_269295.html",
  "case_queries/cand.html",
  "case_queries/txsd_4.html",
  "case_queries/txsd_5.html",
  "case_queries/txsd_6.html",
  "docket_history_reports/ksd_8097.html",
  "dockets/district/nysd_3.html",
  "dockets/not_appellate_dockets/ca5_18-20519.html",
  "dockets/not_dockets/wawb_646603.html",
];

describe.skipIf(lacksSharedData())("all saved pages of courts, imported", () => {
  let directory: string;
  let db: Db;
  let pairs: readonly Pair[];
  let report: PacerImportReport;
  let rejects: readonly Reject[];

  beforeAll(async () => {
    pairs = await pairsOf(zstdDecompressSync(await readFile(join(SHARED_DATA, "dockets/pacer-pages.tar.zst"))));
    directory = await mkdtemp(join(tmpdir(), "onpoint-real-pages-"));
    for (const { path, page } of pairs) {
      await mkdir(dirname(join(directory, "pages", path)), { recursive: true });
      await writeFile(join(directory, "pages", path), page);
    }
    db = await openRecords({ dataDir: join(directory, "data") });
    report = await importPages();
    const lines = (await readFile(report.rejectFile ?? "", "utf8")).trim().split("\n");
    rejects = lines.map((line) => JSON.parse(line) as Reject);
  }, 600_000);
  afterAll(async () => {
    await db?.close();
    await rm(directory, { recursive: true, force: true });
  });

  const importPages = async (): Promise<PacerImportReport> =>
    runPacerImport({
      db,
      paths: [join(directory, "pages")],
      dataDir: join(directory, "data"),
      log: silentLogger,
    });

  test("are each a docket's or a reject with its reason: none is lost", () => {
    expect(pairs.length).toBeGreaterThan(1000);
    expect(report.counts.rows).toBe(pairs.length);
    expect(report.counts.rejected).toBe(rejects.length);
    const reasons = Object.fromEntries(Map.groupBy(rejects, ({ reason }) => reason));
    const found = Object.entries(reasons).map(([reason, of]) => [reason, of.map(({ file }) => file).toSorted()]);
    expect(Object.fromEntries(found)).toEqual(REJECTED);
    for (const { message, hint, file } of rejects) {
      expect(hint, file).not.toBe("");
      expect(message !== "" || file.includes("not_appellate_dockets"), file).toBe(true);
    }
  });

  test("are rejected only where a person who reads them is told of no docket either", () => {
    const told = new Set(Object.values(REJECTED).flat());
    const expectedNothing = pairs.filter(({ expected }) => Object.keys(expected as object).length === 0);
    expect(expectedNothing.length).toBeGreaterThan(20);
    const taken = expectedNothing.filter(({ path }) => !told.has(path)).map(({ path }) => path);
    expect(taken.toSorted()).toEqual(KEPT);
  });

  test("leave sound records, with every sheet under its number and all entries that are expected of it", async () => {
    const { findings } = await checkDatabase(db, SCHEMA);
    expect(findings.filter(({ severity }) => severity === "problem")).toEqual([]);
    const rejected = new Set(rejects.map(({ file }) => file));
    const sheets = pairs.filter(
      ({ kind, path }) =>
        /^dockets\/(?:district|bankruptcy|appellate)$/u.test(kind) && !rejected.has(path) && !KEPT.includes(path),
    );
    expect(sheets.length).toBeGreaterThan(450);
    const lost: string[] = [];
    // The panel on multidistrict litigation prints the court before the number, which tells two courts' cases apart.
    // One file is named after another court than its page prints.
    const named = sheets.filter(({ path }) => !/\/(?:jpml_|txnb_420776)/u.test(path));
    for (const { path, expected } of named) {
      const { court_id, docket_number, docket_entries } = expected as {
        readonly court_id: string;
        readonly docket_number: string;
        readonly docket_entries: readonly unknown[];
      };
      const ids = await docketIdsByNumber(db, courtOfHost(court_id) ?? court_id, docket_number);
      const dockets = await docketsById(db, ids);
      if (!dockets.some(({ coverage }) => coverage.entries >= docket_entries.length)) lost.push(path);
    }
    expect(lost).toEqual([]);
  });

  test("change nothing when they are imported again", async () => {
    const before = await digestOfRecords(db);
    const end = await outboxEnd(db);
    const again = await importPages();
    expect(again).toMatchObject({ unchanged: true, counts: { rows: pairs.length, rejected: rejects.length } });
    expect(await outboxEnd(db)).toBe(end);
    const { import_runs: _, ...after } = await digestOfRecords(db);
    expect(before).toMatchObject(after);
  });

  test("of one docket are one docket, whichever kind of page tells of it", async () => {
    const kinds = new Map<string, Set<string>>();
    for (const id of await docketIdsAfter(db, "", 5000)) {
      const entries = await entriesOf(db, id, { limit: 5000 });
      kinds.set(id, new Set(entries.flatMap(({ toldBy }) => toldBy)));
      const numbers = entries.flatMap(({ number }) => number ?? []);
      const filings = await filingsOfEntries(
        db,
        entries.map((entry) => entry.id),
      );
      expect(new Set(filings.map(({ entryId, attachment }) => `${entryId} ${attachment}`)).size).toBe(filings.length);
      expect(new Set(entries.map((entry) => entry.ordinal)).size).toBe(entries.length);
      if (numbers.length > 0) expect(numbers.every((number) => number !== "")).toBe(true);
    }
    expect([...kinds.values()].filter((told) => told.size > 1).length).toBeGreaterThan(5);
  });

  test("and what an archive says of the same dockets is laid beside them: none and no entry is made anew", async () => {
    const sheets = pairs.filter(({ kind, path }) => kind === "dockets/district" && !path.includes("/jpml_"));
    const told = sheets
      .map(({ expected }) => expected as ExpectedSheet)
      .filter((one) => (one.docket_entries?.length ?? 0) > 0);
    expect(told.length).toBeGreaterThan(40);
    const entriesOfAll = async (): Promise<number> => {
      const dockets = await docketsById(db, await docketIdsAfter(db, "", 5000));
      return dockets.reduce((sum, { coverage }) => sum + coverage.entries, 0);
    };
    const before = await entriesOfAll();
    const path = join(directory, "archive.jsonl");
    await writeFile(path, told.map((one) => JSON.stringify(inArchive(one))).join("\n"));
    const options = { db, paths: [path], dataDir: join(directory, "data"), log: silentLogger };
    const { counts } = await runRecapImport(options);
    expect(counts).toMatchObject({ rows: told.length, rejected: 0, dockets: { added: 0, removed: 0 } });
    expect(await entriesOfAll()).toBe(before);
    expect(await runRecapImport(options)).toMatchObject({ unchanged: true });
  });
});

type ExpectedSheet = {
  readonly court_id: string;
  readonly docket_number: string;
  readonly pacer_case_id: string | null;
  readonly case_name: string;
  readonly docket_entries: readonly {
    readonly document_number: string | number | null;
    readonly date_filed: string | null;
    readonly description: string;
    readonly pacer_doc_id?: string | null;
    readonly pacer_seq_no?: string | number | null;
  }[];
};

/** The published reading of a sheet in the shape in which an archive gives dockets. */
function inArchive({ court_id, docket_number, pacer_case_id, case_name, docket_entries }: ExpectedSheet): object {
  const docket = { court_id: courtOfHost(court_id), docket_number, pacer_case_id, case_name };
  const entries = docket_entries.map((entry) => ({
    entry_number: entry.document_number,
    date_filed: entry.date_filed,
    description: entry.description,
    recap_documents: entry.pacer_doc_id ? [{ pacer_doc_id: entry.pacer_doc_id }] : [],
  }));
  return { ...docket, docket_entries: entries };
}
