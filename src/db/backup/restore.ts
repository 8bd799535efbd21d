import { createReadStream, createWriteStream } from "node:fs";
import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { sql } from "kysely";
import { OnpointError } from "#base/errors.ts";
import { ownDirectory, privateDirectory } from "#base/private-files.ts";
import { countRows } from "../check.ts";
import { attachDatabase, openDatabase, sqlitePath, transaction } from "../connection.ts";
import type { Trx } from "../connection.ts";
import { storageFailure } from "../failures.ts";
import { forgetIdentity } from "../identity.ts";
import { migrate } from "../migrations.ts";
import { tablesOf } from "../schema.ts";
import type { Schema, TableName } from "../schema.ts";
import { BACKUP_FILE, syncDirectory } from "./backup.ts";
import { copyWhole } from "./copy-whole.ts";
import { describeFile, verifyBackup } from "./manifest.ts";
import type { BackupManifest, CopyProgress } from "./manifest.ts";
import { readTableFile } from "./table-files.ts";

/** A copy on its way; what an interrupted restore leaves, and the next one writes over. */
const UNFINISHED = ".restoring";

export type RestoreTarget = {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
  /** Where files that a backup holds beside the records belong; without it they are left. */
  readonly besidesTo?: string;
};

/**
 * Puts a backup where no records are: an empty data directory, or an empty PostgreSQL database. Every
 * checksum is compared before anything is written, and the records appear all at once. Throws `conflict` when
 * the target holds something, `corrupt` when the backup is damaged, `schema_too_new` when a newer program
 * wrote it.
 */
export async function restoreDatabase(
  schema: Schema,
  dir: string,
  target: RestoreTarget,
  onProgress: (progress: CopyProgress) => void = () => undefined,
): Promise<BackupManifest> {
  const manifest = await verifyBackup(dir, onProgress);
  refuseNewer(schema, manifest);
  try {
    if (manifest.kind === "file") await restoreFile(dir, manifest, target, onProgress);
    else await restoreTables(schema, dir, manifest, target, onProgress);
  } catch (thrown) {
    throw storageFailure(thrown);
  }
  await renewIdentity(target);
  await restoreBesides(dir, manifest, target);
  return manifest;
}

/** After the records, which are whole without them. */
async function restoreBesides(dir: string, { besides = [] }: BackupManifest, target: RestoreTarget): Promise<void> {
  const { besidesTo } = target;
  if (besidesTo === undefined || besides.length === 0) return;
  privateDirectory(besidesTo);
  for (const { name, sha256 } of besides) {
    const unfinished = `${name}${UNFINISHED}`;
    await copyWhole(join(dir, name), join(besidesTo, unfinished));
    await refuseChanged(besidesTo, unfinished, sha256);
    await rename(join(besidesTo, unfinished), join(besidesTo, name));
  }
  await syncDirectory(besidesTo);
}

/** The original may go on, with indexes of its own. */
async function renewIdentity({ dataDir, databaseUrl }: RestoreTarget): Promise<void> {
  const db = attachDatabase({ dataDir, databaseUrl: databaseUrl ?? undefined });
  try {
    await forgetIdentity(db);
  } finally {
    await db.close();
  }
}

function refuseNewer(schema: Schema, { migrations }: BackupManifest): void {
  const unknown = migrations.filter((name) => !Object.hasOwn(schema.migrations, name));
  if (unknown.length === 0) return;
  throw new OnpointError("schema_too_new", `the backup was made by a newer program (it has ${unknown.join(", ")})`, {
    hint: "Restore it with that version, or a later one.",
  });
}

async function restoreFile(
  dir: string,
  { files }: BackupManifest,
  { dataDir, databaseUrl }: RestoreTarget,
  onProgress: (progress: CopyProgress) => void,
): Promise<void> {
  if (databaseUrl !== undefined) {
    throw new OnpointError("unsupported", "this backup is an SQLite file and cannot be put into PostgreSQL", {
      hint: "Restore it without ONPOINT_DATABASE_URL.",
    });
  }
  await refuseUnlessEmpty(dataDir);
  ownDirectory(dataDir);
  const unfinished = `${sqlitePath(dataDir)}${UNFINISHED}`;
  await rm(unfinished, { recursive: true, force: true });
  const total = files[0]?.size_bytes ?? 0;
  let done = 0;
  await pipeline(
    createReadStream(join(dir, BACKUP_FILE)),
    async function* counted(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        done += chunk.length;
        onProgress({ what: "restoring the records", done, total, unit: "bytes" });
        yield chunk;
      }
    },
    createWriteStream(unfinished, { mode: 0o600, flush: true }),
  );
  await refuseChanged(dataDir, `${BACKUP_FILE}${UNFINISHED}`, files[0]?.sha256);
  await rename(unfinished, sqlitePath(dataDir));
  await syncDirectory(dataDir);
}

