import { hasVectors } from "#embedding/embedder.ts";
import type { Embedder, Embedders, NoVectors, VectorVersion } from "#embedding/embedder.ts";
import { remembering } from "#embedding/remembering.ts";
import { OnpointError } from "#base/errors.ts";
import type { ClusterIndex } from "#index/opensearch/opensearch.ts";
import type { Reader } from "#db/connection.ts";
import type { KnownVectors } from "#projections/completeness/completeness.ts";
import { collectionStatus } from "#projections/collection-status.ts";
import { vectorsProjection } from "#projections/vectors/vector-names.ts";
import type { VectorIndex, VectorIndexCalls } from "#projections/vectors/vector-calls.ts";
import { embeddedCollections } from "#projections/collections.ts";
import type { CollectionName } from "#completeness/completeness.ts";
import type { Meaning, Vectors } from "#search/meaning.ts";
import type { Context } from "../context.ts";
import { isOnCluster } from "../index-files.ts";
import type { FollowedIndex, IndexUse } from "../index-files.ts";
import { count } from "../terminal.ts";
import { VectorFiles } from "./vector-files.ts";
import { indexesOf, nameOf } from "./vector-store.ts";
import type { OpenedVectors, VectorStore } from "./vector-store.ts";
import { VectorsOnCluster } from "./vectors-on-cluster.ts";

/** Some thousand queries: one that finds little is searched again, less narrowly, and endpoints charge for each vector. */
const QUERIES_BYTES = 4 * 1024 * 1024;
/** How often it is looked whether another version answers. */
const LOOK_MS = 1000;
/** Longer than a search takes. */
const CLOSING_MS = 60_000;

/** `isLeading` tells whether this process follows the records. */
type Seated = IndexUse & { readonly isLeading: () => boolean };

/**
 * The indexes of vectors as one process has them: the one that answers, which is written here where this process follows
 * the records and read where another does, and one that is being made beside it.
 */
export class VectorSeat {
  readonly #embedders: Embedders;
  readonly #store: VectorStore;
  readonly #held = new Map<string, Promise<OpenedVectors>>();
  readonly #emptiness = new Map<string, { readonly isEmpty: boolean; readonly looked_ms: number }>();
  readonly #isLeading: () => boolean;
  #embedder: Promise<Embedder> | undefined;
  #embedderId = "";
  #looked_ms = -Infinity;
  #current: VectorVersion | undefined;

  constructor(context: Context, embedders: Embedders, { isLeading, ...use }: Seated) {
    const { config, log } = context;
    this.#embedders = embedders;
    this.#store = isOnCluster(config) ? new VectorsOnCluster(config, log, use) : new VectorFiles(context, use.threads);
    this.#isLeading = isLeading;
  }

