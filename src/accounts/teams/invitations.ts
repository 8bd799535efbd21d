import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import { OnpointError } from "#base/errors.ts";
import { transaction } from "#db/connection.ts";
import type { Reader, Trx } from "#db/connection.ts";
import type { Database } from "#db/schema.ts";
import type { Accounts } from "../accounts.ts";
import { noteEvent } from "../audit/audit.ts";
import type { Origin } from "../audit/audit.ts";
import { requireOwnSignIn } from "../firms/enforced.ts";
import { limitedAddress } from "../limited-address.ts";
import { invitationAddress } from "../links/addresses.ts";
import { countLetter } from "../mail/count-letter.ts";
import { invitationLetter } from "../mail/letters.ts";
import { readName } from "../names.ts";
import { requireGoodPassword } from "../passwords/password-rules.ts";
import { beginSession, endSessionOf } from "../sessions/sessions.ts";
import type { SignedIn } from "../sessions/sessions.ts";
import type { NewAccount } from "../sign-in/open-account.ts";
import type { SignInOutcome } from "../sign-in/sign-in.ts";
import { hashOfToken, isTokenText, newToken } from "../tokens.ts";
import { readEmail } from "../users/email.ts";
import { insertUser } from "../users/users.ts";
import { join, joinTeam } from "./organizations.ts";
import type { Asking } from "./organizations.ts";
import { requireRole, roleIn } from "./roles.ts";
import type { Role } from "./roles.ts";

export type Invitation = {
  readonly id: string;
  readonly organizationId: string;
  readonly teamId: string | null;
  /** To whom alone it is open. */
  readonly email: string;
  readonly role: Role;
  readonly expiresAt: string;
};

const LIFE_MS = 7 * 24 * 3_600_000;
const WAITING_MAX = 200;

/** Sends an invitation to an address; another to the same address takes its place. For owners and admins; an owner is invited by one. Throws `rate_limited` after too many letters. */
export async function invite(
  accounts: Accounts,
  wanted: Asking & {
    readonly organizationId: string;
    readonly email: string;
    readonly role: Role;
    readonly teamId?: string | null;
  },
): Promise<Invitation> {
  const { db, clock, authUrl, errands, post } = accounts;
  const { organizationId, userId, role, origin, teamId = null } = wanted;
  const email = readEmail(wanted.email);
  const at = clock();
  const token = newToken();
  // Who may invite nobody there has no letter counted.
  await requireRole(db, { organizationId, userId, wanted: "admin" });
  await countLetter(accounts, { email, userId });
  const { name, invitation } = await transaction(db, async (trx) => {
    await requireRole(trx, { organizationId, userId, wanted: role === "owner" ? "owner" : "admin" });
    await requireTeamOf(trx, organizationId, teamId);
    await requireNoMember(trx, organizationId, email);
    await requireRoom(trx, organizationId);
    const row = {
      id: randomUUID(),
      organization_id: organizationId,
      team_id: teamId,
      email,
      role,
      token_hash: hashOfToken(token),
      created_at: at.toISOString(),
      expires_at: new Date(at.getTime() + LIFE_MS).toISOString(),
    };
    await trx
      .deleteFrom("invitations")
      .where("organization_id", "=", organizationId)
      .where("email", "=", email)
      .execute();
    await trx.insertInto("invitations").values(row).execute();
    await noteEvent(trx, {
      event: "invited",
      at,
      actorId: userId,
      userId,
      origin,
      detail: { organization: organizationId, role },
    });
    const held = await trx
      .selectFrom("organizations")
      .select("name")
      .where("id", "=", organizationId)
      .executeTakeFirstOrThrow();
    return { name: held.name, invitation: invitationOf(row) };
  });
  errands.run(async () => post.send(invitationLetter(email, name, invitationAddress(authUrl, token))));
  return invitation;
}

/** Those of an organization that wait, for its owners and admins. */
export async function waitingInvitations(
  { db, clock }: Accounts,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
): Promise<Invitation[]> {
  await requireRole(db, { organizationId, userId, wanted: "admin" });
  const rows = await db
    .selectFrom("invitations")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("expires_at", ">", clock().toISOString())
    .orderBy("email")
    .execute();
  return rows.map(invitationOf);
}

export async function withdrawInvitation(
  { db, clock }: Accounts,
  {
    organizationId,
    userId,
    invitationId,
    origin,
  }: Asking & { readonly organizationId: string; readonly invitationId: string },
): Promise<void> {
  const at = clock();
  await transaction(db, async (trx) => {
    await requireRole(trx, { organizationId, userId, wanted: "admin" });
    await trx
      .deleteFrom("invitations")
      .where("id", "=", invitationId)
      .where("organization_id", "=", organizationId)
      .execute();
    await noteEvent(trx, {
      event: "invitation_withdrawn",
      at,
      actorId: userId,
      userId,
      origin,
      detail: { organization: organizationId },
    });
  });
}

