import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import { OnpointError } from "#base/errors.ts";
import { transaction } from "#db/connection.ts";
import type { Accounts } from "../accounts.ts";
import type { Origin } from "../audit/audit.ts";
import { noteEvent } from "../audit/audit.ts";
import { readLink, takeLink } from "../links/one-time-links.ts";
import { admit, tellOfBrowser } from "../sign-in/sign-in.ts";
import type { SignInOutcome } from "../sign-in/sign-in.ts";
import { passwordOf } from "../users/users.ts";
import { challengeBytes, makeChallenge, takeChallenge } from "./challenges.ts";
import { passkeysOf } from "./passkeys.ts";
import { requireRelyingParty } from "./relying-party.ts";
import type { RelyingParty } from "./relying-party.ts";
import { challengeIn, readPresented } from "./responses.ts";

type Browser = {
  readonly origin: Origin;
  /** The token the browser came with, if any: it ends. */
  readonly replaces?: string | undefined;
  /** What the browser keeps of earlier sign-ins. */
  readonly browser?: string | undefined;
};

/**
 * What a browser is asked for that signs in by a passkey: any of this service, or, after a right password, one of that
 * account. Throws `not_found` where the password is too long ago or the account has none.
 */
export async function askForPasskey(
  accounts: Accounts,
  /** Of a right password. */
  afterPassword?: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const party = requireRelyingParty(accounts);
  const { db, clock } = accounts;
  const at = clock();
  const userId = afterPassword === undefined ? null : await userAfter(accounts, afterPassword, at);
  const held = userId === null ? [] : await passkeysOf(db, userId);
  if (userId !== null && held.length === 0)
    throw new OnpointError("not_found", "this account has no passkey", { hint: "Use a code." });
  const purpose = userId === null ? "sign-in" : "second-factor";
  const challenge = await transaction(db, async (trx) => makeChallenge(trx, { purpose, userId, at }));
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: challengeBytes(challenge),
    allowCredentials: held.map(({ id }) => ({ id })),
    userVerification: userId === null ? "required" : "preferred",
  });
}

/**
 * Signs in by a passkey alone, whose device has seen that it is its owner (a finger, a face, a PIN). Throws
 * `unauthorized`, or `not_found` when it was begun too long ago.
 */
export async function signInByPasskey(
  accounts: Accounts,
  attempt: Browser & { readonly response: string },
): Promise<SignInOutcome> {
  const at = accounts.clock();
  return finish(accounts, { ...attempt, at, userId: null, method: "passkey" });
}

/** Goes on by a passkey after a right password. Throws as `signInByPasskey`. */
export async function finishByPasskey(
  accounts: Accounts,
  attempt: Browser & { readonly response: string; readonly afterPassword: string },
): Promise<SignInOutcome> {
  const at = accounts.clock();
  const userId = await userAfter(accounts, attempt.afterPassword, at);
  return finish(accounts, { ...attempt, at, userId, method: "password+passkey" });
}

async function finish(
  accounts: Accounts,
  attempt: Browser & {
    readonly response: string;
    readonly at: Date;
    readonly userId: string | null;
    readonly method: "passkey" | "password+passkey";
    readonly afterPassword?: string;
  },
): Promise<SignInOutcome> {
  const { db } = accounts;
  const { at, userId, origin, afterPassword } = attempt;
  const party = requireRelyingParty(accounts);
  const response = readPresented(attempt.response);
  const challenge = challengeIn(response.response.clientDataJSON);
  const purpose = userId === null ? "sign-in" : "second-factor";
  await transaction(db, async (trx) => takeChallenge(trx, challenge, { purpose, userId, at }));
  const held = await db.selectFrom("passkeys").selectAll().where("id", "=", response.id).executeTakeFirst();
  const isOwn = held !== undefined && (userId === null || held.user_id === userId);
  const counter = isOwn
    ? await counterAfter(response, { challenge, party, held, isAlone: userId === null })
    : undefined;
  if (held === undefined || counter === undefined) {
    await noteRefusal(accounts, { userId: held?.user_id ?? userId, origin, at });
    throw wrongPasskey();
  }
  const outcome = await transaction(db, async (trx) => {
    // Used elsewhere meanwhile: then one of the two is a copy.
    const used = await trx
      .updateTable("passkeys")
      .set({ counter, last_used_at: at.toISOString() })
      .where("id", "=", held.id)
      .where("counter", "=", held.counter)
      .executeTakeFirst();
    const owner = await passwordOf(trx, { id: held.user_id });
    if (used.numUpdatedRows !== 1n || owner === undefined || owner.user.suspendedAt !== null) return undefined;
    if (afterPassword !== undefined) await takeLink(trx, afterPassword, at);
    return admit(trx, accounts, { ...attempt, user: owner.user });
  });
  if (outcome === undefined) throw wrongPasskey();
  tellOfBrowser(accounts, outcome);
  return outcome;
}

type Held = { readonly id: string; readonly public_key: string; readonly counter: number };

/** The counter of a device whose signature is right; undefined for one that is not. */
async function counterAfter(
  response: AuthenticationResponseJSON,
  {
    challenge,
    party,
    held,
    isAlone,
  }: {
    readonly challenge: string;
    readonly party: RelyingParty;
    readonly held: Held;
    readonly isAlone: boolean;
  },
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const outcome = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: {
      id: held.id,
      publicKey: new Uint8Array(Buffer.from(held.public_key, "base64url")),
      counter: held.counter,
    },
    requireUserVerification: isAlone,
  }).catch(() => undefined);
  return outcome?.verified === true ? outcome.authenticationInfo.newCounter : undefined;
}

/** Whose password was right. */
async function userAfter({ db }: Accounts, afterPassword: string, at: Date): Promise<string> {
  const { purpose, userId } = await readLink(db, afterPassword, at);
  if (purpose === "second-factor" && userId !== null) return userId;
  throw new OnpointError("not_found", "this sign-in was begun too long ago", { hint: "Sign in again." });
}

async function noteRefusal(
  { db }: Accounts,
  { userId, origin, at }: { readonly userId: string | null; readonly origin: Origin; readonly at: Date },
): Promise<void> {
  if (userId === null) return;
  await transaction(db, async (trx) => noteEvent(trx, { event: "passkey_refused", at, actorId: null, userId, origin }));
}

function wrongPasskey(): OnpointError {
  return new OnpointError("unauthorized", "this passkey does not sign in here", {
    hint: "Use another one, or the password.",
  });
}
