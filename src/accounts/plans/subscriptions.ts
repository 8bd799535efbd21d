import { OnpointError } from "#base/errors.ts";
import { transaction } from "#db/connection.ts";
import type { Reader } from "#db/connection.ts";
import type { Accounts } from "../accounts.ts";
import { noteEvent } from "../audit/audit.ts";
import type { By } from "../users/admins.ts";
import { isStatus, STANDARD_PLAN, STATUSES, termsOf } from "./plans.ts";
import type { PlanTerms, SubscriptionStatus } from "./plans.ts";

export type Subscription = { readonly plan: PlanTerms; readonly status: SubscriptionStatus };

/** Sets what a user or an organization has subscribed to and how that stands. Throws `invalid_input` or `not_found`. */
export async function setSubscription(
  { db, clock }: Accounts,
  wanted: { readonly holderId: string; readonly plan: string; readonly status: string } & By,
): Promise<void> {
  const { holderId, plan, status, actorId, origin } = wanted;
  if (!isStatus(status)) {
    const message = `must be one of ${Object.keys(STATUSES).join(", ")}`;
    throw new OnpointError("invalid_input", `the status ${message}`, { faults: [{ path: "status", message }] });
  }
  const at = clock();
  await transaction(db, async (trx) => {
    const known = await trx.selectFrom("plans").select("name").where("name", "=", plan).executeTakeFirst();
    if (known === undefined) {
      throw new OnpointError("not_found", "there is no such plan", { hint: "`onpoint plans list` shows them." });
    }
    const row = { plan, status, since: at.toISOString() };
    await trx
      .insertInto("subscriptions")
      .values({ holder_id: holderId, ...row })
      .onConflict((conflict) => conflict.column("holder_id").doUpdateSet(row))
      .execute();
    const detail = { holder: holderId, plan, status };
    await noteEvent(trx, { event: "subscription_set", at, actorId, userId: holderId, origin, detail });
  });
}

/** What a user or an organization has subscribed to; the standard plan without anything else. */
export async function subscriptionOf(db: Reader, holderId: string): Promise<Subscription> {
  const held = await db
    .selectFrom("subscriptions")
    .innerJoin("plans", "plans.name", "subscriptions.plan")
    .selectAll("plans")
    .select("subscriptions.status")
    .where("subscriptions.holder_id", "=", holderId)
    .executeTakeFirst();
  if (held !== undefined) return { plan: termsOf(held), status: held.status as SubscriptionStatus };
  const standard = await db.selectFrom("plans").selectAll().where("name", "=", STANDARD_PLAN).executeTakeFirstOrThrow();
  return { plan: termsOf(standard), status: "active" };
}

/** Whose subscription pays for a user or a team: the team's organization has it. */
export async function holderOf(db: Reader, payerId: string): Promise<string> {
  const team = await db.selectFrom("teams").select("organization_id").where("id", "=", payerId).executeTakeFirst();
  return team?.organization_id ?? payerId;
}
