import { OnpointError } from "#base/errors.ts";
import { transaction } from "#db/connection.ts";
import type { Reader, Trx } from "#db/connection.ts";
import { insertRows } from "#db/rows.ts";
import type { Accounts } from "../accounts.ts";
import { noteEvent } from "../audit/audit.ts";
import type { Origin } from "../audit/audit.ts";
import { tellOwner } from "../mail/tell-owner.ts";
import { requirePassword } from "../passwords/set-password.ts";
import { forgive } from "../sign-in/guesses.ts";
import { endSessions, raiseSession } from "../sessions/sessions.ts";
import type { SignedIn } from "../sessions/sessions.ts";
import { namedUser } from "../users/users.ts";
import type { User } from "../users/users.ts";
import type { By } from "../users/admins.ts";
import { hashOfRecoveryCode, newFactorSecret, newRecoveryCodes, stepOf } from "./codes.ts";
import { codesOf, countCode } from "./count-code.ts";
import { factorOf, secondFactorState } from "./held-factors.ts";

/**
 * Makes the secret that an authenticator is to be fed with. It counts for nothing until a code of it is shown. Throws `conflict` where a factor is on already, or what `requirePassword` throws.
 */
export async function prepareSecondFactor(
  accounts: Accounts,
  wanted: {
    readonly signedIn: SignedIn;
    readonly present: string;
    /** Where a passkey is on already. */
    readonly code?: string;
    readonly origin: Origin;
  },
): Promise<{ readonly secret: string }> {
  await requirePassword(accounts, wanted);
  const { id: user_id } = wanted.signedIn.user;
  if ((await secondFactorState(accounts.db, user_id)).hasAuthenticator) throw onAlready();
  await requireFactorWhereOn(accounts, { signedIn: wanted.signedIn, code: wanted.code ?? "" });
  const secret = newFactorSecret();
  await transaction(accounts.db, async (trx) => {
    const held = await factorOf(trx, user_id);
    if (held !== undefined && held.confirmed_at !== null) throw onAlready();
    await trx.deleteFrom("second_factors").where("user_id", "=", user_id).execute();
    await trx.insertInto("second_factors").values({ user_id, secret, confirmed_at: null, last_step: 0 }).execute();
  });
  return { secret };
}

/**
 * Turns the factor on by a first code, ends all other sign-ins, and gives the recovery codes, which are shown once.
 * Throws `unauthorized` for a wrong code, `rate_limited`, or `not_found` where none was prepared.
 */
export async function confirmSecondFactor(
  accounts: Accounts,
  { signedIn, code, origin }: { readonly signedIn: SignedIn; readonly code: string; readonly origin: Origin },
): Promise<string[]> {
  const { db, clock } = accounts;
  const { user, session } = signedIn;
  await countCode(accounts, user.id);
  const at = clock();
  const codes = await transaction(db, async (trx) => {
    const held = await factorOf(trx, user.id);
    if (held === undefined)
      throw new OnpointError("not_found", "no second factor was prepared", { hint: "Begin anew." });
    if (held.confirmed_at !== null) throw onAlready();
    if (!(await useCode(trx, user.id, code, at))) throw wrongCode();
    await trx
      .updateTable("second_factors")
      .set({ confirmed_at: at.toISOString() })
      .where("user_id", "=", user.id)
      .execute();
    await endSessions(trx, user.id, session.id);
    await raiseSession(trx, session.id, "password+code");
    await noteEvent(trx, { event: "second_factor_on", at, actorId: user.id, userId: user.id, origin });
    return replaceRecoveryCodes(trx, user.id);
  });
  tellOwner(accounts, user.email, { what: "signing in needs a second factor from now on" });
  return codes;
}

/** Makes new recovery codes; the old ones open nothing any more. Throws as `removeSecondFactor`. */
export async function renewRecoveryCodes(
  accounts: Accounts,
  wanted: { readonly signedIn: SignedIn; readonly code: string; readonly origin: Origin },
): Promise<string[]> {
  const { user } = wanted.signedIn;
  const isShown = isFreshByPasskey(accounts, wanted.signedIn);
  if (!isShown) await countCode(accounts, user.id);
  const at = accounts.clock();
  return transaction(accounts.db, async (trx) => {
    if (!isShown && !(await useCode(trx, user.id, wanted.code, at))) throw wrongCode();
    await noteEvent(trx, {
      event: "recovery_codes_renewed",
      at,
      actorId: user.id,
      userId: user.id,
      origin: wanted.origin,
    });
    return replaceRecoveryCodes(trx, user.id);
  });
}

/** Turns the factor off, by the password and a code, or a recovery code. Throws `unauthorized` or `rate_limited`. */
export async function removeSecondFactor(
  accounts: Accounts,
  wanted: {
    readonly signedIn: SignedIn;
    readonly present: string;
    readonly code: string;
    readonly origin: Origin;
  },
): Promise<void> {
  const { user } = wanted.signedIn;
  await requirePassword(accounts, wanted);
  await countCode(accounts, user.id);
  const at = accounts.clock();
  const isOnStill = await transaction(accounts.db, async (trx) => {
    if (!(await isCode(trx, user.id, wanted.code, at))) throw wrongCode();
    await trx.deleteFrom("second_factors").where("user_id", "=", user.id).execute();
    await dropUnneededCodes(trx, user.id);
    await noteEvent(trx, { event: "second_factor_off", at, actorId: user.id, userId: user.id, origin: wanted.origin });
    return (await secondFactorState(trx, user.id)).isOn;
  });
  const what = isOnStill ? "its authenticator was taken off" : "signing in needs no second factor any more";
  tellOwner(accounts, user.email, { what });
}

