import { OnpointError } from "#base/errors.ts";
import { transaction } from "#db/connection.ts";
import type { Trx } from "#db/connection.ts";
import type { Accounts } from "../accounts.ts";
import { noteEvent } from "../audit/audit.ts";
import type { Origin } from "../audit/audit.ts";
import { limitedAddress } from "../limited-address.ts";
import { readName } from "../names.ts";
import { beginSession, endSessionOf } from "../sessions/sessions.ts";
import { isPlaceAllowed, rulesOverUser, wrongPlace } from "../sign-in-rules/sign-in-rules.ts";
import type { SignInOutcome } from "../sign-in/sign-in.ts";
import { join, joinTeam } from "../teams/organizations.ts";
import { roleIn } from "../teams/roles.ts";
import { newToken } from "../tokens.ts";
import { readEmail } from "../users/email.ts";
import { insertUser, userById, userOf } from "../users/users.ts";
import type { User } from "../users/users.ts";
import { domainOf } from "./connections.ts";
import type { FirmConnection } from "./connections.ts";
import { isOwnDomain } from "./domains.ts";
import { applyGroups } from "./group-rules.ts";

/** What a provider has said of somebody, and was shown to have said. */
export type FirmClaims = {
  readonly subject: string;
  /** The session at the provider, where it names one. */
  readonly sid: string | null;
  readonly email: string | null;
  /** Null: the provider does not say. */
  readonly isEmailVerified: boolean | null;
  readonly name: string | null;
  /** Null: the provider does not say. */
  readonly groups: readonly string[] | null;
};

export type FirmArrival = {
  readonly connection: FirmConnection;
  readonly claims: FirmClaims;
  readonly origin: Origin;
  /** Who is signed in already in this browser: they may tie an account of theirs to the firm's. */
  readonly signedInId?: string | undefined;
  readonly replaces?: string | undefined;
  readonly browser?: string | undefined;
};

/**
 * Signs in whom the provider says it is. Who they are is the provider's `sub` and never the mail address, which only
 * says, the first time, which account is theirs or is to be made. Throws `forbidden` or `conflict`.
 */
export async function enterByFirm(accounts: Accounts, arrival: FirmArrival): Promise<SignInOutcome> {
  const { db, clock, passwords } = accounts;
  const { connection, claims, origin } = arrival;
  // Nobody knows it: the account is opened by the firm alone, until its owner sets a password by mail.
  const passwordHash = await passwords.hash(newToken(), limitedAddress(origin.address ?? "unknown"));
  const at = clock();
  return transaction(db, async (trx) => {
    const user = (await knownUser(trx, arrival)) ?? (await firstTime(trx, arrival, passwordHash, at));
    if (user.suspendedAt !== null) {
      throw new OnpointError("forbidden", "this account is suspended", {
        hint: "Ask who looks after it in your firm.",
      });
    }
    if (!isPlaceAllowed(await rulesOverUser(trx, user.id), origin.address)) throw wrongPlace();
    const { organizationId, issuer } = connection;
    // What the provider says of groups by itself goes before what a token says of them.
    if (claims.groups !== null && !(await saysGroups(trx, organizationId))) {
      await applyGroups(trx, { organizationId, userId: user.id, groups: claims.groups, at });
    }
    if (arrival.replaces !== undefined) await endSessionOf(trx, arrival.replaces);
    const { browser } = arrival;
    const begun = await beginSession(trx, accounts, { userId: user.id, method: "firm", at, origin, browser });
    await trx
      .insertInto("firm_sessions")
      .values({ session_id: begun.session.id, issuer, subject: claims.subject, sid: claims.sid })
      .execute();
    const detail = { method: "firm", organization: organizationId };
    await noteEvent(trx, { event: "signed_in", at, actorId: user.id, userId: user.id, origin, detail });
    return { kind: "signed_in", ...begun, user };
  });
}

async function saysGroups(trx: Trx, organizationId: string): Promise<boolean> {
  const group = await trx
    .selectFrom("scim_groups")
    .select("id")
    .where("organization_id", "=", organizationId)
    .limit(1)
    .executeTakeFirst();
  return group !== undefined;
}

/** Whose account the subject has been tied to; one who is no member any more comes in no longer. */
async function knownUser(trx: Trx, { connection, claims }: FirmArrival): Promise<User | undefined> {
  const row = await trx
    .selectFrom("firm_identities")
    .select(["user_id", "organization_id"])
    .where("issuer", "=", connection.issuer)
    .where("subject", "=", claims.subject)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const user = await userById(trx, row.user_id);
  const isMember =
    row.organization_id === connection.organizationId &&
    (await roleIn(trx, connection.organizationId, row.user_id)) !== undefined;
  if (user !== undefined && isMember) return user;
  throw new OnpointError("forbidden", "this account belongs to the organization no more", {
    hint: "An owner of the organization can invite it again.",
  });
}

