import { openAnalyst, ReadingThreads } from "#analysis/analysis.ts";
import { readParallelKeys, readTimesCited } from "#citator/read.ts";
import { serviceSecret } from "#accounts/secrets.ts";
import { createKeyVerifier } from "#accounts/key-verifier.ts";
import { startSweeping } from "#accounts/sweeping.ts";
import { createCallRecorder } from "#accounts/usage/calls.ts";
import { drawRequests } from "#accounts/limits/request-buckets.ts";
import { monotonicMs, systemClock } from "#base/clock.ts";
import { startTracing } from "#base/tracing/start.ts";
import { startWatchdog } from "#base/watchdog/watchdog.ts";
import { prepareCourtNames } from "#courts/courts.ts";
import type { Db } from "#db/connection.ts";
import { httpConfig } from "#http/config.ts";
import { limiterOfMachines } from "#http/limiter.ts";
import { listen } from "#http/listen.ts";
import type { Listening } from "#http/listen.ts";
import type { Metrics } from "#http/metrics.ts";
import { createServer } from "#http/server.ts";
import type { Services } from "#http/services.ts";
import type { SearchEngine } from "#index/index.ts";
import type { ClusterIndex } from "#index/opensearch/opensearch.ts";
import type { CollectionName } from "#completeness/completeness.ts";
import { collectionCalled } from "#projections/collections.ts";
import { rulesHeld } from "#projections/rules-held.ts";
import { BriefFileThread } from "#briefs/file-thread.ts";
import { BriefThread } from "#research/brief-thread.ts";
import { findByName } from "#research/by-name.ts";
import { createResearch } from "#research/research.ts";
import { QueryThread } from "#search/read/query-thread.ts";
import { SnippetPool } from "#search/results/snippet-pool.ts";
import type { Meaning } from "#search/meaning.ts";
import { createSearches } from "#search/searches.ts";
import { configuredReranker } from "#search/settings.ts";
import { logOptions } from "../context.ts";
import type { Context } from "../context.ts";
import { isCluster } from "../index-lock.ts";
import { VERSION } from "../version.ts";
import { measureCompleteness } from "./completeness-gauges.ts";
import { completenessHere, tellingOf } from "./completeness-here.ts";
import { openFirms } from "./firms.ts";
import { administrationOf } from "./administration.ts";
import { openEntrance } from "./entrance.ts";
import { openServedAccounts } from "./accounts-seat.ts";
import type { Ends } from "./ends.ts";
import { watchFiles } from "./files-watch.ts";
import { readMeasures } from "./measures.ts";
import type { VectorSeat } from "./vector-seat.ts";
import type { Place } from "./place.ts";
import { pagesAccess, peopleOfPages } from "./pages.ts";
import { openPortal } from "./portal.ts";
import { measureRules, seldom } from "./rules-gauge.ts";
import { readinessChecks } from "./readiness.ts";
import { openServedRetrieval } from "./records-seat.ts";

/** The index as those who answer see it. */
export type AnsweringIndex = {
  readonly engines: Readonly<Record<CollectionName, SearchEngine>> & {
    /** Where they are on a cluster. */
    readonly stamps?: Readonly<Record<CollectionName, Pick<ClusterIndex["stamps"], "readNearby">>>;
  };
  /** What keeps this process from following the records, if it is the one that does. */
  failure(): string | undefined;
  /** On a cluster: who follows the records. */
  followedBy?(): Promise<string>;
  /** Whether any process follows the records. */
  isFollowed(): Promise<boolean>;
  readonly vectors: Pick<VectorSeat, "meaningOf" | "inWords" | "searched">;
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
  ends.add(await startTracing(config, VERSION, log));
  prepareCourtNames();
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
  // A page of snippets takes about half as long as the search before it.
  const snippets = new SnippetPool({ db, threads: Math.ceil(config.searchWorkers / 2), log });
  ends.add(async () => snippets.close());
  const briefs = new BriefThread(db, log);
  ends.add(async () => briefs.close());
  const briefFiles = new BriefFileThread(log);
  ends.add(async () => briefFiles.close());
  const queries = new QueryThread({ log });
  ends.add(async () => queries.close());
  const reading = new ReadingThreads({ threads: config.searchWorkers, log });
  ends.add(async () => reading.close());
  const reranking = configuredReranker(config);
  if (reranking !== undefined) ends.add(async () => reranking.close());
  const retrieval = openServedRetrieval({ config, log }, db, ends);
  const completeness = completenessHere(index, db);
  const rules = seldom(async () => rulesHeld(db), monotonicMs);
  const meaningOf = (name: CollectionName): Meaning | undefined => {
    const { vectors } = collectionCalled(name);
    return vectors && tellingOf(index.vectors.meaningOf(name), vectors, completeness);
  };
  const entrance = await openEntrance({ config, log }, accounts, place, ends);
  const firms = openFirms(accounts, entrance.server.apps, config.ssoPrivateIssuers);
  const checks = readinessChecks(db, index, { completeness, rules, readyWhen: config.readyWhen });
  const app = createServer(
    {
      research: createResearch({
        db,
        ...createSearches({
          placeOf: (name) => ({
            engine: index.engines[name],
            meaning: meaningOf(name),
            snippetsOf: snippets.snippetsOf(name),
          }),
          db,
          readQuery: queries.read,
          parallelKeysOf: readParallelKeys,
          timesCitedOf: readTimesCited,
          completeness,
          reranker: reranking?.reranker,
        }),
        cursorSecret: await serviceSecret(db, "search-cursors"),
        analyst: openAnalyst(config, reading.read, reading.candidates),
        weighLines: reading.weigh,
        checkText: briefs.check,
        findByName: findByName(db, index.engines.opinions),
        completeness,
        ...(retrieval !== undefined && { retrieval }),
      }),
      keys,
      entrance,
      calls,
      running: watchdog.running,
      measures: async () => readMeasures(db, index.engines, completeness),
      checks,
      ...among,
      ...(isCluster(config) && {
        limiter: limiterOfMachines(async (draws) => drawRequests(db, draws), monotonicMs),
      }),
      readBrief: briefFiles.read,
      people: peopleOfPages(accounts, place.authUrl),
      portal: await openPortal(accounts, firms.door, entrance.server, place, administrationOf(db, checks)),
      firms: firms.services,
    },
    httpConfig(place.baseUrl, {
      version: VERSION,
      apiUrl: place.apiUrl,
      authUrl: place.authUrl,
      rateLimit: { perMinute: config.rateLimitPerMinute, burst: config.rateLimitBurst },
      readerPages: config.readerPages,
      pages: pagesAccess(config, place.host),
      corsOrigins: config.corsOrigins,
      metricsToken: config.metricsToken,
      slowRequest_ms: config.slowRequest_ms,
      trustProxy: config.trustProxy,
    }),
    log,
  );
  measureCompleteness(completeness, app.metrics.registry);
  measureRules(rules, app.metrics.registry);
  const server = await listen(app, { host: place.host, port: place.port, isShared: among !== undefined });
  ends.add(async () => server.stop(config.shutdownTimeout_ms, config.stopNotice_ms));
  return { server, metrics: app.metrics };
}
