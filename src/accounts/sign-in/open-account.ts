import { OnpointError } from "#base/errors.ts";
import { transaction } from "#db/connection.ts";
import type { Trx } from "#db/connection.ts";
import type { Accounts } from "../accounts.ts";
import { AT_THE_MACHINE, noteEvent, OPERATOR_ID } from "../audit/audit.ts";
import type { Origin } from "../audit/audit.ts";
import { limitedAddress } from "../limited-address.ts";
import { makeLink, readLink, takeLink } from "../links/one-time-links.ts";
import type { LinkPurpose } from "../links/one-time-links.ts";
import { readName } from "../names.ts";
import { requireGoodPassword } from "../passwords/password-rules.ts";
import { beginSession, endSessionOf } from "../sessions/sessions.ts";
import { readEmail } from "../users/email.ts";
import type { By } from "../users/admins.ts";
import { hasUsers, insertUser } from "../users/users.ts";
import type { SignInOutcome } from "./sign-in.ts";

const BY_OPERATOR: By = { actorId: OPERATOR_ID, origin: AT_THE_MACHINE };
const OPENING: ReadonlySet<LinkPurpose> = new Set(["first-owner", "sign-up"]);

export type NewAccount = {
  /** Of a link for a `first-owner` or a `sign-up`. */
  readonly token: string;
  readonly name: string;
  readonly password: string;
  /** Where the link names no address, which only the first owner's does not. */
  readonly email?: string;
  readonly origin: Origin;
  /** The token the browser came with, if any: it ends. */
  readonly replaces?: string | undefined;
  /** What the browser keeps of earlier sign-ins. */
  readonly browser?: string | undefined;
};

/**
 * Makes the account that a one-time link is for and signs its owner in. The link has shown that the address is theirs;
 * so no account ever waits for its owner with a password of somebody else's.
 * Throws `not_found` for a link that is used or expired, `invalid_input`, or `conflict` where there is the account.
 */
export async function openAccount(accounts: Accounts, wanted: NewAccount): Promise<SignInOutcome> {
  const { db, clock, passwords } = accounts;
  const { token, password, origin } = wanted;
  const link = await readLink(db, token, clock());
  requirePurpose(link.purpose);
  const email = link.email ?? readEmail(wanted.email ?? "");
  const name = readName(wanted.name, "the account", "Write the name that colleagues know.");
  await requireGoodPassword(accounts, password, { email, name });
  const passwordHash = await passwords.hash(password, limitedAddress(origin.address ?? "unknown"));
  const at = clock();
  return transaction(db, async (trx) => {
    await takeLink(trx, token, at);
    const isFirst = link.purpose === "first-owner";
    if (isFirst) await requireNobody(trx);
    const user = await insertUser(trx, {
      email,
      name,
      passwordHash,
      isAdmin: isFirst || link.detail["admin"] === "yes",
      at,
    });
    await noteEvent(trx, { event: "user_created", at, actorId: user.id, userId: user.id, origin });
    if (wanted.replaces !== undefined) await endSessionOf(trx, wanted.replaces);
    const { browser } = wanted;
    const begun = await beginSession(trx, accounts, { userId: user.id, method: "link", at, origin, browser });
    return { kind: "signed_in", ...begun, user };
  });
}

/** A link with which whoever gets it becomes the first administrator; undefined once there is anybody. */
export async function firstOwnerLink({ db, clock }: Pick<Accounts, "db" | "clock">): Promise<string | undefined> {
  return transaction(db, async (trx) =>
    (await hasUsers(trx)) ? undefined : makeLink(trx, { purpose: "first-owner", at: clock() }),
  );
}

/**
 * A link to an account or back into one, which an operator hands over: `sign-up` for an address without an account,
 * else `password`. Throws `invalid_input`.
 */
export async function operatorLink(
  { db, clock }: Pick<Accounts, "db" | "clock">,
  typed: string,
  { isAdmin = false, by = BY_OPERATOR }: { readonly isAdmin?: boolean; readonly by?: By } = {},
): Promise<{ readonly purpose: LinkPurpose; readonly token: string }> {
  const email = readEmail(typed);
  const at = clock();
  return transaction(db, async (trx) => {
    const held = await trx.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
    const purpose = held === undefined ? "sign-up" : "password";
    const token =
      held === undefined
        ? await makeLink(trx, { purpose, at, email, ...(isAdmin && { detail: { admin: "yes" } }) })
        : await makeLink(trx, { purpose, at, email, userId: held.id });
    const userId = held?.id ?? null;
    await noteEvent(trx, {
      event: "link_made",
      at,
      actorId: by.actorId,
      userId,
      origin: by.origin,
      detail: { purpose },
    });
    return { purpose, token };
  });
}

function requirePurpose(purpose: LinkPurpose): void {
  if (OPENING.has(purpose)) return;
  throw new OnpointError("not_found", "this link does not open an account", { hint: "Open the link as it was sent." });
}

async function requireNobody(trx: Trx): Promise<void> {
  if (await hasUsers(trx)) throw new OnpointError("conflict", "the first account has been made already");
}
