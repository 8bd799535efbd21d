import { OnpointError } from "#base/errors.ts";
import { transaction } from "#db/connection.ts";
import type { Reader } from "#db/connection.ts";
import type { Accounts } from "../accounts.ts";
import { noteEvent } from "../audit/audit.ts";
import { readName } from "../names.ts";
import { addTeam, joinTeam } from "./organizations.ts";
import type { Asking } from "./organizations.ts";
import { requireRole, requireStanding, roleIn, standingIn } from "./roles.ts";
import type { TeamRole } from "./roles.ts";

export type Team = {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  /** How who asks stands in it. */
  readonly role: TeamRole;
};

export type TeamMember = {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly role: TeamRole;
  readonly joinedAt: string;
};

const TEAMS_MAX = 200;

/** Makes a team in an organization; for its owners and admins. Throws `invalid_input`, `forbidden` or `conflict`. */
export async function makeTeam(
  { db, clock }: Accounts,
  { organizationId, userId, origin, ...wanted }: Asking & { readonly organizationId: string; readonly name: string },
): Promise<Team> {
  const name = readName(wanted.name, "the team", "Say what its people work on.");
  const at = clock();
  return transaction(db, async (trx) => {
    await requireRole(trx, { organizationId, userId, wanted: "admin" });
    const held = await trx.selectFrom("teams").select("id").where("organization_id", "=", organizationId).execute();
    if (held.length >= TEAMS_MAX) throw new OnpointError("conflict", `an organization has at most ${TEAMS_MAX} teams`);
    const id = await addTeam(trx, { organizationId, name, at });
    await noteEvent(trx, { event: "team_made", at, actorId: userId, userId, origin, detail: { team: id } });
    return { id, organizationId, name, role: "admin" };
  });
}

/** The teams a user belongs to or looks after, by name. */
export async function teamsOf(db: Reader, userId: string): Promise<Team[]> {
  const rows = await db
    .selectFrom("teams")
    .innerJoin("organization_members", "organization_members.organization_id", "teams.organization_id")
    .leftJoin("team_members", (on) =>
      on.onRef("team_members.team_id", "=", "teams.id").on("team_members.user_id", "=", userId),
    )
    .selectAll("teams")
    .select(["organization_members.role as whole_role", "team_members.role as team_role"])
    .where("organization_members.user_id", "=", userId)
    .orderBy("teams.name")
    .orderBy("teams.id")
    .execute();
  return rows.flatMap((row) => {
    const isAdmin = row.whole_role !== "member" || row.team_role === "admin";
    if (!isAdmin && row.team_role === null) return [];
    const role: TeamRole = isAdmin ? "admin" : "member";
    return [{ id: row.id, organizationId: row.organization_id, name: row.name, role }];
  });
}

/** All of an organization by name, for whoever settles how it signs in and for the operator. */
export async function teamsIn(
  db: Reader,
  organizationId: string,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  return db
    .selectFrom("teams")
    .select(["id", "name"])
    .where("organization_id", "=", organizationId)
    .orderBy("name")
    .orderBy("id")
    .execute();
}

/** Its members by address; for who has to do with it. Throws `not_found`. */
export async function teamMembers(
  db: Reader,
  { teamId, userId }: { readonly teamId: string; readonly userId: string },
): Promise<TeamMember[]> {
  await requireStanding(db, { teamId, userId, wanted: "member" });
  const rows = await db
    .selectFrom("team_members")
    .innerJoin("users", "users.id", "team_members.user_id")
    .select(["users.id", "users.email", "users.name", "team_members.role", "team_members.joined_at"])
    .where("team_members.team_id", "=", teamId)
    .orderBy("users.email")
    .execute();
  return rows.map((row) => ({
    userId: row.id,
    email: row.email,
    name: row.name,
    role: row.role as TeamRole,
    joinedAt: row.joined_at,
  }));
}

/** Puts a member of the organization into the team, or changes the role there; for admins of the team. */
export async function setTeamMember(
  { db, clock }: Accounts,
  wanted: Asking & { readonly teamId: string; readonly memberId: string; readonly role: TeamRole },
): Promise<void> {
  const { teamId, userId, memberId, role, origin } = wanted;
  const at = clock();
  await transaction(db, async (trx) => {
    const { organizationId } = await requireStanding(trx, { teamId, userId, wanted: "admin" });
    if ((await roleIn(trx, organizationId, memberId)) === undefined) {
      throw new OnpointError("not_found", "there is no such member of the organization", {
        hint: "Invite them first.",
      });
    }
    await joinTeam(trx, { teamId, userId: memberId, role, at });
    await trx
      .updateTable("team_members")
      .set({ role })
      .where("team_id", "=", teamId)
      .where("user_id", "=", memberId)
      .execute();
    await noteEvent(trx, {
      event: "role_set",
      at,
      actorId: userId,
      userId: memberId,
      origin,
      detail: { team: teamId, role },
    });
  });
}

/** Takes a member out of the team, or lets one leave. Throws `not_found` or `forbidden`. */
export async function removeTeamMember(
  { db, clock }: Accounts,
  { teamId, userId, memberId, origin }: Asking & { readonly teamId: string; readonly memberId: string },
): Promise<void> {
  const at = clock();
  await transaction(db, async (trx) => {
    await requireStanding(trx, { teamId, userId, wanted: memberId === userId ? "member" : "admin" });
    const removed = await trx
      .deleteFrom("team_members")
      .where("team_id", "=", teamId)
      .where("user_id", "=", memberId)
      .returning("user_id")
      .executeTakeFirst();
    if (removed === undefined) throw new OnpointError("not_found", "there is no such member");
    await trx
      .updateTable("users")
      .set({ team_id: null })
      .where("id", "=", memberId)
      .where("team_id", "=", teamId)
      .execute();
    await noteEvent(trx, {
      event: "member_removed",
      at,
      actorId: userId,
      userId: memberId,
      origin,
      detail: { team: teamId },
    });
  });
}

/** The team that a user works for; null: nobody but themselves. */
export async function workedFor(db: Reader, userId: string): Promise<string | null> {
  const user = await db.selectFrom("users").select("team_id").where("id", "=", userId).executeTakeFirst();
  return user?.team_id ?? null;
}

/** For which team a user works, who then pays for what they ask for by token; null: for nobody but themselves. */
export async function workFor(
  { db, clock }: Accounts,
  { userId, teamId, origin }: Asking & { readonly teamId: string | null },
): Promise<void> {
  const at = clock();
  await transaction(db, async (trx) => {
    if (teamId !== null && (await standingIn(trx, teamId, userId)) === undefined) {
      throw new OnpointError("not_found", "there is no such team");
    }
    await trx.updateTable("users").set({ team_id: teamId }).where("id", "=", userId).execute();
    await noteEvent(trx, { event: "works_for", at, actorId: userId, userId, origin, detail: { team: teamId } });
  });
}

/** Whether somebody may make keys that act for a team or, without one, for themselves. */
export async function mayMakeKeys(db: Reader, userId: string, teamId: string | null): Promise<boolean> {
  const allowed = db
    .selectFrom("organizations")
    .innerJoin("organization_members", "organization_members.organization_id", "organizations.id")
    .select("organizations.id")
    .where("organization_members.user_id", "=", userId)
    .where("organizations.may_make_keys", "=", 1);
  if (teamId === null) return (await allowed.executeTakeFirst()) !== undefined;
  const standing = await standingIn(db, teamId, userId);
  if (standing === undefined) return false;
  return (await allowed.where("organizations.id", "=", standing.organizationId).executeTakeFirst()) !== undefined;
}
