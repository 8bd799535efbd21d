import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { silentLogger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import { checkDatabase } from "#db/check.ts";
import { readOutbox } from "#db/outbox.ts";
import { filingIdsAfter, filingsAtEntry, filingsById, filingTexts } from "#dockets/filings/read.ts";
import { deleteFilingsOfSource } from "#dockets/filings/delete.ts";
import type { FilingRecord } from "#dockets/filings/model.ts";
import { decisionDays } from "#opinions/store/decision-days.ts";
import { findTrialFiling } from "#research/cases/filings/find.ts";
import { openRecords } from "#schema/open.ts";
import { SCHEMA } from "#schema/schema.ts";
import type { ReadPdf } from "#text/pdf/pdf.ts";
import { ENCRYPTED, pdfOf } from "#test/pdf-files.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { runFilingImport } from "../filing-import.ts";
import type { FilingImportReport } from "../filing-import.ts";
import { TRIAL_FILINGS } from "./trial-filings.ts";

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

async function directoryOf(files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "onpoint-filings-"));
  undo.push(async () => rm(root, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  return root;
}

const line = (fields: object): object => ({
  court: "calsuperct",
  docket_number: "24CV00317",
  case_name: "Ardmore Timber Company v. Northgate Markets, Inc.",
  date: "2024-03-01",
  ...fields,
});
const lines = (...all: readonly object[]): string => all.map((one) => JSON.stringify(one)).join("\n");

async function importFrom(db: Db, path: string, readPdf?: ReadPdf): Promise<FilingImportReport> {
  return runFilingImport({ paths: [path], db, dataDir: db.dataDir, log: silentLogger, ...(readPdf && { readPdf }) });
}

async function rejectsIn({ rejectFile }: FilingImportReport): Promise<Record<string, string>[]> {
  if (rejectFile === null) return [];
  return (await readFile(rejectFile, "utf8"))
    .trim()
    .split("\n")
    .map((row) => JSON.parse(row) as Record<string, string>);
}

async function held(db: Db): Promise<FilingRecord[]> {
  const records = await filingsById(db, await filingIdsAfter(db, "", 1000));
  return records.toSorted((left, right) => ((left.title ?? "") < (right.title ?? "") ? -1 : 1));
}

describeEachDatabase("the import of filings", (store) => {
  test("keeps them with their case, type and words, and changes nothing the second time", async () => {
    const db = await store.open();
    const directory = await directoryOf({
      "filings.jsonl": lines(
        line({ entry_number: "1", title: "Complaint for Damages", text: "The defendant\fsold rotten timber." }),
        line({ entry_number: 2, title: "Answer to Complaint", pages: ["It did not."] }),
        line({ entry_number: 2, attachment_number: "1", title: "Exhibit A", text: "A bill of lading." }),
        line({ id: "own-name", type: "letter", title: "Something else", docket_number: "24-CV-317", text: "Words." }),
      ),
    });
    const report = await importFrom(db, directory);
    expect(report.counts).toMatchObject({ rows: 4, rejected: 0, filings: { added: 4 } });
    const records = await held(db);
    expect(records.map(({ type, attachmentNumber }) => [type, attachmentNumber])).toEqual([
      ["answer", null],
      ["complaint", null],
      ["exhibit", 1],
      ["letter", null],
    ]);
    expect(new Set(records.map(({ caseId }) => caseId)).size).toBe(1);
    expect(records[1]).toMatchObject({ courtId: "calsuperct", docketNumber: expect.stringContaining("24") });
    const [, complaint] = records;
    const text = (await filingTexts(db, [complaint!.id])).get(complaint!.id);
    expect(text).toEqual({ text: "The defendant\nsold rotten timber.", pageStarts: [0, 14] });
    expect((await filingsAtEntry(db, complaint!.caseId, "2")).map(({ title }) => title)).toEqual([
      "Answer to Complaint",
      "Exhibit A",
    ]);
    expect((await importFrom(db, directory)).unchanged).toBe(true);
    expect(await readOutbox(db, 0, 100)).toHaveLength(4);
    expect(await checkDatabase(db, SCHEMA)).toMatchObject({ ok: true, findings: [] });
  });

  test("what a line says anew replaces what it said", async () => {
    const db = await store.open();
    const first = await directoryOf({ "a.jsonl": lines(line({ id: "1", title: "Notice", text: "Old." })) });
    const second = await directoryOf({ "a.jsonl": lines(line({ id: "1", title: "Order", text: "New." })) });
    await importFrom(db, first);
    expect((await importFrom(db, second)).counts.filings).toMatchObject({ added: 0, updated: 1 });
    expect((await held(db)).map(({ type }) => type)).toEqual(["order"]);
    expect(await deleteFilingsOfSource(db, TRIAL_FILINGS, decisionDays)).toBe(1);
    expect(await held(db)).toEqual([]);
    expect(await checkDatabase(db, SCHEMA)).toMatchObject({ ok: true });
  });
});

async function database(): Promise<Db> {
  const db = await openRecords({ dataDir: await directoryOf({}) });
  undo.push(async () => db.close());
  return db;
}

const page = (text: string): [number, string][] => [
  [700, text],
  [680, "and its second line."],
];

test("the words of a PDF file are read page by page; what cannot be read is told, and the filing held", async () => {
  const db = await database();
  const directory = await directoryOf({
    "filings.jsonl": lines(
      line({ id: "pdf", title: "Brief", file: "pdf/brief.pdf" }),
      line({ id: "text", title: "Letter", file: "letter.txt" }),
      line({ id: "scan", title: "Scan", file: "pdf/scan.pdf" }),
      line({ id: "locked", title: "Secret", file: "pdf/locked.pdf" }),
      line({ id: "broken", title: "Broken", file: "pdf/broken.pdf" }),
      line({ id: "absent", title: "Absent", file: "pdf/absent.pdf" }),
      line({ id: "bytes", title: "Bytes", file: "bytes.bin" }),
    ),
    "pdf/brief.pdf": pdfOf([page("The first page of the brief says this"), page("the second says that")]),
    "letter.txt": "Dear Judge Tannenbaum:\r\n\r\nWe write.\fSecond page.",
    "pdf/scan.pdf": pdfOf([[], []]),
    "pdf/locked.pdf": pdfOf([page("hidden")], ENCRYPTED),
    "pdf/broken.pdf": Buffer.from("%PDF-1.7 and nothing more"),
    "bytes.bin": Buffer.from([0, 255, 1, 2]),
  });
  const report = await importFrom(db, directory);
  expect(report.counts.filings.added).toBe(7);
  expect((await rejectsIn(report)).map(({ source_id, reason }) => [source_id, reason])).toEqual([
    ["scan", "no_text"],
    ["locked", "pdf_protected"],
    ["broken", "pdf_damaged"],
    ["absent", "file_missing"],
    ["bytes", "file_unreadable"],
  ]);
  const records = await held(db);
  expect(Object.fromEntries(records.map(({ title, textState }) => [title, textState]))).toEqual({
    Brief: "held",
    Letter: "held",
    Scan: "scanned",
    Secret: "protected",
    Broken: "damaged",
    Absent: "missing",
    Bytes: "damaged",
  });
  const brief = records.find(({ title }) => title === "Brief");
  const words = (await filingTexts(db, [brief!.id])).get(brief!.id)!;
  expect(words.pageStarts).toHaveLength(2);
  expect(words.text.slice(words.pageStarts[1])).toMatch(/^the second says that/u);
  expect((await importFrom(db, directory)).unchanged).toBe(true);
});

test("a line that is no filing is left out with its reason, and stops nothing", async () => {
  const db = await database();
  const directory = await directoryOf({
    "inner/filings.jsonl": `${lines(
      line({ id: "1", court: "no such court" }),
      line({ id: "2", court: "scotus" }),
      line({ id: "3", type: "pleading" }),
      line({ id: "4", text: "a", pages: ["b"] }),
      line({ id: "5", file: "../secret.txt" }),
      line({ id: "6", file: "link.txt" }),
      line({ id: "7", colour: 1 }),
    )}\nnot json\n${lines(line({ id: "8", title: "Motion to Compel", text: "Words." }))}`,
    "secret.txt": "root",
  });
  await symlink(join(directory, "secret.txt"), join(directory, "inner/link.txt"));
  const report = await importFrom(db, join(directory, "inner"));
  expect((await rejectsIn(report)).map(({ line: number, reason }) => [number, reason])).toEqual([
    [1, "unknown_court"],
    [2, "no_trial_court"],
    [3, "bad_shape"],
    [4, "bad_shape"],
    [5, "file_outside"],
    [6, "file_outside"],
    [7, "bad_shape"],
    [8, "bad_json"],
  ]);
  expect(report.counts.filings.added).toBe(2);
  expect((await held(db)).map(({ textState }) => textState).toSorted()).toEqual(["held", "missing"]);
});

test("a source's order that calls itself proposed is none", async () => {
  const db = await database();
  const text = "SUPERIOR COURT OF CALIFORNIA\n\n[PROPOSED] ORDER GRANTING MOTION\n\nThe motion is granted.";
  await importFrom(db, await directoryOf({ "a.jsonl": lines(line({ id: "1", type: "order", text })) }));
  expect((await held(db)).map(({ type }) => type)).toEqual(["other"]);
});

test("a directory without filings is refused", async () => {
  const db = await database();
  await expect(importFrom(db, await directoryOf({ "a.txt": "" }))).rejects.toMatchObject({ code: "invalid_input" });
  await expect(importFrom(db, "none")).rejects.toMatchObject({ code: "not_found" });
});

describeEachDatabase("pictures of pages", (store) => {
  test("are read by the same import once they can be, and what was read by a machine says so", async () => {
    const db = await store.open();
    const scan = line({ id: "scan", title: "Order", file: "scan.pdf" });
    const directory = await directoryOf({ "f.jsonl": lines(scan), "scan.pdf": pdfOf([[], []]) });
    await importFrom(db, directory);
    const pages = [["The motion is granted in part."], []];
    const recognised = { pages: 1, confidence_pct: 91, unread: 1 };
    const report = await importFrom(db, directory, async () => ({ pages, recognised }));
    expect(report.counts.filings).toMatchObject({ added: 0, updated: 1 });
    const [record] = await held(db);
    expect(record).toMatchObject({ textState: "held" });
    expect((await filingTexts(db, [record!.id])).get(record!.id)).toMatchObject({
      text: "The motion is granted in part.",
      recognised: { confidence_pct: 91, unreadPages: 1 },
    });
    expect(await findTrialFiling(db, { by: "id", id: record!.id })).toMatchObject({
      missing: null,
      recognised: { confidence_pct: 91, unreadPages: 1 },
    });
  });
});
