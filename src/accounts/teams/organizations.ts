import { randomBytes } from "node:crypto";
import { OnpointError } from "#base/errors.ts";
import { deriveId } from "#base/ids.ts";
import { transaction } from "#db/connection.ts";
import type { Reader, Trx } from "#db/connection.ts";
import type { Accounts } from "../accounts.ts";
import { noteEvent } from "../audit/audit.ts";
import type { Origin } from "../audit/audit.ts";
import type { AuditEventName } from "../audit/events.ts";
import { readName } from "../names.ts";
import type { By } from "../users/admins.ts";
import { isAtLeast, requireRole } from "./roles.ts";
import type { Role, TeamRole } from "./roles.ts";

export type Organization = {
  readonly id: string;
  readonly name: string;
  /** The operator's choice. */
  readonly mayMakeKeys: boolean;
  readonly createdAt: string;
};

export type OrganizationMember = {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly joinedAt: string;
};

/** Who asks for a change, by their own sign-in. */
export type Asking = { readonly userId: string; readonly origin: Origin };

const FOUNDED_MAX = 10;

/** Founds an organization with a first team of the same name; the founder owns it. Throws `invalid_input` or `conflict`. */
export async function foundOrganization(
  { db, clock }: Accounts,
  wanted: Asking & { readonly name: string },
): Promise<{ readonly organization: Organization; readonly teamId: string }> {
  const name = readName(wanted.name, "the organization", "Write the name of the firm.");
  const at = clock();
  const created_at = at.toISOString();
  const { userId, origin } = wanted;
  return transaction(db, async (trx) => {
    const owned = await trx
      .selectFrom("organization_members")
      .select("organization_id")
      .where("user_id", "=", userId)
      .where("role", "=", "owner")
      .execute();
    if (owned.length >= FOUNDED_MAX)
      throw new OnpointError("conflict", `nobody owns more than ${FOUNDED_MAX} organizations`);
    const id = deriveId("organization", "local", randomBytes(32).toString("hex"));
    await trx.insertInto("organizations").values({ id, name, may_make_keys: 0, created_at }).execute();
    await join(trx, { organizationId: id, userId, role: "owner", at });
    const teamId = await addTeam(trx, { organizationId: id, name, at });
    await joinTeam(trx, { teamId, userId, role: "admin", at });
    await noteEvent(trx, {
      event: "organization_founded",
      at,
      actorId: userId,
      userId,
      origin,
      detail: { organization: id },
    });
    return { organization: { id, name, mayMakeKeys: false, createdAt: created_at }, teamId };
  });
}

/** The organizations of a user, with the user's role in each, by name. */
export async function organizationsOf(
  db: Reader,
  userId: string,
): Promise<readonly (Organization & { readonly role: Role })[]> {
  const rows = await db
    .selectFrom("organization_members")
    .innerJoin("organizations", "organizations.id", "organization_members.organization_id")
    .selectAll("organizations")
    .select("organization_members.role")
    .where("organization_members.user_id", "=", userId)
    .orderBy("organizations.name")
    .orderBy("organizations.id")
    .execute();
  return rows.map((row) => ({ ...organizationOf(row), role: row.role as Role }));
}

/** All of them, for the operator. */
export async function listOrganizations(db: Reader): Promise<Organization[]> {
  return (await db.selectFrom("organizations").selectAll().orderBy("name").orderBy("id").execute()).map(organizationOf);
}

/** Its members by address; for members of it alone. Throws `not_found`. */
export async function organizationMembers(
  db: Reader,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
): Promise<OrganizationMember[]> {
  await requireRole(db, { organizationId, userId, wanted: "member" });
  const rows = await db
    .selectFrom("organization_members")
    .innerJoin("users", "users.id", "organization_members.user_id")
    .select(["users.id", "users.email", "users.name", "organization_members.role", "organization_members.joined_at"])
    .where("organization_members.organization_id", "=", organizationId)
    .orderBy("users.email")
    .execute();
  return rows.map((row) => ({
    userId: row.id,
    email: row.email,
    name: row.name,
    role: row.role as Role,
    joinedAt: row.joined_at,
  }));
}