/** What the page of an invitation shows. Throws `not_found`. */
export async function readInvitation(
  { db, clock }: Accounts,
  token: string,
): Promise<Invitation & { readonly organizationName: string; readonly hasAccount: boolean }> {
  const row = await openInvitation(db, token, clock());
  const organization = await db
    .selectFrom("organizations")
    .select("name")
    .where("id", "=", row.organization_id)
    .executeTakeFirstOrThrow();
  const user = await db.selectFrom("users").select("id").where("email", "=", row.email).executeTakeFirst();
  return { ...invitationOf(row), organizationName: organization.name, hasAccount: user !== undefined };
}

/** Joins, as who is signed in. Throws `forbidden` when the invitation went to another address, or `not_found`. */
export async function acceptInvitation(
  { db, clock }: Accounts,
  { token, signedIn, origin }: { readonly token: string; readonly signedIn: SignedIn; readonly origin: Origin },
): Promise<Invitation> {
  const at = clock();
  const { id: userId, email } = signedIn.user;
  return transaction(db, async (trx) => {
    const row = await takeInvitation(trx, token, at);
    if (row.email !== email) {
      throw new OnpointError("forbidden", "this invitation went to another mail address", {
        hint: "Sign in with the address it was sent to.",
      });
    }
    return enter(trx, { row, userId, at, origin });
  });
}

/** Makes the account that the invitation is for, and joins: the letter has shown whose address it is. */
export async function acceptAsNew(accounts: Accounts, wanted: Omit<NewAccount, "email">): Promise<SignInOutcome> {
  const { db, clock, passwords } = accounts;
  const { token, password, origin } = wanted;
  const { email } = await openInvitation(db, token, clock());
  const name = readName(wanted.name, "the account", "Write the name that colleagues know.");
  await requireGoodPassword(accounts, password, { email, name });
  const passwordHash = await passwords.hash(password, limitedAddress(origin.address ?? "unknown"));
  const at = clock();
  return transaction(db, async (trx) => {
    const row = await takeInvitation(trx, token, at);
    const user = await insertUser(trx, { email, name, passwordHash, isAdmin: false, at });
    await noteEvent(trx, { event: "user_created", at, actorId: user.id, userId: user.id, origin });
    await enter(trx, { row, userId: user.id, at, origin });
    await requireOwnSignIn(trx, user.id);
    if (wanted.replaces !== undefined) await endSessionOf(trx, wanted.replaces);
    const { browser } = wanted;
    const begun = await beginSession(trx, accounts, { userId: user.id, method: "link", at, origin, browser });
    return { kind: "signed_in", ...begun, user };
  });
}

type InvitationRow = Selectable<Database["invitations"]>;

async function enter(
  trx: Trx,
  {
    row,
    userId,
    at,
    origin,
  }: { readonly row: InvitationRow; readonly userId: string; readonly at: Date; readonly origin: Origin },
): Promise<Invitation> {
  const invitation = invitationOf(row);
  const { organizationId, teamId, role } = invitation;
  await join(trx, { organizationId, userId, role, at });
  if (teamId !== null) await joinTeam(trx, { teamId, userId, role: "member", at });
  await noteEvent(trx, {
    event: "joined",
    at,
    actorId: userId,
    userId,
    origin,
    detail: { organization: organizationId, role },
  });
  return invitation;
}

async function openInvitation(db: Reader, token: string, now: Date): Promise<InvitationRow> {
  const row = isTokenText(token)
    ? await db.selectFrom("invitations").selectAll().where("token_hash", "=", hashOfToken(token)).executeTakeFirst()
    : undefined;
  if (row === undefined || row.expires_at <= now.toISOString()) throw noInvitation();
  return row;
}

async function takeInvitation(trx: Trx, token: string, now: Date): Promise<InvitationRow> {
  const row = await trx
    .deleteFrom("invitations")
    .where("token_hash", "=", hashOfToken(token))
    .where("expires_at", ">", now.toISOString())
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw noInvitation();
  return row;
}

async function requireTeamOf(trx: Trx, organizationId: string, teamId: string | null): Promise<void> {
  if (teamId === null) return;
  const team = await trx.selectFrom("teams").select("organization_id").where("id", "=", teamId).executeTakeFirst();
  if (team?.organization_id !== organizationId) throw new OnpointError("not_found", "there is no such team");
}

/** Who is a member has a role already, which an invitation does not change. */
async function requireNoMember(trx: Trx, organizationId: string, email: string): Promise<void> {
  const member = await trx.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
  if (member === undefined || (await roleIn(trx, organizationId, member.id)) === undefined) return;
  throw new OnpointError("conflict", "this person is a member of the organization already", {
    hint: "Set another role instead.",
  });
}

async function requireRoom(trx: Trx, organizationId: string): Promise<void> {
  const waiting = await trx
    .selectFrom("invitations")
    .select("id")
    .where("organization_id", "=", organizationId)
    .execute();
  if (waiting.length >= WAITING_MAX) {
    throw new OnpointError("conflict", `at most ${WAITING_MAX} invitations wait at a time`, { hint: "Withdraw some." });
  }
}

function noInvitation(): OnpointError {
  return new OnpointError("not_found", "this invitation was accepted, withdrawn or has expired", {
    hint: "Ask for another one.",
  });
}

function invitationOf(row: InvitationRow): Invitation {
  return {
    id: row.id,
    organizationId: row.organization_id,
    teamId: row.team_id,
    email: row.email,
    role: row.role as Role,
    expiresAt: row.expires_at,
  };
}
