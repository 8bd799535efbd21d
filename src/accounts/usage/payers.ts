import { OnpointError } from "#base/errors.ts";
import type { Reader } from "#db/connection.ts";
import { OPERATOR_ID } from "../audit/audit.ts";
import type { TeamRole } from "../teams/roles.ts";
import { teamsOf } from "../teams/teams.ts";

/** Who pays for what a user asks for: the user, or one of the teams the user has to do with. */
export type Payer = {
  readonly id: string;
  /** Of a team; null for the user. */
  readonly teamName: string | null;
  /** An admin sees to what is spent; a member sees their own share of it. */
  readonly role: TeamRole;
};

/** Throws `not_found` when nobody with this id can pay or ever has. */
export async function requirePayer(db: Reader, id: string): Promise<void> {
  if (id === OPERATOR_ID) return;
  for (const table of ["users", "teams", "api_keys", "payers"] as const) {
    if ((await db.selectFrom(table).select("id").where("id", "=", id).executeTakeFirst()) !== undefined) return;
  }
  const charged = db.selectFrom("ledger").select("payer_id").where("payer_id", "=", id).limit(1);
  if ((await charged.executeTakeFirst()) !== undefined) return;
  throw new OnpointError("not_found", `no user, team or key has the id ${id}`, {
    hint: "`onpoint users list --json` and `onpoint keys list --json` show ids; `operator` is the command line itself.",
  });
}

/** Everybody who may pay for a user, the user first, then teams by name. */
export async function payersOf(db: Reader, userId: string): Promise<Payer[]> {
  const teams = await teamsOf(db, userId);
  return [
    { id: userId, teamName: null, role: "admin" },
    ...teams.map(({ id, name, role }) => ({ id, teamName: name, role })),
  ];
}

export type Spending = {
  readonly id: string;
  /** A person's name and address, or a key's name; null for one who is gone. */
  readonly name: string | null;
};

/** Those whose spending for a team can be capped: its members and its live keys; and those who have spent, by their ids. */
export async function spendersOf(db: Reader, teamId: string, alsoIds: readonly string[] = []): Promise<Spending[]> {
  const users = await db
    .selectFrom("users")
    .select(["id", "name", "email"])
    .where((row) =>
      row.or([
        row("id", "in", row.selectFrom("team_members").select("user_id").where("team_id", "=", teamId)),
        // Admins of the whole organization work for teams they are no members of.
        row("team_id", "=", teamId),
        ...(alsoIds.length === 0 ? [] : [row("id", "in", alsoIds)]),
      ]),
    )
    .orderBy("email")
    .execute();
  const keys = await db
    .selectFrom("api_keys")
    .select(["id", "name", "revoked_at"])
    .where("team_id", "=", teamId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const named = [
    ...users.map(({ id, name, email }) => ({ id, name: `${name} (${email})` })),
    ...keys
      .filter(({ id, revoked_at }) => revoked_at === null || alsoIds.includes(id))
      .map(({ id, name }) => ({ id, name: `the key ${name}` })),
  ];
  const gone = alsoIds.filter((id) => !named.some((one) => one.id === id));
  return [...named, ...gone.map((id) => ({ id, name: null }))];
}