/** How many people belong to it. */
export async function memberCount(db: Reader, organizationId: string): Promise<number> {
  const { count } = await db
    .selectFrom("organization_members")
    .select((row) => row.fn.countAll<number | string>().as("count"))
    .where("organization_id", "=", organizationId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Its owners by address, for whoever settles how it signs in. */
export async function ownersOf(
  db: Reader,
  organizationId: string,
): Promise<readonly { readonly userId: string; readonly email: string }[]> {
  const rows = await db
    .selectFrom("organization_members")
    .innerJoin("users", "users.id", "organization_members.user_id")
    .select(["users.id", "users.email"])
    .where("organization_members.organization_id", "=", organizationId)
    .where("organization_members.role", "=", "owner")
    .orderBy("users.email")
    .execute();
  return rows.map(({ id, email }) => ({ userId: id, email }));
}

/** Gives a member another role. Admins make and unmake admins; what concerns owners is for owners. */
export async function setRole(
  accounts: Accounts,
  wanted: Asking & { readonly organizationId: string; readonly memberId: string; readonly role: Role },
): Promise<void> {
  const { organizationId, memberId, role } = wanted;
  await changeMember(accounts, wanted, "role_set", async (trx, held) => {
    if (held === "owner" && role !== "owner") await requireAnotherOwner(trx, organizationId, memberId);
    await requireRole(trx, { organizationId, userId: wanted.userId, wanted: isOwners(held, role) ? "owner" : "admin" });
    await trx
      .updateTable("organization_members")
      .set({ role })
      .where("organization_id", "=", organizationId)
      .where("user_id", "=", memberId)
      .execute();
    if (role === "member") await workForOwnTeam(trx, organizationId, memberId);
    return { organization: organizationId, role };
  });
}

/** Takes a member out, or lets one leave: out of its teams too. Throws `conflict` for the sole owner. */
export async function removeMember(
  accounts: Accounts,
  wanted: Asking & { readonly organizationId: string; readonly memberId: string },
): Promise<void> {
  const { organizationId, memberId, userId } = wanted;
  await changeMember(accounts, wanted, "member_removed", async (trx, held) => {
    if (held === "owner") await requireAnotherOwner(trx, organizationId, memberId);
    if (memberId !== userId)
      await requireRole(trx, { organizationId, userId, wanted: held === "owner" ? "owner" : "admin" });
    await leave(trx, organizationId, memberId);
    return { organization: organizationId };
  });
}

/** Ends an organization with its teams and their keys; for an owner. What was spent stays in the ledger. */
export async function dissolveOrganization(
  { db, clock }: Accounts,
  { organizationId, userId, origin }: Asking & { readonly organizationId: string },
): Promise<void> {
  const at = clock();
  await transaction(db, async (trx) => {
    await requireRole(trx, { organizationId, userId, wanted: "owner" });
    const teams = trx.selectFrom("teams").select("id").where("organization_id", "=", organizationId);
    await trx
      .updateTable("api_keys")
      .set({ revoked_at: at.toISOString() })
      .where("team_id", "in", teams)
      .where("revoked_at", "is", null)
      .execute();
    await trx.deleteFrom("subscriptions").where("holder_id", "=", organizationId).execute();
    await trx.deleteFrom("organizations").where("id", "=", organizationId).execute();
    await noteEvent(trx, {
      event: "organization_dissolved",
      at,
      actorId: userId,
      userId,
      origin,
      detail: { organization: organizationId },
    });
  });
}

/** Lets an organization's people make keys, or no longer; keys there are go on. Throws `not_found`. */
export async function allowKeys(
  { db, clock }: Accounts,
  { named, mayMakeKeys, actorId, origin }: By & { readonly named: string; readonly mayMakeKeys: boolean },
): Promise<Organization> {
  const at = clock();
  return transaction(db, async (trx) => {
    const organization = await namedOrganization(trx, named);
    const { id } = organization;
    await trx
      .updateTable("organizations")
      .set({ may_make_keys: mayMakeKeys ? 1 : 0 })
      .where("id", "=", id)
      .execute();
    const event = mayMakeKeys ? "keys_allowed" : "keys_forbidden";
    await noteEvent(trx, { event, at, actorId, origin, detail: { organization: id } });
    return { ...organization, mayMakeKeys };
  });
}

/** By id or by name. Throws `not_found`, or `conflict` where several have the name. */
export async function namedOrganization(db: Reader, named: string): Promise<Organization> {
  const rows = await db
    .selectFrom("organizations")
    .selectAll()
    .where((row) => row.or([row("id", "=", named.toLowerCase()), row("name", "=", named)]))
    .execute();
  const [row] = rows;
  const hint = "`onpoint organizations list --json` shows names and ids.";
  if (row === undefined) throw new OnpointError("not_found", "no organization has this name or id", { hint });
  if (rows.length > 1) throw new OnpointError("conflict", "several organizations have this name", { hint });
  return organizationOf(row);
}

export async function join(
  trx: Trx,
  {
    organizationId,
    userId,
    role,
    at,
  }: { readonly organizationId: string; readonly userId: string; readonly role: Role; readonly at: Date },
): Promise<void> {
  await trx
    .insertInto("organization_members")
    .values({ organization_id: organizationId, user_id: userId, role, joined_at: at.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Puts a member of the organization into a team, which is the one they work for when they have none; a member already there stays as they are. */
export async function joinTeam(
  trx: Trx,
  {
    teamId,
    userId,
    role,
    at,
  }: { readonly teamId: string; readonly userId: string; readonly role: TeamRole; readonly at: Date },
): Promise<void> {
  await trx
    .insertInto("team_members")
    .values({ team_id: teamId, user_id: userId, role, joined_at: at.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await trx
    .updateTable("users")
    .set({ team_id: teamId })
    .where("id", "=", userId)
    .where("team_id", "is", null)
    .execute();
}

export async function addTeam(
  trx: Trx,
  { organizationId, name, at }: { readonly organizationId: string; readonly name: string; readonly at: Date },
): Promise<string> {
  const id = deriveId("team", "local", randomBytes(32).toString("hex"));
  await trx
    .insertInto("teams")
    .values({ id, organization_id: organizationId, name, created_at: at.toISOString() })
    .execute();
  return id;
}

/** Holds the organization until the end of the transaction, so that two owners who leave do not both find the other. */
export async function requireAnotherOwner(trx: Trx, organizationId: string, memberId: string): Promise<void> {
  await trx
    .updateTable("organizations")
    .set((row) => ({ name: row.ref("name") }))
    .where("id", "=", organizationId)
    .execute();
  const other = await trx
    .selectFrom("organization_members")
    .select("user_id")
    .where("organization_id", "=", organizationId)
    .where("role", "=", "owner")
    .where("user_id", "!=", memberId)
    .executeTakeFirst();
  if (other !== undefined) return;
  throw new OnpointError("conflict", "this is the only owner of the organization", {
    hint: "Make somebody else an owner first, or dissolve the organization.",
  });
}

async function changeMember(
  { db, clock }: Accounts,
  { userId, origin, organizationId, memberId }: Asking & { readonly organizationId: string; readonly memberId: string },
  event: AuditEventName,
  work: (trx: Trx, held: Role) => Promise<Readonly<Record<string, string>>>,
): Promise<void> {
  const at = clock();
  await transaction(db, async (trx) => {
    await requireRole(trx, { organizationId, userId, wanted: "member" });
    const held = await trx
      .selectFrom("organization_members")
      .select("role")
      .where("organization_id", "=", organizationId)
      .where("user_id", "=", memberId)
      .executeTakeFirst();
    if (held === undefined) throw new OnpointError("not_found", "there is no such member");
    const detail = await work(trx, held.role as Role);
    await noteEvent(trx, { event, at, actorId: userId, userId: memberId, origin, detail });
  });
}

/** Who looked after every team has only their own left to work for. */
export async function workForOwnTeam(trx: Trx, organizationId: string, memberId: string): Promise<void> {
  const teams = trx.selectFrom("teams").select("id").where("organization_id", "=", organizationId);
  const own = trx.selectFrom("team_members").select("team_id").where("user_id", "=", memberId);
  await trx
    .updateTable("users")
    .set({ team_id: null })
    .where("id", "=", memberId)
    .where("team_id", "in", teams)
    .where("team_id", "not in", own)
    .execute();
}

/** Takes somebody out of an organization and its teams. */
export async function leave(trx: Trx, organizationId: string, memberId: string): Promise<void> {
  const teams = trx.selectFrom("teams").select("id").where("organization_id", "=", organizationId);
  await trx.deleteFrom("team_members").where("user_id", "=", memberId).where("team_id", "in", teams).execute();
  await trx
    .updateTable("users")
    .set({ team_id: null })
    .where("id", "=", memberId)
    .where("team_id", "in", teams)
    .execute();
  await trx
    .deleteFrom("organization_members")
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", memberId)
    .execute();
}

function isOwners(held: Role, role: Role): boolean {
  return isAtLeast(held, "owner") || isAtLeast(role, "owner");
}

function organizationOf(row: {
  readonly id: string;
  readonly name: string;
  readonly may_make_keys: 0 | 1;
  readonly created_at: string;
}): Organization {
  return { id: row.id, name: row.name, mayMakeKeys: row.may_make_keys === 1, createdAt: row.created_at };
}
