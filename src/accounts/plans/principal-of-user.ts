import type { Reader } from "#db/connection.ts";
import type { Principal } from "../principal.ts";
import { scopesOf } from "./plans.ts";
import { holderOf, subscriptionOf } from "./subscriptions.ts";

/**
 * As whom a user asks who comes with a token or a sign-in rather than a key: for the team they work for, if any, with
 * all that its plan grants. Undefined for one who is gone or suspended.
 */
export async function principalOfUser(db: Reader, userId: string): Promise<Principal | undefined> {
  const user = await db
    .selectFrom("users")
    .select(["team_id", "suspended_at"])
    .where("id", "=", userId)
    .executeTakeFirst();
  if (user === undefined || user.suspended_at !== null) return undefined;
  const { plan, status } = await subscriptionOf(db, await holderOf(db, user.team_id ?? userId));
  return {
    kind: "user",
    id: userId,
    key: null,
    team: user.team_id,
    scopes: scopesOf(plan, status),
    plan: { name: plan.name, status },
    limits: { requests: null },
  };
}
