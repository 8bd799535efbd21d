import { createHash } from "node:crypto";
import { open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { StatementSync } from "node:sqlite";
import { privateDirectory } from "#base/private-files.ts";
import { CsvRow } from "../input/csv.ts";
import type { CsvFault } from "../input/csv.ts";
import { fileStamp } from "../input/open.ts";
import type { Input } from "../input/open.ts";
import type { PrepareContext } from "../source.ts";
import { openTable } from "./table.ts";

/** What a decision needs of its docket. */
export type StagedDocket = {
  readonly court_id: string | null;
  readonly docket_number: string | null;
  readonly case_name: string | null;
  readonly case_name_full: string | null;
  readonly date_filed: string | null;
  readonly date_terminated: string | null;
};

export type StagedCitation = { readonly volume: string; readonly reporter: string; readonly page: string };
export type StagedFault = CsvFault & { readonly file: string };

export type Staging = {
  docket(id: string): StagedDocket | undefined;
  citations(clusterId: string): readonly StagedCitation[];
  /** Rows that could not be read, from `after` on, in order. */
  faults(after: number, limit: number): readonly StagedFault[];
  close(): void;
  remove(): Promise<void>;
};

/** Of this process, so that two imports in it do not write one file. */
let builds = 0;

const ROWS_PER_TRANSACTION = 50_000;

/**
 * Dockets and citations by key, in a SQLite file of their own beside the records: joining tens of millions of rows
 * takes disk, not memory. The file is written without any guarantee under a name of its own and renamed when whole:
 * one that bears the final name can be trusted, anything else is begun again.
 */
export async function stage(
  context: PrepareContext,
  dockets: string | undefined,
  citations: string | undefined,
): Promise<Staging> {
  privateDirectory(context.scratchDir);
  const keys = await Promise.all(
    [dockets, citations].map(async (path) => (path === undefined ? "" : (await fileStamp(path)).key)),
  );
  const name = createHash("sha256").update(keys.join("|")).digest("hex").slice(0, 16);
  const path = join(context.scratchDir, `courtlistener-${name}.sqlite`);
  if (!(await exists(path))) await build(path, context, dockets, citations);
  return opened(path);
}

async function build(
  path: string,
  context: PrepareContext,
  dockets: string | undefined,
  citations: string | undefined,
): Promise<void> {
  await removeAbandoned(path);
  builds += 1;
  const partial = `${path}.${process.pid}-${builds}.partial`;
  await rm(partial, { force: true });
  const db = new DatabaseSync(partial);
  try {
    db.exec(`
      PRAGMA journal_mode = OFF;
      PRAGMA synchronous = OFF;
      PRAGMA cache_size = -65536;
      CREATE TABLE staged_dockets (
        id INTEGER PRIMARY KEY, court_id TEXT, docket_number TEXT, case_name TEXT, case_name_full TEXT,
        date_filed TEXT, date_terminated TEXT
      ) STRICT;
      CREATE TABLE citations (
        cluster_id INTEGER, id INTEGER, volume TEXT, reporter TEXT, page TEXT, PRIMARY KEY (cluster_id, id)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE faults (ordinal INTEGER PRIMARY KEY, fault TEXT) STRICT;
    `);
    if (dockets !== undefined) await stageDockets(db, dockets, context);
    if (citations !== undefined) await stageCitations(db, citations, context);
  } finally {
    db.close();
  }
  const file = await open(partial, "r+");
  await file.sync();
  await file.close();
  await rename(partial, path);
}

/** Files of this input that a process which is no more had begun. */
async function removeAbandoned(path: string): Promise<void> {
  const directory = dirname(path);
  for (const name of await readdir(directory)) {
    const [, base, pid] = /^(.+\.sqlite)\.(\d+)-\d+\.partial$/u.exec(name) ?? [];
    if (base === basename(path) && !isAlive(Number(pid))) await rm(join(directory, name), { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function stageDockets(db: DatabaseSync, path: string, context: PrepareContext): Promise<void> {
  const insert = db.prepare("INSERT OR REPLACE INTO staged_dockets VALUES (?, ?, ?, ?, ?, ?, ?)");
  await stageRows(db, path, ["id", "court_id"], context, (row, column) => {
    const id = integerOf(row.text(column("id")));
    if (id === undefined) return false;
    const text = (name: string): string | null => emptyAsNull(row.text(column(name)));
    insert.run(
      id,
      text("court_id"),
      text("docket_number"),
      text("case_name"),
      text("case_name_full"),
      text("date_filed"),
      text("date_terminated"),
    );
    return true;
  });
}

async function stageCitations(db: DatabaseSync, path: string, context: PrepareContext): Promise<void> {
  const insert = db.prepare("INSERT OR REPLACE INTO citations VALUES (?, ?, ?, ?, ?)");
  await stageRows(db, path, ["cluster_id", "volume", "reporter", "page"], context, (row, column) => {
    const clusterId = integerOf(row.text(column("cluster_id")));
    const [volume, reporter, page] = ["volume", "reporter", "page"].map((name) => emptyAsNull(row.text(column(name))));
    if (clusterId === undefined || volume === null || reporter === null || page === null) return false;
    insert.run(clusterId, integerOf(row.text(column("id"))) ?? row.row, volume ?? "", reporter ?? "", page ?? "");
    return true;
  });
}

type ColumnOf = (name: string) => number | undefined;

async function stageRows(
  db: DatabaseSync,
  path: string,
  required: readonly string[],
  context: PrepareContext,
  insert: (row: CsvRow, column: ColumnOf) => boolean,
): Promise<void> {
  const { input, label, columns, rows } = await openTable(path, required);
  const { size_bytes } = await fileStamp(path);
  const keepFault = db.prepare("INSERT INTO faults (fault) VALUES (?)");
  const column: ColumnOf = (name) => columns.get(name);
  let inTransaction = 0;
  db.exec("BEGIN");
  try {
    for await (const group of rows) {
      for (const row of group) {
        const fault = row instanceof CsvRow ? (insert(row, column) ? undefined : incomplete(row)) : row;
        if (fault !== undefined) keepFault.run(JSON.stringify({ ...fault, file: label }));
      }
      inTransaction += group.length;
      if (inTransaction >= ROWS_PER_TRANSACTION) {
        db.exec("COMMIT; BEGIN");
        inTransaction = 0;
      }
      context.signal?.throwIfAborted();
      report(context, label, input, size_bytes);
    }
    db.exec("COMMIT");
  } finally {
    await input.close();
  }
}

function report(context: PrepareContext, label: string, input: Input, size_bytes: number): void {
  context.onPreparing(label, input.bytesTaken(), size_bytes);
}

function incomplete(row: CsvRow): CsvFault {
  return {
    row: row.row,
    line: row.line,
    bytes: row.bytes,
    firstField: row.text(0),
    reason: "a key or a part of the citation is missing",
    hint: "ids are whole numbers; a citation has volume, reporter and page",
  };
}

function opened(path: string): Staging {
  const db = new DatabaseSync(path, { readOnly: true });
  const docket: StatementSync = db.prepare("SELECT * FROM staged_dockets WHERE id = ?");
  const citations: StatementSync = db.prepare(
    "SELECT volume, reporter, page FROM citations WHERE cluster_id = ? ORDER BY id",
  );
  const faults: StatementSync = db.prepare("SELECT fault FROM faults WHERE ordinal > ? ORDER BY ordinal LIMIT ?");
  return {
    docket: (id) => {
      const key = integerOf(id);
      return key === undefined ? undefined : (docket.get(key) as StagedDocket | undefined);
    },
    citations: (clusterId) => {
      const key = integerOf(clusterId);
      return key === undefined ? [] : (citations.all(key) as unknown as StagedCitation[]);
    },
    faults: (after, limit) => faults.all(after, limit).map(({ fault }) => JSON.parse(String(fault)) as StagedFault),
    close: () => db.close(),
    remove: () => rm(path, { force: true }),
  };
}

function integerOf(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/u.test(text) ? Number(text) : undefined;
}

function emptyAsNull(text: string | null): string | null {
  const trimmed = text?.trim() ?? "";
  return trimmed === "" ? null : trimmed;
}

async function exists(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