async function firstTime(trx: Trx, arrival: FirmArrival, passwordHash: string, at: Date): Promise<User> {
  const { connection, claims, origin } = arrival;
  const { organizationId, issuer } = connection;
  const email = await vouchedMail(trx, arrival);
  const row = await trx.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();
  const user =
    row === undefined
      ? await insertUser(trx, { email, name: nameFrom(claims, email), passwordHash, isAdmin: false, at })
      : await requireTieable(trx, arrival, userOf(row));
  if (row === undefined) {
    const detail = { by: "firm", organization: organizationId };
    await noteEvent(trx, { event: "user_created", at, actorId: user.id, userId: user.id, origin, detail });
    await becomeMember(trx, { organizationId, userId: user.id, at });
  }
  await trx
    .insertInto("firm_identities")
    .values({
      issuer,
      subject: claims.subject,
      user_id: user.id,
      organization_id: organizationId,
      created_at: at.toISOString(),
    })
    .execute();
  const detail = { organization: organizationId, issuer };
  await noteEvent(trx, { event: "firm_tied", at, actorId: user.id, userId: user.id, origin, detail });
  return user;
}

/** The mail address, where the provider may speak of it: one of the organization's own domains, and not said to be unverified. */
async function vouchedMail(trx: Trx, { connection, claims }: FirmArrival): Promise<string> {
  if (claims.email === null)
    throw refused("the firm's sign-in names no e-mail address", "The provider has to send the claim `email`.");
  const email = readEmail(claims.email);
  const isVouched = claims.isEmailVerified ?? connection.trustsMail;
  if (!isVouched) {
    throw refused(
      "the firm's sign-in does not say that the e-mail address is verified",
      "Have the provider send `email_verified`, or take addresses of this provider as they come.",
    );
  }
  const { organizationId } = connection;
  if (await isOwnDomain(trx, { organizationId, domain: domainOf(email) })) return email;
  throw refused("the e-mail address is of none of the organization's verified domains", "An owner can add the domain.");
}

/**
 * An account that is there already is tied to the subject where its owner is signed in to it, or where it belongs to
 * the organization and looks after nothing here. It is never tied to a second person: mail addresses are given anew.
 */
async function requireTieable(trx: Trx, { connection, signedInId }: FirmArrival, user: User): Promise<User> {
  const tied = await trx
    .selectFrom("firm_identities")
    .select("subject")
    .where("issuer", "=", connection.issuer)
    .where("user_id", "=", user.id)
    .executeTakeFirst();
  if (tied !== undefined) {
    throw new OnpointError("conflict", "the account with this e-mail address belongs to somebody else at the firm", {
      hint: "An administrator of this service can delete the former account.",
    });
  }
  const isMember = (await roleIn(trx, connection.organizationId, user.id)) !== undefined;
  if (isMember && (!user.isAdmin || signedInId === user.id)) return user;
  throw new OnpointError("conflict", "there is an account with this e-mail address that the firm did not make", {
    hint: isMember
      ? "Sign in to it with its password first, and continue with the firm then."
      : "Sign in to it with its password and accept an invitation to the organization first.",
  });
}

/** Into the organization, and its first team, so that who pays is known. */
export async function becomeMember(
  trx: Trx,
  { organizationId, userId, at }: { readonly organizationId: string; readonly userId: string; readonly at: Date },
): Promise<void> {
  await join(trx, { organizationId, userId, role: "member", at });
  const team = await trx
    .selectFrom("teams")
    .select("id")
    .where("organization_id", "=", organizationId)
    .orderBy("created_at")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  const rules = await trx
    .selectFrom("firm_group_rules")
    .select("team_id")
    .where("organization_id", "=", organizationId)
    .where("team_id", "is not", null)
    .limit(1)
    .executeTakeFirst();
  // Where groups say who is in which team, they alone do.
  if (team !== undefined && rules === undefined) await joinTeam(trx, { teamId: team.id, userId, role: "member", at });
}

/** A name as people read it; the address where the provider has none that can be shown. */
export function nameFrom({ name }: Pick<FirmClaims, "name">, email: string): string {
  try {
    return readName(name ?? "", "the account", "");
  } catch {
    return email.slice(0, email.lastIndexOf("@"));
  }
}

function refused(message: string, hint: string): OnpointError {
  return new OnpointError("forbidden", message, { hint });
}
