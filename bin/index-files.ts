import { readFileSync } from "node:fs";
import { join } from "node:path";
import { OnpointError } from "#base/errors.ts";
import type { Logger } from "#base/log.ts";
import { holderOf, lockDataDirectory } from "#db/lock.ts";
import type { DataDirectoryLock, LockPurpose } from "#db/lock.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import type { EmbeddedOptions } from "#index/embedded/embedded.ts";
import { openEmbeddedReader } from "#index/embedded/reader.ts";
import { openOpenSearchIndex } from "#index/opensearch/opensearch.ts";
import type { OpenSearchOptions } from "#index/opensearch/opensearch.ts";
import type { EngineStatus, SearchEngine } from "#index/index.ts";
import type { CollectionSchema } from "#index/schema.ts";
import { FILINGS } from "#search/filings.ts";
import { LAWS } from "#search/laws.ts";
import { OPINIONS } from "#search/opinions.ts";

import type { Config } from "./settings.ts";
import { count } from "./terminal.ts";

/** Of the opinions `index`, where it has always been; of another collection a directory beside it. */
export function indexDirectory({ dataDir }: Pick<Config, "dataDir">, { name } = OPINIONS): string {
  return join(dataDir, name === OPINIONS.name ? "index" : `index-${name}`);
}

/** An index for each collection; they are written, followed and closed together. */
export type Indexes = {
  readonly opinions: SearchEngine;
  readonly laws: SearchEngine;
  readonly filings: SearchEngine;
  close(): Promise<void>;
};

export async function openIndexes(config: Config, log: Logger): Promise<Indexes> {
  return opened(config, log, openEmbeddedIndex);
}

const SCHEMAS = { opinions: OPINIONS, laws: LAWS, filings: FILINGS } as const;

/** One of them for a command that follows the records and asks nothing: a thread that searches has a heap of its own. */
export async function openIndexToFollow(
  config: Config,
  log: Logger,
  name: keyof typeof SCHEMAS,
): Promise<SearchEngine> {
  const options = indexOptions({ ...config, searchWorkers: 1 }, log, SCHEMAS[name], 1);
  return openEngine(config, { ...options, searchesRarely: true }, openEmbeddedIndex);
}

/** What another process writes, to be read alone. */
export async function openIndexReaders(config: Config, log: Logger): Promise<Indexes> {
  return opened(config, log, openEmbeddedReader);
}

/** The opinions alone, beside a server that may be writing them. */
export async function openOpinionsReader(config: Config, log: Logger): Promise<SearchEngine> {
  const options = indexOptions({ ...config, searchWorkers: 1 }, log, OPINIONS, 1);
  return openEngine(config, options, openEmbeddedReader);
}

async function openEngine(
  config: Config,
  options: EmbeddedOptions,
  openHere: (options: EmbeddedOptions) => Promise<SearchEngine>,
): Promise<SearchEngine> {
  if (!isOnCluster(config)) return openHere(options);
  return openOpenSearchIndex({ ...clusterOptions(config), schema: options.schema, log: options.log });
}

async function opened(
  config: Config,
  log: Logger,
  openHere: (options: EmbeddedOptions) => Promise<SearchEngine>,
): Promise<Indexes> {
  const held: SearchEngine[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(held.map(async (engine) => engine.close()));
  };
  const openOne = async (schema: CollectionSchema, share: number): Promise<SearchEngine> => {
    const engine = await openEngine(config, indexOptions(config, log, schema, share), openHere);
    held.push(engine);
    return engine;
  };
  try {
    const opinions = await openOne(OPINIONS, 1 - LAWS_SHARE - FILINGS_SHARE);
    const laws = await openOne(LAWS, LAWS_SHARE);
    return { opinions, laws, filings: await openOne(FILINGS, FILINGS_SHARE), close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

/** Of the memory; all the laws of the country are a fifth of its opinions. */
const LAWS_SHARE = 0.2;
/** Few have many filings of trial courts. */
const FILINGS_SHARE = 0.1;

function indexOptions(
  config: Pick<Config, "dataDir" | "searchWorkers" | "indexCache_bytes">,
  log: Logger,
  schema: CollectionSchema,
  share: number,
): EmbeddedOptions {
  return {
    schema,
    dir: indexDirectory(config, schema),
    workers: config.searchWorkers,
    cache_bytes_max: Math.floor(config.indexCache_bytes * share),
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
  return {
    urls: searchUrls,
    ca: searchCaFile === null ? undefined : certificatesIn(searchCaFile),
    prefix: searchPrefix,
    shape: { shards: searchShards, replicas: searchReplicas },
    readers: CLUSTER_READERS,
  };
}

function certificatesIn(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new OnpointError("invalid_configuration", `ONPOINT_SEARCH_CA_FILE: ${file} cannot be read`, { cause });
  }
}

/** What the index holds, and that it does not hold all it should while damaged parts are set aside. */
export function indexInWords({ documents, damaged }: Omit<EngineStatus, "size_bytes">): string {
  if (damaged.length === 0) return `${count(documents)} documents`;
  const missing = damaged.reduce((sum, part) => sum + part.documents, 0);
  const what = missing === 0 ? "some are" : `${count(missing)} are`;
  return `${count(documents)} documents; ${what} missing and being brought back from the records`;
}

/** The index of a data directory for this process alone; undefined while another holds it, as a running server does. */
export function tryLockIndex(dataDir: string): DataDirectoryLock | undefined {
  return tryLock(dataDir, "index");
}

/** As `tryLockIndex`; undefined also in the moment in which no process of a running server holds it, for one has died. */
export function tryLockUnserved(dataDir: string): DataDirectoryLock | undefined {
  return isServed(dataDir) ? undefined : tryLockIndex(dataDir);
}

/** Whether a server is running on the data directory. Its note may outlive it; its lock does not. */
export function isServed(dataDir: string): boolean {
  if (holderOf(dataDir, "server") === undefined) return false;
  const lock = tryLock(dataDir, "server");
  lock?.release();
  return lock === undefined;
}

function tryLock(dataDir: string, purpose: LockPurpose): DataDirectoryLock | undefined {
  try {
    return lockDataDirectory(dataDir, purpose);
  } catch (thrown) {
    if (thrown instanceof OnpointError && thrown.code === "data_directory_in_use") return undefined;
    throw thrown;
  }
}
