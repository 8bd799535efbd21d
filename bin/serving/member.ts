import { setTimeout as sleep } from "node:timers/promises";
import { monotonicMs } from "#base/clock.ts";
import { parentProcess } from "#base/processes/parent-process.ts";
import { openRecords } from "#schema/open.ts";
import { holderOf } from "#db/lock.ts";
import { sharedLimiter } from "#http/limiter.ts";
import type { Db } from "#db/connection.ts";
import { openContext } from "../context.ts";
import type { Context } from "../context.ts";
import { isCluster } from "../index-lock.ts";
import { EXIT } from "../terminal.ts";
import { startAnswering } from "./answering.ts";
import { ClusterSeat } from "./cluster-seat.ts";
import { Ends } from "./ends.ts";
import { IndexSeat } from "./index-seat.ts";
import type { MemberAnswers, MemberAsks, MemberData } from "./member-requests.ts";

/** One of several processes that answer on one port; `serve` starts it. */

/** How often a process whose starter is gone looks for another one. */
const SUCCESSOR_MS = 500;

/** The measurements of all processes are waited for so long. */
const METRICS_MS_MAX = 5_000;

const starter = process.ppid;
const { place, role, processes } = JSON.parse(process.argv[2] ?? "") as MemberData;
const parent = parentProcess<MemberAnswers>();
const ends = new Ends();
const stopped = Promise.withResolvers<string>();
let isStopping = false;
// A terminal sends Ctrl-C to all processes; the one that started them stops them in order.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => stopped.resolve("SIGTERM"));

try {
  const context = shared(openContext("serve"));
  await start(context);
  await parent.ready();
  void outlive(context);
  const reason = await stopped.promise;
  isStopping = true;
  context.log.info({ reason }, "stopping: no new requests, those in flight are finished");
} catch (thrown) {
  await parent.failed(thrown);
  process.exitCode = EXIT.failed;
} finally {
  await ends.run();
  if (process.connected) process.disconnect();
}

/** With its share of the threads and memory that the settings give to all processes together. */
function shared({ config, log }: Context): Context {
  const searchWorkers = Math.max(1, Math.floor(config.searchWorkers / processes));
  return {
    log,
    config: { ...config, searchWorkers, indexCache_bytes: Math.floor(config.indexCache_bytes / processes) },
  };
}

async function start(context: Context): Promise<void> {
  const { dataDir, databaseUrl } = context.config;
  const db = await openRecords({ dataDir, databaseUrl: databaseUrl ?? undefined, migrations: "leave" });
  ends.add(async () => db.close());
  const index = await openSeat(context, db);
  ends.add(async () => index.close());
  const limiter = sharedLimiter({
    askOwner: async (questions) => parent.port.ask("take", questions),
    processes,
    now_ms: monotonicMs,
  });
  const { metrics } = await startAnswering(
    context,
    { db, index, place, among: { limiter, metricsOfAllProcesses } },
    ends,
  );
  const ownMetrics = async () => metrics.registry.getMetricsAsJSON();
  parent.port.serve<MemberAsks>({ metrics: ownMetrics });

  /** Of this process alone when nobody gathers them. */
  async function metricsOfAllProcesses() {
    const ofAll = parent.port.ask("metricsOfAll", null).catch(() => undefined);
    return (await Promise.race([ofAll, sleep(METRICS_MS_MAX, undefined, { ref: false })])) ?? [await ownMetrics()];
  }
}

/** On a cluster all processes search alike; else they share the files of one data directory. */
async function openSeat(context: Context, db: Db): Promise<IndexSeat | ClusterSeat> {
  if (isCluster(context.config)) return ClusterSeat.open(context, db, { follows: role === "all" });
  const seat = new IndexSeat(context, db);
  await seat.open();
  return seat;
}

/**
 * When the process that started this one is gone, requests are answered all the same, until another start on the same
 * data directory has taken its place. On a cluster there are others to answer them.
 */
async function outlive({ config, log }: Context): Promise<void> {
  await parent.gone;
  if (isStopping) return;
  if (isCluster(config)) return stopped.resolve(`process ${starter}, which started this one, has ended`);
  log.error({ starter }, "the process that started this one has ended; going on until another start takes over");
  for (;;) {
    await sleep(SUCCESSOR_MS);
    const holder = holderOf(config.dataDir, "server");
    // Not before the successor answers, so that nobody finds the port closed.
    if (holder === undefined || holder.pid === starter || !holder.isReady) continue;
    stopped.resolve(`process ${holder.pid} has taken over`);
    return;
  }
}
