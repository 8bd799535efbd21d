import { openAnalyst, ReadingThreads } from "#analysis/analysis.ts";
import { readParallelKeys, readTimesCited } from "#citator/read.ts";
import { serviceSecret } from "#accounts/secrets.ts";
import { createKeyVerifier } from "#accounts/key-verifier.ts";
import { startSweeping } from "#accounts/sweeping.ts";
import { createCallRecorder } from "#accounts/usage/calls.ts";
import { drawRequests } from "#accounts/limits/request-buckets.ts";
import { monotonicMs, systemClock } from "#base/clock.ts";
import { startWatchdog } from "#base/watchdog/watchdog.ts";
import { CITATOR_PROJECTION } from "#citator/citator.ts";
import { prepareCourtNames } from "#courts/courts.ts";
import { refuseReplacedFiles } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { refuseNewerSchema } from "#db/migrations.ts";
import { outboxEnd, projectionPosition } from "#db/outbox.ts";
import { httpConfig } from "#http/config.ts";
import { limiterOfMachines } from "#http/limiter.ts";
import { listen } from "#http/listen.ts";
import type { Listening } from "#http/listen.ts";
import type { Metrics } from "#http/metrics.ts";
import { createServer } from "#http/server.ts";
import type { ReadinessCheck, Services } from "#http/services.ts";
import type { SearchEngine } from "#index/index.ts";
import type { ClusterIndex } from "#index/opensearch/opensearch.ts";
import { INDEX_PROJECTION } from "#projections/indexed.ts";
import { FILING_INDEX_PROJECTION } from "#projections/filings/filing-indexing.ts";
import { LAW_INDEX_PROJECTION } from "#projections/laws/law-indexing.ts";
import type { IndexName } from "#projections/requests.ts";
import { PROJECTION_OF } from "#projections/index-stamp.ts";
import { isFollowedInto, stampName } from "#projections/stamp.ts";
import { BriefThread } from "#research/brief-thread.ts";
import { findByName } from "#research/by-name.ts";
import { createResearch } from "#research/research.ts";
import { SCHEMA } from "#schema/schema.ts";
import { QueryThread } from "#search/read/query-thread.ts";
import { SnippetPool } from "#search/results/snippet-pool.ts";
import { createFilingSearch } from "#search/filing-search.ts";
import { createLawSearch } from "#search/law-search.ts";
import { createSearch } from "#search/search.ts";
import { rerankService } from "#search/rerank/service.ts";
import { rerankServiceOf } from "#search/settings.ts";
import { logOptions } from "../context.ts";
import type { Context } from "../context.ts";
import { indexInWords } from "../index-files.ts";
import { isCluster } from "../index-lock.ts";
import { count } from "../terminal.ts";
import { VERSION } from "../version.ts";
import { openEntrance } from "./entrance.ts";
import { openServedAccounts } from "./accounts-seat.ts";
import type { Ends } from "./ends.ts";
import { watchFiles } from "./files-watch.ts";
import { readMeasures } from "./measures.ts";
import type { VectorSeat } from "./vector-seat.ts";
import type { Place } from "./place.ts";
import { openPortal } from "./portal.ts";
import { openServedRetrieval } from "./records-seat.ts";

/** The index as those who answer see it. */
export type AnsweringIndex = {
  readonly engines: {
    readonly opinions: SearchEngine;
    readonly laws: SearchEngine;
    readonly filings: SearchEngine;
    /** Where they are on a cluster. */
    readonly stamps?: Readonly<Record<IndexName, Pick<ClusterIndex["stamps"], "readNearby">>>;
  };
  /** What keeps this process from following the records, if it is the one that does. */
  failure(): string | undefined;
  /** On a cluster: who follows the records. */
  followedBy?(): Promise<string>;
  readonly vectors: Pick<VectorSeat, "meanings" | "inWords">;
  /** Why vectors could not be made the last time, if this process makes them. */
  vectorsFailure(): string | undefined;
};

export type AnsweringOptions = {
  readonly db: Db;
  readonly index: AnsweringIndex;
  readonly place: Place;
  /** With the other processes on the same port; without it this process has the port to itself. */
  readonly among?: Pick<Services, "limiter" | "metricsOfAllProcesses">;
};

