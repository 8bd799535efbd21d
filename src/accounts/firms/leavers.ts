import type { Trx } from "#db/connection.ts";
import { endSessions } from "../sessions/sessions.ts";

/**
 * Ends, for good, what opens anything for somebody who has left: sign-ins, keys of their own, links under way and the
 * account itself. Tokens of applications open nothing for a suspended account; whoever calls ends them as well.
 */
export async function shutOut(trx: Trx, userId: string, at: Date): Promise<void> {
  const moment = at.toISOString();
  await trx
    .updateTable("users")
    .set({ suspended_at: moment })
    .where("id", "=", userId)
    .where("suspended_at", "is", null)
    .execute();
  await endSessions(trx, userId);
  await trx.deleteFrom("one_time_links").where("user_id", "=", userId).execute();
  await trx
    .updateTable("api_keys")
    .set({ revoked_at: moment })
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .execute();
}
