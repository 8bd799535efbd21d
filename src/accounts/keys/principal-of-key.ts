import { sql } from "kysely";
import type { Selectable } from "kysely";
import { listQuery } from "#db/list-query.ts";
import type { Reader } from "#db/connection.ts";
import type { Database } from "#db/schema.ts";
import { apiKeyOf } from "../keys.ts";
import type { ApiKey } from "../keys.ts";
import { scopesOf, STANDARD_PLAN } from "../plans/plans.ts";
import type { SubscriptionStatus } from "../plans/plans.ts";
import { boundsOfTeam, boundsOfUser } from "../sign-in-rules/sign-in-rules.ts";
import type { Bounds } from "../sign-in-rules/sign-in-rules.ts";
import type { Principal, Scope } from "../principal.ts";

/** A key by what is kept of it, with what its holder's plan grants; undefined for one that nobody has. */
export async function heldKey(db: Reader, hash: string): Promise<HeldKey | undefined> {
  const [row] = await byHash(db, [hash]);
  if (row === undefined) return undefined;
  const record = apiKeyOf(row);
  const bounds = await boundsOf(db, row);
  const principal = { ...principalOf(row, record), ...(bounds !== undefined && { bounds }) };
  return { hash: row.hash, record, isHeld: isHeld(row), principal };
}

export type HeldKey = {
  readonly hash: string;
  readonly record: ApiKey;
  /** Whether the user or the team is still there and not shut out; a key without account needs neither. */
  readonly isHeld: boolean;
  readonly principal: Principal;
};

const byHash = listQuery((db, hashes) =>
  db
    .selectFrom("api_keys")
    .leftJoin("users", "users.id", "api_keys.user_id")
    .leftJoin("teams", "teams.id", "api_keys.team_id")
    .leftJoin("subscriptions", (on) =>
      on.on((row) => row("subscriptions.holder_id", "=", row.fn.coalesce("teams.organization_id", "api_keys.user_id"))),
    )
    .leftJoin("plans", (on) =>
      on.on("plans.name", "=", sql<string>`coalesce(subscriptions.plan, ${sql.lit(STANDARD_PLAN)})`),
    )
    .selectAll("api_keys")
    .select([
      "users.id as held_by_user",
      "users.suspended_at",
      "teams.id as held_by_team",
      "subscriptions.status",
      "plans.name as plan",
      "plans.historical",
      "plans.records",
    ])
    .where("api_keys.hash", "in", hashes),
);

type Row = Selectable<Database["api_keys"]> & {
  readonly held_by_user: string | null;
  readonly suspended_at: string | null;
  readonly held_by_team: string | null;
  readonly status: string | null;
  readonly plan: string | null;
  readonly historical: 0 | 1 | null;
  readonly records: 0 | 1 | null;
};

async function boundsOf(db: Reader, { team_id, user_id }: Row): Promise<Bounds | undefined> {
  if (team_id !== null) return boundsOfTeam(db, team_id);
  return user_id === null ? undefined : boundsOfUser(db, user_id);
}

function isHeld(row: Row): boolean {
  if (row.team_id !== null) return row.held_by_team !== null;
  return row.user_id === null || (row.held_by_user !== null && row.suspended_at === null);
}

/** A key without account has what it was made with; one of an account what both it and the plan grant. */
function principalOf(row: Row, { id, name, scopes, requests, matter }: ApiKey): Principal {
  const own = scopes.filter((scope): scope is Scope => scope !== "read");
  const common = { key: { id, name }, limits: { requests }, ...(matter !== null && { matter }) };
  const holder = row.team_id ?? row.user_id;
  if (holder === null) return { kind: "key", id, ...common, team: null, scopes: own, plan: null };
  const status = (row.status ?? "active") as SubscriptionStatus;
  const granted = scopesOf({ historical: row.historical === 1, records: row.records === 1 }, status);
  return {
    kind: row.team_id === null ? "user" : "team",
    id: holder,
    ...common,
    team: row.team_id,
    scopes: own.filter((scope) => granted.includes(scope)),
    plan: { name: row.plan ?? STANDARD_PLAN, status },
  };
}
