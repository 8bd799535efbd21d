import { open, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { backup as copyPages, DatabaseSync } from "node:sqlite";
import { systemClock } from "#base/clock.ts";
import type { Clock } from "#base/clock.ts";
import { OnpointError } from "#base/errors.ts";
import { ownDirectory } from "#base/private-files.ts";
import { countRows } from "../check.ts";
import { snapshot, sqlitePath } from "../connection.ts";
import type { Db } from "../connection.ts";
import { storageFailure } from "../failures.ts";
import { schemaState } from "../migrations.ts";
import { tablesOf } from "../schema.ts";
import type { Schema } from "../schema.ts";
import { SqliteHandle } from "../sqlite/handle.ts";
import { copyWhole } from "./copy-whole.ts";
import { describeFile, MANIFEST_NAME, newManifest } from "./manifest.ts";
import type { BackupFile, BackupManifest, CopyProgress } from "./manifest.ts";
import { tableFileName, writeTableFile } from "./table-files.ts";

/** The records in a backup of kind `file`. */
export const BACKUP_FILE = "records.sqlite";
const PAGES_A_STEP = 2048;

export type BackupOptions = {
  readonly onProgress?: (progress: CopyProgress) => void;
  readonly clock?: Clock;
  /** Files that are no records and are taken along, under their own names. They are whole and never change. */
  readonly besides?: readonly string[];
};

/**
 * Copies the records as they stand at one moment into `dir`, which must be new or empty, while servers and
 * imports go on. SQLite: the file itself. PostgreSQL: one file per table, read in one repeatable-read
 * transaction; `pg_dump` serves as well where its tools are at hand. The copy is checked, described in a
 * manifest with checksums, and appears under its name only when it is whole. The search index is not copied:
 * it is rebuilt from the records.
 */
export async function backupDatabase(
  db: Db,
  schema: Schema,
  dir: string,
  options: BackupOptions = {},
): Promise<BackupManifest> {
  const { onProgress = () => undefined, clock = systemClock, besides = [] } = options;
  const target = resolve(dir);
  await refuseUnlessEmpty(target);
  const partial = `${target}.partial`;
  try {
    await rm(partial, { recursive: true, force: true });
    ownDirectory(partial);
    // First, because a model may give way to a newer one while the records are copied.
    const taken = await takeAlong(besides, partial, onProgress);
    const contents =
      db.dialect === "sqlite"
        ? await copyFile(db, schema, partial, onProgress)
        : await copyTables(db, schema, partial, onProgress);
    const manifest = newManifest({
      ...contents,
      created_at: clock().toISOString(),
      ...(taken.length > 0 && { besides: taken }),
    });
    await writeFile(join(partial, MANIFEST_NAME), `${JSON.stringify(manifest, undefined, 2)}\n`, { flush: true });
    await rename(partial, target);
    await syncDirectory(dirname(target));
    return manifest;
  } catch (thrown) {
    await rm(partial, { recursive: true, force: true });
    throw storageFailure(thrown);
  }
}

/** Copies files to a directory under their own names, each of them on disk when this returns. */
async function takeAlong(
  files: readonly string[],
  dir: string,
  onProgress: (progress: CopyProgress) => void,
): Promise<BackupFile[]> {
  const taken: BackupFile[] = [];
  for (const file of files) {
    const name = basename(file);
    onProgress({ what: `copying ${name}`, done: 0, total: 1, unit: "bytes" });
    await copyWhole(file, join(dir, name));
    taken.push(await describeFile(dir, name));
  }
  return taken;
}

type Contents = Omit<BackupManifest, "format" | "created_at">;

async function copyFile(
  db: Db,
  schema: Schema,
  dir: string,
  onProgress: (progress: CopyProgress) => void,
): Promise<Contents> {
  await copySqliteFile(sqlitePath(db.dataDir), join(dir, BACKUP_FILE), onProgress);
  onProgress({ what: "checking the copy", done: 0, total: 1, unit: "bytes" });
  const counts = checkedCounts(schema, join(dir, BACKUP_FILE));
  const { applied } = await schemaState(db, schema);
  return { kind: "file", migrations: applied, counts, files: [await describeFile(dir, BACKUP_FILE)] };
}

/**
 * SQLite's online copy, page by page. The reading transaction held open on the source keeps the view still, so
 * that writers neither wait nor make the copy start again.
 */
async function copySqliteFile(from: string, to: string, onProgress: (progress: CopyProgress) => void): Promise<void> {
  const source = SqliteHandle.openReader(from);
  try {
    source.raw.exec("BEGIN");
    const { page_size } = source.raw.prepare("PRAGMA page_size").get() as { page_size: number };
    source.raw.prepare("select count(*) from counters").get();
    await copyPages(source.raw, to, {
      rate: PAGES_A_STEP,
      progress: ({ totalPages, remainingPages }) =>
        onProgress({
          what: "copying the records",
          done: (totalPages - remainingPages) * page_size,
          total: totalPages * page_size,
          unit: "bytes",
        }),
    });
  } finally {
    source.close();
  }
}

function checkedCounts(schema: Schema, path: string): Record<string, number> {
  const copy = new DatabaseSync(path);
  try {
    const { quick_check } = copy.prepare("PRAGMA quick_check(1)").get() as { quick_check: string };
    if (quick_check !== "ok") {
      throw new OnpointError("corrupt", `the copy is damaged: ${quick_check}`, { hint: "Run `onpoint db check`." });
    }
    const count = (table: string): number => {
      const row = copy.prepare(`select count(*) as count from ${table}`).get() as { count: number };
      return row.count;
    };
    return Object.fromEntries(tablesOf(schema).map((table) => [table, count(table)]));
  } finally {
    copy.close();
  }
}

async function copyTables(
  db: Db,
  schema: Schema,
  dir: string,
  onProgress: (progress: CopyProgress) => void,
): Promise<Contents> {
  const { applied } = await schemaState(db, schema);
  const counts = await snapshot(db, async (view) => {
    const rows = await countRows(view, schema);
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
    let done = 0;
    for (const table of tablesOf(schema)) {
      await writeTableFile(view, schema, table, dir, (count) => {
        done += count;
        onProgress({ what: `copying ${table}`, done, total, unit: "rows" });
      });
    }
    return rows;
  });
  const files = [];
  for (const table of tablesOf(schema)) files.push(await describeFile(dir, tableFileName(table)));
  return { kind: "tables", migrations: applied, counts, files };
}

async function refuseUnlessEmpty(dir: string): Promise<void> {
  const entries = await readdir(dir).catch(() => []);
  if (entries.length === 0) return;
  throw new OnpointError("conflict", `${dir} is not empty`, { hint: "Name a directory that does not exist yet." });
}

/** Makes a rename survive a power cut. Windows cannot open a directory and does not need it. */
export async function syncDirectory(dir: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(dir, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
