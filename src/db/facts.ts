import { stat } from "node:fs/promises";
import { sql } from "kysely";
import { sqlitePath } from "./connection.ts";
import type { Db } from "./connection.ts";

export type DatabaseFacts = {
  /** `SQLite 3.53.4`, `PostgreSQL 15.13 (Debian …)`. */
  readonly product: string;
  /** On disk, indexes and write-ahead log included. */
  readonly size_bytes: number;
};

/** What the records are kept in, for reports. */
export async function databaseFacts(db: Db): Promise<DatabaseFacts> {
  return db.dialect === "sqlite" ? sqliteFacts(db) : postgresFacts(db);
}

async function sqliteFacts(db: Db): Promise<DatabaseFacts> {
  const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(db);
  const path = sqlitePath(db.dataDir);
  const sizes = await Promise.all([path, `${path}-wal`].map(sizeOf));
  return { product: `SQLite ${rows[0]?.version ?? ""}`, size_bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

async function postgresFacts(db: Db): Promise<DatabaseFacts> {
  const facts = sql<{ version: string; size: number }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as size`;
  const { rows } = await facts.execute(db);
  return { product: `PostgreSQL ${rows[0]?.version ?? ""}`, size_bytes: rows[0]?.size ?? 0 };
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
