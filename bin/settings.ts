import { ACCOUNT_SETTINGS } from "#accounts/settings.ts";
import { ANALYSIS_SETTINGS } from "#analysis/settings.ts";
import { loadSettings } from "#base/config/load.ts";
import type { Environment } from "#base/config/load.ts";
import { configurationPage as pageOf } from "#base/config/page.ts";
import { oneOf, wholeNumber, YES_NO } from "#base/config/readers.ts";
import { setting } from "#base/config/setting.ts";
import type { ValuesOf } from "#base/config/setting.ts";
import { LOG_SETTINGS } from "#base/log-settings.ts";
import { memoryGiven_bytes } from "#base/memory-share.ts";
import { WATCHDOG_SETTINGS } from "#base/watchdog/settings.ts";
import { TRACING_SETTINGS } from "#base/tracing/settings.ts";
import { boundedAddress } from "#db/postgres/bounds.ts";
import { DB_SETTINGS } from "#db/settings.ts";
import { EMBEDDING_SETTINGS } from "#embedding/settings.ts";
import { HTTP_SETTINGS } from "#http/settings.ts";
import { OAUTH_SETTINGS } from "#oauth/settings.ts";
import { INDEX_SETTINGS, searchShares } from "#index/settings.ts";
import type { SearchShares } from "#index/settings.ts";
import { RECORDS_SETTINGS } from "#records/settings.ts";
import { SEARCH_SETTINGS } from "#search/settings.ts";
import { PDF_SETTINGS } from "#text/pdf/settings.ts";

export const PROCESSES_MAX = 64;

/** What a process of `serve` does: everything, answering alone, or following the records alone. */
export const ROLES = ["all", "api", "follower"] as const;
export type Role = (typeof ROLES)[number];

/** Every setting there is, in the order of the reference page. */
export const SETTINGS = {
  ...DB_SETTINGS,
  ...HTTP_SETTINGS,
  ...ACCOUNT_SETTINGS,
  ...OAUTH_SETTINGS,
  ...INDEX_SETTINGS,
  ...EMBEDDING_SETTINGS,
  ...SEARCH_SETTINGS,
  ...ANALYSIS_SETTINGS,
  ...RECORDS_SETTINGS,
  ...PDF_SETTINGS,
  processes: setting({
    name: "ONPOINT_PROCESSES",
    reads: wholeNumber(1, PROCESSES_MAX),
    fallback: 1,
    meaning: "Processes that answer on one port; they share search threads and memory for blocks. Linux only.",
    example: "4",
  }),
  role: setting({
    name: "ONPOINT_ROLE",
    reads: oneOf(...ROLES),
    fallback: "all",
    meaning:
      "What `onpoint serve` does: `all`; `api` answers requests; `follower` keeps index and citator up to date. The last two need PostgreSQL and OpenSearch (docs/operating/cluster.md).",
    example: "api",
  }),
  readyWhen: setting({
    name: "ONPOINT_READY_WHEN",
    reads: oneOf("built", "answering"),
    fallback: "built",
    meaning:
      "When `/readyz` is 200 while an index fills: `built`, when it has everything; `answering`, from the start. Requests are answered either way, with warnings.",
    example: "answering",
  }),
  loadSample: setting({
    name: "ONPOINT_SAMPLE",
    reads: YES_NO,
    fallback: true,
    meaning: "Load the sample corpus when the data directory is new.",
    example: "no",
  }),
  ...WATCHDOG_SETTINGS,
  ...LOG_SETTINGS,
  ...TRACING_SETTINGS,
};

/** The checked settings, under the names the program uses; `file` was read besides the environment, if any. */
export type Config = Omit<ValuesOf<typeof SETTINGS>, keyof SearchShares> &
  SearchShares & {
    readonly file: string | null;
  };

/** @throws OnpointError `invalid_configuration` listing every fault at once. */
export function loadConfig(environment: Environment): Config {
  const read = loadSettings(SETTINGS, environment);
  const shares = searchShares(memoryGiven_bytes());
  const config = {
    ...read,
    searchWorkers: read.searchWorkers ?? shares.searchWorkers,
    indexCache_bytes: read.indexCache_bytes ?? shares.indexCache_bytes,
  };
  if (config.databaseUrl === null) return config;
  const bounds = {
    connect_ms: config.databaseConnect_ms,
    statement_ms: config.databaseStatement_ms,
    idleInTransaction_ms: config.databaseIdle_ms,
    keepAlive_ms: config.databaseKeepAlive_ms,
  };
  return { ...config, databaseUrl: boundedAddress(config.databaseUrl, bounds) };
}

export function configurationPage(): string {
  return pageOf(SETTINGS);
}
