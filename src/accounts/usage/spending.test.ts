import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { asyncProperty, assert, array, constantFrom, integer, nat, oneof, record, constant } from "fast-check";
import { describe, expect, test } from "vitest";
import { checkDatabase } from "#db/check.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { SCHEMA } from "#schema/schema.ts";
import { addUser, HERE, testAccounts } from "#test/accounts.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { auditEvents } from "../audit/audit.ts";
import { setPlan } from "../plans/plans.ts";
import { VISITOR } from "../principal.ts";
import { foundOrganization } from "../teams/organizations.ts";
import { setMemberCap, setOnDemand } from "./consent.ts";
import { spenderOf } from "./spender.ts";
import type { Spender } from "./spender.ts";
import { expireReservations, release, reserve, settle } from "./spending.ts";
import { callsByDay, spendingState, statement } from "./statements.ts";
import { addToLedger } from "./ledger.ts";

const BY = { actorId: "operator", origin: HERE };
const MONTH = "2026-03";
const TEN = 10_000_000;

type Books = { readonly used: number; readonly held: number; readonly onDemand: number };

/** What the ledger alone says, added up line by line: the slow way that the sums must agree with. */
async function booksOf(db: Db, payerId: string): Promise<Books> {
  const rows = await db.selectFrom("ledger").selectAll().where("payer_id", "=", payerId).orderBy("id").execute();
  const held = new Map<string, { included: number; onDemand: number }>();
  let used = 0;
  let onDemandUsed = 0;
  for (const row of rows) {
    const id = row.reservation_id ?? "";
    if (row.event === "reserved") held.set(id, { included: row.included_microusd, onDemand: row.on_demand_microusd });
    else held.delete(id);
    if (row.event !== "settled") continue;
    used += row.included_microusd + row.on_demand_microusd;
    onDemandUsed += row.on_demand_microusd;
  }
  const open = [...held.values()];
  return {
    used,
    held: open.reduce((sum, { included, onDemand }) => sum + included + onDemand, 0),
    onDemand: onDemandUsed + open.reduce((sum, { onDemand }) => sum + onDemand, 0),
  };
}

async function sumsAgree(db: Db, payerId: string): Promise<Books> {
  const books = await booksOf(db, payerId);
  const sums = [...(await spendingState(db, payerId, MONTH)).spenders.values()];
  const total = (of: (one: (typeof sums)[number]) => number): number => sums.reduce((sum, one) => sum + of(one), 0);
  expect({
    used: total((one) => one.included_used + one.on_demand_used),
    held: total((one) => one.included_held + one.on_demand_held),
    onDemand: total((one) => one.on_demand_used + one.on_demand_held),
  }).toEqual(books);
  return books;
}

describe("who spends", () => {
  const common = { key: { id: "k", name: "x" }, scopes: [], plan: null, limits: { requests: null } };
  test.each([
    [
      { kind: "key", id: "k", team: null },
      { payerId: "k", spenderId: "k", keyId: "k" },
    ],
    [
      { kind: "user", id: "u", team: null },
      { payerId: "u", spenderId: "u", keyId: "k" },
    ],
    [
      { kind: "user", id: "u", team: "t" },
      { payerId: "t", spenderId: "u", keyId: "k" },
    ],
    [
      { kind: "team", id: "t", team: "t" },
      { payerId: "t", spenderId: "k", keyId: "k" },
    ],
  ] as const)("%j", (principal, spender) => {
    expect(spenderOf({ ...common, ...principal })).toEqual({ ...spender, matter: null });
  });

  test("is no reader of the public pages", () => {
    expect(() => spenderOf(VISITOR)).toThrow(expect.objectContaining({ code: "forbidden" }));
  });
});

