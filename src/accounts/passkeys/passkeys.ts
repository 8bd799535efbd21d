import { OnpointError } from "#base/errors.ts";
import { transaction } from "#db/connection.ts";
import type { Reader, Trx } from "#db/connection.ts";
import type { Accounts } from "../accounts.ts";
import { noteEvent } from "../audit/audit.ts";
import type { Origin } from "../audit/audit.ts";
import { tellOwner } from "../mail/tell-owner.ts";
import { requirePassword } from "../passwords/set-password.ts";
import type { SignedIn } from "../sessions/sessions.ts";
import { dropUnneededCodes, requireFactorWhereOn } from "../second-factor/second-factor.ts";

/** A passkey as its owner may be shown it. Moments are ISO 8601 UTC. */
export type Passkey = {
  readonly id: string;
  readonly name: string;
  /** Kept by more than one device of its owner. */
  readonly isSynced: boolean;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
};

/** The passkeys of a user, oldest first. */
export async function passkeysOf(db: Reader, userId: string): Promise<Passkey[]> {
  const rows = await db
    .selectFrom("passkeys")
    .select(["id", "name", "is_synced", "created_at", "last_used_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    isSynced: row.is_synced === 1,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }));
}

/**
 * Removes a passkey, by the password and what else signing in takes. With the last factor the recovery codes go. Throws
 * `unauthorized`, `rate_limited` or `not_found`.
 */
export async function removePasskey(
  accounts: Accounts,
  wanted: {
    readonly signedIn: SignedIn;
    readonly id: string;
    readonly present: string;
    readonly code: string;
    readonly origin: Origin;
  },
): Promise<void> {
  const { signedIn, id, origin } = wanted;
  const { user } = signedIn;
  await requirePassword(accounts, wanted);
  await requireFactorWhereOn(accounts, wanted);
  const at = accounts.clock();
  const name = await transaction(accounts.db, async (trx) => {
    const removed = await trx
      .deleteFrom("passkeys")
      .where("id", "=", id)
      .where("user_id", "=", user.id)
      .returning("name")
      .executeTakeFirst();
    if (removed === undefined) throw new OnpointError("not_found", "there is no such passkey any more");
    await dropUnneededCodes(trx, user.id);
    await noteEvent(trx, { event: "passkey_removed", at, actorId: user.id, userId: user.id, origin, detail: removed });
    return removed.name;
  });
  tellOwner(accounts, user.email, { what: `its passkey "${name}" was removed` });
}

/** Takes away the passkeys that were made since a moment: by whoever had taken the account over. */
export async function dropPasskeysSince(trx: Trx, userId: string, since: string): Promise<void> {
  await trx.deleteFrom("passkeys").where("user_id", "=", userId).where("created_at", ">=", since).execute();
}
