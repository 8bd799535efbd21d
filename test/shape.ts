/**
 * What the servers of the contract suites stand on: files of their own, or with ONPOINT_TEST_SHAPE=cluster (the projects
 * `cluster` and `cluster-real` of vitest.config.ts) a database on PostgreSQL and indexes on OpenSearch, new for each server.
 */
import { join } from "node:path";
import { inject } from "vitest";
import { silentLogger } from "#base/log.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import type { SearchEngine } from "#index/index.ts";
import { openOpenSearchIndex } from "#index/opensearch/opensearch.ts";
import type { CollectionSchema } from "#index/schema.ts";
import { createDatabase } from "./postgres-database.ts";

export const isClustered: boolean = process.env["ONPOINT_TEST_SHAPE"] === "cluster";

/** Room of a test's own on both servers. */
export type ClusterRoom = {
  readonly databaseUrl: string;
  readonly searchUrl: string;
  readonly searchPrefix: string;
  /** Leaves nothing of it behind. */
  readonly remove: () => Promise<void>;
};

let rooms = 0;

export async function newClusterRoom(): Promise<ClusterRoom> {
  const { url, drop } = await createDatabase();
  const searchUrl = inject("openSearchUrl");
  const searchPrefix = `room-${process.pid}-${rooms++}`;
  const remove = async (): Promise<void> => {
    await drop();
    await fetch(`${searchUrl}/${searchPrefix}-*`, { method: "DELETE" });
  };
  return { databaseUrl: url, searchUrl, searchPrefix, remove };
}

/** Records and indexes of a server that runs in the test's own process. */
export type Shape = {
  /** None for records in the data directory. */
  readonly databaseUrl: string | undefined;
  /** An empty index; `name` is that of its folder. */
  readonly openIndex: (schema: CollectionSchema, name: string) => Promise<SearchEngine>;
  /** After what was opened is closed. */
  readonly remove: () => Promise<void>;
};

export async function openShape(dataDir: string): Promise<Shape> {
  if (!isClustered) {
    return {
      databaseUrl: undefined,
      openIndex: async (schema, name) =>
        openEmbeddedIndex({ schema, dir: join(dataDir, name), workers: 1, log: silentLogger }),
      remove: async () => undefined,
    };
  }
  const { databaseUrl, searchUrl, searchPrefix, remove } = await newClusterRoom();
  const openIndex = async (schema: CollectionSchema): Promise<SearchEngine> =>
    openOpenSearchIndex({
      urls: [searchUrl],
      schema,
      prefix: searchPrefix,
      shape: { shards: 1, replicas: 0 },
      readers: 1,
      log: silentLogger,
    });
  return { databaseUrl, openIndex, remove };
}
