import { createServer as createSocketServer, type AddressInfo } from "node:net";
import { resolve } from "node:path";
import type { Command } from "commander";
import { createKeyVerifier } from "#accounts/key-verifier.ts";
import { createKey, hasKeys } from "#accounts/keys.ts";
import { monotonicMs } from "#base/clock.ts";
import { OnpointError } from "#base/errors.ts";
import { CITATOR_PROJECTION } from "#citator/citator.ts";
import { prepareCourtNames } from "#courts/courts.ts";
import type { Db } from "#db/connection.ts";
import { openRecords } from "#schema/open.ts";
import { lockDataDirectory } from "#db/lock.ts";
import { outboxEnd, projectionPosition } from "#db/outbox.ts";
import { BriefThread } from "#research/brief-thread.ts";
import { createResearch } from "#research/research.ts";
import { httpConfig } from "#http/config.ts";
import { listen } from "#http/listen.ts";
import { createServer } from "#http/server.ts";
import type { ReadinessCheck } from "#http/services.ts";
import { INDEX_PROJECTION } from "#projections/indexed.ts";
import { runImport } from "#importers/importer.ts";
import { isWithoutImports } from "#importers/frame/positions.ts";
import { decisionsBySource } from "#opinions/store/read.ts";
import type { SearchEngine } from "#index/index.ts";
import { SnippetPool } from "#search/results/snippet-pool.ts";
import { createSearch } from "#search/search.ts";
import { logOptions, openContext, type Context } from "../context.ts";
import { catchUp } from "../follow.ts";
import { startFollower, type Follower } from "#projections/follower.ts";
import { indexInWords, openIndex } from "../index-files.ts";
import type { Config } from "../settings.ts";
import { count, duration, EXIT, print } from "../terminal.ts";
import { VERSION } from "../version.ts";

export function addServeCommand(program: Command): void {
  program
    .command("serve")
    .summary("answer over HTTP (what `npm start` runs)")
    .description(
      "Starts the service. On a new data directory it loads the sample corpus and, on loopback, makes a development key.",
    )
    .addHelpText("after", "\nExample:\n  $ ONPOINT_PORT=9000 ONPOINT_DATA_DIR=/srv/onpoint onpoint serve")
    .action(async () => serve(openContext("serve")));
}

