import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { OnpointError, systemCodeOf } from "#base/errors.ts";
import { hasVectors } from "#embedding/embedder.ts";
import type { Embedder, Embedders, NoVectors, VectorVersion } from "#embedding/embedder.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import { openEmbeddedReader } from "#index/embedded/reader.ts";
import type { SearchEngine } from "#index/index.ts";
import { outboxEnd, projectionPosition } from "#db/outbox.ts";
import type { Reader } from "#db/connection.ts";
import { vectorsProjection } from "#projections/vectors/follow-vectors.ts";
import type { VectorIndexCalls } from "#projections/vectors/vector-calls.ts";
import type { Meaning, Vectors } from "#search/meaning.ts";
import { opinionVectors } from "#search/opinion-vectors.ts";
import type { Context } from "../context.ts";
import { count } from "../terminal.ts";

/** Which version answers, beside the folders of the versions. */
const CURRENT = "current.json";
/** How often it is looked whether another version answers. */
const LOOK_MS = 1000;

type Held = { readonly version: VectorVersion; readonly engine: SearchEngine; readonly isWriter: boolean };

/**
 * The indexes of vectors as one process has them: the one that answers, which is written here where this process follows
 * the records and read where another does, and one that is being made beside it.
 */
export class VectorSeat {
  readonly #context: Context;
  readonly #embedders: Embedders;
  readonly #dir: string;
  readonly #held = new Map<string, Promise<Held>>();
  readonly #isLeading: () => boolean;
  #embedder: Promise<Embedder> | undefined;
  #embedderId = "";
  #looked_ms = -Infinity;
  #current: VectorVersion | undefined;

  constructor(context: Context, embedders: Embedders, isLeading: () => boolean) {
    this.#context = context;
    this.#embedders = embedders;
    this.#dir = join(context.config.dataDir, "vectors");
    this.#isLeading = isLeading;
  }

  /** What searches by meaning ask. */
  readonly meaning: Meaning = { now: async () => this.#now() };

  /** What the follower changes. */
  readonly calls: VectorIndexCalls = {
    apply: async (version, changes) => (await this.#writer(version)).apply(changes),
    missing: async (version, ids) => (await this.#writer(version)).missing(ids),
    status: async (version) => (await this.#writer(version)).status(),
    replaceAll: async (version, batches) => (await this.#writer(version)).replaceAll(batches),
    current: async () => this.#read(),
    use: async (version) => this.#use(version),
  };

  /** For the person who looks after the service: what answers, and how far it is behind the records. */
  async inWords(db: Reader): Promise<string> {
    const newest = await this.#embedders.newest();
    if (!hasVectors(newest)) return `none: ${newest.reason}`;
    const lag = Math.max(0, (await outboxEnd(db)) - (await projectionPosition(db, vectorsProjection(newest.id))));
    const current = this.#read();
    const state = lag === 0 ? "up to date" : `${count(lag)} changes behind the records`;
    const before =
      current === undefined || current.id === newest.id ? "" : `; until they are whole ${current.id} answers`;
    return `${newest.id}, ${state}${before}`;
  }

  async close(): Promise<void> {
    const held = await Promise.all(this.#held.values());
    this.#held.clear();
    await Promise.all([
      ...held.map(async ({ engine }) => engine.close()),
      this.#embedder?.then(async (one) => one.close()),
    ]);
  }

  async #now(): Promise<Vectors | NoVectors> {
    const version = this.#read();
    if (version === undefined) {
      const newest = await this.#embedders.newest();
      return hasVectors(newest) ? { reason: "the vectors of the opinions are not made yet" } : newest;
    }
    const { engine } = await this.#open(version, this.#isLeading());
    return { engine, embedder: await this.#embedderOf(version), notes: [] };
  }

  #embedderOf({ id }: VectorVersion): Promise<Embedder> {
    if (this.#embedder === undefined || this.#embedderId !== id) {
      this.#embedderId = id;
      this.#embedder = this.#embedders.open(id);
      this.#embedder.catch(() => (this.#embedder = undefined));
    }
    return this.#embedder;
  }

  async #writer(version: VectorVersion): Promise<SearchEngine> {
    return (await this.#open(version, true)).engine;
  }

  /** One that was read is opened anew by the process that has come to write it. */
  async #open(version: VectorVersion, isWriter: boolean): Promise<Held> {
    const held = this.#held.get(version.id);
    if (held !== undefined) {
      const before = await held;
      if (before.isWriter || !isWriter) return before;
      if (this.#held.get(version.id) !== held) return this.#open(version, isWriter);
      void before.engine.close();
    }
    const opening = this.#opened(version, isWriter);
    this.#held.set(version.id, opening);
    opening.catch(() => this.#held.delete(version.id));
    return opening;
  }

  async #opened(version: VectorVersion, isWriter: boolean): Promise<Held> {
    const { config, log } = this.#context;
    const options = {
      dir: join(this.#dir, version.id),
      schema: opinionVectors(version),
      workers: config.searchWorkers,
      cache_bytes_max: Math.floor(config.indexCache_bytes / 4),
      log,
    };
    const engine = await (isWriter ? openEmbeddedIndex(options) : openEmbeddedReader(options));
    return { version, engine, isWriter };
  }

  #read(): VectorVersion | undefined {
    const now_ms = performance.now();
    if (now_ms - this.#looked_ms < LOOK_MS) return this.#current;
    this.#looked_ms = now_ms;
    const before = this.#current;
    this.#current = this.#stored();
    if (before !== undefined && before.id !== this.#current?.id) void this.#forget(before.id);
    return this.#current;
  }

  #stored(): VectorVersion | undefined {
    try {
      return JSON.parse(readFileSync(join(this.#dir, CURRENT), "utf8")) as VectorVersion;
    } catch (thrown) {
      if (systemCodeOf(thrown) === "ENOENT") return undefined;
      throw new OnpointError("corrupt", `${join(this.#dir, CURRENT)} cannot be read`, { cause: thrown });
    }
  }

  async #use(version: VectorVersion): Promise<void> {
    const before = this.#stored();
    mkdirSync(this.#dir, { recursive: true });
    const file = join(this.#dir, `${CURRENT}.new`);
    const descriptor = openSync(file, "w", 0o600);
    try {
      writeSync(descriptor, JSON.stringify(version));
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(file, join(this.#dir, CURRENT));
    this.#current = version;
    if (before !== undefined && before.id !== version.id) await this.#forget(before.id);
    for (const name of readdirSync(this.#dir)) {
      if (name !== CURRENT && name !== version.id) rmSync(join(this.#dir, name), { recursive: true, force: true });
    }
  }

  async #forget(id: string): Promise<void> {
    const held = await this.#held.get(id);
    this.#held.delete(id);
    await held?.engine.close();
  }
}
