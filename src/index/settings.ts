import { z } from "zod";
import { address, COMMA_LIST, TEXT, wholeNumber } from "#base/config/readers.ts";
import { setting } from "#base/config/setting.ts";
import { isMemoryShort } from "#base/memory-share.ts";

const MIB = 1024 * 1024;

export const INDEX_SETTINGS = {
  searchUrls: setting({
    name: "ONPOINT_SEARCH_URL",
    reads: COMMA_LIST.pipe(z.array(address("http:", "https:")).min(1)),
    fallback: null,
    meaning:
      "OpenSearch 2.19 or later (2.x, with k-NN): its address with user and password (`%40` for `@`), or several of one cluster with commas. Default: the embedded index.",
    example: "https://onpoint:secret@search.example.org:9200",
    isSecret: true,
  }),
  searchCaFile: setting({
    name: "ONPOINT_SEARCH_CA_FILE",
    reads: TEXT,
    fallback: null,
    meaning: "Certificates (PEM) that OpenSearch's own is signed by, where the system does not know them.",
    example: "/etc/onpoint/search-ca.pem",
  }),
  searchTimeout_ms: setting({
    name: "ONPOINT_SEARCH_TIMEOUT_MS",
    reads: wholeNumber(100, 600_000),
    fallback: 20_000,
    meaning: "OpenSearch is waited for so long to answer one question; it abandons its own question after ten seconds.",
    example: "30000",
  }),
  searchConnect_ms: setting({
    name: "ONPOINT_SEARCH_CONNECT_TIMEOUT_MS",
    reads: wholeNumber(100, 60_000),
    fallback: 5_000,
    meaning: "A connection to OpenSearch is waited for so long, its handshake included.",
    example: "2000",
  }),
  searchPrefix: setting({
    name: "ONPOINT_SEARCH_PREFIX",
    reads: z.string().regex(/^[a-z][a-z0-9-]{0,40}$/u, "wants small letters, digits and hyphens"),
    fallback: "onpoint",
    meaning: "Begins the names of the indexes on OpenSearch. Two services on one cluster have two.",
    example: "onpoint-test",
  }),
  searchShards: setting({
    name: "ONPOINT_SEARCH_SHARDS",
    reads: wholeNumber(1, 256),
    fallback: 1,
    meaning: "Shards of an index on OpenSearch that is made from now on; `onpoint index rebuild` makes one.",
    example: "6",
  }),
  searchReplicas: setting({
    name: "ONPOINT_SEARCH_REPLICAS",
    reads: wholeNumber(0, 10),
    fallback: 1,
    meaning: "Copies of each shard on OpenSearch besides the first, for an index that is made from now on.",
    example: "2",
  }),
  searchWorkers: setting({
    name: "ONPOINT_SEARCH_WORKERS",
    reads: wholeNumber(1, 64),
    fallback: null,
    meaning:
      "Threads that answer searches; half as many are added for heavy ones. Default: 2, or 1 where the machine or container has less than 1 GiB.",
    example: "4",
  }),
  indexCache_bytes: setting({
    name: "ONPOINT_INDEX_CACHE_BYTES",
    reads: wholeNumber(16 * MIB, 1024 * 1024 * MIB),
    fallback: null,
    meaning:
      "Memory for blocks of all indexes. Default: 32 MiB (33554432), or a thirty-second of the machine's or container's memory if that is less.",
    example: "1073741824",
  }),
};

/** Where nothing is said: the system keeps files in memory besides, and the rest of the program needs most of a small container. */
const CACHE_BYTES_MOST = 32 * MIB;
const CACHE_SHARE = 1 / 32;
const CACHE_BYTES_LEAST = 16 * MIB;

/** A search thread takes some 60 MB, with one for snippets beside it. */
const WORKERS_DEFAULT = 2;

/** What searching may take. */
export type SearchShares = { readonly searchWorkers: number; readonly indexCache_bytes: number };

/** By default; `given_bytes` is what the process may have. */
export function searchShares(given_bytes: number): SearchShares {
  const share_bytes = Math.floor(given_bytes * CACHE_SHARE);
  return {
    searchWorkers: isMemoryShort(given_bytes) ? 1 : WORKERS_DEFAULT,
    indexCache_bytes: Math.max(CACHE_BYTES_LEAST, Math.min(CACHE_BYTES_MOST, share_bytes)),
  };
}