/** Everything that was begun is ended in reverse order, also when a later step of the start fails. */
async function serve(context: Context): Promise<void> {
  const stopAsked = firstSignal();
  const ends: (() => unknown)[] = [];
  try {
    await start(context, ends);
    context.log.info({ signal: await stopAsked }, "stopping: no new requests, those in flight are finished");
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}

async function start(context: Context, ends: (() => unknown)[]): Promise<void> {
  const { config, log } = context;
  const started_ms = monotonicMs();
  for (const purpose of ["server", "index"] as const) {
    const lock = lockDataDirectory(config.dataDir, purpose);
    ends.push(() => lock.release());
  }
  const db = await openRecords({ dataDir: config.dataDir, databaseUrl: config.databaseUrl ?? undefined });
  ends.push(async () => db.close());
  const engine = await openIndex(config, log);
  ends.push(async () => engine.close());
  if (config.loadSample && (await isWithoutImports(db, "sample"))) await loadSample(context, db, engine);

  const port = config.port === 0 ? await freePort(config.host) : config.port;
  const baseUrl = config.baseUrl ?? `http://${urlHost(config.host)}:${port}`;
  const apiUrl = config.apiUrl ?? `${baseUrl}/v1`;
  const keys = createKeyVerifier({ db, log });
  ends.push(async () => keys.close());
  const snippets = new SnippetPool({ db, threads: config.searchWorkers, log });
  ends.push(async () => snippets.close());
  const briefs = new BriefThread(db, log);
  ends.push(async () => briefs.close());
  const follower = startFollower(db, engine, log, logOptions(config));
  ends.push(async () => follower.stop());
  const app = createServer(
    {
      research: createResearch({
        db,
        search: createSearch({ engine, db, snippetsOf: snippets.snippetsOf }),
        checkText: briefs.check,
      }),
      keys,
      checks: readinessChecks(db, engine, follower),
    },
    httpConfig(baseUrl, {
      version: VERSION,
      apiUrl,
      rateLimit: { perMinute: config.rateLimitPerMinute, burst: config.rateLimitBurst },
      readerPages: config.readerPages,
      corsOrigins: config.corsOrigins,
      metricsToken: config.metricsToken,
      trustProxy: config.trustProxy,
    }),
    log,
  );
  prepareCourtNames();
  const server = await listen(app, { host: config.host, port });
  ends.push(async () => server.stop(config.shutdownTimeout_ms));
  print(await greeting(config, db, server.address, apiUrl, (monotonicMs() - started_ms) / 1000));
}

function readinessChecks(db: Db, index: SearchEngine, follower: Follower): ReadinessCheck[] {
  const following = (name: string, projection: string): ReadinessCheck => ({
    name,
    check: async () => {
      const failure = follower.failure();
      if (failure !== undefined) throw new Error(`it does not follow the records: ${failure}`);
      const lag = Math.max(0, (await outboxEnd(db)) - (await projectionPosition(db, projection)));
      return lag === 0 ? "up to date" : `${count(lag)} changes behind the records`;
    },
  });
  return [
    {
      name: "records",
      check: async () => {
        await outboxEnd(db);
        return db.dialect === "postgres" ? "PostgreSQL" : "SQLite";
      },
    },
    { name: "search", check: async () => indexInWords(await index.status()) },
    following("index", INDEX_PROJECTION),
    following("citator", CITATOR_PROJECTION),
  ];
}

async function loadSample({ config, log }: Context, db: Db, engine: SearchEngine): Promise<void> {
  await runImport({ source: "sample", paths: [], db, dataDir: config.dataDir, log });
  await catchUp(db, engine, log, { readers: 0 });
}

/** What a person who has just started it wants to know. */
async function greeting(config: Config, db: Db, address: string, apiUrl: string, elapsed_s: number): Promise<string> {
  const key = await developmentKey(config, db);
  return [
    "",
    `Onpoint ${VERSION} listens on ${address} (ready in ${duration(elapsed_s)})`,
    `  corpus   ${await corpusInWords(db)}`,
    `  data     ${resolve(config.dataDir)}${db.dialect === "postgres" ? " (records in PostgreSQL)" : ""}`,
    `  pages    ${address}/docs (the API, readable), ${address}/openapi.json`,
    "",
    ...(key === undefined
      ? ['A key for the API:  npx onpoint keys create --name "my key"']
      : [
          "A development key was made for this first start; it is not shown again. Try it:",
          "",
          `  curl -s ${apiUrl}/search \\`,
          `    -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' \\`,
          `    -d '{"query": "negligen! W/10 (damages OR plaintiff)", "mode": "keyword"}'`,
        ]),
    "",
  ].join("\n");
}

/** Only at the first start, and only where nobody else can reach it. */
async function developmentKey(config: Config, db: Db): Promise<string | undefined> {
  if (!isLoopback(config.host)) return undefined;
  return (await hasKeys(db)) ? undefined : (await createKey(db, { name: "development" })).key;
}

async function corpusInWords(db: Db): Promise<string> {
  const rows = await decisionsBySource(db);
  if (rows.length === 0) return "empty; `npx onpoint import --help` shows how to fill it";
  return rows
    .map(({ source, decisions }) =>
      source === "sample"
        ? `${count(decisions)} invented sample decisions`
        : `${count(decisions)} decisions from ${source}`,
    )
    .join(", ");
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host.startsWith("127.");
}

function urlHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

async function freePort(host: string): Promise<number> {
  const probe = createSocketServer();
  const { promise, resolve: listening, reject } = Promise.withResolvers<void>();
  probe.once("error", reject);
  probe.listen(0, host, () => listening());
  await promise.catch((cause: unknown) => {
    throw new OnpointError("invalid_configuration", `cannot listen on ${host}`, { hint: "check ONPOINT_HOST", cause });
  });
  const { port } = probe.address() as AddressInfo;
  await new Promise<void>((closed) => {
    probe.close(() => closed());
  });
  return port;
}

/** Heard from the first moment of the start on; a second signal ends the process at once. */
async function firstSignal(): Promise<string> {
  const { promise, resolve: received } = Promise.withResolvers<string>();
  let isStopping = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(EXIT.interrupted);
      isStopping = true;
      received(signal);
    });
  }
  return promise;
}
