import { monotonicMs } from "#base/clock.ts";
import { rulesHeld } from "#projections/rules-held.ts";
import { startWatchdog } from "#base/watchdog/watchdog.ts";
import type { Db } from "#db/connection.ts";
import { refuseNewerSchema } from "#db/migrations.ts";
import { SCHEMA } from "#schema/schema.ts";
import { createMetrics } from "#http/metrics.ts";
import { createProbes } from "#http/probes.ts";
import { listen } from "#http/listen.ts";
import { logOptions } from "../context.ts";
import { indexInWords } from "../index-files.ts";
import { startAnswering } from "./answering.ts";
import { ClusterSeat } from "./cluster-seat.ts";
import { measureCompleteness } from "./completeness-gauges.ts";
import { completenessHere } from "./completeness-here.ts";
import type { Ends } from "./ends.ts";
import { measureRules, seldom } from "./rules-gauge.ts";
import { readMeasures } from "./measures.ts";
import { recordsWhenThere } from "./records-there.ts";
import { loadSampleOnce } from "./sample-once.ts";
import type { Serving } from "./serve.ts";

/** One of any number of processes on PostgreSQL and OpenSearch. */
export async function serveClustered({ context, place, role, stopAsked, greet }: Serving, ends: Ends): Promise<void> {
  const db = await recordsWhenThere(context, place, stopAsked);
  if (db === undefined) return;
  ends.add(async () => db.close());
  if (role === "all") await loadSampleOnce(context, db);
  const seat = await ClusterSeat.open(context, db, { follows: role !== "api" });
  ends.add(async () => seat.close());
  if (role === "follower") return serveProbes({ context, place, greet }, { db, seat }, ends);
  const { server } = await startAnswering(context, { db, index: seat, place }, ends);
  await greet(db, server.address);
}

/** A process that only follows the records tells how it does, and nothing else. */
async function serveProbes(
  { context, place, greet }: Pick<Serving, "context" | "place" | "greet">,
  { db, seat }: { readonly db: Db; readonly seat: ClusterSeat },
  ends: Ends,
): Promise<void> {
  const { stallLimit_ms, hangLimit_ms, metricsToken } = context.config;
  const watchdog = startWatchdog({ stallLimit_ms, hangLimit_ms, log: logOptions(context.config, "serve") });
  ends.add(async () => watchdog.stop());
  const completeness = completenessHere(seat, db);
  const metrics = createMetrics({
    running: watchdog.running,
    measures: async () => readMeasures(db, seat.engines, completeness),
  });
  measureCompleteness(completeness, metrics.registry);
  measureRules(
    seldom(async () => rulesHeld(db), monotonicMs),
    metrics.registry,
  );
  const probes = createProbes({
    measured: { metrics, metricsToken },
    checks: [
      {
        name: "records",
        check: async () => {
          await refuseNewerSchema(db, SCHEMA);
          return "PostgreSQL";
        },
      },
      { name: "search", check: async () => indexInWords(await seat.engines.opinions.status()) },
      { name: "follower", check: async () => seat.followedBy() },
    ],
    refusal: () => ({
      message: "this process follows the records and answers no requests",
      hint: "Ask one that serves with --role api.",
    }),
    baseUrl: place.baseUrl,
  });
  const server = await listen(probes, place);
  ends.add(async () => server.stop(context.config.shutdownTimeout_ms));
  await greet(db, server.address);
}
