import { systemClock } from "#base/clock.ts";
import type { Logger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import { hasVectors } from "#embedding/embedder.ts";
import type { Embedder, Embedders, VectorVersion } from "#embedding/embedder.ts";
import { remembering } from "#embedding/remembering.ts";
import { resting } from "#embedding/resting.ts";
import type { EngineVerification } from "#index/index.ts";
import type { IndexStamp, StampStore } from "#projections/stamp.ts";
import type { CollectionName } from "#completeness/completeness.ts";
import { followVectors } from "./follow-vectors.ts";
import type { VectorEngine } from "./follow-vectors.ts";
import type { VectorIndex } from "./vector-calls.ts";
import type { VectorSource } from "./vector-source.ts";
import { vectorStamp } from "./vector-stamp.ts";
import { answerVerification, verifyVectors } from "./verify-vectors.ts";

/** Vectors of passages that are remembered while they may be asked for again: some 50,000 of 256 dimensions. */
const REMEMBERED_BYTES = 64 * 1024 * 1024;

/** The indexes of vectors, an index for each collection and version. */
export type VectorIndexes = {
  /** Opened, or begun, by its first use. */
  readonly of: (index: VectorIndex) => VectorEngine;
  /** Reads and checks all that was written of it; undefined for one that was never begun. */
  readonly verify: (index: VectorIndex) => Promise<EngineVerification | undefined>;
  /** The version that searches ask; undefined before there is one. */
  readonly current: () => Promise<VectorVersion | undefined>;
  /** Searches ask this version from now on; the indexes of others are removed. */
  readonly use: (version: VectorVersion) => Promise<void>;
  /** What ties each to a place in the records; without it that stands in files of the data directory. */
  readonly stampsOf?: (index: VectorIndex) => StampStore;
};

/** Brings vectors to where the records stand, with the newest version there is; one turn at a time. */
export class VectorTurns {
  readonly #db: Db;
  readonly #embedders: Embedders;
  readonly #indexes: VectorIndexes;
  readonly #log: Logger;
  readonly #sources: readonly VectorSource[];
  #embedder: Embedder | undefined;
  readonly #stamps = new Map<CollectionName, IndexStamp>();
  #turn = 0;

  constructor(
    { db, sources }: { readonly db: Db; readonly sources: readonly VectorSource[] },
    embedders: Embedders,
    indexes: VectorIndexes,
    log: Logger,
  ) {
    this.#db = db;
    this.#sources = sources;
    this.#embedders = embedders;
    this.#indexes = indexes;
    this.#log = log;
  }

  /**
   * A version that is made while another answers takes its place when it is whole, over all collections; the first there
   * ever is answers from the beginning. Ends with the signal; what was done is kept.
   */
  async run(signal: AbortSignal): Promise<void> {
    const version = await this.#embedders.newest();
    if (!hasVectors(version)) return;
    const current = await this.#indexes.current();
    if (current === undefined) await this.#indexes.use(version);
    const embedder = await this.#open(version);
    let isWhole = true;
    for (const source of this.#inTurn()) isWhole = (await this.#follow(source, embedder, signal)) && isWhole;
    if (!isWhole || current === undefined || current.id === version.id) return;
    await this.#indexes.use(version);
    await this.#embedders.keepOnly([version.id]);
    this.#log.info({ version: version.id, before: current.id }, "searches by meaning ask new vectors");
  }

  /** Verifies them where another process has asked for it. */
  async tend(): Promise<void> {
    await answerVerification(this.#db, async () => verifyVectors(this.#db, this.#sources, this.#indexes));
  }

  async close(): Promise<void> {
    await this.#embedder?.close();
  }

  /** Another collection is the first in each turn, so that one that takes many turns does not hold up the others. */
  #inTurn(): readonly VectorSource[] {
    const first = this.#turn++ % this.#sources.length;
    return [...this.#sources.slice(first), ...this.#sources.slice(0, first)];
  }

  async #follow(source: VectorSource, embedder: Embedder, signal: AbortSignal): Promise<boolean> {
    const { version } = embedder;
    const { collection } = source;
    return followVectors({
      db: this.#db,
      source,
      engine: this.#indexes.of({ version, collection }),
      embedder,
      log: this.#log,
      clock: systemClock,
      stamp: this.#stampOf({ version, collection }),
      signal,
    });
  }

  #stampOf(index: VectorIndex): IndexStamp {
    const held = this.#stamps.get(index.collection);
    if (held !== undefined) return held;
    const stamp = vectorStamp(index, { dataDir: this.#db.dataDir, store: this.#indexes.stampsOf?.(index) });
    this.#stamps.set(index.collection, stamp);
    return stamp;
  }

  async #open(version: VectorVersion): Promise<Embedder> {
    if (this.#embedder?.version.id === version.id) return this.#embedder;
    await this.#embedder?.close();
    this.#stamps.clear();
    const open = async (): Promise<Embedder> =>
      remembering(await this.#embedders.open(version.id), { passages_bytes_max: REMEMBERED_BYTES });
    // An endpoint takes no memory here, and charges for what is forgotten.
    this.#embedder = version.provider === "http" ? await open() : resting(version, open);
    return this.#embedder;
  }
}
