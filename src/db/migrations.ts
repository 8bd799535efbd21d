import type { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import { OnpointError } from "#base/errors.ts";
import type { Database, Schema } from "./schema.ts";

const MIGRATIONS = "kysely_migration";

export type SchemaState = {
  readonly applied: readonly string[];
  readonly pending: readonly string[];
};

/** Among the counters: a migration with which programs that do not know it can go on. */
const ADDITIVE = "migration that only adds: ";

/**
 * What the database holds and what it lacks. Throws `schema_too_new` when a later program has changed it in a way with
 * which this one cannot go on.
 */
export async function schemaState(db: Kysely<Database>, schema: Schema): Promise<SchemaState> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const applied = tables.some((table) => table.name === MIGRATIONS) ? await appliedMigrations(db) : [];
  await refuseUnknown(db, schema, applied);
  return { applied, pending: Object.keys(schema.migrations).filter((name) => !applied.includes(name)) };
}

/** Throws `schema_too_new` when a later program has changed a database in use in a way with which this one cannot go on. */
export async function refuseNewerSchema(db: Kysely<Database>, schema: Schema): Promise<void> {
  await refuseUnknown(db, schema, await appliedMigrations(db));
}

async function refuseUnknown(db: Kysely<Database>, schema: Schema, applied: readonly string[]): Promise<void> {
  const unknown = applied.filter((name) => !Object.hasOwn(schema.migrations, name));
  if (unknown.length === 0) return;
  const notes = unknown.map((name) => `${ADDITIVE}${name}`);
  const rows = await db.selectFrom("counters").select("name").where("name", "in", notes).execute();
  const additive = new Set(rows.map(({ name }) => name));
  const breaking = unknown.filter((name) => !additive.has(`${ADDITIVE}${name}`));
  if (breaking.length === 0) return;
  throw new OnpointError(
    "schema_too_new",
    `the database was written by a newer program (it has ${breaking.join(", ")})`,
    {
      hint: "Start the version that wrote it, or a later one; or restore a backup made with this version.",
    },
  );
}

/**
 * Brings the tables up to this program, or to the migration named, all in one transaction, and returns the
 * names of what was applied.
 */
export async function migrate(db: Kysely<Database>, schema: Schema, upTo?: string): Promise<readonly string[]> {
  const { applied, pending } = await schemaState(db, schema);
  if (upTo === undefined ? pending.length === 0 : !pending.includes(upTo)) return [];
  if (applied.length > 0) await noteAdditive(db, schema, pending);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...schema.migrations }) } });
  const { error, results } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error !== undefined) throw error;
  return (results ?? []).map((result) => result.migrationName);
}

/** For programs that run beside this one and do not know them; before they are applied, so that none is startled. */
async function noteAdditive(db: Kysely<Database>, schema: Schema, pending: readonly string[]): Promise<void> {
  const values = pending
    .filter((name) => schema.additive.includes(name))
    .map((name) => ({ name: `${ADDITIVE}${name}`, value: 1 }));
  if (values.length === 0) return;
  await db
    .insertInto("counters")
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function appliedMigrations(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom("kysely_migration")
    .select("name")
    .orderBy("name")
    .execute();
  return rows.map((row) => row.name);
}
