import { address, wholeNumber } from "#base/config/readers.ts";
import { setting } from "#base/config/setting.ts";

const MIB = 1024 * 1024;

export const INDEX_SETTINGS = {
  searchUrl: setting({
    name: "ONPOINT_SEARCH_URL",
    reads: address("http:", "https:").refine(() => false, {
      error: "the cluster engine is not part of this version; leave it unset to use the embedded index",
    }),
    fallback: null,
    meaning:
      "OpenSearch for the index, once the cluster engine is part of the program; until then a start with it set is refused. Default: the embedded index.",
    example: "http://127.0.0.1:9200",
    isSecret: true,
  }),
  searchWorkers: setting({
    name: "ONPOINT_SEARCH_WORKERS",
    reads: wholeNumber(1, 64),
    fallback: 2,
    meaning: "Threads that answer searches. Half as many, one at least, are added for heavy ones.",
    example: "4",
  }),
  indexCache_bytes: setting({
    name: "ONPOINT_INDEX_CACHE_BYTES",
    reads: wholeNumber(16 * MIB, 1024 * 1024 * MIB),
    fallback: 256 * MIB,
    meaning: "Memory the index may keep blocks in, all threads together.",
    example: "1073741824",
  }),
};
