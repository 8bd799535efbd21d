import { OnpointError } from "#base/errors.ts";
import { transaction } from "#db/connection.ts";
import type { Reader } from "#db/connection.ts";
import { insertRows } from "#db/rows.ts";
import type { Accounts } from "../accounts.ts";
import { noteEvent } from "../audit/audit.ts";
import type { By } from "../users/admins.ts";
import { fitsPattern, readMatter, readPattern } from "./matter.ts";
import type { Matter } from "./matter.ts";

/** What an organization wants of the matters that retrieval is charged to. */
export type MatterRule = {
  /** How its numbers look; null: as they like. */
  readonly pattern: string | null;
  /** Whether nothing that costs is fetched without one. */
  readonly isRequired: boolean;
  /** Whether those of its list alone are taken. */
  readonly isListed: boolean;
};

const MATTERS_MAX = 100_000;
const NAME_CHARS_MAX = 200;

/** What an organization wants of matters: nothing, until it says so. */
export async function matterRuleOf(db: Reader, organizationId: string): Promise<MatterRule> {
  const row = await db
    .selectFrom("matter_rules")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
  return { pattern: row?.pattern ?? null, isRequired: row?.is_required === 1, isListed: row?.is_listed === 1 };
}

/** Sets what an organization wants of matters. Throws `invalid_input`. */
export async function setMatterRule(
  { db, clock }: Accounts,
  { organizationId, rule, actorId, origin }: By & { readonly organizationId: string; readonly rule: MatterRule },
): Promise<void> {
  const pattern = rule.pattern === null ? null : readPattern(rule.pattern);
  const set = { pattern, is_required: rule.isRequired ? 1 : 0, is_listed: rule.isListed ? 1 : 0 } as const;
  await transaction(db, async (trx) => {
    await trx
      .insertInto("matter_rules")
      .values({ organization_id: organizationId, ...set })
      .onConflict((conflict) => conflict.column("organization_id").doUpdateSet(set))
      .execute();
    const detail = { organization: organizationId, pattern, required: rule.isRequired, listed: rule.isListed };
    await noteEvent(trx, { event: "matter_rule_set", at: clock(), actorId, origin, detail });
  });
}

/** Puts another list in place of the one an organization has. Throws `invalid_input` for a number that is none or comes twice. */
export async function replaceMatters(
  { db, clock }: Accounts,
  {
    organizationId,
    matters,
    actorId,
    origin,
  }: By & { readonly organizationId: string; readonly matters: readonly Matter[] },
): Promise<void> {
  if (matters.length > MATTERS_MAX) throw badList(`has more than ${MATTERS_MAX} matters`);
  const rows = matters.map(({ number, name }) => ({
    organization_id: organizationId,
    number: readMatter(number),
    name: name.trim().slice(0, NAME_CHARS_MAX),
  }));
  const seen = new Set<string>();
  for (const { number } of rows) {
    if (seen.has(number)) throw badList(`has ${number} twice`);
    seen.add(number);
  }
  await transaction(db, async (trx) => {
    await trx.deleteFrom("matters").where("organization_id", "=", organizationId).execute();
    await insertRows(trx, "matters", rows);
    const detail = { organization: organizationId, matters: rows.length };
    await noteEvent(trx, { event: "matters_replaced", at: clock(), actorId, origin, detail });
  });
}

/** The list of an organization, by number. */
export async function mattersOf(db: Reader, organizationId: string): Promise<Matter[]> {
  return db
    .selectFrom("matters")
    .select(["number", "name"])
    .where("organization_id", "=", organizationId)
    .orderBy("number")
    .execute();
}

/** What is wrong with charging something to this matter of a payer's, or to none; undefined where nothing is. */
export async function matterFault(
  db: Reader,
  payerId: string,
  matter: string | null,
): Promise<{ readonly message: string; readonly hint: string } | undefined> {
  const rule = await db
    .selectFrom("matter_rules")
    .innerJoin("teams", "teams.organization_id", "matter_rules.organization_id")
    .select(["matter_rules.organization_id", "pattern", "is_required", "is_listed"])
    .where("teams.id", "=", payerId)
    .executeTakeFirst();
  if (rule === undefined) return undefined;
  const hint = "Name the client or matter: `Onpoint-Matter: <number>` with the request, or the default of the key.";
  if (matter === null) {
    return rule.is_required === 0 ? undefined : { message: "your firm wants a matter that this is charged to", hint };
  }
  if (rule.pattern !== null && !fitsPattern(matter, rule.pattern)) {
    const looks = `Numbers of your firm look like ${rule.pattern}, where # is a figure and @ a letter.`;
    return { message: `"${matter}" is no matter of your firm`, hint: looks };
  }
  if (rule.is_listed === 0) return undefined;
  const listed = await db
    .selectFrom("matters")
    .select("number")
    .where("organization_id", "=", rule.organization_id)
    .where("number", "=", matter)
    .executeTakeFirst();
  const ask = "It is not in the list that your firm keeps here; ask who keeps it, or mend the number.";
  return listed === undefined ? { message: `"${matter}" is no matter of your firm`, hint: ask } : undefined;
}

function badList(fault: string): OnpointError {
  return new OnpointError("invalid_input", `the list of matters ${fault}`, {
    faults: [{ path: "matters", message: fault }],
  });
}
