import type { Trx } from "#db/connection.ts";
import { noteEvent } from "../audit/audit.ts";
import type { Origin } from "../audit/audit.ts";

type Ending = {
  readonly userId: string;
  readonly origin: Origin;
  readonly at: Date;
  /** Only those that were made since then. */
  readonly since?: string;
};

/** Ends the live keys of a user, each with a line in the audit. Those of teams go on. */
export async function endOwnKeys(trx: Trx, { userId, origin, at, since = "" }: Ending): Promise<void> {
  const now = at.toISOString();
  const ended = await trx
    .updateTable("api_keys")
    .set({ revoked_at: now })
    .where("user_id", "=", userId)
    .where("created_at", ">=", since)
    .where("revoked_at", "is", null)
    .where((row) => row.or([row("expires_at", "is", null), row("expires_at", ">", now)]))
    .returning(["id", "name", "prefix"])
    .execute();
  for (const { id, name, prefix } of ended) {
    const detail = { key: id, name, prefix, team: null };
    await noteEvent(trx, { event: "key_revoked", at, actorId: userId, userId, origin, detail });
  }
}
