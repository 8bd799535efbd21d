import type { Clock } from "#base/clock.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { DEVICE_GRANT } from "./client-rules.ts";
import { hashOf } from "./hashes.ts";
import type { Question } from "./node-exchange.ts";

/** Devices wait 5 seconds between two questions (RFC 8628, section 3.2); a second less is the way there. */
const POLL_EVERY_MS = 4000;
const HEADERS = { "Cache-Control": "no-store", "Access-Control-Allow-Origin": "*" };

/**
 * Tells a device that asks too often whether it is allowed yet to slow down (RFC 8628, section 3.5), whichever process
 * it asks; undefined for every other question. What it asks is a guess of nobody's: the code has 256 random bits.
 */
export async function slowedDown(db: Db, clock: Clock, { body }: Question): Promise<Response | undefined> {
  const asked = new URLSearchParams(body?.toString("utf8") ?? "");
  const code = asked.get("device_code");
  if (asked.get("grant_type") !== DEVICE_GRANT || code === null) return undefined;
  const now = clock();
  const before = new Date(now.getTime() - POLL_EVERY_MS).toISOString();
  const isTooSoon = await transaction(db, async (trx) => {
    const polled = await trx
      .updateTable("oauth_artifacts")
      .set({ polled_at: now.toISOString() })
      .where("model", "=", "DeviceCode")
      .where("id", "=", hashOf(code))
      .where((row) => row.or([row("polled_at", "is", null), row("polled_at", "<=", before)]))
      .executeTakeFirst();
    if (polled.numUpdatedRows > 0n) return false;
    const held = await trx
      .selectFrom("oauth_artifacts")
      .select("id")
      .where("model", "=", "DeviceCode")
      .where("id", "=", hashOf(code))
      .executeTakeFirst();
    return held !== undefined;
  });
  if (!isTooSoon) return undefined;
  const error_description = "ask again after 5 seconds more than before";
  return Response.json({ error: "slow_down", error_description }, { status: 400, headers: HEADERS });
}
