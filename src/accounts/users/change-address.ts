import { OnpointError } from "#base/errors.ts";
import { transaction } from "#db/connection.ts";
import { isUniqueViolation } from "#db/failures.ts";
import type { Accounts } from "../accounts.ts";
import { noteEvent } from "../audit/audit.ts";
import type { Origin } from "../audit/audit.ts";
import { linkAddress } from "../links/addresses.ts";
import { makeLink, takeLink } from "../links/one-time-links.ts";
import { countLetter } from "../mail/count-letter.ts";
import { formerAddressLetter, newAddressLetter } from "../mail/letters.ts";
import { requirePassword } from "../passwords/set-password.ts";
import { requireFactorWhereOn } from "../second-factor/second-factor.ts";
import type { SignedIn } from "../sessions/sessions.ts";
import { readEmail } from "./email.ts";

/**
 * Sends a link to the address that somebody wants to sign in with from now on; the account keeps the one it has until
 * the link is opened. Where a second factor is on, a code of it or a recovery code is wanted too. Throws as
 * `requirePassword`, or `invalid_input`.
 */
export async function requestAddress(
  accounts: Accounts,
  wanted: {
    readonly signedIn: SignedIn;
    readonly present: string;
    readonly email: string;
    /** Of the second factor, where one is on. */
    readonly code?: string;
    readonly origin: Origin;
  },
): Promise<void> {
  const { db, clock, authUrl, errands, post } = accounts;
  const email = readEmail(wanted.email);
  await requirePassword(accounts, wanted);
  const { id: userId } = wanted.signedIn.user;
  await countLetter(accounts, { email, userId });
  await requireFactorWhereOn(accounts, { signedIn: wanted.signedIn, code: wanted.code ?? "" });
  const at = clock();
  const token = await transaction(db, async (trx) => makeLink(trx, { purpose: "address", at, email, userId }));
  errands.run(async () => post.send(newAddressLetter(email, linkAddress(authUrl, "address", token))));
}

/**
 * Changes the address by the link that was sent to it, and sends the former one a link that puts it back. Throws
 * `not_found`, or `conflict` where it is another's by now.
 */
export async function changeAddress(accounts: Accounts, token: string, origin: Origin): Promise<void> {
  const { db, clock, authUrl, errands, post } = accounts;
  const at = clock();
  const changed = await transaction(db, async (trx) => {
    const { purpose, email, userId } = await takeLink(trx, token, at);
    if (purpose !== "address" || email === null || userId === null) throw noAddressLink();
    const held = await trx.selectFrom("users").select("email").where("id", "=", userId).executeTakeFirst();
    await trx.updateTable("users").set({ email }).where("id", "=", userId).execute();
    await noteEvent(trx, { event: "address_changed", at, actorId: userId, userId, origin });
    if (held === undefined) return undefined;
    const back = await makeLink(trx, { purpose: "former-address", at, email: held.email, userId });
    return { former: held.email, now: email, back };
  }).catch((thrown: unknown) => {
    throw isUniqueViolation(thrown) ? taken() : thrown;
  });
  if (changed === undefined) return;
  const { former, now, back } = changed;
  const letter = formerAddressLetter(former, now, linkAddress(authUrl, "former-address", back));
  errands.run(async () => post.send(letter));
}

function noAddressLink(): OnpointError {
  return new OnpointError("not_found", "this link does not change an address", { hint: "Ask for another one." });
}

function taken(): OnpointError {
  return new OnpointError("conflict", "there is another account with this address");
}
