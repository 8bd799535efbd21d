import { setTimeout as sleep } from "node:timers/promises";
import { RawNode, SelectQueryNode, IdentifierNode, createQueryId } from "kysely";
import type {
  CompiledQuery,
  DatabaseConnection,
  Driver,
  QueryCompiler,
  QueryResult,
  TransactionSettings,
} from "kysely";
import { monotonicMs } from "#base/clock.ts";
import { isBusy, storageFailure } from "../failures.ts";
import { Mutex } from "../mutex.ts";
import { refuseReplaced } from "./files-in-place.ts";
import { SqliteHandle } from "./handle.ts";

/** How long a write waits for a writer in another process before it gives up. */
const WRITE_WAIT_MS_MAX = 60_000;
const WRITE_RETRY_MS_MAX = 10;
const IDLE_READERS_MAX = 4;
/** After so long without a write the writing connection gives its pages back. */
const WRITER_IDLE_MS = 10_000;
/** Raw SQL that only reads: it need not wait for a writer. */
const RAW_SELECT = /^\s*select\b/iu;

type OpenTransaction = { readonly handle: SqliteHandle; readonly end: () => void; readonly afterCommit?: () => void };

/**
 * One writing connection, taken in turn, and as many reading ones as are needed. In WAL mode readers see the
 * last commit and never wait. A write that meets another process's lock is tried again from the event loop,
 * which a busy handler inside SQLite would block.
 */
