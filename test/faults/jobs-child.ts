import { setTimeout as sleep } from "node:timers/promises";
import { silentLogger as log } from "#base/log.ts";
import { transaction } from "#db/connection.ts";
import { takeNumbers } from "#db/counters.ts";
import { eventTurn } from "#jobs/event-turn.ts";
import type { JobKind } from "#jobs/job.ts";
import { jobRunner } from "#jobs/run-jobs.ts";
import { runTurns } from "#jobs/run-turns.ts";
import type { Turn } from "#jobs/run-turns.ts";
import { openRecords } from "#schema/open.ts";

/** A runner of jobs and a consumer of events in a process of its own, to be killed: `jobs-child.ts <dataDir>`. */
const [dataDir = ""] = process.argv.slice(2);
const db = await openRecords({ dataDir });
const stop = new AbortController();

const count: JobKind = {
  kind: "count",
  attemptsMax: 1_000,
  run: async ({ finish }) =>
    transaction(db, async (trx) => {
      await takeNumbers(trx, "jobs counted", 1);
      await sleep(2);
      await finish(trx);
    }),
};
const runner = jobRunner({ db, log, kinds: [count], lease_ms: 150 });
const turns: Turn[] = [
  eventTurn(
    db,
    {
      name: "counting",
      kinds: ["filing_added"],
      handle: async (trx, events) => {
        await takeNumbers(trx, "events counted", events.length);
        await sleep(2);
      },
    },
    log,
  ),
  { name: "jobs", take: async (signal) => void (await runner.run(signal)) },
  {
    name: "end",
    take: async () => {
      const left = db.selectFrom("jobs").select("id").where("state", "=", "waiting").limit(1);
      if ((await left.executeTakeFirst()) === undefined) stop.abort();
    },
  },
];
process.stdout.write("begins");
await runTurns(turns, { db, log, signal: stop.signal, poll_ms: 5 });
await db.close();
