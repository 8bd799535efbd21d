import type { Selectable } from "kysely";
import { systemClock } from "#base/clock.ts";
import type { Clock } from "#base/clock.ts";
import { OnpointError } from "#base/errors.ts";
import { transaction } from "#db/connection.ts";
import type { Db, Reader } from "#db/connection.ts";
import type { Database } from "#db/schema.ts";
import { AT_THE_MACHINE, noteEvent, OPERATOR_ID } from "../audit/audit.ts";
import type { By } from "../users/admins.ts";
import type { Scope } from "../principal.ts";

/** The plan of everybody who has no other. */
export const STANDARD_PLAN = "standard";

export type PlanTerms = {
  readonly name: string;
  /** Superseded and future versions of laws. */
  readonly historical: boolean;
  /** Retrieval from the official records system. */
  readonly records: boolean;
  /** Metered retrieval a month that costs nothing more, in millionths of a dollar. */
  readonly included_microusd: number;
};

const NAME = /^[a-z][a-z\d-]{0,39}$/u;
/** A billion dollars: all sums of money stay whole numbers below 2^53. */
export const MICROUSD_MAX = 1_000_000_000_000_000;

/** What each status of a subscription permits. On-demand use also wants to be opted into. */
export const STATUSES = {
  active: { grants: true, onDemand: true },
  trialing: { grants: true, onDemand: false },
  past_due: { grants: true, onDemand: false },
  canceled: { grants: false, onDemand: false },
} as const;

export type SubscriptionStatus = keyof typeof STATUSES;

export function isStatus(text: string): text is SubscriptionStatus {
  return Object.hasOwn(STATUSES, text);
}

export async function listPlans(db: Reader): Promise<PlanTerms[]> {
  return (await db.selectFrom("plans").selectAll().orderBy("name").execute()).map(termsOf);
}

/** Makes a plan or changes its terms; what is under way keeps what it was granted. Throws `invalid_input`. */
export async function setPlan(
  db: Db,
  terms: PlanTerms,
  clock: Clock = systemClock,
  by: By = { actorId: OPERATOR_ID, origin: AT_THE_MACHINE },
): Promise<void> {
  if (!NAME.test(terms.name)) throw badPlan("name", "is not small letters, figures and dashes, 40 at most");
  const included = terms.included_microusd;
  if (!Number.isSafeInteger(included) || included < 0 || included > MICROUSD_MAX) {
    throw badPlan("included", "is no sum from nothing to a billion dollars");
  }
  const row = { historical: bit(terms.historical), records: bit(terms.records), included_microusd: included };
  await transaction(db, async (trx) => {
    await trx
      .insertInto("plans")
      .values({ name: terms.name, ...row })
      .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
      .execute();
    await noteEvent(trx, { event: "plan_set", at: clock(), ...by, detail: { ...terms } });
  });
}

/** What a plan grants while a subscription stands so. */
export function scopesOf(
  plan: Pick<PlanTerms, "historical" | "records">,
  status: SubscriptionStatus,
): readonly Scope[] {
  if (!STATUSES[status].grants) return [];
  const scopes: Scope[] = [];
  if (plan.historical) scopes.push("historical");
  if (plan.records) scopes.push("records");
  return scopes;
}

export function termsOf(row: Selectable<Database["plans"]>): PlanTerms {
  return {
    name: row.name,
    historical: row.historical === 1,
    records: row.records === 1,
    included_microusd: row.included_microusd,
  };
}

export function bit(yes: boolean): 0 | 1 {
  return yes ? 1 : 0;
}

function badPlan(path: string, message: string): OnpointError {
  return new OnpointError("invalid_input", `the ${path} of the plan ${message}`, { faults: [{ path, message }] });
}