/** Starts answering over HTTP from an open database and index; what has to be ended is put into `ends`. */
export async function startAnswering(
  { config, log }: Context,
  { db, index, place, among }: AnsweringOptions,
  ends: Ends,
): Promise<{ readonly server: Listening; readonly metrics: Metrics }> {
  const { stallLimit_ms, hangLimit_ms } = config;
  const watchdog = startWatchdog({ stallLimit_ms, hangLimit_ms, log: logOptions(config, "serve") });
  ends.add(async () => watchdog.stop());
  ends.add(watchFiles(db, log));
  const keys = createKeyVerifier({ db, log });
  ends.add(async () => keys.close());
  const calls = createCallRecorder({ db, log, clock: systemClock });
  ends.add(async () => calls.close());
  const accounts = openServedAccounts({ config, log }, db, place);
  ends.add(async () => accounts.close());
  ends.add(startSweeping(accounts));
  const snippets = new SnippetPool({ db, threads: config.searchWorkers, log });
  ends.add(async () => snippets.close());
  const briefs = new BriefThread(db, log);
  ends.add(async () => briefs.close());
  const queries = new QueryThread({ log });
  ends.add(async () => queries.close());
  const reading = new ReadingThreads({ threads: config.searchWorkers, log });
  ends.add(async () => reading.close());
  const reranking = rerankServiceOf(config);
  const retrieval = openServedRetrieval({ config, log }, db, ends);
  const entrance = await openEntrance({ config, log }, accounts, place, ends);
  const app = createServer(
    {
      research: createResearch({
        db,
        search: createSearch({
          engine: index.engines.opinions,
          db,
          readQuery: queries.read,
          snippetsOf: snippets.snippetsOf("opinions"),
          parallelKeysOf: readParallelKeys,
          timesCitedOf: readTimesCited,
          meaning: index.vectors.meanings.opinions,
          reranker: reranking === undefined ? undefined : rerankService(reranking),
        }),
        cursorSecret: await serviceSecret(db, "search-cursors"),
        analyst: openAnalyst(config, reading.read),
        weighLines: reading.weigh,
        checkText: briefs.check,
        searchLaws: createLawSearch({
          engine: index.engines.laws,
          db,
          readQuery: queries.read,
          snippetsOf: snippets.snippetsOf("laws"),
        }),
        searchFilings: createFilingSearch({
          engine: index.engines.filings,
          db,
          readQuery: queries.read,
          meaning: index.vectors.meanings.filings,
          snippetsOf: snippets.snippetsOf("filings"),
        }),
        findByName: findByName(db, index.engines.opinions),
        ...(retrieval !== undefined && { retrieval }),
      }),
      keys,
      entrance,
      calls,
      running: watchdog.running,
      measures: async () => readMeasures(db, index.engines),
      checks: readinessChecks(db, index),
      ...among,
      ...(isCluster(config) && {
        limiter: limiterOfMachines(async (draws) => drawRequests(db, draws), monotonicMs),
      }),
      portal: await openPortal(accounts, entrance.server.apps, place),
    },
    httpConfig(place.baseUrl, {
      version: VERSION,
      apiUrl: place.apiUrl,
      authUrl: place.authUrl,
      rateLimit: { perMinute: config.rateLimitPerMinute, burst: config.rateLimitBurst },
      readerPages: config.readerPages,
      corsOrigins: config.corsOrigins,
      metricsToken: config.metricsToken,
      slowRequest_ms: config.slowRequest_ms,
      trustProxy: config.trustProxy,
    }),
    log,
  );
  prepareCourtNames();
  const server = await listen(app, { host: place.host, port: place.port, isShared: among !== undefined });
  ends.add(async () => server.stop(config.shutdownTimeout_ms, config.stopNotice_ms));
  return { server, metrics: app.metrics };
}

/** Searches go on without vectors and behind them, so nothing of this makes the service unready. */
async function vectorsInWords(db: Db, index: AnsweringIndex): Promise<string> {
  const failure = index.vectorsFailure();
  const state = await index.vectors.inWords(db);
  return failure === undefined ? state : `${state}; they cannot be made at present: ${failure}`;
}

function readinessChecks(db: Db, index: AnsweringIndex): ReadinessCheck[] {
  const following = (name: string, projection: string): ReadinessCheck => ({
    name,
    check: async () => {
      const failure = index.failure();
      if (failure !== undefined) throw new Error(`it does not follow the records: ${failure}`);
      const lag = Math.max(0, (await outboxEnd(db)) - (await projectionPosition(db, projection)));
      return lag === 0 ? "up to date" : `${count(lag)} changes behind the records`;
    },
  });
  return [
    {
      name: "records",
      check: async () => {
        refuseReplacedFiles(db);
        await refuseNewerSchema(db, SCHEMA);
        return db.dialect === "postgres" ? "PostgreSQL" : "SQLite";
      },
    },
    { name: "search", check: async () => searched(db, index, "opinions") },
    { name: "laws", check: async () => searched(db, index, "laws") },
    { name: "filings", check: async () => searched(db, index, "filings") },
    following("index", INDEX_PROJECTION),
    following("index of laws", LAW_INDEX_PROJECTION),
    following("index of filings", FILING_INDEX_PROJECTION),
    { name: "vectors", check: async () => vectorsInWords(db, index) },
    following("citator", CITATOR_PROJECTION),
    ...followers(index),
  ];
}

/** Where there are others to answer, one whose index is being filled is not ready. */
async function searched(db: Db, index: AnsweringIndex, collection: IndexName): Promise<string> {
  const status = await index.engines[collection].status();
  const words = indexInWords(status);
  if (index.followedBy !== undefined && status.damaged.length > 0) throw new Error(words);
  await refuseLeftBehind(db, index, collection);
  return words;
}

/** An index that nobody follows any more answers as of the day it was left, and nothing else tells that it does. */
async function refuseLeftBehind(db: Db, { engines: { stamps } }: AnsweringIndex, index: IndexName): Promise<void> {
  const name = stampName(PROJECTION_OF[index]);
  if (stamps === undefined || (await isFollowedInto(async () => stamps[index].readNearby(), db, name))) return;
  throw new Error(
    "the records are followed into another index than this one, by a process of another version or with another ONPOINT_SEARCH_PREFIX",
  );
}

function followers(index: AnsweringIndex): ReadinessCheck[] {
  return index.followedBy === undefined ? [] : [{ name: "follower", check: async () => index.followedBy?.() ?? "" }];
}
