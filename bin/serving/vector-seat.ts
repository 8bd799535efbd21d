import {
  closeSync,
  existsSync,
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
import { remembering } from "#embedding/remembering.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import { openEmbeddedReader } from "#index/embedded/reader.ts";
import type { SearchEngine } from "#index/index.ts";
import type { Reader } from "#db/connection.ts";
import { collectionStatus } from "#projections/collection-status.ts";
import { vectorsProjection } from "#projections/vectors/follow-vectors.ts";
import type { VectorIndex, VectorIndexCalls } from "#projections/vectors/vector-calls.ts";
import { collectionVectors, EMBEDDED, EMBEDDED_COLLECTIONS } from "#search/collection-vectors.ts";
import type { EmbeddedCollection } from "#search/collection-vectors.ts";
import type { Meaning, Vectors } from "#search/meaning.ts";
import type { Context } from "../context.ts";
import { count } from "../terminal.ts";

/** Which version answers, beside the folders of the versions. */
const CURRENT = "current.json";
/** Some thousand queries: one that finds little is searched again, less narrowly, and endpoints charge for each vector. */
const QUERIES_BYTES = 4 * 1024 * 1024;
/** How often it is looked whether another version answers. */
const LOOK_MS = 1000;

type Held = { readonly engine: SearchEngine; readonly isWriter: boolean };

/** The folder of an index; that of the opinions is called by the version alone, no id of which has an underscore. */
function folderOf({ version: { id }, collection }: VectorIndex): string {
  return collection === "opinions" ? id : `${id}_${collection}`;
}
const foldersOf = (version: VectorVersion): readonly string[] =>
  EMBEDDED_COLLECTIONS.map((collection) => folderOf({ version, collection }));

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

  /** What searches by meaning ask, each of its collection. */
  readonly meanings: Readonly<Record<EmbeddedCollection, Meaning>> = {
    opinions: { now: async () => this.#now("opinions") },
    filings: { now: async () => this.#now("filings") },
  };

  /** What the follower changes. */
  readonly calls: VectorIndexCalls = {
    apply: async (index, changes) => (await this.#writer(index)).apply(changes),
    missing: async (index, ids) => (await this.#writer(index)).missing(ids),
    status: async (index) => (await this.#writer(index)).status(),
    replaceAll: async (index, batches) => (await this.#writer(index)).replaceAll(batches),
    current: async () => this.#read(),
    use: async (version) => this.#use(version),
  };

  /** For the person who looks after the service: what answers, and how far it is behind the records. */
  async inWords(db: Reader): Promise<string> {
    const newest = await this.#embedders.newest();
    if (!hasVectors(newest)) return `none: ${newest.reason}`;
    const behind: string[] = [];
    for (const collection of EMBEDDED_COLLECTIONS) {
      const { lag } = await collectionStatus(db, vectorsProjection(newest.id, collection));
      if (lag > 0) behind.push(`${count(lag)} changes behind the records${ofOthers(collection)}`);
    }
    const current = this.#read();
    const state = behind.length === 0 ? "up to date" : behind.join(", ");
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

  async #now(collection: EmbeddedCollection): Promise<Vectors | NoVectors> {
    const version = this.#read();
    if (version === undefined) {
      const newest = await this.#embedders.newest();
      return hasVectors(newest) ? notYet(collection) : newest;
    }
    const index = { version, collection };
    if (!existsSync(join(this.#dir, folderOf(index)))) return notYet(collection);
    const { engine } = await this.#open(index, this.#isLeading());
    return { engine, embedder: await this.#embedderOf(version), notes: [] };
  }

  #embedderOf({ id }: VectorVersion): Promise<Embedder> {
    if (this.#embedder === undefined || this.#embedderId !== id) {
      this.#embedderId = id;
      this.#embedder = this.#remembering(id);
      this.#embedder.catch(() => (this.#embedder = undefined));
    }
    return this.#embedder;
  }

  async #remembering(id: string): Promise<Embedder> {
    return remembering(await this.#embedders.open(id), { queries_bytes_max: QUERIES_BYTES });
  }

  async #writer(index: VectorIndex): Promise<SearchEngine> {
    return (await this.#open(index, true)).engine;
  }

  /** One that was read is opened anew by the process that has come to write it. */
  async #open(index: VectorIndex, isWriter: boolean): Promise<Held> {
    const folder = folderOf(index);
    const held = this.#held.get(folder);
    if (held !== undefined) {
      const before = await held;
      if (before.isWriter || !isWriter) return before;
      if (this.#held.get(folder) !== held) return this.#open(index, isWriter);
      void before.engine.close();
    }
    const opening = this.#opened(index, isWriter);
    this.#held.set(folder, opening);
    opening.catch(() => this.#held.delete(folder));
    return opening;
  }

  async #opened(index: VectorIndex, isWriter: boolean): Promise<Held> {
    const { config, log } = this.#context;
    const options = {
      dir: join(this.#dir, folderOf(index)),
      schema: collectionVectors(EMBEDDED[index.collection], index.version),
      workers: config.searchWorkers,
      cache_bytes_max: Math.floor(config.indexCache_bytes * CACHE_SHARES[index.collection]),
      log,
    };
    const engine = await (isWriter ? openEmbeddedIndex(options) : openEmbeddedReader(options));
    return { engine, isWriter };
  }

  #read(): VectorVersion | undefined {
    const now_ms = performance.now();
    if (now_ms - this.#looked_ms < LOOK_MS) return this.#current;
    this.#looked_ms = now_ms;
    const before = this.#current;
    this.#current = this.#stored();
    if (before !== undefined && before.id !== this.#current?.id) void this.#forget(before);
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
    if (before !== undefined && before.id !== version.id) await this.#forget(before);
    const kept = new Set([CURRENT, ...foldersOf(version)]);
    for (const name of readdirSync(this.#dir)) {
      if (!kept.has(name)) rmSync(join(this.#dir, name), { recursive: true, force: true });
    }
  }

  async #forget(version: VectorVersion): Promise<void> {
    for (const folder of foldersOf(version)) {
      const held = await this.#held.get(folder);
      this.#held.delete(folder);
      await held?.engine.close();
    }
  }
}

/** Of the memory of the indexes. */
const CACHE_SHARES: Readonly<Record<EmbeddedCollection, number>> = { opinions: 1 / 4, filings: 1 / 40 };

function ofOthers(collection: EmbeddedCollection): string {
  return collection === "opinions" ? "" : ` of ${collection}`;
}

function notYet(collection: EmbeddedCollection): NoVectors {
  return { reason: `the vectors of the ${collection} are not made yet` };
}
