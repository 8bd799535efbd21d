import type { Selectable } from "kysely";
import { OnpointError } from "#base/errors.ts";
import { transaction } from "#db/connection.ts";
import type { Reader, Trx } from "#db/connection.ts";
import { isUniqueViolation } from "#db/failures.ts";
import type { Database } from "#db/schema.ts";
import type { Accounts } from "../accounts.ts";
import { noteEvent } from "../audit/audit.ts";
import type { Origin } from "../audit/audit.ts";
import type { AuditEventName } from "../audit/events.ts";
import { leave } from "../teams/organizations.ts";
import { roleIn } from "../teams/roles.ts";
import { newToken } from "../tokens.ts";
import { readEmail } from "../users/email.ts";
import { insertUser, userOf } from "../users/users.ts";
import type { User } from "../users/users.ts";
import { domainOf } from "./connections.ts";
import { isOwnDomain } from "./domains.ts";
import { becomeMember, nameFrom } from "./enter.ts";
import { shutOut } from "./leavers.ts";

/** Somebody whom an organization's provider says is there. */
export type ProvisionedUser = {
  /** Of the account; it is also the id by which the provider speaks of them. */
  readonly id: string;
  /** As the provider wrote it. */
  readonly userName: string;
  readonly externalId: string | null;
  readonly email: string;
  readonly name: string;
  readonly isActive: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type WantedUser = {
  readonly userName: string;
  readonly externalId: string | null;
  /** Null: the user name is the address. */
  readonly email: string | null;
  readonly name: string | null;
  readonly isActive: boolean;
};

/** For which organization a provider speaks, and from where. */
export type Provider = { readonly organizationId: string; readonly origin: Origin };

const USER_NAME_CHARS_MAX = 254;
/** Who did what a provider asked for, in the audit log. */
const actorOf = ({ organizationId }: Provider): string => `scim:${organizationId}`;

/**
 * Makes the account of somebody, or takes one up that belongs to the organization. Nobody is let in by it: the first
 * sign-in with the firm is. Throws `conflict` for one who is there, `forbidden`, or `invalid_input`.
 */
export async function provisionUser(
  { db, clock, passwords }: Accounts,
  provider: Provider,
  wanted: WantedUser,
): Promise<ProvisionedUser> {
  const passwordHash = await passwords.hash(newToken(), "scim");
  const { organizationId } = provider;
  const at = clock();
  return transaction(db, async (trx) => {
    const { userName, email } = await readWanted(trx, organizationId, wanted);
    const row = await trx.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();
    const user =
      row === undefined
        ? await insertUser(trx, { email, name: nameFrom(wanted, email), passwordHash, isAdmin: false, at })
        : userOf(row);
    const before = row === undefined ? undefined : await scimRow(trx, organizationId, user.id);
    if (before !== undefined && before.is_gone === 0) throw taken();
    if (row === undefined) await note(trx, "user_created", provider, user.id, at);
    else await requireOwn(trx, organizationId, user, before !== undefined);
    await becomeMember(trx, { organizationId, userId: user.id, at });
    await putRow(trx, {
      organization_id: organizationId,
      user_id: user.id,
      user_name: userName,
      external_id: wanted.externalId,
      is_active: wanted.isActive ? 1 : 0,
      is_gone: 0,
      created_at: at.toISOString(),
      updated_at: at.toISOString(),
    });
    if (!wanted.isActive) await close(trx, provider, user, at);
    else if (before?.is_active === 0) await open(trx, provider, user, at);
    return heldUser(trx, organizationId, user.id);
  });
}

/**
 * Brings somebody to what the provider says now. One who is not active any more loses sign-ins, keys and all that
 * applications may do in the same moment. Throws `not_found`, `forbidden`, `conflict` or `invalid_input`.
 */
export async function changeUser(
  { db, clock }: Accounts,
  provider: Provider,
  id: string,
  change: (held: ProvisionedUser) => WantedUser,
): Promise<ProvisionedUser> {
  const { organizationId } = provider;
  const at = clock();
  return transaction(db, async (trx) => {
    const held = await heldUser(trx, organizationId, id);
    const wanted = change(held);
    const user = await userIn(trx, id);
    if (user.isAdmin) throw keepsService();
    const { userName, email } = await readWanted(trx, organizationId, wanted, held.email);
    await trx
      .updateTable("users")
      .set({ name: nameFrom(wanted, email), email })
      .where("id", "=", id)
      .execute()
      .catch((thrown: unknown) => {
        throw isUniqueViolation(thrown) ? taken() : thrown;
      });
    await trx
      .updateTable("scim_users")
      .set({
        user_name: userName,
        external_id: wanted.externalId,
        is_active: wanted.isActive ? 1 : 0,
        updated_at: at.toISOString(),
      })
      .where("organization_id", "=", organizationId)
      .where("user_id", "=", id)
      .execute()
      .catch((thrown: unknown) => {
        throw isUniqueViolation(thrown) ? taken() : thrown;
      });
    if (!wanted.isActive) await close(trx, provider, user, at);
    // Nobody whom an administrator of the service has suspended comes back by this.
    else if (!held.isActive) await open(trx, provider, user, at);
    return heldUser(trx, organizationId, id);
  });
}

/** Ends somebody's part in the organization, and all that opens anything for them. Throws `not_found` or `forbidden`. */
export async function removeProvisioned({ db, clock }: Accounts, provider: Provider, id: string): Promise<void> {
  const { organizationId } = provider;
  const at = clock();
  await transaction(db, async (trx) => {
    await heldUser(trx, organizationId, id);
    const user = await userIn(trx, id);
    if (user.isAdmin) throw keepsService();
    await shutOut(trx, id, at);
    await note(trx, "user_suspended", provider, id, at);
    // An organization is never left without its owner; the account is shut all the same.
    if ((await roleIn(trx, organizationId, id)) !== "owner") await leave(trx, organizationId, id);
    await trx
      .updateTable("scim_users")
      .set({ is_gone: 1, is_active: 0, updated_at: at.toISOString() })
      .where("organization_id", "=", organizationId)
      .where("user_id", "=", id)
      .execute();
    await trx
      .deleteFrom("scim_group_members")
      .where("user_id", "=", id)
      .where("group_id", "in", trx.selectFrom("scim_groups").select("id").where("organization_id", "=", organizationId))
      .execute();
  });
}

/** Throws `not_found`. */
export async function heldUser(db: Reader, organizationId: string, id: string): Promise<ProvisionedUser> {
  const row = await provisioned(db, organizationId).where("scim_users.user_id", "=", id).executeTakeFirst();
  if (row !== undefined) return provisionedOf(row);
  throw new OnpointError("not_found", "there is no such user");
}

export type UserQuestion = {
  /** An equality on one of these; null: everybody. */
  readonly where: { readonly field: "userName" | "externalId" | "email" | "id"; readonly value: string } | null;
  readonly offset: number;
  readonly limit: number;
};

/** Those of an organization in the order of their making, and how many there are. */
export async function listProvisioned(
  db: Reader,
  organizationId: string,
  { where, offset, limit }: UserQuestion,
): Promise<{ readonly total: number; readonly users: readonly ProvisionedUser[] }> {
  let asked = provisioned(db, organizationId);
  if (where?.field === "userName") asked = asked.where("scim_users.user_name", "=", where.value.toLowerCase());
  if (where?.field === "externalId") asked = asked.where("scim_users.external_id", "=", where.value);
  if (where?.field === "email") asked = asked.where("users.email", "=", where.value.toLowerCase());
  if (where?.field === "id") asked = asked.where("users.id", "=", where.value);
  const rows = await asked.orderBy("scim_users.created_at").orderBy("scim_users.user_id").execute();
  return { total: rows.length, users: rows.slice(offset, offset + limit).map(provisionedOf) };
}

function provisioned(db: Reader, organizationId: string) {
  return db
    .selectFrom("scim_users")
    .innerJoin("users", "users.id", "scim_users.user_id")
    .selectAll("scim_users")
    .select(["users.email", "users.name"])
    .where("scim_users.organization_id", "=", organizationId)
    .where("scim_users.is_gone", "=", 0);
}

async function scimRow(trx: Trx, organizationId: string, userId: string) {
  return trx
    .selectFrom("scim_users")
    .select(["is_gone", "is_active"])
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

type Row = Selectable<Database["scim_users"]> & { readonly email: string; readonly name: string };

function provisionedOf(row: Row): ProvisionedUser {
  return {
    id: row.user_id,
    userName: row.user_name,
    externalId: row.external_id,
    email: row.email,
    name: row.name,
    isActive: row.is_active === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

async function close(trx: Trx, provider: Provider, user: User, at: Date): Promise<void> {
  if (user.isAdmin) throw keepsService();
  await shutOut(trx, user.id, at);
  await note(trx, "user_suspended", provider, user.id, at);
}

async function open(trx: Trx, provider: Provider, user: User, at: Date): Promise<void> {
  if (user.suspendedAt === null) return;
  await trx.updateTable("users").set({ suspended_at: null }).where("id", "=", user.id).execute();
  await note(trx, "user_resumed", provider, user.id, at);
}

async function readWanted(
  trx: Trx,
  organizationId: string,
  wanted: WantedUser,
  held?: string,
): Promise<{ readonly userName: string; readonly email: string }> {
  const userName = wanted.userName.trim().toLowerCase();
  if (userName === "" || userName.length > USER_NAME_CHARS_MAX) {
    const message = `is empty or longer than ${USER_NAME_CHARS_MAX} characters`;
    throw new OnpointError("invalid_input", `the userName ${message}`, { faults: [{ path: "userName", message }] });
  }
  const email = readEmail(wanted.email ?? userName);
  // An address that stays is not asked about: who has left is shut out, whatever became of the domain.
  const isFine = email === held || (await isOwnDomain(trx, { organizationId, domain: domainOf(email) }));
  if (isFine) return { userName, email };
  throw new OnpointError("forbidden", "the e-mail address is of none of the organization's verified domains");
}

/** An account that is there already is taken up where it belongs to the organization, or was taken out by its provider. */
async function requireOwn(trx: Trx, organizationId: string, user: User, wasTakenOut: boolean): Promise<void> {
  const isMember = (await roleIn(trx, organizationId, user.id)) !== undefined;
  if (!isMember && !wasTakenOut) throw taken();
  if (user.isAdmin) throw keepsService();
}

async function userIn(trx: Trx, id: string): Promise<User> {
  return userOf(await trx.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow());
}

async function putRow(trx: Trx, row: Selectable<Database["scim_users"]>): Promise<void> {
  try {
    await trx
      .insertInto("scim_users")
      .values(row)
      .onConflict((conflict) => conflict.columns(["organization_id", "user_id"]).doUpdateSet(row))
      .execute();
  } catch (thrown) {
    throw isUniqueViolation(thrown) ? taken() : thrown;
  }
}

function taken(): OnpointError {
  return new OnpointError("conflict", "there is an account with this userName or e-mail address already", {
    hint: "One that does not belong to the organization has to accept an invitation first.",
  });
}

function keepsService(): OnpointError {
  return new OnpointError("forbidden", "this account administers the service; an identity provider may not change it", {
    hint: "An administrator of this service can withdraw that first.",
  });
}

async function note(trx: Trx, event: AuditEventName, provider: Provider, userId: string, at: Date): Promise<void> {
  await noteEvent(trx, {
    event,
    at,
    actorId: actorOf(provider),
    userId,
    origin: provider.origin,
    detail: { organization: provider.organizationId, by: "scim" },
  });
}
