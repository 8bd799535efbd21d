import { OnpointError } from "#base/errors.ts";
import { transaction } from "#db/connection.ts";
import type { Trx } from "#db/connection.ts";
import type { Accounts } from "../accounts.ts";
import { noteEvent } from "../audit/audit.ts";
import type { Origin } from "../audit/audit.ts";
import { limitedAddress } from "../limited-address.ts";
import { endOwnKeys } from "../keys/own-keys.ts";
import { tellOwner } from "../mail/tell-owner.ts";
import { dropLinks, readLink, takeLink } from "../links/one-time-links.ts";
import { endSessions } from "../sessions/sessions.ts";
import type { SignedIn } from "../sessions/sessions.ts";
import { countGuess, forgiveAll, forgiveGuesses, guessesSignedIn, tooManyGuesses } from "../sign-in/guesses.ts";
import { forgetBrowsers, knowBrowser } from "../sign-in/known-browsers.ts";
import type { KnownBrowser } from "../sign-in/known-browsers.ts";
import { passwordOf, setPasswordHash } from "../users/users.ts";
import type { User } from "../users/users.ts";
import { requireGoodPassword } from "./password-rules.ts";

export type NewPassword = {
  readonly password: string;
  readonly origin: Origin;
  /** What the browser keeps of earlier sign-ins. */
  readonly browser?: string | undefined;
  /** Whether the keys of the account end too; those of teams go on. */
  readonly endsKeys?: boolean;
};

/**
 * Sets the password anew by a one-time link for that, and ends all sign-ins: whoever had the old password is out.
 * Nobody is signed in by it. Throws `not_found` for a link that is used or expired, or `invalid_input`.
 */
export async function resetPassword(
  accounts: Accounts,
  wanted: NewPassword & { readonly token: string },
): Promise<{ readonly user: User; readonly browser: KnownBrowser }> {
  const { token, password, origin } = wanted;
  const { db, clock, passwords } = accounts;
  const link = await readLink(db, token, clock());
  const held = link.userId === null ? undefined : await passwordOf(db, { id: link.userId });
  // A link goes to an address: it opens nothing once the account has another one.
  if (link.purpose !== "password" || held === undefined || held.user.email !== link.email) throw noReset();
  const { user } = held;
  await requireGoodPassword(accounts, password, user);
  const address = limitedAddress(origin.address ?? "unknown");
  const passwordHash = await passwords.hash(password, address);
  const at = clock();
  const browser = await transaction(db, async (trx) => {
    await takeLink(trx, token, at);
    await replacePassword(trx, user.id, passwordHash);
    if (wanted.endsKeys === true) await endOwnKeys(trx, { userId: user.id, origin, at });
    await forgiveGuesses(trx, user.email, address);
    await noteEvent(trx, {
      event: "password_changed",
      at,
      actorId: user.id,
      userId: user.id,
      origin,
      detail: { by: "link" },
    });
    return knowBrowser(trx, { userId: user.id, token: wanted.browser, at });
  });
  tellOfPassword(accounts, user.email);
  return { user, browser };
}

/**
 * Sets another password for who is signed in and knows the present one; all other sign-ins end. Throws `unauthorized`
 * when it is not the present one, `rate_limited` after too many tries, or `invalid_input`.
 */
export async function changePassword(
  accounts: Accounts,
  wanted: NewPassword & { readonly signedIn: SignedIn; readonly present: string },
): Promise<void> {
  const { db, clock, passwords } = accounts;
  const { user, session } = wanted.signedIn;
  await requireGoodPassword(accounts, wanted.password, user);
  await requirePassword(accounts, wanted);
  const passwordHash = await passwords.hash(wanted.password, limitedAddress(wanted.origin.address ?? "unknown"));
  const at = clock();
  await transaction(db, async (trx) => {
    await replacePassword(trx, user.id, passwordHash, { sessionId: session.id, browser: wanted.browser });
    if (wanted.endsKeys === true) await endOwnKeys(trx, { userId: user.id, origin: wanted.origin, at });
    await noteEvent(trx, { event: "password_changed", at, actorId: user.id, userId: user.id, origin: wanted.origin });
  });
  tellOfPassword(accounts, user.email);
}

/** For the owner to notice if it was somebody else. */
function tellOfPassword(accounts: Accounts, to: string): void {
  tellOwner(accounts, to, { what: "its password was changed" });
}

type Kept = { readonly sessionId: string; readonly browser: string | undefined };

/**
 * Whatever was begun with the password before is over: sign-ins but the one that is kept, links, steps to a code; and no
 * browser but that one is known any more.
 */
export async function replacePassword(trx: Trx, userId: string, passwordHash: string, kept?: Kept): Promise<void> {
  await setPasswordHash(trx, userId, passwordHash);
  await endSessions(trx, userId, kept?.sessionId);
  await forgetBrowsers(trx, userId, kept?.browser);
  await dropLinks(trx, userId);
}

/** Asks for the present password again before something that cannot be undone. Throws as `changePassword`. */
export async function requirePassword(
  accounts: Accounts,
  { signedIn, present, origin }: { readonly signedIn: SignedIn; readonly present: string; readonly origin: Origin },
): Promise<void> {
  const { db, clock, passwords } = accounts;
  const { id } = signedIn.user;
  const address = limitedAddress(origin.address ?? "unknown");
  const guesses = guessesSignedIn(id);
  const wait_ms = await countGuess(db, guesses, clock());
  if (wait_ms > 0) throw tooManyGuesses(wait_ms);
  const held = await passwordOf(db, { id });
  const check = await passwords.check(present, held?.passwordHash ?? null, address);
  if (!check.isRight) throw new OnpointError("unauthorized", "this is not the current password");
  await transaction(db, async (trx) => forgiveAll(trx, guesses));
}

function noReset(): OnpointError {
  return new OnpointError("not_found", "this link does not set a password", { hint: "Ask for another one." });
}
