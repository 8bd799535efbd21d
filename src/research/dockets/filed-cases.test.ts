import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OPERATOR } from "#accounts/principal.ts";
import { openAnalyst } from "#analysis/analysis.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import type { FilingDraft } from "#dockets/filings/model.ts";
import { filedCasesByNumbers } from "#dockets/filings/read.ts";
import { writeFilings } from "#dockets/filings/write.ts";
import { decisionDays } from "#opinions/store/decision-days.ts";
import { openRecords } from "#schema/open.ts";
import type { DocketAsked, DocketNamed } from "../cases/answers.ts";
import { createResearch } from "../research.ts";
import type { Research } from "../research.ts";

let dataDir: string;
let db: Db;
let research: Research;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "onpoint-filed-cases-"));
  db = await openRecords({ dataDir });
  research = createResearch({ db, analyst: openAnalyst() });
  await transaction(db, async (trx) => writeFilings(trx, "county", FILINGS, decisionDays));
});
afterAll(async () => {
  await db.close();
  await rm(dataDir, { recursive: true, force: true });
});

const cedar = { courtId: "calsuperct", docketNumber: "24CV00317", caption: "Alder v. Birch", dateFiled: null };
const boiler = { ...cedar, docketNumber: "24CV00999", caption: "Elm v. Fir" };

function filing(sourceId: string, fields: Partial<FilingDraft>): FilingDraft {
  return {
    sourceId,
    case: cedar,
    entryNumber: null,
    attachmentNumber: null,
    type: "motion",
    typeConfidence_pct: 95,
    title: null,
    description: null,
    dateFiled: "2024-02-20",
    sourceUrl: null,
    textState: "held",
    content: { text: "Words of the paper.", pageStarts: [0] },
    ...fields,
  };
}

const FILINGS = [
  filing("order", { entryNumber: "10", title: "Order Granting Motion to Compel", type: "order" }),
  filing("motion", { entryNumber: "2", title: "Motion to Compel" }),
  filing("exhibit", { entryNumber: "2", attachmentNumber: 1, title: "Bill of Lading", type: "exhibit" }),
  filing("complaint", { entryNumber: "1", title: "Complaint for Damages", dateFiled: "2024-01-15", type: "complaint" }),
  filing("alone", { entryNumber: "7", attachmentNumber: 2, title: "Photographs", type: "exhibit", case: boiler }),
];

const numbered = (docketNumber: string, caseName: string | null = null): DocketNamed => ({
  by: "docket",
  court: "calsuperct",
  docketNumber,
  caseName,
});

async function ask(named: DocketNamed, asked: Partial<DocketAsked> = {}) {
  const question = "Was the motion to compel granted?";
  return research.cases.docket(OPERATOR, { question, named, refresh: false, needsPremium: false, ...asked });
}

async function caseIdOf(docketNumber: string): Promise<string> {
  const answer = await ask(numbered(docketNumber));
  if (answer.status !== "ok" || !("docket" in answer)) throw new Error(JSON.stringify(answer));
  return answer.docket.caseId;
}

test("the filings held of a case are its entries, by number and by id", async () => {
  const byNumber = await ask(numbered("24-CV-00317"));
  expect(byNumber).toMatchObject({
    status: "ok",
    docket: { caseName: "Alder v. Birch", hasSheet: false },
    coverage: { kind: "stored_entries", entries: 4, isTruncated: true },
    freshness: { isLive: false, fetchedAt: null, latestEntryDate: "2024-02-20" },
    report: null,
    analysis: { answer: expect.stringContaining("[10] Order Granting Motion to Compel") as string },
  });
  expect(JSON.stringify(byNumber)).toContain("no docket of this case is held: its entries are the filings held of it");
  expect(await ask({ by: "case", id: await caseIdOf("24CV00317") })).toEqual(byNumber);
});

test("what was filed is told in the order of days and places, each with what reads it", async () => {
  const answer = await ask(numbered("24CV00317"), { question: "What was filed first, and what was filed last?" });
  if (answer.status !== "ok" || !("entries" in answer)) throw new Error(JSON.stringify(answer));
  const [latest] = answer.entries;
  expect(latest).toMatchObject({ namedBy: "id", entry: { number: "10" }, filing: { type: "order" } });
  expect(answer.entries.map(({ entry }) => entry.number)).toContain("1");
  const id = latest?.filing?.id ?? "";
  const read = await research.cases.filing(OPERATOR, {
    question: "What are its words?",
    named: { by: "id", id },
    needsPremium: false,
  });
  expect(read).toMatchObject({ status: "ok", filing: { documentId: id } });
});

test("another case's name names none of that number's, and is passed over as of dockets", async () => {
  expect(await ask(numbered("24CV00317", "Alder"))).toMatchObject({ docket: { caseName: "Alder v. Birch" } });
  expect(await ask(numbered("24CV55555"))).toMatchObject({ status: "not_found" });
});

test("a wish for the latest of it is passed over with a warning", async () => {
  const answer = await ask(numbered("24CV00317"), { refresh: true });
  expect(answer.status).toBe("ok");
  expect(JSON.stringify(answer)).toContain("the wish for the latest report was passed over");
});

test("looked up without a question, it is said that filings are held", async () => {
  const key = { by: "id", id: await caseIdOf("24CV00317") } as const;
  expect(await research.dockets.get(OPERATOR, key)).toMatchObject({ status: "not_found", filings: 4 });
});

test("of more filings than are weighed all are counted", async () => {
  const large = { ...cedar, docketNumber: "24CV00555", caption: "Larch v. Rowan" };
  const notices = Array.from({ length: 5001 }, (_, at) =>
    filing(`notice ${at}`, { case: large, title: `Notice ${at}` }),
  );
  await transaction(db, async (trx) => writeFilings(trx, "county", notices, decisionDays));
  const [id = ""] = await filedCasesByNumbers(db, "calsuperct", ["24CV00555"]);
  expect(await research.dockets.get(OPERATOR, { by: "id", id })).toMatchObject({ status: "not_found", filings: 5001 });
});

test.each([
  ["7", "the main document of entry 7 is not held of this case; of that entry is held what is listed"],
  ["9", "the main document of entry 9 is not held of this case; others of its filings are"],
])("a filing that is not held beside others of its case: entry %s", async (entryNumber, message) => {
  const caseId = await caseIdOf("24CV00999");
  const named = { by: "entry", caseId, entryNumber, attachmentNumber: null } as const;
  const answer = await research.cases.filing(OPERATOR, { question: "What is it?", named, needsPremium: false });
  expect(answer).toMatchObject({
    status: "not_found",
    note: { message },
    filings: [{ entryNumber: "7", attachmentNumber: "2" }],
  });
});
