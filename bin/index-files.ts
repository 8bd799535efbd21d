import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { OnpointError } from "#base/errors.ts";
import type { Logger } from "#base/log.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import type { EmbeddedOptions } from "#index/embedded/embedded.ts";
import { openEmbeddedReader } from "#index/embedded/reader.ts";
import { SearchThreads } from "#index/embedded/serve/search-threads.ts";
import type { Db } from "#db/connection.ts";
import { databaseIdentity } from "#db/identity.ts";
import { adoptOpenSearchIndex, openOpenSearchIndex } from "#index/opensearch/opensearch.ts";
import type { ClusterIndex, OpenSearchOptions } from "#index/opensearch/opensearch.ts";
import type { EngineStatus, SearchEngine } from "#index/index.ts";
import type { CollectionSchema } from "#index/schema.ts";
import { collectionCalled, collections, forEachCollection } from "#projections/collections.ts";
import type { CollectionName } from "#completeness/completeness.ts";
import { OPINIONS } from "#search/opinions.ts";

import type { Context } from "./context.ts";
import type { Config } from "./settings.ts";
import { count } from "./terminal.ts";

/** Of the opinions `index`, where it has always been; of another collection a directory beside it. */
export function indexDirectory({ dataDir }: Pick<Config, "dataDir">, { name } = OPINIONS): string {
  return join(dataDir, name === OPINIONS.name ? "index" : `index-${name}`);
}

/** An index for each collection; they are written, followed and closed together. */
export type Indexes = Readonly<Record<CollectionName, SearchEngine>> & {
  /** Where they keep their stamps on a cluster; without it they stand in files of the data directory. */
  readonly stamps?: Readonly<Record<CollectionName, ClusterIndex["stamps"]>>;
  close(): Promise<void>;
};

export async function openIndexes({ config, log }: Context, use: IndexUse): Promise<Indexes> {
  return opened(config, log, openEmbeddedIndex, use);
}

/** One of them for a command that follows the records and asks nothing. */
export async function openIndexToFollow(
  { config, log }: Context,
  use: IndexUse,
  name: CollectionName,
): Promise<FollowedIndex> {
  return openEngine(config, indexOptions(config, log, collectionCalled(name).schema, use), openEmbeddedIndex, use);
}

/** An index, with its stamps where it is on a cluster. */
export type FollowedIndex = SearchEngine & Partial<ClusterIndex>;

/** What only indexes on a cluster ask for. */
export type IndexUse = {
  /** The records that the indexes are made of. */
  readonly db: Db;
  /** A cluster that does not answer yet is waited for, where a command would fail. */
  readonly waits?: boolean;
  /** Rises with every process that writes the indexes after another. */
  readonly term?: () => number | undefined;
  /** Those that search the indexes which are none on a cluster; without them they have their own. */
  readonly threads?: SearchThreads | undefined;
};

/** The threads that search all indexes of a process, those of vectors too. */
export function openSearchThreads({ config, log }: Context): SearchThreads {
  const { searchWorkers: workers, indexCache_bytes: cache_bytes_max } = config;
  return new SearchThreads({ workers, cache_bytes_max, log });
}

/** What another process writes, to be read alone. */
export async function openIndexReaders({ config, log }: Context, use: IndexUse): Promise<Indexes> {
  return opened(config, log, openEmbeddedReader, use);
}

/** The opinions alone, beside a server that may be writing them. */
export async function openOpinionsReader({ config, log }: Context, db: Db): Promise<SearchEngine> {
  const options = indexOptions({ ...config, searchWorkers: 1 }, log, OPINIONS, {});
  return openEngine(config, options, openEmbeddedReader, { db });
}

async function openEngine(
  config: Config,
  options: EmbeddedOptions,
  openHere: (options: EmbeddedOptions) => Promise<SearchEngine>,
  use: IndexUse,
): Promise<FollowedIndex> {
  if (!isOnCluster(config)) return openHere(options);
  const { schema, log } = options;
  const { db, threads: _, ...onCluster } = use;
  return openOpenSearchIndex({
    ...clusterOptions(config),
    ...onCluster,
    schema,
    log,
    owner: await databaseIdentity(db),
  });
}