/** For who has lost authenticator and recovery codes and has shown to an operator who they are. Throws `not_found`. */
export async function dropSecondFactor(accounts: Accounts, named: string, { actorId, origin }: By): Promise<User> {
  const at = accounts.clock();
  const user = await transaction(accounts.db, async (trx) => {
    const found = await namedUser(trx, named);
    await dropFactor(trx, found.id);
    await trx.deleteFrom("passkeys").where("user_id", "=", found.id).execute();
    await noteEvent(trx, { event: "second_factor_off", at, actorId, userId: found.id, origin });
    return found;
  });
  tellOwner(accounts, user.email, { what: "an operator took the second factor off" });
  return user;
}

/** Whether a code is right now and was not used before; it is used up. */
export async function useCode(trx: Trx, userId: string, code: string, at: Date): Promise<boolean> {
  const held = await factorOf(trx, userId);
  const step = held === undefined ? undefined : stepOf(held.secret, code, at);
  if (step === undefined) return false;
  const used = await trx
    .updateTable("second_factors")
    .set({ last_step: step })
    .where("user_id", "=", userId)
    .where("last_step", "<", step)
    .executeTakeFirst();
  if (used.numUpdatedRows !== 1n) return false;
  await forgive(trx, codesOf(userId));
  return true;
}

/** Whether this is a recovery code that was not used before; it is used up. */
export async function useRecoveryCode(trx: Trx, userId: string, code: string, at: Date): Promise<boolean> {
  const code_hash = hashOfRecoveryCode(code);
  if (code_hash === undefined) return false;
  const used = await trx
    .updateTable("recovery_codes")
    .set({ used_at: at.toISOString() })
    .where("user_id", "=", userId)
    .where("code_hash", "=", code_hash)
    .where("used_at", "is", null)
    .executeTakeFirst();
  if (used.numUpdatedRows !== 1n) return false;
  await forgive(trx, codesOf(userId));
  return true;
}

/** A code of the authenticator or a recovery code; it is used up. */
export async function isCode(trx: Trx, userId: string, code: string, at: Date): Promise<boolean> {
  return (await useCode(trx, userId, code, at)) || useRecoveryCode(trx, userId, code, at);
}

/** Since when a second factor is on; undefined where none is. */
export async function factorSince(db: Reader, userId: string): Promise<string | undefined> {
  const passkey = await db
    .selectFrom("passkeys")
    .select((row) => row.fn.min<string | null>("created_at").as("since"))
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const authenticator = (await factorOf(db, userId))?.confirmed_at;
  return [authenticator, passkey?.since].flatMap((since) => since ?? []).toSorted()[0];
}

/** A sign-in by a passkey stands for a code for so long: nothing is typed then. */
const PASSKEY_FRESH_MS = 15 * 60_000;

function isFreshByPasskey({ clock }: Accounts, { session }: SignedIn): boolean {
  const age_ms = clock().getTime() - Date.parse(session.createdAt);
  return session.method.endsWith("passkey") && age_ms < PASSKEY_FRESH_MS;
}

/**
 * Wants a code of who has a second factor on, unless they signed in by a passkey just now, and nothing of anybody else.
 * Throws `unauthorized` or `rate_limited`.
 */
export async function requireFactorWhereOn(
  accounts: Accounts,
  { signedIn, code }: { readonly signedIn: SignedIn; readonly code: string },
): Promise<void> {
  const userId = signedIn.user.id;
  const { isOn, hasAuthenticator } = await secondFactorState(accounts.db, userId);
  if (!isOn || isFreshByPasskey(accounts, signedIn)) return;
  if (code === "" && !hasAuthenticator)
    throw new OnpointError("unauthorized", "this wants your passkey", {
      hint: "Sign out, sign in again with your passkey and do this within 15 minutes, or use a recovery code.",
    });
  await countCode(accounts, userId);
  const at = accounts.clock();
  if (!(await transaction(accounts.db, async (trx) => isCode(trx, userId, code, at)))) throw wrongCode();
}

export function wrongCode(): OnpointError {
  return new OnpointError("unauthorized", "the code is wrong or was used before", {
    hint: "Wait for the next code of your authenticator, or use a recovery code.",
  });
}

/** Takes the factor off, with its recovery codes. */
export async function dropFactor(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom("second_factors").where("user_id", "=", userId).execute();
  await trx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
}

/** Takes the recovery codes off an account that signs in by its password alone. */
export async function dropUnneededCodes(trx: Trx, userId: string): Promise<void> {
  if ((await secondFactorState(trx, userId)).isOn) return;
  await trx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
}

/** The recovery codes that an account is given with its first factor beside the password; null where it has some. */
export async function codesForFirstFactor(trx: Trx, userId: string): Promise<string[] | null> {
  const { hasAuthenticator, passkeys } = await secondFactorState(trx, userId);
  return hasAuthenticator || passkeys > 1 ? null : replaceRecoveryCodes(trx, userId);
}

async function replaceRecoveryCodes(trx: Trx, user_id: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await trx.deleteFrom("recovery_codes").where("user_id", "=", user_id).execute();
  const rows = codes.map((code) => ({ user_id, code_hash: hashOfRecoveryCode(code) ?? "", used_at: null }));
  await insertRows(trx, "recovery_codes", rows);
  return codes;
}

function onAlready(): OnpointError {
  return new OnpointError("conflict", "a second factor is on already", { hint: "Take it off first." });
}
