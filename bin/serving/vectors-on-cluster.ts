import { z } from "zod";
import type { VectorVersion } from "#embedding/embedder.ts";
import { openOpenSearchIndex } from "#index/opensearch/opensearch.ts";
import { VectorVersions } from "#index/opensearch/vector-versions.ts";
import type { VectorIndex } from "#projections/vectors/vector-calls.ts";
import type { Context } from "../context.ts";
import { clusterOptions } from "../index-files.ts";
import type { ClusterConfig } from "../index-files.ts";
import { indexesOf, schemaOf } from "./vector-store.ts";
import type { OpenedVectors, VectorStore } from "./vector-store.ts";

const VERSION = z.object({ id: z.string(), provider: z.enum(["corpus", "http", "onnx"]), dimensions: z.number() });

/** Indexes of vectors on a cluster, where any process may search and write them. */
export class VectorsOnCluster implements VectorStore {
  readonly #config: ClusterConfig;
  readonly #log: Context["log"];
  readonly #versions: VectorVersions;

  constructor(config: ClusterConfig, log: Context["log"]) {
    this.#config = config;
    this.#log = log;
    const { urls, ca, prefix, shape } = clusterOptions(config);
    this.#versions = new VectorVersions({ urls, ca, prefix, replicas: shape.replicas });
  }

  async current(): Promise<VectorVersion | undefined> {
    return VERSION.optional().parse(await this.#versions.current());
  }

  async use(version: VectorVersion, forget: (before: VectorVersion) => Promise<void>): Promise<void> {
    const before = await this.current();
    await this.#versions.use(version, indexesOf(version).map(schemaOf));
    if (before !== undefined && before.id !== version.id) await forget(before);
  }

  async holds(index: VectorIndex): Promise<boolean> {
    return this.#versions.holds(schemaOf(index));
  }

  async open(index: VectorIndex): Promise<OpenedVectors> {
    const options = { ...clusterOptions(this.#config), schema: schemaOf(index), log: this.#log };
    return { engine: await openOpenSearchIndex(options), isWriter: true };
  }

  async close(): Promise<void> {
    this.#versions.close();
  }
}
