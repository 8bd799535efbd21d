import { OnpointError } from "#base/errors.ts";
import { transaction } from "#db/connection.ts";
import type { Trx } from "#db/connection.ts";
import type { Accounts } from "../accounts.ts";
import { noteEvent } from "../audit/audit.ts";
import type { Origin } from "../audit/audit.ts";
import { requireOwnSignIn } from "../firms/enforced.ts";
import { limitedAddress } from "../limited-address.ts";
import { tellOwner } from "../mail/tell-owner.ts";
import { makeLink, readLink, takeLink } from "../links/one-time-links.ts";
import { countCode } from "../second-factor/count-code.ts";
import { secondFactorState } from "../second-factor/held-factors.ts";
import { useCode, useRecoveryCode, wrongCode } from "../second-factor/second-factor.ts";
import { beginSession, endSessionOf } from "../sessions/sessions.ts";
import type { Session, SignInMethod } from "../sessions/sessions.ts";
import { isPlaceAllowed, rulesOverUser, wrongPlace } from "../sign-in-rules/sign-in-rules.ts";
import { readEmail } from "../users/email.ts";
import { passwordOf, setPasswordHash } from "../users/users.ts";
import type { User } from "../users/users.ts";
import { countGuess, forgiveAll, forgiveGuesses, guessesAt, guessesOfBrowser, tooManyGuesses } from "./guesses.ts";
import { knownBrowser } from "./known-browsers.ts";
import type { KnownBrowser } from "./known-browsers.ts";

export type SignInAttempt = {
  readonly email: string;
  readonly password: string;
  readonly origin: Origin;
  /** The token the browser came with, if any: it ends, so that nobody who planted it is signed in too. */
  readonly replaces?: string | undefined;
  /** What the browser keeps of earlier sign-ins: from one that is known tries are counted apart. */
  readonly browser?: string | undefined;
};

/** The new token is the browser's to keep and nobody else's to see. */
export type SignInOutcome = {
  readonly kind: "signed_in";
  readonly token: string;
  readonly session: Session;
  readonly user: User;
  /** What the browser is to keep beside it, so that it is known the next time. */
  readonly browser: KnownBrowser;
};

/**
 * The password was right and a second factor is wanted: `challenge` goes with a code to `finishSignIn`, or with a passkey
 * to `finishByPasskey`, within ten minutes.
 */
export type CodeWanted = { readonly kind: "code_wanted"; readonly challenge: string; readonly hasPasskey: boolean };

/** A typed password of any length is hashed; a longer one is not even that. */
const PASSWORD_CHARS_TRIED_MAX = 1024;

/**
 * Signs in by password. An address without an account is refused in the same words, after the same work, as a wrong
 * password. Throws `unauthorized`, `rate_limited` or, when too many wait, `unavailable`.
 */
export async function signIn(accounts: Accounts, attempt: SignInAttempt): Promise<SignInOutcome | CodeWanted> {
  const { db, passwords, clock } = accounts;
  const { password, origin } = attempt;
  const email = typedEmail(attempt.email);
  const address = limitedAddress(origin.address ?? "unknown");
  const known = await knownBrowser(db, { email, token: attempt.browser, at: clock() });
  const guesses = known === undefined ? guessesAt(email, address) : guessesOfBrowser(email, known);
  const wait_ms = await countGuess(db, guesses, clock());
  if (wait_ms > 0) throw tooManyGuesses(wait_ms);
  const held = await passwordOf(db, { email });
  const check = await passwords.check(password.slice(0, PASSWORD_CHARS_TRIED_MAX), held?.passwordHash ?? null, address);
  if (!check.isRight || held === undefined || held.user.suspendedAt !== null) {
    await noteRefusal(accounts, "sign_in_refused", held?.user.id ?? null, origin);
    throw wrongPassword();
  }
  const { user, passwordHash } = held;
  const renewed = check.isOutdated ? await passwords.hash(password, address) : undefined;
  const at = clock();
  const outcome = await transaction(db, async (trx) => {
    // Set anew by somebody else meanwhile: then this was the password before.
    const still = await passwordOf(trx, { id: user.id });
    if (still?.passwordHash !== passwordHash) throw wrongPassword();
    await requireOwnSignIn(trx, user.id);
    if (renewed !== undefined) await setPasswordHash(trx, user.id, renewed);
    await (known === undefined ? forgiveGuesses(trx, email, address) : forgiveAll(trx, guesses));
    const { isOn, passkeys } = await secondFactorState(trx, user.id);
    if (isOn) {
      const challenge = await makeLink(trx, { purpose: "second-factor", at, userId: user.id });
      return { kind: "code_wanted" as const, challenge, hasPasskey: passkeys > 0 };
    }
    return admit(trx, accounts, { user, method: "password", at, ...attempt });
  });
  if (outcome.kind === "signed_in") tellOfBrowser(accounts, outcome);
  return outcome;
}

