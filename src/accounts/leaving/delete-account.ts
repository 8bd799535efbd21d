import { transaction } from "#db/connection.ts";
import type { Trx } from "#db/connection.ts";
import type { Accounts } from "../accounts.ts";
import { AT_THE_MACHINE, noteEvent } from "../audit/audit.ts";
import type { Origin } from "../audit/audit.ts";
import { requirePassword } from "../passwords/set-password.ts";
import type { SignedIn } from "../sessions/sessions.ts";
import { requireAnotherOwner } from "../teams/organizations.ts";
import { requireAnotherAdmin } from "../users/admins.ts";
import type { By } from "../users/admins.ts";
import { namedUser } from "../users/users.ts";
import type { User } from "../users/users.ts";

/**
 * Deletes an account by its owner's wish. Sign-ins, keys, links and memberships end with it; the ledger and the audit
 * keep their lines with the bare id, and nothing else that tells of the person. Throws as `requirePassword`, and
 * `conflict` for the last administrator or the only owner of an organization.
 */
export async function deleteAccount(
  accounts: Accounts,
  wanted: { readonly signedIn: SignedIn; readonly present: string; readonly origin: Origin },
): Promise<void> {
  await requirePassword(accounts, wanted);
  const { id } = wanted.signedIn.user;
  await deleteUser(accounts, id, { actorId: id, origin: AT_THE_MACHINE });
}

/** The same by an operator or administrator. Throws `not_found` or `conflict`. */
export async function deleteUser({ db, clock }: Accounts, named: string, by: By): Promise<User> {
  const at = clock();
  return transaction(db, async (trx) => {
    const user = await namedUser(trx, named);
    await requireAnotherAdmin(trx, user);
    const owned = await trx
      .selectFrom("organization_members")
      .select("organization_id")
      .where("user_id", "=", user.id)
      .where("role", "=", "owner")
      .orderBy("organization_id")
      .execute();
    for (const { organization_id } of owned) await requireAnotherOwner(trx, organization_id, user.id);
    await endKeys(trx, user.id, at);
    await forgetPerson(trx, user);
    await trx.deleteFrom("subscriptions").where("holder_id", "=", user.id).execute();
    await trx.deleteFrom("users").where("id", "=", user.id).execute();
    await noteEvent(trx, { event: "account_deleted", at, actorId: by.actorId, userId: user.id, origin: by.origin });
    return user;
  });
}

/** Rows of keys stay, for the ledger names their ids; what their owner called them does not. */
async function endKeys(trx: Trx, userId: string, at: Date): Promise<void> {
  await trx.updateTable("api_keys").set({ name: "deleted" }).where("user_id", "=", userId).execute();
  await trx
    .updateTable("api_keys")
    .set({ revoked_at: at.toISOString() })
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .execute();
}

async function forgetPerson(trx: Trx, { id, email }: User): Promise<void> {
  await trx.updateTable("audit_events").set({ detail: "{}" }).where("user_id", "=", id).execute();
  await trx
    .updateTable("audit_events")
    .set({ address: null, agent: null })
    .where((row) => row.or([row("user_id", "=", id), row("actor_id", "=", id)]))
    .execute();
  await trx.deleteFrom("invitations").where("email", "=", email).execute();
  await trx.deleteFrom("one_time_links").where("email", "=", email).execute();
}
