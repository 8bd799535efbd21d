import { join } from "node:path";
import { OnpointError } from "#base/errors.ts";
import { ownDirectory } from "#base/private-files.ts";
import { Kysely } from "kysely";
import type { Transaction } from "kysely";
import type { Dialect } from "./dialect.ts";
import { storageFailure } from "./failures.ts";
import { migrate, schemaState } from "./migrations.ts";
import { addressForWork } from "./postgres/bounds.ts";
import { nodePostgresDialect } from "./postgres/dialect.ts";
import type { Database, Schema } from "./schema.ts";
import { NodeSqliteDialect } from "./sqlite/dialect.ts";
import { refuseReplaced } from "./sqlite/files-in-place.ts";

export type RecordsPlace = {
  /** Made when absent. Holds the SQLite file; on PostgreSQL only what stands beside the records. */
  readonly dataDir: string;
  /** `postgres://…`; without it the records are in SQLite. */
  readonly databaseUrl?: string | undefined;
};

export type OpenDatabaseOptions = RecordsPlace & {
  /** `apply` (the default) brings an older database up to date; `leave` opens it as it is. */
  readonly migrations?: "apply" | "leave";
};

/** The records: a Kysely over either database. Writes go through `transaction`. */
export class Db extends Kysely<Database> {
  readonly dialect: Dialect;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;

  constructor(options: RecordsPlace) {
    const { dataDir, databaseUrl } = options;
    super({
      dialect:
        databaseUrl === undefined ? new NodeSqliteDialect(sqlitePath(dataDir)) : nodePostgresDialect(databaseUrl),
    });
    this.dialect = databaseUrl === undefined ? "sqlite" : "postgres";
    this.dataDir = dataDir;
    this.databaseUrl = databaseUrl;
  }

  async close(): Promise<void> {
    await this.destroy();
  }
}

/** Either a database or a transaction of it: what a function that only reads should ask for. */
export type Reader = Kysely<Database>;
/** What a function that writes should ask for, so that its caller decides what commits together. */
export type Trx = Transaction<Database>;

export function sqlitePath(dataDir: string): string {
  return join(dataDir, "records.sqlite");
}

/**
 * Opens the records. Throws `schema_too_new`, `corrupt`, `storage_full`, `unavailable` (PostgreSQL out of
 * reach) or `invalid_configuration` (a directory that cannot be written, a file of another program).
 */
export async function openDatabase(schema: Schema, options: OpenDatabaseOptions): Promise<Db> {
  try {
    ownDirectory(options.dataDir);
  } catch (thrown) {
    throw storageFailure(thrown);
  }
  const db = new Db(options);
  try {
    const { applied, pending } = await schemaState(db, schema);
    if (db.dialect === "sqlite" && applied.length === 0) await refuseForeign(db);
    if (options.migrations !== "leave" && pending.length > 0) await migratePatiently(db, schema);
    return db;
  } catch (thrown) {
    await db.close();
    throw thrown;
  }
}

/** A file that is not ours keeps its tables to itself: this program makes none beside them. */
async function refuseForeign(db: Db): Promise<void> {
  const names = (await db.introspection.getTables()).map(({ name }) => name);
  if (names.length === 0) return;
  throw new OnpointError(
    "invalid_configuration",
    `${sqlitePath(db.dataDir)} belongs to another program (it has ${names.slice(0, 3).join(", ")})`,
    { hint: "Name another ONPOINT_DATA_DIR, or move the file away." },
  );
}

/** A migration may take longer than requests wait for an answer. */
async function migratePatiently(db: Db, schema: Schema): Promise<void> {
  if (db.databaseUrl === undefined) {
    await migrate(db, schema);
    return;
  }
  const patient = new Db({ dataDir: db.dataDir, databaseUrl: addressForWork(db.databaseUrl) });
  try {
    await migrate(patient, schema);
  } finally {
    await patient.close();
  }
}

/** The records once more, for a thread of a process that has opened them: their form is not looked at again. */
export function attachDatabase(place: RecordsPlace): Db {
  return new Db(place);
}

/** Throws `unavailable` when somebody deleted or replaced files of the records under this process; it refuses to write then. */
export function refuseReplacedFiles(db: Db): void {
  if (db.dialect === "sqlite") refuseReplaced(sqlitePath(db.dataDir));
}

/**
 * Runs `work` in one write transaction: all of it is kept or none. Writers take turns. Inside, use only the
 * transaction that is passed in: the database itself would wait for it to end.
 */
export async function transaction<Value>(db: Db, work: (trx: Trx) => Promise<Value>): Promise<Value> {
  return db.transaction().execute(work);
}

/** Runs `read` on one unchanging view of the records, without holding back anyone who writes. */
export async function snapshot<Value>(db: Db, read: (trx: Reader) => Promise<Value>): Promise<Value> {
  const reading = db.transaction().setAccessMode("read only");
  return (db.dialect === "postgres" ? reading.setIsolationLevel("repeatable read") : reading).execute(read);
}
