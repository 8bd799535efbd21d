import { sql } from "kysely";
import type { Reader } from "#db/connection.ts";
import { listQuery } from "#db/list-query.ts";
import type { Principal } from "../principal.ts";
import { boundsOfUser } from "../sign-in-rules/sign-in-rules.ts";
import { scopesOf, STANDARD_PLAN } from "./plans.ts";
import type { SubscriptionStatus } from "./plans.ts";

/** Users with the plan of who pays for them: their team's organization, or themselves. */
const withPlan = listQuery((db, ids) =>
  db
    .selectFrom("users")
    .leftJoin("teams", "teams.id", "users.team_id")
    .leftJoin("subscriptions", (on) =>
      on.on((row) => row("subscriptions.holder_id", "=", row.fn.coalesce("teams.organization_id", "users.id"))),
    )
    .innerJoin("plans", (on) =>
      on.on("plans.name", "=", sql<string>`coalesce(subscriptions.plan, ${sql.lit(STANDARD_PLAN)})`),
    )
    .select([
      "users.team_id",
      "users.suspended_at",
      "subscriptions.status",
      "plans.name as plan",
      "plans.historical",
      "plans.records",
    ])
    .where("users.id", "in", ids),
);

/**
 * As whom a user asks who comes with a token or a sign-in rather than a key: for the team they work for, if any, with
 * all that its plan grants. Undefined for one who is gone or suspended.
 */
export async function principalOfUser(db: Reader, userId: string): Promise<Principal | undefined> {
  const [row] = await withPlan(db, [userId]);
  if (row === undefined || row.suspended_at !== null) return undefined;
  const status = (row.status ?? "active") as SubscriptionStatus;
  const bounds = await boundsOfUser(db, userId);
  return {
    kind: "user",
    id: userId,
    key: null,
    team: row.team_id,
    scopes: scopesOf({ historical: row.historical === 1, records: row.records === 1 }, status),
    plan: { name: row.plan, status },
    limits: { requests: null },
    ...(bounds !== undefined && { bounds }),
  };
}
