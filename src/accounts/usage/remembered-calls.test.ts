import { expect, test } from "vitest";
import { transaction } from "#db/connection.ts";
import { testAccounts } from "#test/accounts.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { addToLedger } from "./ledger.ts";
import { rememberCalls } from "./remembered-calls.ts";

describeEachDatabase("calls that are looked at again and again", (store) => {
  test("are added up every ten seconds, for each who looks apart", async () => {
    const { db, clock } = testAccounts(await store.open()).accounts;
    let now_ms = 0;
    const calls = rememberCalls(() => now_ms);
    const add = async (): Promise<void> => {
      const call = { payerId: "p", spenderId: "s", keyId: null, what: "search", count: 2 };
      const entry = { ...call, event: "call" as const, month: "2026-03", at: clock() };
      await transaction(db, async (trx) => addToLedger(trx, [entry]));
    };
    await add();
    const counts = async (spenderId?: string): Promise<number[]> =>
      (await calls(db, "p", "2026-03", spenderId)).map(({ count }) => count);
    expect(await counts()).toEqual([2]);
    await add();
    now_ms = 9_999;
    expect(await counts()).toEqual([2]);
    expect(await counts("s")).toEqual([4]);
    expect(await counts("another")).toEqual([]);
    now_ms = 10_001;
    expect(await counts()).toEqual([4]);
  });
});
