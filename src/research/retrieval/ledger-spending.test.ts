import { expect, test } from "vitest";
import { AT_THE_MACHINE, OPERATOR_ID } from "#accounts/audit/audit.ts";
import { OPERATOR, VISITOR } from "#accounts/principal.ts";
import { setMemberCap, setOnDemand } from "#accounts/usage/consent.ts";
import { statement } from "#accounts/usage/statements.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { testAccounts } from "#test/accounts.ts";
import { moneyOf } from "#test/records/desk.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { allowanceOf, LEDGER_SPENDING } from "./ledger-spending.ts";

const NOW = new Date("2026-11-23T12:00:00Z");
const BY = { actorId: OPERATOR_ID, origin: AT_THE_MACHINE };
const held = (purchaseId: string) => ({ purchaseId, account: "the-team", now: NOW });

async function reserve(db: Db, purchaseId: string, atMost_cents: number, spender = "a-member") {
  const allowance = { account: "the-team", spender, key: null };
  const what = "document from nysd";
  return transaction(db, async (trx) =>
    LEDGER_SPENDING.reserve(trx, { purchaseId, allowance, what, atMost_cents, now: NOW }),
  );
}

describeEachDatabase("purchases on the ledger", (store) => {
  test("are held and paid for by their number, and let go", async () => {
    const db = await store.open();
    expect(await reserve(db, "1", 300)).toMatchObject({ why: "not_opted_in" });
    const { accounts } = testAccounts(db);
    await setOnDemand(accounts, { payerId: "the-team", cap_microusd: 4_000_000, ...BY });
    expect(await reserve(db, "1", 300)).toBeUndefined();
    expect(await reserve(db, "2", 300)).toMatchObject({ why: "over_cap" });
    await transaction(db, async (trx) => LEDGER_SPENDING.release(trx, held("1")));
    expect(await reserve(db, "1", 300)).toBeUndefined();
    await transaction(db, async (trx) => LEDGER_SPENDING.settle(trx, held("1"), 120));
    expect(await statement(db, "the-team", "2026-11")).toContain("document from nysd,0.00,1.20,0.00");
    await expect(transaction(db, async (trx) => LEDGER_SPENDING.settle(trx, held("9"), 1))).rejects.toMatchObject({
      code: "corrupt",
    });
  });

  test("a charge that comes late is booked on whoever bought, once, and beyond the cap it is the service's", async () => {
    const db = await store.open();
    const { accounts } = testAccounts(db);
    await setOnDemand(accounts, { payerId: "the-team", cap_microusd: 4_000_000, ...BY });
    await reserve(db, "1", 300);
    await transaction(db, async (trx) => LEDGER_SPENDING.release(trx, held("1")));
    const late = async (ordinal: number, cents: number) =>
      transaction(db, async (trx) => LEDGER_SPENDING.late(trx, held("1"), ordinal, cents));
    await late(0, 120);
    await late(0, 120);
    expect(await moneyOf(db, NOW, "the-team")).toEqual({ held_cents: 0, used_cents: 120 });
    expect(await statement(db, "the-team", "2026-11")).toContain("document from nysd (charged late),0.00,1.20,0.00");
    await late(1, 300);
    expect(await moneyOf(db, NOW, "the-team")).toEqual({ held_cents: 0, used_cents: 120 });
    expect(await statement(db, "the-team", "2026-11")).toContain("document from nysd (charged late),0.00,0.00,3.00");
  });

  test("a member has a cap of their own", async () => {
    const db = await store.open();
    const { accounts } = testAccounts(db);
    await setOnDemand(accounts, { payerId: "the-team", cap_microusd: 90_000_000, ...BY });
    await setMemberCap(accounts, { payerId: "the-team", cap_microusd: 3_500_000, ...BY });
    expect(await reserve(db, "1", 300)).toBeUndefined();
    expect(await reserve(db, "2", 300)).toMatchObject({ why: "over_member_cap" });
    expect(await reserve(db, "3", 300, "another")).toBeUndefined();
  });
});

test("whoever works for a team spends for the team; a reader of public pages spends nothing", () => {
  const user = { ...VISITOR, kind: "user", id: "u", team: "t", key: { id: "k", name: "a key" } } as const;
  expect(allowanceOf(user)).toEqual({ account: "t", spender: "u", key: "k", matter: null });
  expect(allowanceOf(OPERATOR)).toEqual({ account: "operator", spender: "operator", key: null, matter: null });
  expect(() => allowanceOf(VISITOR)).toThrow("nothing that costs is done without a key");
});
