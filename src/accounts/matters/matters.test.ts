import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { transaction } from "#db/connection.ts";
import { silentLogger } from "#base/log.ts";
import { addUser, HERE, testAccounts } from "#test/accounts.ts";
import type { TestAccounts } from "#test/accounts.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { createKeyVerifier } from "../key-verifier.ts";
import { makeKey } from "../keys/account-keys.ts";
import { readDollars } from "../plans/money.ts";
import { foundOrganization } from "../teams/organizations.ts";
import { setMemberCap, setOnDemand } from "../usage/consent.ts";
import { spenderOf } from "../usage/spender.ts";
import { release, reserve, settle } from "../usage/spending.ts";
import type { WantedReservation } from "../usage/spending.ts";
import { statement } from "../usage/statements.ts";
import { warnOfSpending } from "../usage/warnings.ts";
import { matterSpending, setMatterBudget } from "./budgets.ts";
import { fitsPattern, readMatter, readMatterList } from "./matter.ts";
import { replaceMatters, setMatterRule } from "./rules.ts";
import type { MatterRule } from "./rules.ts";

const BY = { actorId: "operator", origin: HERE };
const MONTH = "2026-03";
const FREE: MatterRule = { pattern: null, isRequired: false, isListed: false };

/** A firm with one team, whose admin is a user. */
async function openFirm(tested: TestAccounts) {
  const { accounts } = tested;
  const { user } = await addUser(accounts, "partner@firm.example");
  const founded = await foundOrganization(accounts, { userId: user.id, name: "Wren LLP", origin: HERE });
  const { organization, teamId } = founded;
  await setOnDemand(accounts, { payerId: teamId, cap_microusd: 1_000_000_000, ...BY });
  let asked = 0;
  const hold = async (matter: string | null, most_microusd: number, more: Partial<WantedReservation> = {}) =>
    transaction(accounts.db, async (trx) =>
      reserve(trx, {
        spender: { payerId: teamId, spenderId: user.id, keyId: null, matter },
        name: `thing ${++asked}`,
        what: "a document",
        most_microusd,
        at: accounts.clock(),
        expiresAt: null,
        ...more,
      }),
    );
  const pay = async (id: string, cost_microusd: number) =>
    transaction(accounts.db, async (trx) => settle(trx, { id, cost_microusd, at: accounts.clock() }));
  return { accounts, user, organizationId: organization.id, teamId, hold, pay };
}

describe("a matter", () => {
  test("is a number as firms write it", () => {
    expect(readMatter(" 10234-0007 ")).toBe("10234-0007");
    for (const text of ["", "   ", "a".repeat(65), "1\n2", "Müller", "a\u202eb"])
      expect(() => readMatter(text)).toThrow(/^the matter /u);
  });

  test.each([
    ["#####-####", "10234-0007", true],
    ["#####-####", "10234-007", false],
    ["#####-####", "1023A-0007", false],
    ["@@.###", "ab.123", true],
    ["@@.###", "a1.123", false],
    ["@@.###", "ab-123", false],
    ["ACME/#", "ACME/7", true],
  ])("that is to look like %s: %s", (pattern, matter, fits) => expect(fitsPattern(matter, pattern)).toBe(fits));

  test("is read from a list with or without a heading, in quotes or not", () => {
    expect(
      readMatterList('Number,Name\r\n10234-0007,"Wren, in re ""Fern"""\r\n\r\n10234-0008, General ,x\n10235-0001'),
    ).toEqual([
      { number: "10234-0007", name: 'Wren, in re "Fern"' },
      { number: "10234-0008", name: "General" },
      { number: "10235-0001", name: "" },
    ]);
  });
});

