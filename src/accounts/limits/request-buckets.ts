import { hash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "#db/connection.ts";
import type { RequestRate } from "#accounts/principal.ts";

/** Requests of one name that are counted at once. */
export type Draw = { readonly name: string; readonly limit: RequestRate; readonly wanted: number };

/** How many of them may go on, and the tokens that are left, with the part of one that has come since. */
export type Drawn = { readonly granted: number; readonly tokens: number };

/** A bucket that has been full for so long tells nothing that no bucket would not tell. */
const FULL_MS = 3_600_000;

const REFILLED = sql`least(excluded.burst,
  held.tokens + greatest(0, excluded.drawn_at_ms - held.drawn_at_ms) / 60000 * excluded.per_minute)`;
const GRANTED = sql`least(excluded.wanted, floor(${REFILLED}))`;

/**
 * Counts requests in token buckets that all processes of all machines share: one statement, by the clock of the
 * database, for names that are all different. PostgreSQL only: with SQLite one machine serves, which counts in memory.
 */
export async function drawRequests(db: Db, draws: readonly Draw[]): Promise<readonly Drawn[]> {
  const asked = draws.map(({ name, limit: { burst, perMinute }, wanted }) => ({
    name: kept(name),
    burst,
    per_minute: perMinute,
    wanted,
  }));
  // In the order of names, so that of two statements neither waits for the other.
  const { rows } = await sql<Drawn & { readonly name: string }>`
    insert into request_buckets as held (name, burst, per_minute, wanted, granted, tokens, drawn_at_ms)
    select name, burst, per_minute, wanted, least(wanted, burst), burst - least(wanted, burst),
      extract(epoch from clock_timestamp()) * 1000
    from json_to_recordset(${JSON.stringify(asked)}::json)
      as asked (name text, burst float8, per_minute float8, wanted float8)
    order by name collate "C"
    on conflict (name) do update set burst = excluded.burst, per_minute = excluded.per_minute,
      wanted = excluded.wanted, granted = ${GRANTED}, tokens = ${REFILLED} - ${GRANTED},
      drawn_at_ms = greatest(held.drawn_at_ms, excluded.drawn_at_ms)
    returning name, granted, tokens`.execute(db);
  const drawn = new Map(rows.map((row) => [row.name, row]));
  return asked.map(({ name }) => drawn.get(name) ?? { granted: 0, tokens: 0 });
}

/** Forgets buckets that have long been full. */
export async function forgetFullBuckets(db: Db): Promise<void> {
  if (db.dialect !== "postgres") return;
  await sql`delete from request_buckets
    where drawn_at_ms + burst / per_minute * 60000 + ${FULL_MS} < extract(epoch from clock_timestamp()) * 1000`.execute(
    db,
  );
}

/** Addresses of machines are not kept in clear for this. */
function kept(name: string): string {
  return hash("sha256", name);
}
