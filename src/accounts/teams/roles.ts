import { OnpointError } from "#base/errors.ts";
import type { Reader } from "#db/connection.ts";

/** Of an organization. Owners may all; admins all but what concerns owners; members use what there is. */
export const ROLES = ["owner", "admin", "member"] as const;
export type Role = (typeof ROLES)[number];

/** Of a team. Owners and admins of its organization are admins of it too. */
export type TeamRole = "admin" | "member";

const RANK: Record<Role, number> = { owner: 2, admin: 1, member: 0 };

export function isAtLeast(role: Role | undefined, wanted: Role): boolean {
  return role !== undefined && RANK[role] >= RANK[wanted];
}

export function readRole(text: string): Role {
  const role = ROLES.find((one) => one === text);
  if (role !== undefined) return role;
  const message = `must be one of ${ROLES.join(", ")}`;
  throw new OnpointError("invalid_input", `the role ${message}`, { faults: [{ path: "role", message }] });
}

export async function roleIn(db: Reader, organizationId: string, userId: string): Promise<Role | undefined> {
  const row = await db
    .selectFrom("organization_members")
    .select("role")
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.role as Role | undefined;
}

/** Throws `not_found` for who is no member, so that nobody learns which organizations there are; else `forbidden`. */
export async function requireRole(
  db: Reader,
  {
    organizationId,
    userId,
    wanted,
  }: { readonly organizationId: string; readonly userId: string; readonly wanted: Role },
): Promise<Role> {
  const role = await roleIn(db, organizationId, userId);
  if (role === undefined) throw new OnpointError("not_found", "there is no such organization");
  if (isAtLeast(role, wanted)) return role;
  throw new OnpointError(
    "forbidden",
    `this is for ${wanted === "owner" ? "owners" : "owners and admins"} of the organization`,
  );
}

export type TeamStanding = { readonly organizationId: string; readonly role: TeamRole };

/** How a user stands in a team; undefined for who has nothing to do with it. */
export async function standingIn(db: Reader, teamId: string, userId: string): Promise<TeamStanding | undefined> {
  const team = await db.selectFrom("teams").select("organization_id").where("id", "=", teamId).executeTakeFirst();
  if (team === undefined) return undefined;
  const organizationId = team.organization_id;
  if (isAtLeast(await roleIn(db, organizationId, userId), "admin")) return { organizationId, role: "admin" };
  const member = await db
    .selectFrom("team_members")
    .select("role")
    .where("team_id", "=", teamId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return member === undefined ? undefined : { organizationId, role: member.role as TeamRole };
}

/** Throws `not_found` for who has nothing to do with the team, `forbidden` for a member where an admin is wanted. */
export async function requireStanding(
  db: Reader,
  { teamId, userId, wanted }: { readonly teamId: string; readonly userId: string; readonly wanted: TeamRole },
): Promise<TeamStanding> {
  const standing = await standingIn(db, teamId, userId);
  if (standing === undefined) throw new OnpointError("not_found", "there is no such team");
  if (wanted === "member" || standing.role === "admin") return standing;
  throw new OnpointError("forbidden", "this is for admins of the team");
}
