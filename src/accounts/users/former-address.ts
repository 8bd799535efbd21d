import { OnpointError } from "#base/errors.ts";
import { transaction } from "#db/connection.ts";
import type { Reader } from "#db/connection.ts";
import { isUniqueViolation } from "#db/failures.ts";
import type { Accounts } from "../accounts.ts";
import { noteEvent } from "../audit/audit.ts";
import type { Origin } from "../audit/audit.ts";
import { endOwnKeys } from "../keys/own-keys.ts";
import { limitedAddress } from "../limited-address.ts";
import { dropLaterAddresses, readLink, takeLink } from "../links/one-time-links.ts";
import { dropPasskeysSince } from "../passkeys/passkeys.ts";
import { requireGoodPassword } from "../passwords/password-rules.ts";
import { replacePassword } from "../passwords/set-password.ts";
import { countCode } from "../second-factor/count-code.ts";
import { dropFactor, factorSince, isCode, wrongCode } from "../second-factor/second-factor.ts";
import { forgiveGuesses } from "../sign-in/guesses.ts";

/** An address that can be put back. */
export type FormerAddress = {
  readonly email: string;
  readonly userId: string;
  /** When the account was given another one. */
  readonly changedAt: string;
  /** Whether a code is wanted: of the factor that was on by then. One that was turned on since may be the taker's. */
  readonly wantsCode: boolean;
};

/** What a link to a former address puts back. Throws `not_found`. */
export async function readFormerAddress(db: Reader, token: string, now: Date): Promise<FormerAddress> {
  const { purpose, email, userId, createdAt } = await readLink(db, token, now);
  if (purpose !== "former-address" || email === null || userId === null) {
    throw new OnpointError("not_found", "this link does not put an address back", {
      hint: "Open the link as it was sent.",
    });
  }
  const since = await factorSince(db, userId);
  return { email, userId, changedAt: createdAt, wantsCode: since !== undefined && since <= createdAt };
}

/**
 * Takes an account back by the link that went to the address it had before: puts that back, sets another password, ends
 * all sign-ins and the keys that were made since, and takes off a second factor that was turned on since. What
 * applications were let do is ended by whoever calls. Answers whose account it is. Throws `not_found`, `invalid_input`, `unauthorized` for a wrong code, `rate_limited`, or `conflict`
 * where the address is another account's by now.
 */
export async function putAddressBack(
  accounts: Accounts,
  wanted: { readonly token: string; readonly password: string; readonly code: string; readonly origin: Origin },
): Promise<string> {
  const { db, clock, passwords } = accounts;
  const { token, password, code, origin } = wanted;
  const { email, userId, changedAt, wantsCode } = await readFormerAddress(db, token, clock());
  await requireGoodPassword(accounts, password, { email });
  if (wantsCode) await countCode(accounts, userId);
  const address = limitedAddress(origin.address ?? "unknown");
  const passwordHash = await passwords.hash(password, address);
  const at = clock();
  await transaction(db, async (trx) => {
    if (wantsCode && !(await isCode(trx, userId, code, at))) throw wrongCode();
    await takeLink(trx, token, at);
    await trx.updateTable("users").set({ email }).where("id", "=", userId).execute();
    await replacePassword(trx, userId, passwordHash);
    await dropLaterAddresses(trx, userId, changedAt);
    await dropPasskeysSince(trx, userId, changedAt);
    if (!wantsCode) await dropFactor(trx, userId);
    await endOwnKeys(trx, { userId, origin, at, since: changedAt });
    await forgiveGuesses(trx, email, address);
    await noteEvent(trx, { event: "address_put_back", at, actorId: userId, userId, origin });
  }).catch((thrown: unknown) => {
    throw isUniqueViolation(thrown) ? taken() : thrown;
  });
  return userId;
}

function taken(): OnpointError {
  return new OnpointError("conflict", "there is another account with this address by now", {
    hint: "Ask an administrator of this service.",
  });
}
