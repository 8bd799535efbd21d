import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { zstdCompressSync } from "node:zlib";
import { pack } from "tar-stream";
import { afterEach, expect, test } from "vitest";
import { silentLogger } from "#base/log.ts";
import { checkDatabase } from "#db/check.ts";
import type { Db } from "#db/connection.ts";
import { outboxEnd } from "#db/outbox.ts";
import {
  appellateMenu,
  bankruptcy,
  BANKRUPTCY_LIST,
  district,
  HISTORY,
  MENU,
  NOTICE,
  REFUSALS,
} from "#dockets/pages/invented.fixture.ts";
import { entriesOf, filingsOfEntries } from "#dockets/store/read-entries.ts";
import { docketIdsAfter, docketIdsByNumber, docketsById } from "#dockets/store/read.ts";
import { latestReportOf } from "#dockets/store/sightings.ts";
import { filingTexts } from "#dockets/store/texts.ts";
import { SCHEMA } from "#schema/schema.ts";
import { pdfOf } from "#test/pdf-files.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { runPacerImport } from "../pacer-import.ts";
import type { PacerImportReport } from "../pacer-import.ts";

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

async function directoryOf(files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "onpoint-pages-"));
  undo.push(async () => rm(root, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  return root;
}

async function importFrom(db: Db, ...paths: readonly string[]): Promise<PacerImportReport> {
  const dataDir = await directoryOf({});
  return runPacerImport({ db, paths, dataDir, log: silentLogger });
}

/** The dockets held, but for what they are called by. */
async function toldBy(db: Db): Promise<readonly string[]> {
  const dockets = await docketsById(db, await docketIdsAfter(db, "", 9));
  return dockets.map((docket) => JSON.stringify({ ...docket, id: "", caseId: "" })).toSorted();
}

const PAGES = {
  "nysd/sheet.html": district(),
  "nysd/menu.html": MENU,
  "nysd_history.html": HISTORY,
  "mail/1.eml": NOTICE(),
  "vtb.html": bankruptcy(BANKRUPTCY_LIST),
};

describeEachDatabase("saved pages", (store) => {
  test("of one docket make one docket, from files or an archive, and again change nothing", async () => {
    const db = await store.open();
    const report = await importFrom(db, await directoryOf(PAGES));
    expect(report).toMatchObject({ counts: { rows: 5, rejected: 0, dockets: { added: 2 } } });
    const [id] = await docketIdsByNumber(db, "nysd", "19 Civ. 1234 (ABC)");
    const [docket] = await docketsById(db, [id!]);
    expect(docket).toMatchObject({
      caption: "Alder v. Birch et al",
      coverage: { kind: "docket_report", entries: 3, isWholeReport: true },
      freshness: { reportAsOf: "2020-06-06T10:18:44" },
    });
    const held = await latestReportOf(db, id!);
    expect(held?.page).toContain("CIVIL DOCKET FOR CASE #");
    expect(held?.page).toContain("<TH>PACER Login:</TH><TD>(not shown)</TD>");
    expect(held?.page).not.toContain("somebody:123");
    const entries = await entriesOf(db, id!, { limit: 9 });
    expect(entries.map(({ number, toldBy }) => [number, toldBy.length])).toEqual([
      ["1", 3],
      [null, 2],
      ["2", 1],
    ]);
    const tar = pack();
    for (const [name, content] of Object.entries(PAGES)) tar.entry({ name }, content);
    tar.finalize();
    const bytes = await buffer(tar);
    const archive = join(await directoryOf({ "pages.tar.zst": zstdCompressSync(bytes) }), "pages.tar.zst");
    const end = await outboxEnd(db);
    expect(await importFrom(db, archive)).toMatchObject({
      unchanged: true,
      counts: { rows: 5, rejected: 0, dockets: { unchanged: 5 } },
    });
    expect(await outboxEnd(db)).toBe(end);
    expect((await checkDatabase(db, SCHEMA)).findings.filter(({ severity }) => severity === "problem")).toEqual([]);
  });

  test("in another order leave the same docket", async () => {
    const [one, other] = [await store.open(), await store.open()];
    await importFrom(one, await directoryOf(PAGES));
    for (const [path, content] of Object.entries(PAGES).toReversed())
      await importFrom(other, await directoryOf({ [path]: content }));
    expect(await toldBy(other)).toEqual(await toldBy(one));
  });

  test("beside filings in PDF give these their words", async () => {
    const db = await store.open();
    const files = {
      "sheet.html": district(),
      "gov.uscourts.nysd.513.1.1.pdf": pdfOf([[[700, "Exhibit A, the deed of the mill"]]]),
    };
    expect(await importFrom(db, await directoryOf(files))).toMatchObject({
      counts: { rejected: 0, dockets: { added: 1 } },
    });
    const [id] = await docketIdsAfter(db, "", 9);
    const [first] = await entriesOf(db, id!, { limit: 1 });
    const filing = (await filingsOfEntries(db, [first!.id])).find(({ attachment }) => attachment === 1);
    expect(filing).toMatchObject({ description: "Exhibit A (deed)", obtained: { source: "pacer" } });
    expect((await filingTexts(db, [filing!.id])).get(filing!.id)?.text).toContain("the deed of the mill");
  });

  test("that tell of no case are left out, each with its reason", async () => {
    const db = await store.open();
    const pages = Object.fromEntries(REFUSALS.map(([name, html], at) => [`${at}-${name}.html`, html]));
    const others = {
      "ca3_menu.html": appellateMenu(),
      "cut.html": district().slice(0, 1200),
      "note.txt": "remember the milk",
      "brief.pdf": pdfOf([[[700, "words"]]]),
      "false.pdf": "no PDF at all",
      "scan.gif": "not looked at",
    };
    const report = await importFrom(db, await directoryOf({ ...pages, ...others }));
    expect(report.counts).toMatchObject({
      rows: REFUSALS.length + 5,
      rejected: REFUSALS.length + 5,
      dockets: { added: 0 },
    });
    const reasons = new Map(report.rejected.map(({ reason, count }) => [reason, count]));
    for (const [name] of REFUSALS) expect(reasons.get(name), name).toBeGreaterThan(0);
    expect(reasons.get("unreadable_page")).toBe(1);
    expect(reasons.get("unnamed_filing")).toBe(1);
    expect(reasons.get("no_pdf")).toBe(1);
    expect(reasons.get("unknown_page")).toBe(1);
    expect(reasons.get("no_case")).toBe(1);
    const lines = (await readFile(report.rejectFile ?? "", "utf8")).trim().split("\n");
    expect(lines).toHaveLength(REFUSALS.length + 5);
  });

  test.each([
    ["nothing", "/nowhere/at-all", "does not exist"],
    ["a file of another kind", import.meta.filename, "nor a page"],
  ])("from %s is refused", async (_what, path, message) => {
    await expect(importFrom(await store.open(), path)).rejects.toThrow(message);
  });
});
