import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { silentLogger } from "#base/log.ts";
import { courtById } from "#courts/courts.ts";
import { DOCUMENT_TYPES } from "#dockets/document-types/document-types.ts";
import { countFilings, filingIdsAfter, filingsById, filingTexts } from "#dockets/filings/read.ts";
import { openRecords } from "#schema/open.ts";
import { importFilings } from "../filing-import.ts";
import { prepareTrialFilings, SAMPLE_FILINGS } from "./trial-filings.ts";

const SAMPLE = fileURLToPath(new URL("../../../sample/filings.jsonl", import.meta.url));

test("the invented filings come in: twelve cases of six states, every type told by the paper itself", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "onpoint-sample-filings-"));
  const db = await openRecords({ dataDir });
  try {
    const prepared = await prepareTrialFilings([SAMPLE], SAMPLE_FILINGS);
    const report = await importFilings(prepared, { paths: ["filings"], db, dataDir, log: silentLogger });
    expect(report).toMatchObject({ rejected: [], counts: { filings: { added: 120 } } });
    expect(await countFilings(db)).toBe(120);
    const ids = await filingIdsAfter(db, "", 1000);
    const filings = await filingsById(db, ids);
    expect(new Set(filings.map(({ caseId }) => caseId)).size).toBe(12);
    expect(new Set(filings.map(({ courtId }) => courtById(courtId)?.state)).size).toBe(6);
    expect(new Set(filings.map(({ type }) => type))).toEqual(new Set(DOCUMENT_TYPES));
    const texts = [...(await filingTexts(db, ids)).values()].filter(({ text }) => text !== "");
    expect(new Set(texts.map(({ text }) => text)).size).toBe(texts.length);
    expect(texts.length).toBe(115);
    expect(texts.filter(({ pageStarts }) => pageStarts.length > 1).length).toBeGreaterThan(20);
  } finally {
    await db.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