/** What was written is read again: the disk may lie, and the backup may have changed under our hands. */
async function refuseChanged(dataDir: string, name: string, sha256: string | undefined): Promise<void> {
  const written = await describeFile(dataDir, name);
  if (written.sha256 === sha256) return;
  await rm(join(dataDir, name), { force: true });
  throw new OnpointError("corrupt", "what was restored differs from the backup", {
    hint: "Check the disks, then try again.",
  });
}

async function refuseUnlessEmpty(dataDir: string): Promise<void> {
  const entries = await readdir(dataDir).catch(() => []);
  const inTheWay = entries.filter((name) => !name.endsWith(UNFINISHED) && name !== "lost+found");
  if (inTheWay.length === 0) return;
  throw new OnpointError(
    "conflict",
    `the data directory ${dataDir} is not empty: it holds ${inTheWay.slice(0, 3).join(", ")}`,
    {
      hint: "Restore into a new directory, then point ONPOINT_DATA_DIR at it.",
    },
  );
}

async function restoreTables(
  schema: Schema,
  dir: string,
  manifest: BackupManifest,
  target: RestoreTarget,
  onProgress: (progress: CopyProgress) => void,
): Promise<void> {
  if (target.databaseUrl !== undefined) return loadTables(schema, dir, manifest, target, onProgress);
  await refuseUnlessEmpty(target.dataDir);
  const unfinished = `${sqlitePath(target.dataDir)}${UNFINISHED}`;
  await rm(unfinished, { recursive: true, force: true });
  await loadTables(schema, dir, manifest, { dataDir: unfinished }, onProgress);
  await rename(sqlitePath(unfinished), sqlitePath(target.dataDir));
  await rm(unfinished, { recursive: true });
  await syncDirectory(target.dataDir);
}

async function loadTables(
  schema: Schema,
  dir: string,
  manifest: BackupManifest,
  target: RestoreTarget,
  onProgress: (progress: CopyProgress) => void,
): Promise<void> {
  const db = await openDatabase(schema, { ...target, migrations: "leave" });
  try {
    await migrate(db, schema, manifest.migrations.at(-1));
    await transaction(db, async (trx) => {
      await fillTables(trx, schema, dir, manifest, onProgress);
      if (db.dialect === "postgres") await continueNumbering(trx, tablesIn(schema, manifest), schema);
    });
    await migrate(db, schema);
  } finally {
    await db.close();
  }
}

async function fillTables(
  trx: Trx,
  schema: Schema,
  dir: string,
  manifest: BackupManifest,
  onProgress: (progress: CopyProgress) => void,
): Promise<void> {
  const { counts } = manifest;
  const tables = tablesIn(schema, manifest);
  const seeded = new Set<string>(schema.seeded);
  const held = Object.entries(await countRows(trx, schema, tables)).filter(
    ([name, count]) => count > 0 && !seeded.has(name),
  );
  if (held.length > 0) {
    throw new OnpointError(
      "conflict",
      `the database is not empty: it has rows in ${held.map(([name]) => name).join(", ")}`,
      {
        hint: "Restore into a new, empty database.",
      },
    );
  }
  for (const table of tables.filter((name) => seeded.has(name))) await trx.deleteFrom(table).execute();
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  let done = 0;
  for (const table of tables) {
    const written = await readTableFile(trx, table, dir, (count) => {
      done += count;
      onProgress({ what: `restoring ${table}`, done, total, unit: "rows" });
    });
    if (written !== counts[table]) {
      throw new OnpointError("corrupt", `the backup is damaged: ${table} has ${written} rows, not ${counts[table]}`, {
        hint: "Use another backup; nothing was restored.",
      });
    }
  }
}

/** A backup of an older program lacks the tables that came later, and so does the database while it is filled. */
function tablesIn(schema: Schema, { files }: BackupManifest): readonly TableName[] {
  return tablesOf(schema).filter((name) => files.some((file) => file.name.startsWith(`${name}.`)));
}

/** Rows came with their numbers, which PostgreSQL does not notice. */
async function continueNumbering(trx: Trx, tables: readonly TableName[], { numbered }: Schema): Promise<void> {
  for (const table of numbered.filter((name) => tables.includes(name))) {
    const next = sql`(select coalesce(max(id), 0) + 1 from ${sql.table(table)})`;
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${next}, false)`.execute(trx);
  }
}
