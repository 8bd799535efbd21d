import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { silentLogger } from "#base/log.ts";
import type { Reader } from "#db/connection.ts";
import { openRecords } from "#schema/open.ts";
import { createCitator, forgetCitator } from "#citator/citator.ts";
import { ReadingPool } from "#citator/reading-pool.ts";
import { importOnce } from "./corpus.ts";
import { reportFigures } from "./report.ts";

/**
 * The citator over the whole real corpus, from scratch: edges found, how many lead to a held decision, and the time:
 * `node eval/citator.ts [--db DIR] [--threads N] [--land]`. Seconds of processor time are this process's, threads
 * included, and do not depend on what else the machine does.
 */
const { values } = parseArgs({
  options: {
    db: { type: "string" },
    threads: { type: "string", default: "2" },
    land: { type: "boolean", default: false },
  },
});
const dataDir = values.db ?? mkdtempSync(join(tmpdir(), "onpoint-eval-"));
const db = await openRecords({ dataDir });
await importOnce(db, dataDir);
await forgetCitator(db);

const pool = new ReadingPool(db, Number(values.threads), silentLogger);
const citator = createCitator({ db, log: silentLogger, readOpinions: (ids) => pool.read(ids) });
const cpu = process.cpuUsage();
const began_ms = performance.now();
const run = await citator.runUntilCaughtUp(({ done, total }) => process.stderr.write(`${done} of ${total} changes\n`));
const elapsed_s = (performance.now() - began_ms) / 1000;
const { user, system } = process.cpuUsage(cpu);
await pool.close();
const figures = await figuresOf(db);
await db.close();
if (run.opinions === 0) throw new Error(`${dataDir} holds no opinions`);
reportFigures(
  "citator",
  {
    ...figures,
    "opinions read": run.opinions,
    "opinions unreadable": run.skipped,
    "elapsed s": elapsed_s,
    "processor s": (user + system) / 1_000_000,
    "opinions per processor s": run.opinions / ((user + system) / 1_000_000),
  },
  values.land,
);

async function figuresOf(records: Reader): Promise<Record<string, number>> {
  const decisions = await countOf(records, "clusters");
  const opinions = await countOf(records, "opinions");
  const edges = await countOf(records, "citing_edges");
  const outcomes = await records
    .selectFrom("citing_edges")
    .select(["resolution", (row) => row.fn.countAll<number>().as("edges")])
    .groupBy("resolution")
    .orderBy("resolution")
    .execute();
  const of = new Map(outcomes.map((row) => [row.resolution, row.edges]));
  const found = of.get("found") ?? 0;
  const standing = await records
    .selectFrom("treatment_summaries")
    .select(["status", (row) => row.fn.countAll<number>().as("works")])
    .groupBy("status")
    .orderBy("status")
    .execute();
  return {
    decisions,
    opinions,
    edges,
    "edges resolved": found,
    "resolved share": found / Math.max(1, edges),
    "edges ambiguous": of.get("ambiguous") ?? 0,
    "edges mismatched": of.get("mismatch") ?? 0,
    ...Object.fromEntries(standing.map(({ status, works }) => [`works ${status}`, works])),
  };
}

async function countOf(records: Reader, table: "clusters" | "opinions" | "citing_edges"): Promise<number> {
  const row = await records
    .selectFrom(table)
    .select((one) => one.fn.countAll<number>().as("rows"))
    .executeTakeFirstOrThrow();
  return row.rows;
}