export class SqliteDriver implements Driver {
  readonly #path: string;
  readonly #turn = new Mutex();
  readonly #idleReaders: SqliteHandle[] = [];
  #writer: SqliteHandle | undefined;
  #writerIdle: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(path: string) {
    this.#path = path;
  }

  async init(): Promise<void> {
    this.writer();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return new SqliteSession(this);
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await sessionOf(connection).begin(settings.accessMode === "read only");
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    sessionOf(connection).commit();
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    sessionOf(connection).rollback();
  }

  async savepoint(connection: DatabaseConnection, name: string, compile: QueryCompiler["compileQuery"]): Promise<void> {
    await connection.executeQuery(compile(savepointCommand("savepoint", name), createQueryId()));
  }

  async rollbackToSavepoint(
    connection: DatabaseConnection,
    name: string,
    compile: QueryCompiler["compileQuery"],
  ): Promise<void> {
    await connection.executeQuery(compile(savepointCommand("rollback to", name), createQueryId()));
  }

  async releaseSavepoint(
    connection: DatabaseConnection,
    name: string,
    compile: QueryCompiler["compileQuery"],
  ): Promise<void> {
    await connection.executeQuery(compile(savepointCommand("release", name), createQueryId()));
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    sessionOf(connection).rollback();
  }

  async destroy(): Promise<void> {
    const done = await this.#turn.lock();
    this.#closed = true;
    clearTimeout(this.#writerIdle);
    for (const reader of this.#idleReaders.splice(0)) reader.close();
    this.#writer?.close();
    this.#writer = undefined;
    done();
  }

  writer(): SqliteHandle {
    try {
      return (this.#writer ??= SqliteHandle.openWriter(this.#path));
    } catch (thrown) {
      throw storageFailure(thrown);
    }
  }

  /** Before a write, and after it: what went to a file without a name must not be told to be kept. */
  refuseReplaced(): void {
    refuseReplaced(this.#path);
  }

  takeReader(): SqliteHandle {
    return this.#idleReaders.pop() ?? SqliteHandle.openReader(this.#path);
  }

  putReader(reader: SqliteHandle): void {
    if (this.#closed || this.#idleReaders.length >= IDLE_READERS_MAX) reader.close();
    else this.#idleReaders.push(reader);
  }

  /** Runs one step on the writer in its turn; `end` gives the turn back and must be called once. */
  async startWrite<Value>(step: (writer: SqliteHandle) => Value): Promise<{ value: Value; end: () => void }> {
    const unlock = await this.#turn.lock();
    clearTimeout(this.#writerIdle);
    const end = (): void => {
      this.#writerIdle = setTimeout(() => this.#writer?.shrink(), WRITER_IDLE_MS).unref();
      unlock();
    };
    try {
      this.refuseReplaced();
      return { value: await this.#untilNotBusy(step), end };
    } catch (thrown) {
      end();
      throw thrown;
    }
  }

  async #untilNotBusy<Value>(step: (writer: SqliteHandle) => Value): Promise<Value> {
    const giveUpAt_ms = monotonicMs() + WRITE_WAIT_MS_MAX;
    for (let wait_ms = 1; ; wait_ms = Math.min(wait_ms * 2, WRITE_RETRY_MS_MAX)) {
      try {
        return step(this.writer());
      } catch (thrown) {
        if (!isBusy(thrown) || monotonicMs() >= giveUpAt_ms) throw thrown;
        await sleep(wait_ms);
      }
    }
  }
}

/** What Kysely holds while it runs one query or one transaction. */
class SqliteSession implements DatabaseConnection {
  readonly #driver: SqliteDriver;
  #open: OpenTransaction | undefined;

  constructor(driver: SqliteDriver) {
    this.#driver = driver;
  }

  async executeQuery<Row>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      if (this.#open !== undefined) return this.#open.handle.run(sql, parameters);
      if (SelectQueryNode.is(query) || RAW_SELECT.test(sql)) return this.#read(sql, parameters);
      const { value, end } = await this.#driver.startWrite((writer) => writer.run<Row>(sql, parameters));
      end();
      this.#driver.refuseReplaced();
      return value;
    } catch (thrown) {
      throw storageFailure(thrown);
    }
  }

  /** Not offered: PostgreSQL would need a cursor, and a long read holds back the write-ahead log. Page by key instead. */
  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error("streaming is not supported; read in pages by key");
  }

  async begin(readOnly: boolean): Promise<void> {
    try {
      this.#open = readOnly ? this.#beginRead() : await this.#beginWrite();
    } catch (thrown) {
      throw storageFailure(thrown);
    }
  }

  commit(): void {
    if (this.#open === undefined) return;
    try {
      this.#open.handle.raw.exec("COMMIT");
    } catch (thrown) {
      throw storageFailure(thrown);
    }
    const { afterCommit } = this.#open;
    this.#finish();
    afterCommit?.();
  }

  /** Safe to repeat; SQLite may have rolled back by itself when the disk was full. */
  rollback(): void {
    if (this.#open === undefined) return;
    try {
      if (this.#open.handle.raw.isTransaction) this.#open.handle.raw.exec("ROLLBACK");
    } finally {
      this.#finish();
    }
  }

  #finish(): void {
    const open = this.#open;
    this.#open = undefined;
    open?.end();
  }

  #read<Row>(sql: string, parameters: readonly unknown[]): QueryResult<Row> {
    const reader = this.#driver.takeReader();
    try {
      return reader.run(sql, parameters);
    } finally {
      this.#driver.putReader(reader);
    }
  }

  #beginRead(): OpenTransaction {
    const handle = this.#driver.takeReader();
    handle.raw.exec("BEGIN");
    return { handle, end: () => this.#driver.putReader(handle) };
  }

  /** IMMEDIATE takes the write lock at once, so a transaction that reads first cannot fail when it comes to write. */
  async #beginWrite(): Promise<OpenTransaction> {
    const { value, end } = await this.#driver.startWrite((writer) => {
      writer.raw.exec("BEGIN IMMEDIATE");
      return writer;
    });
    return { handle: value, end, afterCommit: () => this.#driver.refuseReplaced() };
  }
}

function sessionOf(connection: DatabaseConnection): SqliteSession {
  if (!(connection instanceof SqliteSession)) throw new TypeError("a connection of another driver");
  return connection;
}

function savepointCommand(command: string, name: string): RawNode {
  return RawNode.create([`${command} `, ""], [IdentifierNode.create(name)]);
}
