import { join } from "node:path";
import { systemClock } from "#base/clock.ts";
import type { Logger } from "#base/log.ts";
import { readCitingWords } from "#citator/read.ts";
import type { Db } from "#db/connection.ts";
import { hasVectors } from "#embedding/embedder.ts";
import type { Embedder, Embedders, VectorVersion } from "#embedding/embedder.ts";
import { remembering } from "#embedding/remembering.ts";
import { IndexStamp } from "#projections/stamp.ts";
import { followVectors } from "./follow-vectors.ts";
import type { VectorEngine } from "./follow-vectors.ts";

/** Vectors of passages that are remembered while they may be asked for again: some 50,000 of 256 dimensions. */
const REMEMBERED_BYTES = 64 * 1024 * 1024;

/** The indexes of vectors of one data directory, an index for each version. */
export type VectorIndexes = {
  /** Opened, or begun, by its first use. */
  readonly of: (version: VectorVersion) => VectorEngine;
  /** The version that searches ask; undefined before there is one. */
  readonly current: () => Promise<VectorVersion | undefined>;
  /** Searches ask this version from now on; the indexes of others are removed. */
  readonly use: (version: VectorVersion) => Promise<void>;
};

/** Brings vectors to where the records stand, with the newest version there is; one turn at a time. */
export class VectorTurns {
  readonly #db: Db;
  readonly #embedders: Embedders;
  readonly #indexes: VectorIndexes;
  readonly #log: Logger;
  #embedder: Embedder | undefined;
  #stamp: IndexStamp | undefined;

  constructor(db: Db, embedders: Embedders, indexes: VectorIndexes, log: Logger) {
    this.#db = db;
    this.#embedders = embedders;
    this.#indexes = indexes;
    this.#log = log;
  }

  /**
   * A version that is made while another answers takes its place when it is whole; the first there ever is answers from
   * the beginning. Ends with the signal; what was done is kept.
   */
  async run(signal: AbortSignal): Promise<void> {
    const version = await this.#embedders.newest();
    if (!hasVectors(version)) return;
    const current = await this.#indexes.current();
    if (current === undefined) await this.#indexes.use(version);
    const embedder = await this.#open(version);
    this.#stamp ??= new IndexStamp(
      join(this.#db.dataDir, `vectors-${version.id}.stamp`),
      `vectors stamp ${version.id}`,
    );
    const isWhole = await followVectors({
      db: this.#db,
      engine: this.#indexes.of(version),
      embedder,
      log: this.#log,
      clock: systemClock,
      citingWordsOf: readCitingWords,
      stamp: this.#stamp,
      signal,
    });
    if (!isWhole || current === undefined || current.id === version.id) return;
    await this.#indexes.use(version);
    await this.#embedders.keepOnly([version.id]);
    this.#log.info({ version: version.id, before: current.id }, "searches by meaning ask new vectors");
  }

  async close(): Promise<void> {
    await this.#embedder?.close();
  }

  async #open(version: VectorVersion): Promise<Embedder> {
    if (this.#embedder?.version.id === version.id) return this.#embedder;
    await this.#embedder?.close();
    this.#stamp = undefined;
    this.#embedder = remembering(await this.#embedders.open(version.id), REMEMBERED_BYTES);
    return this.#embedder;
  }
}
