import { OnpointError } from "#base/errors.ts";
import { transaction } from "#db/connection.ts";
import type { Accounts } from "../accounts.ts";
import { noteEvent } from "../audit/audit.ts";
import type { Origin } from "../audit/audit.ts";
import { limitedAddress } from "../limited-address.ts";
import { beginSession } from "../sessions/sessions.ts";
import type { Session } from "../sessions/sessions.ts";
import { hashOfToken } from "../tokens.ts";
import { readEmail } from "../users/email.ts";
import { passwordOf, setPasswordHash } from "../users/users.ts";
import type { User } from "../users/users.ts";
import { countGuess, forgiveGuesses, guessesAt, tooManyGuesses } from "./guesses.ts";

export type SignInAttempt = {
  readonly email: string;
  readonly password: string;
  readonly origin: Origin;
  /** The token the browser came with, if any: it ends, so that nobody who planted it is signed in too. */
  readonly replaces?: string | undefined;
};

/** The new token is the browser's to keep and nobody else's to see. */
export type SignInOutcome = {
  readonly kind: "signed_in";
  readonly token: string;
  readonly session: Session;
  readonly user: User;
};

/** A typed password of any length is hashed; a longer one is not even that. */
const PASSWORD_CHARS_TRIED_MAX = 1024;

/**
 * Signs in by password. An address without an account is refused in the same words, after the same work, as a wrong
 * password. Throws `unauthorized`, `rate_limited` or, when too many wait, `unavailable`.
 */
export async function signIn(accounts: Accounts, attempt: SignInAttempt): Promise<SignInOutcome> {
  const { db, passwords, clock } = accounts;
  const { password, origin } = attempt;
  const email = typedEmail(attempt.email);
  const address = limitedAddress(origin.address ?? "unknown");
  await countTry(accounts, email, address);
  const held = await passwordOf(db, { email });
  const check = await passwords.check(password.slice(0, PASSWORD_CHARS_TRIED_MAX), held?.passwordHash ?? null, address);
  const isOpen = check.isRight && held !== undefined && held.user.suspendedAt === null;
  if (!isOpen) {
    await noteRefusal(accounts, held?.user.id ?? null, origin);
    throw wrong();
  }
  const { user, passwordHash } = held;
  const renewed = check.isOutdated ? await passwords.hash(password, address) : undefined;
  const at = clock();
  return transaction(db, async (trx) => {
    // Set anew by somebody else meanwhile: then this was the password before.
    const still = await passwordOf(trx, { id: user.id });
    if (still?.passwordHash !== passwordHash || still.user.suspendedAt !== null) throw wrong();
    if (renewed !== undefined) await setPasswordHash(trx, user.id, renewed);
    await forgiveGuesses(trx, email, address);
    if (attempt.replaces !== undefined) {
      await trx.deleteFrom("sessions").where("token_hash", "=", hashOfToken(attempt.replaces)).execute();
    }
    const begun = await beginSession(trx, accounts, { userId: user.id, method: "password", at, origin });
    await noteEvent(trx, { event: "signed_in", at, actorId: user.id, userId: user.id, origin });
    return { kind: "signed_in", ...begun, user };
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

async function countTry({ db, clock }: Accounts, email: string, address: string): Promise<void> {
  const wait_ms = await countGuess(db, guessesAt(email, address), clock());
  if (wait_ms > 0) throw tooManyGuesses(wait_ms);
}

async function noteRefusal({ db, clock }: Accounts, userId: string | null, origin: Origin): Promise<void> {
  await transaction(db, async (trx) =>
    noteEvent(trx, { event: "sign_in_refused", at: clock(), actorId: null, userId, origin }),
  );
}

function wrong(): OnpointError {
  return new OnpointError("unauthorized", "the address or the password is wrong", {
    hint: "A forgotten password can be set anew by mail.",
  });
}
