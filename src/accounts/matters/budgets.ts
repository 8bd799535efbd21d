import { OnpointError } from "#base/errors.ts";
import { kindOfId } from "#base/ids.ts";
import { transaction } from "#db/connection.ts";
import type { Reader, Trx } from "#db/connection.ts";
import type { Accounts } from "../accounts.ts";
import { noteEvent, OPERATOR_ID } from "../audit/audit.ts";
import { MICROUSD_MAX } from "../plans/plans.ts";
import { requireStanding } from "../teams/roles.ts";
import { holdPayer } from "../usage/room.ts";
import type { By } from "../users/admins.ts";
import { readMatter } from "./matter.ts";

const BUDGETS_MAX = 10_000;

/** What was charged to a matter of a payer's, whenever, and what may be, in millionths of a dollar. */
export type MatterSpending = {
  readonly matter: string;
  /** Paid, or held for what is being fetched. */
  readonly used_microusd: number;
  /** In all, not a month; null: no budget but the caps of who pays. */
  readonly budget_microusd: number | null;
};

/** Of all matters of a payer that something was charged to or that have a budget, by number. */
export async function matterSpending(db: Reader, payerId: string): Promise<MatterSpending[]> {
  const used = await db
    .selectFrom("reservations")
    .select("matter")
    .select((row) => row.fn.sum<number>("included_microusd").as("included"))
    .select((row) => row.fn.sum<number>("on_demand_microusd").as("on_demand"))
    .where("payer_id", "=", payerId)
    .where("matter", "is not", null)
    .where("state", "in", ["open", "settled", "settled_late"])
    .groupBy("matter")
    .execute();
  const budgets = await db.selectFrom("matter_budgets").selectAll().where("payer_id", "=", payerId).execute();
  const sums = new Map(used.map(({ matter, included, on_demand }) => [matter ?? "", included + on_demand]));
  const caps = new Map(budgets.map(({ matter, budget_microusd }) => [matter, budget_microusd]));
  return [...new Set([...sums.keys(), ...caps.keys()])].toSorted().map((matter) => ({
    matter,
    used_microusd: sums.get(matter) ?? 0,
    budget_microusd: caps.get(matter) ?? null,
  }));
}

/** How much of its budget a matter has left; null where it has none. True while the payer is held. */
export async function leftOfMatter(db: Reader, payerId: string, matter: string): Promise<number | null> {
  const budget = await db
    .selectFrom("matter_budgets")
    .select("budget_microusd")
    .where("payer_id", "=", payerId)
    .where("matter", "=", matter)
    .executeTakeFirst();
  if (budget === undefined) return null;
  const used = await db
    .selectFrom("reservations")
    .select((row) => row.fn.sum<number | null>("included_microusd").as("included"))
    .select((row) => row.fn.sum<number | null>("on_demand_microusd").as("on_demand"))
    .where("payer_id", "=", payerId)
    .where("matter", "=", matter)
    .where("state", "in", ["open", "settled", "settled_late"])
    .executeTakeFirst();
  return Math.max(0, budget.budget_microusd - (used?.included ?? 0) - (used?.on_demand ?? 0));
}

/**
 * Sets what a matter may cost in all, or takes that back with null. For a user of their own, for an admin of the team, or
 * for the operator. Throws `forbidden`, `not_found` or `invalid_input`.
 */
export async function setMatterBudget(
  { db, clock }: Accounts,
  wanted: By & { readonly payerId: string; readonly matter: string; readonly budget_microusd: number | null },
): Promise<void> {
  const { payerId, budget_microusd, actorId, origin } = wanted;
  const matter = readMatter(wanted.matter);
  if (
    budget_microusd !== null &&
    !(Number.isSafeInteger(budget_microusd) && budget_microusd >= 0 && budget_microusd <= MICROUSD_MAX)
  ) {
    const message = "must be between $0 and $1 billion";
    throw new OnpointError("invalid_input", `the budget ${message}`, { faults: [{ path: "budget", message }] });
  }
  const at = clock();
  await transaction(db, async (trx) => {
    if (actorId !== OPERATOR_ID && actorId !== payerId) {
      if (kindOfId(payerId) !== "team") throw new OnpointError("forbidden", "nobody sets a budget for another");
      await requireStanding(trx, { teamId: payerId, userId: actorId, wanted: "admin" });
    }
    await holdPayer(trx, payerId);
    await trx.deleteFrom("matter_budgets").where("payer_id", "=", payerId).where("matter", "=", matter).execute();
    await trx
      .deleteFrom("spending_warnings")
      .where("payer_id", "=", payerId)
      .where("about", "=", `matter ${matter}`)
      .execute();
    if (budget_microusd !== null) await requireRoom(trx, payerId);
    if (budget_microusd !== null)
      await trx.insertInto("matter_budgets").values({ payer_id: payerId, matter, budget_microusd }).execute();
    const userId = actorId === OPERATOR_ID ? null : actorId;
    const detail = { payer: payerId, matter, budget_microusd };
    await noteEvent(trx, { event: "matter_budget_set", at, actorId, userId, origin, detail });
  });
}

async function requireRoom(trx: Trx, payerId: string): Promise<void> {
  const row = await trx
    .selectFrom("matter_budgets")
    .select((budgets) => budgets.fn.countAll<number>().as("count"))
    .where("payer_id", "=", payerId)
    .executeTakeFirst();
  if ((row?.count ?? 0) < BUDGETS_MAX) return;
  throw new OnpointError("conflict", `an account has at most ${BUDGETS_MAX} budgets`, { hint: "Remove one first." });
}
