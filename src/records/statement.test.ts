import { expect, test } from "vitest";
import { transaction } from "#db/connection.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { Journal } from "./purchases/journal.ts";
import type { Spending } from "./purchases/spending.ts";
import { PRICE_PERIODS } from "./official/prices.ts";
import { quarterOf, readCharges, readStatement } from "./statement.ts";

/** Money that nobody counts: statements are made of receipts. */
const FREE: Spending = {
  reserve: async () => undefined,
  settle: async () => undefined,
  late: async () => undefined,
  release: async () => undefined,
};

test.each([
  ["2026-11-23", "2026-Q4", "2026-10-01", "2026-12-31"],
  ["2026-01-01", "2026-Q1", "2026-01-01", "2026-03-31"],
  ["2027-06-30", "2027-Q2", "2027-04-01", "2027-06-30"],
])("%s lies in %s", (day, quarter, from, to) => expect(quarterOf(day)).toEqual({ quarter, from, to }));

describeEachDatabase("statements", (store) => {
  test("nothing is owed up to the waiver, and all of it one cent beyond", async () => {
    const db = await store.open();
    const journal = new Journal(db, FREE, 10_000);
    const book = async (billedAt: string, amount_cents: number): Promise<void> => {
      const now = new Date(`${billedAt}Z`);
      const allowance = { account: "firm", spender: "firm", key: null };
      const key = `document:nysd:${billedAt}`;
      const cents = { atMost_cents: amount_cents, allowed_cents: amount_cents };
      const order = { key, target: key, kind: "document", court: "nysd", allowance, ...cents };
      const began = await journal.begin(order, now, 1_000);
      const receipt = { billedAt, clientCode: "c", description: "Image", criteria: "1", pages: 7, amount_cents };
      if (began.kind !== "begun") throw new Error(began.kind);
      const content = { mediaType: "application/pdf", body: Buffer.from("%PDF-") };
      await journal.received(began.purchase, content, [{ receipt, toldBy: "page" }], now);
    };
    await book("2026-09-30T23:59:59", 700);
    await book("2026-10-01T00:00:00", 2_000);
    await book("2026-12-31T23:59:59", 1_000);
    const before = {
      quarter: "2026-Q4",
      charges: 2,
      pages: 14,
      accrued_cents: 3_000,
      waiver_cents: 3_000,
      owed_cents: 0,
    };
    expect(await readStatement(db, "2026-11-23", PRICE_PERIODS)).toEqual(before);
    await book("2026-11-01T00:00:00", 1);
    expect(await readStatement(db, "2026-11-23", PRICE_PERIODS)).toMatchObject({
      accrued_cents: 3_001,
      owed_cents: 3_001,
    });
    await book("2027-02-01T00:00:00", 4_000);
    expect(await readStatement(db, "2027-03-31", PRICE_PERIODS)).toMatchObject({ waiver_cents: 4_000, owed_cents: 0 });
    const days = (await readCharges(db, "2026-10-01", "2026-11-01")).map(({ billedAt }) => billedAt);
    expect(days).toEqual(["2026-10-01T00:00:00", "2026-11-01T00:00:00"]);
    expect(await transaction(db, async (trx) => readStatement(trx, "2030-01-01", PRICE_PERIODS))).toMatchObject({
      charges: 0,
      pages: 0,
      owed_cents: 0,
    });
  });
});
