import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { OnpointError, systemCodeOf } from "#base/errors.ts";
import { closeToOthers, privateDirectory } from "#base/private-files.ts";
import type { VectorVersion } from "#embedding/embedder.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import { openEmbeddedReader } from "#index/embedded/reader.ts";
import type { VectorIndex } from "#projections/vectors/vector-calls.ts";
import type { Context } from "../context.ts";
import type { IndexUse } from "../index-files.ts";
import { indexesOf, nameOf, schemaOf } from "./vector-store.ts";
import type { OpenedVectors, VectorStore } from "./vector-store.ts";

/** Which version answers, beside the folders of the versions. */
const CURRENT = "current.json";
const VECTORS = "vectors";

/** Indexes of vectors in the data directory, a folder each. */
export class VectorFiles implements VectorStore {
  readonly #context: Context;
  readonly #threads: IndexUse["threads"];
  readonly #dir: string;

  constructor(context: Context, threads: IndexUse["threads"]) {
    this.#context = context;
    this.#threads = threads;
    this.#dir = join(context.config.dataDir, VECTORS);
  }

  async current(): Promise<VectorVersion | undefined> {
    try {
      return JSON.parse(readFileSync(join(this.#dir, CURRENT), "utf8")) as VectorVersion;
    } catch (thrown) {
      if (systemCodeOf(thrown) === "ENOENT") return undefined;
      throw new OnpointError("corrupt", `${VECTORS}/${CURRENT} of the data directory cannot be read`, {
        hint: `Stop the server, remove the folder \`${VECTORS}\` of the data directory and start again: the vectors are rebuilt.`,
        cause: thrown,
      });
    }
  }

  async use(version: VectorVersion, forget: (before: VectorVersion) => Promise<void>): Promise<void> {
    const before = await this.current();
    privateDirectory(this.#dir);
    const file = join(this.#dir, `${CURRENT}.new`);
    const descriptor = openSync(file, "w", 0o600);
    try {
      writeSync(descriptor, JSON.stringify(version));
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(file, join(this.#dir, CURRENT));
    if (before !== undefined && before.id !== version.id) await forget(before);
    const kept = new Set([CURRENT, ...indexesOf(version).map(nameOf)]);
    for (const name of readdirSync(this.#dir)) {
      if (!kept.has(name)) rmSync(join(this.#dir, name), { recursive: true, force: true });
    }
  }

  async holds(index: VectorIndex): Promise<boolean> {
    return existsSync(join(this.#dir, nameOf(index)));
  }

  async open(index: VectorIndex, isWriter: boolean): Promise<OpenedVectors> {
    const { config, log } = this.#context;
    const options = {
      dir: join(this.#dir, nameOf(index)),
      schema: schemaOf(index),
      threads: this.#threads,
      workers: config.searchWorkers,
      cache_bytes_max: config.indexCache_bytes,
      log,
    };
    if (isWriter) closeToOthers(this.#dir);
    const engine = await (isWriter ? openEmbeddedIndex(options) : openEmbeddedReader(options));
    return { engine, isWriter };
  }

  async close(): Promise<void> {
    // What is open is closed by who opened it.
  }
}
