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
import { cellsOf, openTable } from "./table.ts";
import type { Cell } from "./table.ts";

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
  /** Whether the decision is wanted: all are where there is no choice. */
  isChosen(clusterId: string): boolean;
  /** How many of the decisions read are wanted; undefined where there is no choice. */
  readonly choice: { readonly chosen: number; readonly decisions: number } | undefined;
  /** Rows that could not be read, from `after` on, in order. */
  faults(after: number, limit: number): readonly StagedFault[];
  close(): void;
  remove(): Promise<void>;
};

type Lookups = Pick<Staging, "docket" | "citations">;

/** Which decisions are wanted, by reading the clusters file once beforehand. */
export type Choosing = {
  /** Changes with what is wanted. */
  readonly name: string;
  readonly clusters: string;
  readonly isWanted: (cell: Cell, lookups: Lookups) => boolean;
  /** Of the dockets of other courts no more than that is kept. */
  readonly isCourtWanted: (courtId: string) => boolean;
};

export type ToStage = {
  readonly dockets: string | undefined;
  readonly citations: string | undefined;
  readonly choosing: Choosing | undefined;
};

/** Of this process, so that two imports in it do not write one file. */
let builds = 0;

const ROWS_PER_TRANSACTION = 50_000;

/**
 * Dockets and citations by key, in a SQLite file of their own beside the records: joining tens of millions of rows
 * takes disk, not memory. The file is written without any guarantee under a name of its own and renamed when whole:
 * one that bears the final name can be trusted, anything else is begun again.
 */
export async function stage(context: PrepareContext, files: ToStage): Promise<Staging> {
  privateDirectory(context.scratchDir);
  const { dockets, citations, choosing } = files;
  const keys = await Promise.all(
    [dockets, citations, choosing?.clusters].map(async (path) =>
      path === undefined ? "" : (await fileStamp(path)).key,
    ),
  );
  const what = `${keys.join("|")}${choosing?.name ?? ""}`;
  const name = createHash("sha256").update(what).digest("hex").slice(0, 16);
  const path = join(context.scratchDir, `courtlistener-${name}.sqlite`);
  if (!(await exists(path))) await build(path, context, files);
  return opened(path, choosing !== undefined);
}

async function build(path: string, context: PrepareContext, { dockets, citations, choosing }: ToStage): Promise<void> {
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
      CREATE TABLE chosen (cluster_id INTEGER PRIMARY KEY) STRICT;
      CREATE TABLE choice (chosen INTEGER, decisions INTEGER) STRICT;
      CREATE TABLE faults (ordinal INTEGER PRIMARY KEY, fault TEXT) STRICT;
    `);
    if (dockets !== undefined) await stageDockets(db, dockets, { context, choosing });
    if (citations !== undefined) await stageCitations(db, citations, context);
    if (choosing !== undefined) await choose(db, choosing, context);
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

type DocketsFor = { readonly context: PrepareContext; readonly choosing: Choosing | undefined };

async function stageDockets(db: DatabaseSync, path: string, { context, choosing }: DocketsFor): Promise<void> {
  const insert = db.prepare("INSERT OR REPLACE INTO staged_dockets VALUES (?, ?, ?, ?, ?, ?, ?)");
  await stageRows(db, path, ["id", "court_id"], context, (row, column) => {
    const id = integerOf(row.text(column("id")));
    if (id === undefined) return false;
    const courtId = emptyAsNull(row.text(column("court_id")));
    const isWanted = courtId === null || choosing === undefined || choosing.isCourtWanted(courtId);
    const text = (name: string): string | null => (isWanted ? emptyAsNull(row.text(column(name))) : null);
    insert.run(
      id,
      courtId,
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

async function choose(db: DatabaseSync, { clusters, isWanted }: Choosing, context: PrepareContext): Promise<void> {
  const insert = db.prepare("INSERT OR IGNORE INTO chosen VALUES (?)");
  const lookups = lookupsIn(db);
  const { input, label, columns, rows } = await openTable(clusters, ["id", "docket_id", "date_filed"]);
  const { size_bytes } = await fileStamp(clusters);
  let decisions = 0;
  let chosen = 0;
  db.exec("BEGIN");
  try {
    for await (const group of rows) {
      for (const row of group) {
        if (!(row instanceof CsvRow)) continue;
        const cell = cellsOf(row, columns);
        decisions += 1;
        if (!isWanted(cell, lookups)) continue;
        chosen += 1;
        const id = integerOf(cell("id"));
        if (id !== undefined) insert.run(id);
      }
      context.signal?.throwIfAborted();
      report(context, label, input, size_bytes);
    }
    db.prepare("INSERT INTO choice VALUES (?, ?)").run(chosen, decisions);
    db.exec("COMMIT");
  } finally {
    await input.close();
  }
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

function lookupsIn(db: DatabaseSync): Lookups {
  const docket: StatementSync = db.prepare("SELECT * FROM staged_dockets WHERE id = ?");
  const citations: StatementSync = db.prepare(
    "SELECT volume, reporter, page FROM citations WHERE cluster_id = ? ORDER BY id",
  );
  return {
    docket: (id) => {
      const key = integerOf(id);
      return key === undefined ? undefined : (docket.get(key) as StagedDocket | undefined);
    },
    citations: (clusterId) => {
      const key = integerOf(clusterId);
      return key === undefined ? [] : (citations.all(key) as unknown as StagedCitation[]);
    },
  };
}

function opened(path: string, isChoosing: boolean): Staging {
  const db = new DatabaseSync(path, { readOnly: true });
  const faults: StatementSync = db.prepare("SELECT fault FROM faults WHERE ordinal > ? ORDER BY ordinal LIMIT ?");
  const chosen: StatementSync = db.prepare("SELECT 1 FROM chosen WHERE cluster_id = ?");
  const choice = db.prepare("SELECT chosen, decisions FROM choice").get() as Staging["choice"];
  return {
    ...lookupsIn(db),
    isChosen: (clusterId) => {
      const key = isChoosing ? integerOf(clusterId) : undefined;
      return key === undefined || chosen.get(key) !== undefined;
    },
    choice,
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