  /** What searches by meaning ask, each of its collection. */
  meaningOf(collection: CollectionName): Meaning {
    return { now: async () => this.#now(collection) };
  }

  /** What the follower changes. */
  readonly calls: VectorIndexCalls = {
    apply: async (index, changes) => (await this.#writer(index)).apply(changes),
    missing: async (index, ids) => (await this.#writer(index)).missing(ids),
    status: async (index) => (await this.#writer(index)).status(),
    replaceAll: async (index, batches) => (await this.#writer(index)).replaceAll(batches),
    verify: async (index) => ((await this.#isBegun(index)) ? (await this.#writer(index)).verify() : undefined),
    current: async () => this.#read(),
    use: async (version) => this.#use(version),
    readStamps: async (index) => (await this.#stampsOf(index)).read(),
    writeStamps: async (index, stamps) => (await this.#stampsOf(index)).write(stamps),
  };

  /** The version that answers, or the first that will, with how its indexes stand; undefined where none are made. */
  async searched(): Promise<KnownVectors | undefined> {
    const newest = await this.#embedders.newest();
    const version = (await this.#read()) ?? (hasVectors(newest) ? newest : undefined);
    if (version === undefined) return undefined;
    const status: KnownVectors["status"] = async (collection) => {
      const index = { version, collection };
      if (!(await this.#isBegun(index))) return undefined;
      return (await this.#open(index, this.#isLeading())).engine.status();
    };
    return { id: version.id, status };
  }

  /** For the person who looks after the service: what answers, and how far it is behind the records. */
  async inWords(db: Reader): Promise<string> {
    const newest = await this.#embedders.newest();
    if (!hasVectors(newest)) return `none: ${newest.reason}`;
    const behind: string[] = [];
    for (const { name: collection } of embeddedCollections()) {
      const { lag } = await collectionStatus(db, vectorsProjection(newest.id, collection));
      if (lag > 0) behind.push(`${count(lag)} changes behind the records${ofOthers(collection)}`);
    }
    const current = await this.#read();
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
      this.#store.close(),
    ]);
  }

  async #now(collection: CollectionName): Promise<Vectors | NoVectors> {
    const version = await this.#read();
    if (version === undefined) {
      const newest = await this.#embedders.newest();
      return hasVectors(newest) ? notYet(collection) : newest;
    }
    const index = { version, collection };
    if (!(await this.#isBegun(index))) return notYet(collection);
    const { engine } = await this.#open(index, this.#isLeading());
    if (await this.#isEmpty(index, engine)) return notYet(collection);
    return { engine, embedder: await this.#embedderOf(version), notes: [] };
  }

  async #isBegun(index: VectorIndex): Promise<boolean> {
    return this.#held.has(nameOf(index)) || this.#store.holds(index);
  }

  /** As while all vectors are made again: what is searched by its words then is found. */
  async #isEmpty(index: VectorIndex, engine: FollowedIndex): Promise<boolean> {
    const name = nameOf(index);
    const now_ms = performance.now();
    const known = this.#emptiness.get(name);
    if (known !== undefined && now_ms - known.looked_ms < LOOK_MS) return known.isEmpty;
    const isEmpty = (await engine.status()).documents === 0;
    this.#emptiness.set(name, { isEmpty, looked_ms: now_ms });
    return isEmpty;
  }

  #embedderOf({ id }: VectorVersion): Promise<Embedder> {
    if (this.#embedder === undefined || this.#embedderId !== id) {
      this.#closeInAWhile(this.#embedder);
      this.#embedderId = id;
      this.#embedder = this.#remembering(id);
      this.#embedder.catch(() => (this.#embedder = undefined));
    }
    return this.#embedder;
  }

  /** When no search that was given it has anything to ask any more. */
  #closeInAWhile(embedder: Promise<Embedder> | undefined): void {
    const close = async (): Promise<void> => {
      // One that could not be opened has nothing to close.
      const opened = await embedder?.catch(() => undefined);
      await opened?.close();
    };
    setTimeout(() => void close(), CLOSING_MS).unref();
  }

  async #remembering(id: string): Promise<Embedder> {
    return remembering(await this.#embedders.open(id, { forQueries: true }), { queries_bytes_max: QUERIES_BYTES });
  }

  async #writer(index: VectorIndex): Promise<FollowedIndex> {
    return (await this.#open(index, true)).engine;
  }

  async #stampsOf(index: VectorIndex): Promise<ClusterIndex["stamps"]> {
    const { stamps } = await this.#writer(index);
    if (stamps === undefined) throw new OnpointError("internal", `the index ${nameOf(index)} keeps no stamps itself`);
    return stamps;
  }

  /** One that was read is opened anew by the process that has come to write it. */
  async #open(index: VectorIndex, isWriter: boolean): Promise<OpenedVectors> {
    const name = nameOf(index);
    const held = this.#held.get(name);
    if (held !== undefined) {
      const before = await held;
      if (before.isWriter || !isWriter) return before;
      if (this.#held.get(name) !== held) return this.#open(index, isWriter);
      void before.engine.close();
    }
    const opening = this.#store.open(index, isWriter);
    this.#held.set(name, opening);
    opening.catch(() => this.#held.delete(name));
    return opening;
  }

  async #read(): Promise<VectorVersion | undefined> {
    const now_ms = performance.now();
    if (now_ms - this.#looked_ms < LOOK_MS) return this.#current;
    this.#looked_ms = now_ms;
    const before = this.#current;
    this.#current = await this.#store.current();
    if (before !== undefined && before.id !== this.#current?.id) void this.#forget(before);
    return this.#current;
  }

  async #use(version: VectorVersion): Promise<void> {
    await this.#store.use(version, async (before) => this.#forget(before));
    this.#current = version;
  }

  async #forget(version: VectorVersion): Promise<void> {
    for (const name of indexesOf(version).map(nameOf)) {
      const held = await this.#held.get(name);
      this.#held.delete(name);
      this.#emptiness.delete(name);
      await held?.engine.close();
    }
  }
}

function ofOthers(collection: CollectionName): string {
  return collection === "opinions" ? "" : ` of ${collection}`;
}

function notYet(collection: CollectionName): NoVectors {
  return { reason: `the vectors of the ${collection} are not made yet` };
}
