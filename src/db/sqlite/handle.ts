import { DatabaseSync } from "node:sqlite";
import type { SQLInputValue, StatementSync } from "node:sqlite";
import type { QueryResult } from "kysely";
import { BoundedMap } from "#base/bounded-map.ts";
import { byMemory } from "#base/memory-share.ts";
import { closeToOthers } from "#base/private-files.ts";
import { storable } from "../storable.ts";
import { filesOf, noteClosed, noteOpened, refuseReplaced } from "./files-in-place.ts";

const STATEMENTS_MAX = 256;
const OPEN_WAIT_MS = 10_000;
/** Pages of a new file: texts of some 13 KB take fewer overflow pages than with SQLite's 4 KiB. */
const PAGE_BYTES = 8192;
/** Each thread has up to five readers; the system keeps what they read as well. */
const READER_CACHE_KIB = 1024;
const WRITER_CACHE_KIB = { usual: 64 * 1024, short: 8 * 1024 };
/** Pages in the write-ahead log before it is folded into the file: fewer, longer checkpoints during an import. */
const CHECKPOINT_PAGES = 4096;
const LOG_BYTES_KEPT = 128 * 1024 * 1024;

/** The first read of a connection opens the log. */
const OPEN_LOG = "select 1 from sqlite_schema limit 1";

type Prepared = { readonly statement: StatementSync; readonly returnsRows: boolean };

/** One connection to the file with its prepared statements. Every call runs to its end before it returns. */
export class SqliteHandle {
  readonly raw: DatabaseSync;
  readonly #statements = new BoundedMap<string, Prepared>({ weight_max: STATEMENTS_MAX, firstToGo: "used" });
  readonly #onClose: () => void;

  private constructor(raw: DatabaseSync, onClose: () => void = () => undefined) {
    this.raw = raw;
    this.#onClose = onClose;
  }

  /**
   * The writing connection: creates the file, and never sleeps on a lock (the driver waits without blocking). The file is
   * made by SQLite and by nobody else, for closing any other descriptor of it would drop the locks of this process
   * (sqlite.org/howtocorrupt.html, 2.2).
   */
  static openWriter(path: string): SqliteHandle {
    refuseReplaced(path);
    const raw = new DatabaseSync(path, { timeout: OPEN_WAIT_MS, enableForeignKeyConstraints: true });
    for (const file of filesOf(path)) closeToOthers(file);
    raw.exec(`PRAGMA page_size = ${PAGE_BYTES}`);
    raw.exec("PRAGMA journal_mode = WAL");
    raw.exec("PRAGMA synchronous = FULL");
    raw.exec(`PRAGMA cache_size = -${byMemory(WRITER_CACHE_KIB)}`);
    raw.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    raw.exec(`PRAGMA journal_size_limit = ${LOG_BYTES_KEPT}`);
    raw.exec("PRAGMA busy_timeout = 0");
    raw.exec(OPEN_LOG);
    noteOpened(path);
    return new SqliteHandle(raw, () => noteClosed(path));
  }

  /** A connection that reads one snapshot at a time and is refused every write. */
  static openReader(path: string): SqliteHandle {
    refuseReplaced(path);
    const raw = new DatabaseSync(path, { timeout: OPEN_WAIT_MS });
    raw.exec("PRAGMA query_only = ON");
    raw.exec(`PRAGMA cache_size = -${READER_CACHE_KIB}`);
    return new SqliteHandle(raw);
  }

  run<Row>(sql: string, parameters: readonly unknown[]): QueryResult<Row> {
    const { statement, returnsRows } = this.#prepared(sql);
    const values = parameters.map(storable) as SQLInputValue[];
    if (returnsRows) return { rows: statement.all(...values) as Row[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  /** Gives back the pages it keeps. */
  shrink(): void {
    this.raw.exec("PRAGMA shrink_memory");
  }

  close(): void {
    this.#statements.clear();
    this.raw.close();
    this.#onClose();
  }

  #prepared(sql: string): Prepared {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.raw.prepare(sql);
    const prepared = { statement, returnsRows: statement.columns().length > 0 };
    this.#statements.set(sql, prepared);
    return prepared;
  }
}
