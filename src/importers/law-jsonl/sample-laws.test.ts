import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { currentAt } from "#laws/currency.ts";
import { LAW_TYPES } from "#laws/model.ts";
import { collectionCounts } from "#laws/store/collections.ts";
import { chainsCited, importLawsFrom, lawDatabase } from "#test/laws/import-laws.ts";

const SAMPLE = fileURLToPath(new URL("../../../sample/laws.jsonl", import.meta.url));

test("the invented laws come in: amended, to be amended, repealed, and of every type but a notice", async () => {
  const db = await lawDatabase();
  expect((await importLawsFrom(db, "law-jsonl", SAMPLE)).rejected).toEqual([]);
  const types = new Set((await collectionCounts(db)).map(({ type }) => type));
  expect([...types].toSorted()).toEqual(LAW_TYPES.filter((type) => type !== "notice").toSorted());
  const current = async (citation: string, day: string): Promise<string | null | undefined> =>
    currentAt((await chainsCited(db, citation))[0]?.versions ?? [], day, day)?.effectiveDate;
  expect(await current("Avalon Code § 1-101", "2000-01-01")).toBe("1987-07-01");
  expect(await current("Avalon Code § 1-101", "2026-01-01")).toBe("2011-01-01");
  expect(await current("Avalon Code § 1-101", "2031-01-01")).toBe("2031-01-01");
  expect(await current("Avalon Code § 1-103", "2026-01-01")).toBeUndefined();
  expect(await current("Lyonesse Rev. Stat. § 40.020", "2026-01-01")).toBe("1974-03-01");
});
