import { z } from "zod";
import type { Db } from "#db/connection.ts";
import { databaseIdentity } from "#db/identity.ts";
import type { VectorVersion } from "#embedding/embedder.ts";
import { adoptOpenSearchIndex, openOpenSearchIndex } from "#index/opensearch/opensearch.ts";
import type { OpenSearchOptions } from "#index/opensearch/opensearch.ts";
import { VectorVersions } from "#index/opensearch/vector-versions.ts";
import type { VectorIndex } from "#projections/vectors/vector-calls.ts";
import type { Context } from "../context.ts";
import { clusterOptions, isOnCluster } from "../index-files.ts";
import type { ClusterConfig, IndexUse } from "../index-files.ts";
import { indexesOf, schemaOf } from "./vector-store.ts";
import type { OpenedVectors, VectorStore } from "./vector-store.ts";

const VERSION = z.object({ id: z.string(), provider: z.enum(["corpus", "http", "onnx"]), dimensions: z.number() });

/** Indexes of vectors on a cluster, where any process may search and write them. */
export class VectorsOnCluster implements VectorStore {
  readonly #config: ClusterConfig;
  readonly #log: Context["log"];
  readonly #use: IndexUse;
  readonly #versions: VectorVersions;

  constructor(config: ClusterConfig, log: Context["log"], use: IndexUse) {
    this.#use = use;
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
    return { engine: await openOpenSearchIndex(await this.#optionsOf(index)), isWriter: true };
  }

  /** The collections whose vectors were made of other records; they have to be made anew. */
  async adopt(): Promise<readonly string[]> {
    const version = await this.current();
    const adopted: string[] = [];
    for (const index of version === undefined ? [] : indexesOf(version)) {
      if ((await this.holds(index)) && (await adoptOpenSearchIndex(await this.#optionsOf(index)))) {
        adopted.push(`vectors of ${index.collection}`);
      }
    }
    return adopted;
  }

  async close(): Promise<void> {
    this.#versions.close();
  }

  async #optionsOf(index: VectorIndex): Promise<OpenSearchOptions> {
    const { db, ...use } = this.#use;
    const owner = await databaseIdentity(db);
    return { ...clusterOptions(this.#config), ...use, schema: schemaOf(index), log: this.#log, owner };
  }
}

/** The collections whose vectors on the cluster were made of other records, and are none of these now. */
export async function adoptVectors({ config, log }: Context, db: Db): Promise<readonly string[]> {
  if (!isOnCluster(config)) return [];
  const vectors = new VectorsOnCluster(config, log, { db });
  try {
    return await vectors.adopt();
  } finally {
    await vectors.close();
  }
}
