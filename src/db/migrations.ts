import type { Kysely } from "kysely";
import { Migrator, type Migration } from "kysely/migration";
import { OnpointError } from "#base/errors.ts";
import { records } from "./migrations/0001-records.ts";
import { citator } from "./migrations/0003-citator.ts";
import { citatorDecisions } from "./migrations/0004-citator-decisions.ts";
import { indexing } from "./migrations/0002-indexing.ts";
import type { Database } from "./schema.ts";

/** In order; a name never changes once a release has carried it. */
const MIGRATIONS: Record<string, Migration> = {
  "0001-records": records,
  "0002-indexing": indexing,
  "0003-citator": citator,
  "0004-citator-decisions": citatorDecisions,
};

export type SchemaState = {
  readonly applied: readonly string[];
  readonly pending: readonly string[];
};

/** What the database holds and what it lacks. Throws `schema_too_new` when a later program has written to it. */
export async function schemaState(db: Kysely<Database>): Promise<SchemaState> {
  const applied = await appliedMigrations(db);
  const unknown = applied.filter((name) => !(name in MIGRATIONS));
  if (unknown.length > 0) {
    throw new OnpointError(
      "schema_too_new",
      `the database was written by a newer program (it has ${unknown.join(", ")})`,
      {
        hint: "Start the version that wrote it, or a later one; or restore a backup made with this version.",
      },
    );
  }
  return { applied, pending: knownMigrations().filter((name) => !applied.includes(name)) };
}

export function knownMigrations(): readonly string[] {
  return Object.keys(MIGRATIONS);
}

/**
 * Brings the tables up to this program, or to the migration named, all in one transaction, and returns the
 * names of what was applied.
 */
export async function migrate(db: Kysely<Database>, upTo?: string): Promise<readonly string[]> {
  const { pending } = await schemaState(db);
  if (upTo === undefined ? pending.length === 0 : !pending.includes(upTo)) return [];
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error, results } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error !== undefined) throw error;
  return (results ?? []).map((result) => result.migrationName);
}

async function appliedMigrations(db: Kysely<Database>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === "kysely_migration")) return [];
  const rows = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom("kysely_migration")
    .select("name")
    .orderBy("name")
    .execute();
  return rows.map((row) => row.name);
}