/** The collections whose indexes on the cluster were made of other records, and are empty ones of these now. */
export async function adoptIndexes({ config, log }: Context, db: Db): Promise<readonly string[]> {
  if (!isOnCluster(config)) {
    throw new OnpointError("invalid_input", "only indexes on a search cluster can be another database's", {
      hint: "Set ONPOINT_SEARCH_URL.",
    });
  }
  const owner = await databaseIdentity(db);
  const adopted: string[] = [];
  for (const { schema } of collections()) {
    if (await adoptOpenSearchIndex({ ...clusterOptions(config), schema, log, owner })) adopted.push(schema.name);
  }
  return adopted;
}

async function opened(
  config: Config,
  log: Logger,
  openHere: (options: EmbeddedOptions) => Promise<SearchEngine>,
  use: IndexUse,
): Promise<Indexes> {
  const held: SearchEngine[] = [];
  const ownThreads = use.threads === undefined ? openSearchThreads({ config, log }) : undefined;
  const threads = use.threads ?? ownThreads;
  const close = async (): Promise<void> => {
    await Promise.all(held.map(async (engine) => engine.close()));
    await ownThreads?.close();
  };
  const openOne = async (schema: CollectionSchema): Promise<FollowedIndex> => {
    const engine = await openEngine(config, indexOptions(config, log, schema, { threads }), openHere, use);
    held.push(engine);
    return engine;
  };
  try {
    const indexes = new Map<CollectionName, FollowedIndex>();
    for (const { name, schema } of collections()) indexes.set(name, await openOne(schema));
    const engines = Object.fromEntries(indexes) as Record<CollectionName, FollowedIndex>;
    return { ...engines, ...stampsOf(engines), close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

/** On a cluster all of them keep their own. */
function stampsOf(engines: Readonly<Record<CollectionName, FollowedIndex>>): Pick<Indexes, "stamps"> {
  const stamps = forEachCollection(({ name }) => engines[name].stamps);
  const areAll = Object.values(stamps).every((one) => one !== undefined);
  return areAll ? { stamps: stamps as NonNullable<Indexes["stamps"]> } : {};
}

function indexOptions(
  config: Pick<Config, "dataDir" | "searchWorkers" | "indexCache_bytes">,
  log: Logger,
  schema: CollectionSchema,
  { threads }: Pick<IndexUse, "threads">,
): EmbeddedOptions {
  return {
    schema,
    dir: indexDirectory(config, schema),
    threads,
    workers: config.searchWorkers,
    cache_bytes_max: config.indexCache_bytes,
    log,
  };
}

/** Of the documents of a change or a check; searches do not wait for them. */
const CLUSTER_READERS = 2;

/** The settings of a service whose indexes are on a cluster. */
export type ClusterConfig = Config & { readonly searchUrls: readonly string[] };

export function isOnCluster(config: Config): config is ClusterConfig {
  return config.searchUrls !== null;
}

/** How the cluster is asked. Throws `invalid_configuration` for certificates that cannot be read. */
export function clusterOptions(config: ClusterConfig): Omit<OpenSearchOptions, "schema" | "log"> {
  const { searchUrls, searchCaFile, searchPrefix, searchShards, searchReplicas } = config;
  const { searchTimeout_ms: timeout_ms, searchConnect_ms: connect_ms } = config;
  return {
    urls: searchUrls,
    timeout_ms,
    connect_ms,
    ca: searchCaFile === null ? undefined : certificatesIn(searchCaFile),
    prefix: searchPrefix,
    shape: { shards: searchShards, replicas: searchReplicas },
    readers: CLUSTER_READERS,
  };
}

function certificatesIn(file: string): string {
  const refuse = (what: string, cause: unknown): OnpointError =>
    new OnpointError("invalid_configuration", `ONPOINT_SEARCH_CA_FILE: ${file} ${what}`, { cause });
  let pem: string;
  try {
    pem = readFileSync(file, "utf8");
  } catch (cause) {
    throw refuse("cannot be read", cause);
  }
  try {
    // OpenSSL passes over what is none.
    void new X509Certificate(pem);
  } catch (cause) {
    throw refuse("has no certificate in PEM", cause);
  }
  return pem;
}

/** What the index holds, and that it does not hold all it should while damaged parts are set aside. */
export function indexInWords({ documents, damaged }: Omit<EngineStatus, "size_bytes">): string {
  if (damaged.length === 0) return `${count(documents)} documents`;
  const missing = damaged.reduce((sum, part) => sum + part.documents, 0);
  const what = missing === 0 ? "some are" : `${count(missing)} are`;
  return `${count(documents)} documents; ${what} missing and being brought back from the records`;
}