describeEachDatabase("spending", (store) => {
  const opened = async () => {
    const { accounts, pass } = testAccounts(await store.open());
    const { user } = await addUser(accounts, "clerk@firm.example");
    const spender: Spender = { payerId: user.id, spenderId: user.id, keyId: null };
    let names = 0;
    const ask = async (most_microusd: number, given: Partial<Parameters<typeof reserve>[1]> = {}) =>
      transaction(accounts.db, async (trx) =>
        reserve(trx, {
          spender,
          name: `thing ${++names}`,
          what: "a document",
          most_microusd,
          at: accounts.clock(),
          expiresAt: null,
          ...given,
        }),
      );
    const idOf = async (most: number, given: Partial<Parameters<typeof reserve>[1]> = {}): Promise<string> => {
      const asked = await ask(most, given);
      if (!asked.ok) throw new Error(asked.error.message);
      return asked.value.id;
    };
    const pay = async (id: string, cost_microusd: number) =>
      transaction(accounts.db, async (trx) => settle(trx, { id, cost_microusd, at: accounts.clock() }));
    const drop = async (id: string) =>
      transaction(accounts.db, async (trx) => release(trx, { id, at: accounts.clock() }));
    return { accounts, pass, spender, payerId: user.id, ask, idOf, pay, drop };
  };

  test("costs nothing until it was opted into, and nothing beyond the cap", async () => {
    const { accounts, payerId, ask, idOf, pay } = await opened();
    expect(await ask(1)).toMatchObject({ ok: false, error: { reason: "not_opted_in", left_microusd: 0 } });
    await setOnDemand(accounts, { payerId, cap_microusd: TEN, ...BY });
    const id = await idOf(7_000_000);
    expect(await ask(3_000_001)).toMatchObject({ ok: false, error: { reason: "over_cap", left_microusd: 3_000_000 } });
    expect(await pay(id, 2_500_000)).toEqual({
      included_microusd: 0,
      onDemand_microusd: 2_500_000,
      absorbed_microusd: 0,
    });
    expect(await ask(7_500_000)).toMatchObject({ ok: true });
    expect(await ask(1)).toMatchObject({ ok: false });
    await setOnDemand(accounts, { payerId, cap_microusd: null, ...BY });
    expect(await ask(1)).toMatchObject({ ok: false, error: { reason: "not_opted_in" } });
    await sumsAgree(accounts.db, payerId);
  });

  test("takes first what the plan includes, each month anew", async () => {
    const { accounts, pass, payerId, ask, idOf, pay } = await opened();
    await setPlan(accounts.db, { name: "standard", historical: false, records: true, included_microusd: TEN });
    const [changed] = await auditEvents(accounts.db, { limit: 1 });
    expect(changed).toMatchObject({ event: "plan_set", actorId: "operator", detail: { included_microusd: TEN } });
    const first = await idOf(9_000_000);
    expect(await ask(2_000_000)).toMatchObject({
      ok: false,
      error: { reason: "not_opted_in", left_microusd: 1_000_000 },
    });
    await setOnDemand(accounts, { payerId, cap_microusd: TEN, ...BY });
    const second = await idOf(2_000_000);
    await pay(first, 1_000_000);
    // What was held of the plan for the first came free before the second was paid.
    expect(await pay(second, 2_000_000)).toEqual({
      included_microusd: 2_000_000,
      onDemand_microusd: 0,
      absorbed_microusd: 0,
    });
    pass(31 * 24 * 3_600_000);
    const next = await idOf(TEN);
    expect(await pay(next, TEN)).toMatchObject({ included_microusd: TEN, onDemand_microusd: 0 });
  });

  test("is held and paid once under one name, and again only when it was released", async () => {
    const { accounts, payerId, ask, idOf, pay, drop } = await opened();
    await setOnDemand(accounts, { payerId, cap_microusd: TEN, ...BY });
    const name = "a document of a docket";
    const id = await idOf(TEN, { name });
    expect(await ask(TEN, { name })).toMatchObject({ ok: true, value: { id, state: "open" } });
    await expect(ask(1, { name })).rejects.toMatchObject({ code: "conflict" });
    await drop(id);
    await drop(id);
    await expect(pay(id, 1)).rejects.toMatchObject({ code: "conflict" });
    const anew = await idOf(TEN, { name });
    expect(anew).not.toBe(id);
    expect(await pay(anew, 4)).toEqual(await pay(anew, 9));
    expect(await ask(TEN, { name })).toMatchObject({ ok: true, value: { id: anew, state: "settled" } });
    await expect(drop(anew)).rejects.toMatchObject({ code: "conflict" });
    await expect(pay("nothing", 1)).rejects.toMatchObject({ code: "not_found" });
    expect(await sumsAgree(accounts.db, payerId)).toMatchObject({ used: 4, held: 0 });
  });

  test("of more than was held is the service's loss, and so is what comes too late to fit", async () => {
    const { accounts, pass, payerId, idOf, pay } = await opened();
    await setOnDemand(accounts, { payerId, cap_microusd: TEN, ...BY });
    const dear = await idOf(1_000_000);
    expect(await pay(dear, 3_000_000)).toEqual({
      included_microusd: 0,
      onDemand_microusd: 1_000_000,
      absorbed_microusd: 2_000_000,
    });
    const name = "left by a process that died";
    const late = await idOf(9_000_000, { name, expiresAt: new Date(accounts.clock().getTime() + 60_000) });
    pass(60_000);
    expect(await expireReservations(accounts.db, accounts.clock())).toBe(1);
    expect(await expireReservations(accounts.db, accounts.clock())).toBe(0);
    const other = await idOf(4_000_000, { name });
    expect(await pay(late, 9_000_000)).toEqual({
      included_microusd: 0,
      onDemand_microusd: 5_000_000,
      absorbed_microusd: 4_000_000,
    });
    expect(await pay(late, 9_000_000)).toMatchObject({ onDemand_microusd: 5_000_000 });
    expect(await pay(other, 4_000_000)).toMatchObject({ onDemand_microusd: 4_000_000 });
    expect((await sumsAgree(accounts.db, payerId)).onDemand).toBe(TEN);
  });

  test("within a team has caps for all members and for one", async () => {
    const { accounts, ask, payerId: userId } = await opened();
    const { teamId } = await foundOrganization(accounts, { userId, name: "Heron & Marsh", origin: HERE });
    const stranger = (await addUser(accounts, "stranger@else.example")).user.id;
    const by = { payerId: teamId, actorId: userId, origin: HERE };
    await expect(setOnDemand(accounts, { ...by, actorId: stranger, cap_microusd: TEN })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(setOnDemand(accounts, { ...by, payerId: stranger, cap_microusd: TEN })).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(setOnDemand(accounts, { ...by, cap_microusd: -1 })).rejects.toMatchObject({ code: "invalid_input" });
    await setOnDemand(accounts, { ...by, cap_microusd: TEN });
    await setMemberCap(accounts, { ...by, cap_microusd: 2_000_000 });
    await setMemberCap(accounts, { ...by, spenderId: userId, cap_microusd: 5_000_000 });
    for (const cap_microusd of [5_000_000, null]) {
      const ofStranger = { ...by, spenderId: stranger, cap_microusd };
      await expect(setMemberCap(accounts, ofStranger)).rejects.toMatchObject({ code: "not_found" });
    }
    expect((await auditEvents(accounts.db, { userId: stranger, limit: 9 })).map(({ event }) => event)).not.toContain(
      "member_cap_set",
    );
    const [noted] = await auditEvents(accounts.db, { userId, limit: 1 });
    expect(noted).toMatchObject({ event: "member_cap_set", detail: { payer: teamId, member: userId } });
    const as = (spenderId: string) => ({ spender: { payerId: teamId, spenderId, keyId: null } });
    expect(await ask(2_000_001, as("a"))).toMatchObject({
      ok: false,
      error: { reason: "over_member_cap", left_microusd: 2_000_000 },
    });
    expect(await ask(2_000_000, as("a"))).toMatchObject({ ok: true });
    expect(await ask(5_000_000, as(userId))).toMatchObject({ ok: true });
    await setMemberCap(accounts, { ...by, cap_microusd: null });
    expect(await ask(3_000_001, as("a"))).toMatchObject({ ok: false, error: { reason: "over_cap" } });
    expect(await ask(3_000_000, as("c"))).toMatchObject({ ok: true });
  });

  test("is told by month, as a table of its days and as a statement", async () => {
    const { accounts, payerId, spender, idOf, pay } = await opened();
    await setOnDemand(accounts, { payerId, cap_microusd: TEN, ...BY });
    await pay(await idOf(3_000_000, { what: '=HYPERLINK("x"), a "document"' }), 1_250_000);
    const calls = { ...spender, event: "call" as const, month: MONTH, at: accounts.clock(), what: "search" };
    await transaction(accounts.db, async (trx) =>
      addToLedger(trx, [
        { ...calls, count: 3 },
        { ...calls, count: 4 },
        { ...calls, what: "me" },
      ]),
    );
    expect(await callsByDay(accounts.db, payerId, MONTH)).toEqual([
      { day: "2026-03-01", what: "me", count: 1 },
      { day: "2026-03-01", what: "search", count: 7 },
    ]);
    expect(await callsByDay(accounts.db, payerId, MONTH, payerId)).toHaveLength(2);
    expect(await callsByDay(accounts.db, payerId, MONTH, "another")).toEqual([]);
    expect((await statement(accounts.db, payerId, MONTH, { spenderId: "another" })).split("\r\n")).toHaveLength(2);
    expect(await statement(accounts.db, payerId, MONTH)).toBe(
      `at,spender,key,what,included,on_demand,borne_by_service,person,key_name,matter,docket,receipt\r\n2026-03-01T12:00:00.000Z,${payerId},,"'=HYPERLINK(""x""), a ""document""",0.00,1.25,0.00,clerk <clerk@firm.example>,,,,\r\n`,
    );
  });

  test("whose sums were meddled with is found by a check of the database", async () => {
    const { accounts, payerId, ask, idOf, pay } = await opened();
    const { db } = accounts;
    await setOnDemand(accounts, { payerId, cap_microusd: TEN, ...BY });
    await pay(await idOf(5), 3);
    await ask(7);
    const found = async (): Promise<string[]> => {
      const { findings } = await checkDatabase(db, SCHEMA);
      return findings.filter(({ what }) => /month/u.test(what)).map(({ what }) => what);
    };
    expect(await found()).toEqual([]);
    await db.updateTable("month_sums").set({ on_demand_used: 2, on_demand_held: 8 }).execute();
    expect(await found()).toEqual([
      "not so: what was paid in a month is the sum of its ledger",
      "not so: what is held in a month is the sum of its open reservations",
    ]);
  });

  test("in the ledger is neither changed nor taken away", async () => {
    const { accounts, payerId, ask } = await opened();
    await setOnDemand(accounts, { payerId, cap_microusd: TEN, ...BY });
    await ask(1);
    const { db } = accounts;
    await expect(db.updateTable("ledger").set({ count: 2 }).execute()).rejects.toThrow("only added to");
    await expect(db.deleteFrom("ledger").execute()).rejects.toThrow("only added to");
  });

  test("agrees with a plain count, whatever is done in whatever order", async () => {
    const { accounts, payerId, spender } = await opened();
    const { db } = accounts;
    const spenders = ["a", "b"];
    const step = oneof(
      record({ do: constant("reserve" as const), who: constantFrom(...spenders), amount: nat(60) }),
      record({ do: constant("settle" as const), which: nat(20), amount: nat(80) }),
      record({ do: constant("release" as const), which: nat(20) }),
      record({ do: constant("opt" as const), cap: constantFrom(null, 0, 50, 100, 200) }),
      record({ do: constant("plan" as const), included: constantFrom(0, 30, 100) }),
      record({ do: constant("member" as const), cap: constantFrom(null, 40, 90) }),
    );
    let round = 0;
    await assert(
      asyncProperty(array(step, { maxLength: 25 }), async (steps) => {
        const payer = `${payerId.slice(0, -6)}${String(++round).padStart(6, "0")}`;
        const plain = new PlainBooks();
        const ids: string[] = [];
        await setPlan(db, { name: "standard", historical: false, records: true, included_microusd: 0 });
        for (const one of steps) {
          const at = accounts.clock();
          if (one.do === "opt") {
            await setOnDemand(accounts, { payerId: payer, cap_microusd: one.cap, ...BY });
            plain.cap = one.cap;
          } else if (one.do === "plan") {
            await setPlan(db, { name: "standard", historical: false, records: true, included_microusd: one.included });
            plain.included = one.included;
          } else if (one.do === "member") {
            await setMemberCap(accounts, { payerId: payer, cap_microusd: one.cap, ...BY });
            plain.memberCap = one.cap;
          } else if (one.do === "reserve") {
            const wanted = {
              name: `${ids.length} ${steps.indexOf(one)}`,
              what: "x",
              at,
              expiresAt: null,
              most_microusd: one.amount,
            };
            const asked = await transaction(db, async (trx) =>
              reserve(trx, { ...wanted, spender: { ...spender, payerId: payer, spenderId: one.who } }),
            );
            expect(asked.ok).toBe(plain.reserve(one.who, one.amount));
            if (asked.ok) ids.push(asked.value.id);
          } else if (ids.length > 0) {
            const which = one.which % ids.length;
            const id = ids[which] ?? "";
            const work = transaction(db, async (trx) =>
              one.do === "settle"
                ? settle(trx, { id, cost_microusd: one.amount, at })
                : release(trx, { id, at }).then(() => null),
            ).then(
              (settlement) => settlement,
              () => "refused",
            );
            expect(await work).toEqual(one.do === "settle" ? plain.settle(which, one.amount) : plain.release(which));
          }
          plain.requireWithinCaps();
        }
        await sumsAgree(db, payer);
      }),
      { numRuns: store.dialect === "sqlite" ? 150 : 15 },
    );
  });

  test("is never more than the cap, however many ask at once over several connections", async () => {
    const { accounts, payerId, spender } = await opened();
    const { db, clock } = accounts;
    const other = await store.reopen(db);
    await setOnDemand(accounts, { payerId, cap_microusd: 1000, ...BY });
    await setMemberCap(accounts, { payerId, spenderId: "a", cap_microusd: 300, ...BY });
    await assert(
      asyncProperty(array(integer({ min: 1, max: 90 }), { minLength: 20, maxLength: 40 }), async (amounts) => {
        const buy = async (most_microusd: number, index: number): Promise<void> => {
          const here = index % 2 === 0 ? db : other;
          const spenderId = index % 3 === 0 ? "a" : "b";
          const name = `${Math.random()}`;
          const asked = await transaction(here, async (trx) =>
            reserve(trx, {
              spender: { ...spender, spenderId },
              name,
              what: "x",
              most_microusd,
              at: clock(),
              expiresAt: null,
            }),
          );
          expect((await booksOf(here, payerId)).onDemand).toBeLessThanOrEqual(1000);
          if (!asked.ok) return;
          const { id } = asked.value;
          await transaction(here, async (trx) =>
            index % 4 === 0
              ? release(trx, { id, at: clock() })
              : settle(trx, { id, cost_microusd: most_microusd, at: clock() }),
          );
        };
        await Promise.all(amounts.map(buy));
        const { held, used } = await sumsAgree(db, payerId);
        expect(held).toBe(0);
        expect(used).toBeLessThanOrEqual(1000);
        const { spenders } = await spendingState(db, payerId, MONTH);
        expect(spenders.get("a")?.on_demand_used ?? 0).toBeLessThanOrEqual(300);
      }),
      { numRuns: 5 },
    );
    expect((await booksOf(db, payerId)).used).toBeGreaterThan(800);
  });

  test("outlives processes that are killed in the middle: the books agree and nothing stays held for ever", async () => {
    const { accounts, payerId } = await opened();
    const { db } = accounts;
    await setOnDemand(accounts, { payerId, cap_microusd: 3000, ...BY });
    const child = join(import.meta.dirname, "..", "..", "..", "test", "faults", "spending-child.ts");
    const place = JSON.stringify({ dataDir: db.dataDir, databaseUrl: db.databaseUrl, payerId });
    for (let round = 0; round < 3; round++) {
      const both = [1, 2].map(() => spawn(process.execPath, [child, place], { stdio: ["ignore", "pipe", "inherit"] }));
      // A few each are through by then, however slow the machine is, and the next is somewhere on its way.
      await Promise.all(both.map(async ({ stdout }) => linesOf(stdout, 3 + round)));
      await sleep(3 * round);
      const gone = both.map(async (one) => new Promise((end) => one.once("exit", end)));
      for (const one of both) one.kill("SIGKILL");
      await Promise.all(gone);
      expect((await sumsAgree(db, payerId)).onDemand).toBeLessThanOrEqual(3000);
    }
    expect((await booksOf(db, payerId)).used).toBeGreaterThan(0);
    await expireReservations(db, new Date(accounts.clock().getTime() + 3_600_000));
    expect((await sumsAgree(db, payerId)).held).toBe(0);
  });
});

/** Waits for so many lines. */
async function linesOf(stream: Readable, wanted: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let lines = 0;
  stream.on("data", (part: Buffer) => {
    lines += part.toString().split("\n").length - 1;
    if (lines >= wanted) resolve();
  });
  await promise;
}

type PlainReservation = {
  who: string;
  state: string;
  included: number;
  onDemand: number;
  absorbed: number;
  capThen: number;
};

/** The same rules once more, by lists that are added up anew each time. */
class PlainBooks {
  cap: number | null = null;
  included = 0;
  memberCap: number | null = null;
  readonly #all: PlainReservation[] = [];

  #sum(of: (one: PlainReservation) => number): number {
    return this.#all.filter(({ state }) => state !== "released").reduce((sum, one) => sum + of(one), 0);
  }

  #includedLeft(): number {
    return Math.max(0, this.included - this.#sum((one) => one.included));
  }

  reserve(who: string, most: number): boolean {
    const included = Math.min(most, this.#includedLeft());
    const onDemand = most - included;
    const ofMember = this.#sum((one) => (one.who === who ? one.included + one.onDemand : 0));
    if (this.memberCap !== null && ofMember + most > this.memberCap) return false;
    if (onDemand > 0 && (this.cap === null || this.#sum((one) => one.onDemand) + onDemand > this.cap)) return false;
    this.#all.push({ who, state: "open", included, onDemand, absorbed: 0, capThen: this.cap ?? 0 });
    return true;
  }

  settle(which: number, cost: number): unknown {
    const one = this.#all[which]!;
    if (one.state === "released") return "refused";
    if (one.state === "open") {
      const { included: held, onDemand } = one;
      Object.assign(one, { included: 0, onDemand: 0 });
      const charged = Math.min(cost, held + onDemand);
      const included = Math.min(charged, Math.max(held, this.#includedLeft()));
      Object.assign(one, { state: "settled", included, onDemand: charged - included, absorbed: cost - charged });
    }
    return { included_microusd: one.included, onDemand_microusd: one.onDemand, absorbed_microusd: one.absorbed };
  }

  release(which: number): unknown {
    const one = this.#all[which]!;
    if (one.state === "settled") return "refused";
    one.state = "released";
    return null;
  }

  /** On demand there is never more than the highest cap that ever held when something was reserved. */
  requireWithinCaps(): void {
    const highest = Math.max(0, ...this.#all.map(({ capThen }) => capThen));
    expect(this.#sum((one) => one.onDemand)).toBeLessThanOrEqual(highest);
  }
}
