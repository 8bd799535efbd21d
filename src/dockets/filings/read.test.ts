import { expect, test } from "vitest";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { decisionDays } from "#opinions/store/decision-days.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import type { FilingDraft } from "./model.ts";
import { extentOfCase, filedCasesByNumbers, filingsOfCase } from "./read.ts";
import { writeFilings } from "./write.ts";

const filing = (sourceId: string, dateFiled: string | null, docketNumber = "24CV00317"): FilingDraft => ({
  sourceId,
  case: { courtId: "calsuperct", docketNumber, caption: "Alder v. Birch", dateFiled: null },
  entryNumber: null,
  attachmentNumber: null,
  type: "motion",
  typeConfidence_pct: 95,
  title: sourceId,
  description: null,
  dateFiled,
  sourceUrl: null,
  textState: "not_given",
  content: { text: "", pageStarts: [0] },
});

async function write(db: Db, drafts: readonly FilingDraft[]): Promise<string> {
  await transaction(db, async (trx) => writeFilings(trx, "county", drafts, decisionDays));
  const [caseId = ""] = await filedCasesByNumbers(db, "calsuperct", ["24CV00317"]);
  return caseId;
}

describeEachDatabase("the filings of a case", (store) => {
  test("the latest come first, and those of no day last", async () => {
    const db = await store.open();
    const days = [null, "2024-02-20", "2024-03-01", null, "2023-12-31"];
    const caseId = await write(
      db,
      days.map((day, at) => filing(`paper ${at}`, day)),
    );
    const found = await filingsOfCase(db, caseId, 10);
    expect(found.map(({ dateFiled }) => dateFiled)).toEqual(["2024-03-01", "2024-02-20", "2023-12-31", null, null]);
    expect((await filingsOfCase(db, caseId, 1)).map(({ title }) => title)).toEqual(["paper 2"]);
  });

  test("all are counted, of the case alone, and the latest day that is told is the latest", async () => {
    const db = await store.open();
    const others = [filing("another's", "2025-01-01", "24CV00999")];
    const caseId = await write(db, [filing("dayless", null), ...others]);
    expect(await extentOfCase(db, caseId)).toEqual({ filings: 1, latestDay: null });
    await write(db, [filing("early", "2024-01-15"), filing("late", "2024-03-01")]);
    expect(await extentOfCase(db, caseId)).toEqual({ filings: 3, latestDay: "2024-03-01" });
    expect(await extentOfCase(db, "none")).toEqual({ filings: 0, latestDay: null });
  });
});
