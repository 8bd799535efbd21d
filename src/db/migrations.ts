import type { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import { OnpointError } from "#base/errors.ts";
import type { Database, Schema } from "./schema.ts";

export type SchemaState = {
  readonly applied: readonly string[];
  readonly pending: readonly string[];
};

/** What the database holds and what it lacks. Throws `schema_too_new` when a later program has written to it. */
export async function schemaState(db: Kysely<Database>, schema: Schema): Promise<SchemaState> {
  const applied = await appliedMigrations(db);
  const unknown = applied.filter((name) => !Object.hasOwn(schema.migrations, name));
  if (unknown.length > 0) {
    throw new OnpointError(
      "schema_too_new",
      `the database was written by a newer program (it has ${unknown.join(", ")})`,
      {
        hint: "Start the version that wrote it, or a later one; or restore a backup made with this version.",
      },
    );
  }
  return { applied, pending: Object.keys(schema.migrations).filter((name) => !applied.includes(name)) };
}

/**
 * Brings the tables up to this program, or to the migration named, all in one transaction, and returns the
 * names of what was applied.
 */
export async function migrate(db: Kysely<Database>, schema: Schema, upTo?: string): Promise<readonly string[]> {
  const { pending } = await schemaState(db, schema);
  if (upTo === undefined ? pending.length === 0 : !pending.includes(upTo)) return [];
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...schema.migrations }) } });
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
