import { OnpointError } from "#base/errors.ts";
import { transaction } from "#db/connection.ts";
import type { Trx } from "#db/connection.ts";
import type { Accounts } from "../accounts.ts";
import { noteEvent } from "../audit/audit.ts";
import type { Origin } from "../audit/audit.ts";
import type { AuditEventName } from "../audit/events.ts";
import { endSessions } from "../sessions/sessions.ts";
import { namedUser } from "./users.ts";
import type { User } from "./users.ts";

/** Who changes an account that is not their own: an administrator's id, or `OPERATOR_ID`. */
export type By = { readonly actorId: string; readonly origin: Origin };

/** Makes somebody an administrator of the service, or no longer. Throws `not_found`, or `conflict` for the last one. */
export async function setAdmin(accounts: Accounts, named: string, isAdmin: boolean, by: By): Promise<User> {
  return change(accounts, named, by, async (trx, user) => {
    if (!isAdmin) await requireAnotherAdmin(trx, user);
    await trx
      .updateTable("users")
      .set({ is_admin: isAdmin ? 1 : 0 })
      .where("id", "=", user.id)
      .execute();
    return isAdmin ? "admin_granted" : "admin_withdrawn";
  });
}

/** Shuts an account and ends its sign-ins; its keys and tokens open nothing from then on. Throws as `setAdmin`. */
export async function suspendUser(accounts: Accounts, named: string, by: By): Promise<User> {
  const suspended_at = accounts.clock().toISOString();
  return change(accounts, named, by, async (trx, user) => {
    await requireAnotherAdmin(trx, user);
    await trx.updateTable("users").set({ suspended_at }).where("id", "=", user.id).execute();
    await endSessions(trx, user.id);
    return "user_suspended";
  });
}

/** Opens a suspended account again. Throws `not_found`. */
export async function resumeUser(accounts: Accounts, named: string, by: By): Promise<User> {
  return change(accounts, named, by, async (trx, user) => {
    await trx.updateTable("users").set({ suspended_at: null }).where("id", "=", user.id).execute();
    return "user_resumed";
  });
}

async function change(
  { db, clock }: Accounts,
  named: string,
  { actorId, origin }: By,
  work: (trx: Trx, user: User) => Promise<AuditEventName>,
): Promise<User> {
  return transaction(db, async (trx) => {
    const user = await namedUser(trx, named);
    const event = await work(trx, user);
    await noteEvent(trx, { event, at: clock(), actorId, userId: user.id, origin });
    return namedUser(trx, user.id);
  });
}

/** Somebody has to be left who can let others in. */
export async function requireAnotherAdmin(trx: Trx, { id, isAdmin }: User): Promise<void> {
  if (!isAdmin) return;
  // Held in one order, so that two who leave at the same time do not both find the other.
  const admins = await trx
    .updateTable("users")
    .set({ is_admin: 1 })
    .where("is_admin", "=", 1)
    .where("suspended_at", "is", null)
    .returning("id")
    .execute();
  if (admins.some((other) => other.id !== id)) return;
  throw new OnpointError("conflict", "this is the last administrator of the service", {
    hint: "Make somebody else one first: `onpoint users admin ADDRESS`.",
  });
}