export type CodeAttempt = {
  readonly challenge: string;
  /** Of the authenticator, or a recovery code. */
  readonly code: string;
  readonly origin: Origin;
  readonly replaces?: string | undefined;
  readonly browser?: string | undefined;
};

/** The second step of signing in. Throws `unauthorized`, `rate_limited`, or `not_found` when the first is too long ago. */
export async function finishSignIn(accounts: Accounts, attempt: CodeAttempt): Promise<SignInOutcome> {
  const { db, clock } = accounts;
  const { challenge, code, origin } = attempt;
  const at = clock();
  const { purpose, userId } = await readLink(db, challenge, at);
  if (purpose !== "second-factor" || userId === null) throw noChallenge();
  await countCode(accounts, userId);
  const outcome = await transaction(db, async (trx) => {
    const method = await methodOf(trx, userId, code, at);
    const held = await passwordOf(trx, { id: userId });
    if (method === undefined || held === undefined || held.user.suspendedAt !== null) return undefined;
    await takeLink(trx, challenge, at);
    if (method === "password+recovery") {
      await noteEvent(trx, { event: "recovery_code_used", at, actorId: userId, userId, origin });
    }
    return admit(trx, accounts, { user: held.user, method, at, ...attempt });
  });
  if (outcome !== undefined) {
    tellOfBrowser(accounts, outcome);
    return outcome;
  }
  await noteRefusal(accounts, "second_factor_refused", userId, origin);
  throw wrongCode();
}

async function methodOf(trx: Trx, userId: string, code: string, at: Date): Promise<SignInMethod | undefined> {
  if (await useCode(trx, userId, code, at)) return "password+code";
  return (await useRecoveryCode(trx, userId, code, at)) ? "password+recovery" : undefined;
}

/** Begins the sign-in of somebody who has shown who they are. */
export async function admit(
  trx: Trx,
  accounts: Accounts,
  admitted: {
    readonly user: User;
    readonly method: SignInMethod;
    readonly at: Date;
    readonly origin: Origin;
    readonly replaces?: string | undefined;
    readonly browser?: string | undefined;
  },
): Promise<SignInOutcome> {
  const { user, method, at, origin, replaces, browser } = admitted;
  if (!isPlaceAllowed(await rulesOverUser(trx, user.id), origin.address)) throw wrongPlace();
  await requireOwnSignIn(trx, user.id);
  if (replaces !== undefined) await endSessionOf(trx, replaces);
  const begun = await beginSession(trx, accounts, { userId: user.id, method, at, origin, browser });
  await noteEvent(trx, { event: "signed_in", at, actorId: user.id, userId: user.id, origin, detail: { method } });
  return { kind: "signed_in", ...begun, user };
}

/** For the owner to notice if it was somebody else. */
export function tellOfBrowser(accounts: Accounts, { user, session, browser }: SignInOutcome): void {
  if (!browser.isNew) return;
  const from = session.address === null ? "" : `, from the address ${session.address}`;
  const agent = session.agent === null ? "" : `, which calls itself "${session.agent}"`;
  tellOwner(accounts, user.email, {
    what: `at ${session.createdAt.slice(0, 16).replace("T", " ")} UTC it was signed in to with a browser that had not done so before${from}${agent}`,
    remedy: `end that sign-in at ${accounts.authUrl}/account/sessions and set a new password at once`,
  });
}

/** What is no address is counted and refused as one without an account. */
function typedEmail(text: string): string {
  try {
    return readEmail(text);
  } catch {
    return "";
  }
}

async function noteRefusal(
  { db, clock }: Accounts,
  event: "sign_in_refused" | "second_factor_refused",
  userId: string | null,
  origin: Origin,
): Promise<void> {
  const at = clock();
  await transaction(db, async (trx) => noteEvent(trx, { event, at, actorId: null, userId, origin }));
}

function wrongPassword(): OnpointError {
  return new OnpointError("unauthorized", "the address or the password is wrong", {
    hint: "A forgotten password can be set anew by mail.",
  });
}

function noChallenge(): OnpointError {
  return new OnpointError("not_found", "this sign-in was begun too long ago", { hint: "Sign in anew." });
}
