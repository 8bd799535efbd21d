import { sql } from "kysely";
import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";
import { dialectOf } from "#db/dialect.ts";

/** Requests of all machines are counted here. What a crash of PostgreSQL takes of it is a minute's count: it is not logged. */
export async function createRequestBuckets(db: Kysely<unknown>): Promise<void> {
  const { text, keyedTableEnd } = columnTypesOf(db);
  const isPostgres = dialectOf(db) === "postgres";
  const real = isPostgres ? sql`double precision` : sql`real`;
  await db.schema
    .createTable("request_buckets")
    .addColumn("name", text, (column) => column.primaryKey().notNull())
    .addColumn("burst", real, (column) => column.notNull())
    .addColumn("per_minute", real, (column) => column.notNull())
    .addColumn("wanted", real, (column) => column.notNull())
    .addColumn("granted", real, (column) => column.notNull())
    .addColumn("tokens", real, (column) => column.notNull())
    .addColumn("drawn_at_ms", real, (column) => column.notNull())
    .modifyEnd(keyedTableEnd)
    .execute();
  if (!isPostgres) return;
  await sql`alter table request_buckets set unlogged`.execute(db);
  // Room beside each row for its next state, so that no index is touched.
  await sql`alter table request_buckets set (fillfactor = 50)`.execute(db);
}