describeEachDatabase("what is charged to a matter", (store) => {
  test("adds up to the ledger and the statement, to the cent, under two hundred retrievals at once over ten matters with caps", async () => {
    const { accounts, user, teamId, hold, pay } = await openFirm(testAccounts(await store.open()));
    const matters = Array.from({ length: 10 }, (_, at) => `10234-000${at}`);
    const budget = 12_000_000;
    for (const matter of matters)
      await setMatterBudget(accounts, { payerId: teamId, matter, budget_microusd: budget, ...BY });
    await setOnDemand(accounts, { payerId: teamId, cap_microusd: 100_000_000, ...BY });
    await setMemberCap(accounts, { payerId: teamId, spenderId: user.id, cap_microusd: 90_000_000, ...BY });
    const refused: string[] = [];
    await Promise.all(
      Array.from({ length: 200 }, async (_, at) => {
        const most = 1_000_000 + (at % 7) * 300_000;
        const held = await hold(matters[at % 10] ?? "", most);
        if (!held.ok) return void refused.push(held.error.reason);
        if (at % 9 === 0)
          await transaction(accounts.db, async (trx) => release(trx, { id: held.value.id, at: accounts.clock() }));
        else await pay(held.value.id, most - (at % 5) * 10_000);
      }),
    );
    expect(new Set(refused)).toContain("over_member_cap");
    const ledger = await accounts.db.selectFrom("ledger").selectAll().where("event", "=", "settled").execute();
    expect(ledger.length).toBeGreaterThan(30);
    const booked = (matter: string): number =>
      ledger
        .filter((line) => line.matter === matter)
        .reduce((sum, line) => sum + line.included_microusd + line.on_demand_microusd, 0);
    const spending = await matterSpending(accounts.db, teamId);
    expect(spending).toEqual(
      matters.map((matter) => ({ matter, used_microusd: booked(matter), budget_microusd: budget })),
    );
    for (const { used_microusd } of spending) expect(used_microusd).toBeLessThanOrEqual(budget);
    const rows = parse<Record<string, string>>(await statement(accounts.db, teamId, MONTH), { columns: true });
    expect(rows).toHaveLength(ledger.length);
    for (const matter of matters) {
      const own = rows.filter((row) => row["matter"] === matter);
      const sum = own.reduce((all, row) => all + (readDollars(row["on_demand"] ?? "") ?? NaN), 0);
      expect([matter, sum]).toEqual([matter, booked(matter)]);
    }
    expect(new Set(rows.map((row) => row["person"]))).toEqual(new Set([`${user.name} <${user.email}>`]));
  });

  test("stays within its budget, which is of that matter and payer, and can be raised and taken back", async () => {
    const { accounts, user, teamId, hold } = await openFirm(testAccounts(await store.open()));
    const set = async (budget_microusd: number | null, by: object = BY) =>
      setMatterBudget(accounts, { payerId: teamId, matter: "1-1", budget_microusd, ...BY, ...by });
    await set(3_000_000, { actorId: user.id });
    expect(await hold("1-1", 2_000_000)).toMatchObject({ ok: true });
    expect(await hold("1-1", 1_000_001)).toMatchObject({
      ok: false,
      error: { reason: "over_matter_budget", left_microusd: 1_000_000 },
    });
    expect(await hold("1-2", 5_000_000)).toMatchObject({ ok: true });
    expect(await hold(null, 5_000_000)).toMatchObject({ ok: true });
    await set(null);
    expect(await hold("1-1", 5_000_000)).toMatchObject({ ok: true });
    const { user: stranger } = await addUser(accounts, "stranger@else.example");
    await expect(set(1, { actorId: stranger.id })).rejects.toMatchObject({ code: "not_found" });
    await expect(set(-1)).rejects.toMatchObject({ code: "invalid_input" });
    await expect(
      setMatterBudget(accounts, { payerId: user.id, matter: "1-1", budget_microusd: 1, ...BY, actorId: stranger.id }),
    ).rejects.toMatchObject({ code: "forbidden" });
  });

  test("is held to what the firm wants of its numbers, whoever else pays as they like", async () => {
    const { accounts, user, organizationId, hold } = await openFirm(testAccounts(await store.open()));
    const rule = async (wanted: Partial<MatterRule>) =>
      setMatterRule(accounts, { organizationId, rule: { ...FREE, ...wanted }, ...BY });
    const refusal = async (matter: string | null, more: object = {}): Promise<string | undefined> => {
      const held = await hold(matter, 1, more);
      return held.ok ? undefined : held.error.message;
    };
    expect(await refusal(null)).toBeUndefined();
    await rule({ isRequired: true });
    expect(await refusal(null)).toBe("your firm wants a matter that this is charged to");
    expect(await refusal("any")).toBeUndefined();
    await rule({ pattern: "#####-####" });
    expect(await refusal(null)).toBeUndefined();
    expect(await refusal("10234-007")).toBe('"10234-007" is no matter of your firm');
    await rule({ isListed: true });
    await replaceMatters(accounts, { organizationId, matters: readMatterList("10234-0007,Wren"), ...BY });
    expect(await refusal("10234-0008")).toBe('"10234-0008" is no matter of your firm');
    expect(await refusal("10234-0007")).toBeUndefined();
    const own = { spender: { payerId: user.id, spenderId: user.id, keyId: null, matter: "10234-0008" } };
    expect(await refusal(null, own)).toContain("this may cost");
    // What is owed already is booked.
    expect(await refusal("10234-0008", { isOwed: true })).toBeUndefined();
    const twice = [
      { number: "1", name: "" },
      { number: " 1", name: "" },
    ];
    await expect(replaceMatters(accounts, { organizationId, matters: twice, ...BY })).rejects.toThrow("has 1 twice");
    await expect(rule({ pattern: "é" })).rejects.toMatchObject({ code: "invalid_input" });
  });

  test("is the default of the key where nothing else is named, and goes with a key that takes its place", async () => {
    const { accounts, user } = await openFirm(testAccounts(await store.open(), { keysFor: "everyone" }));
    const wanted = { userId: user.id, origin: HERE, scopes: [], expiresAt: null, name: "a program" };
    const { key } = await makeKey(accounts, { ...wanted, matter: " 10234-0007 " });
    await expect(makeKey(accounts, { ...wanted, matter: "x".repeat(65) })).rejects.toMatchObject({
      code: "invalid_input",
    });
    const keys = createKeyVerifier({ db: accounts.db, log: silentLogger, clock: accounts.clock });
    const verified = await keys.verifyKey(key);
    if (!verified.ok) throw new Error(verified.error);
    expect(spenderOf(verified.value)).toMatchObject({ matter: "10234-0007" });
    expect(spenderOf({ ...verified.value, matter: "10234-0008" })).toMatchObject({ matter: "10234-0008" });
    await keys.close();
  });

  test("is warned of at half, four fifths and all, once each, those who see to it; and so is the cap of the month", async () => {
    const tested = testAccounts(await store.open());
    const { accounts, teamId, hold, pay } = await openFirm(tested);
    const told = async (): Promise<string[]> => {
      const before = (await tested.letters()).length;
      await Promise.all([warnOfSpending(accounts), warnOfSpending(accounts)]);
      const letters = await tested.letters();
      return letters.slice(0, letters.length - before).map(({ to, text }) => `${to}: ${text.split("\n")[0] ?? ""}`);
    };
    await setMatterBudget(accounts, { payerId: teamId, matter: "1-1", budget_microusd: 10_000_000, ...BY });
    await setOnDemand(accounts, { payerId: teamId, cap_microusd: 20_000_000, ...BY });
    const buy = async (cost: number): Promise<void> => {
      const held = await hold("1-1", cost);
      if (held.ok) await pay(held.value.id, cost);
    };
    await buy(4_990_000);
    expect(await told()).toEqual([]);
    await buy(10_000);
    expect(await told()).toEqual([
      "partner@firm.example: Of your account: 50 % of the budget of the matter 1-1 is used: $5.00 of $10.00.",
    ]);
    expect(await told()).toEqual([]);
    await buy(5_000_000);
    expect((await told()).toSorted()).toEqual([
      "partner@firm.example: Of your account: 100 % of the budget of the matter 1-1 is used: $10.00 of $10.00.",
      "partner@firm.example: Of your account: 50 % of what may be spent on demand in 2026-03 is used: $10.00 of $20.00.",
    ]);
    expect(await told()).toEqual([]);
    // Another budget is another sum, of which the parts are told anew.
    await setMatterBudget(accounts, { payerId: teamId, matter: "1-1", budget_microusd: 12_000_000, ...BY });
    expect(await told()).toEqual([
      "partner@firm.example: Of your account: 80 % of the budget of the matter 1-1 is used: $10.00 of $12.00.",
    ]);
  });
});
