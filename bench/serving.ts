/**
 * What an import costs those who search meanwhile. A real server on a data directory of its own holds the Caselaw
 * Access Project's decisions; clients search it over HTTP with mixed queries, first alone, then while `onpoint import`
 * brings in the bulk data beside it, until that and what follows it are done or the time is up. `/healthz` is asked all
 * the while from a thread of its own, and the server tells how long its event loop was held up.
 *
 *     node bench/serving.ts [--seconds 20] [--clients 32] [--pause 250] [--out bench/results/serving.json]
 *     node bench/serving.ts --heavy 2 [--rounds 3] [--held DIR] [--program OTHER/bin/onpoint.mjs]
 *
 * Each client waits `pause` milliseconds between an answer and its next question; 0 asks without end, and the machine
 * is then simply full.
 *
 * With `--heavy` there is no import: what light searches take is measured in turns without and with so many clients that
 * ask without end what costs most, and every other time close their connection after a second. The answer is the ratio
 * of the p90s, round by round, for a busy machine is as busy in both halves of a round. `--held` is a data directory to
 * copy in place of an import, `--program` another version's program to run in place of this one.
 */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { Agent } from "node:http";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { requireSharedData, SHARED_DATA } from "../test/real/shared-data.ts";
import { ask, latencyOf, OPERATOR_QUERIES as QUERIES } from "./asking.ts";
import type { Latency } from "./asking.ts";

const ROOT = resolve(import.meta.dirname, "..");
const PROGRAM = join(ROOT, "bin/onpoint.mjs");
/** The program that is measured. */
let program = PROGRAM;
const PROBE_EVERY_MS = 20;
const START_MS_MAX = 60_000;

/** What costs most, of kinds that people do ask. */
const HEAVY = [
  "the W/255 of",
  "*a* W/255 *e*",
  "the /p of",
  "*a* OR *e* OR *i*",
  "(the W/255 of) W/255 and",
  "*e* AND NOT the W/255 and",
];
const LEAVES_MS = 1000;

type Phase = {
  readonly seconds: number;
  readonly errors: number;
  readonly searches_per_s: number;
  readonly search: Latency;
  readonly healthz: Latency;
  /** The server's own view, over this phase: how late its event loop came, and its share of busy time. */
  readonly loop: { readonly p99_ms: number; readonly max_ms: number };
  /**
   * The share of the phase in which the thread of the event loop ran, and in which it was ready to run but other
   * threads, of this machine's other programs too, held the processors.
   */
  readonly thread: { readonly ran: number; readonly waited: number };
  readonly load_average: number;
};

/** Asks `/healthz` at a steady pace whatever the answers take; tells the times since the last question. */
function probe(url: string): void {
  const agent = new Agent({ keepAlive: true });
  let times_ms: number[] = [];
  setInterval(() => {
    void ask({ agent, url }).then(({ ms }) => times_ms.push(ms));
  }, PROBE_EVERY_MS);
  parentPort?.on("message", () => {
    parentPort?.postMessage(times_ms);
    times_ms = [];
  });
}

async function probed(worker: Worker): Promise<number[]> {
  worker.postMessage("tell", []);
  const [times_ms] = (await once(worker, "message")) as [number[]];
  return times_ms;
}

type Setup = {
  readonly child: ChildProcess;
  readonly origin: string;
  readonly key: string;
  readonly clients: number;
  readonly pause_ms: number;
};

/** Searches until `end` comes. */
async function searchPhase(setup: Setup, prober: Worker, end: AbortSignal): Promise<Phase> {
  await probed(prober);
  await loopDelay(setup.origin);
  const scheduled = await scheduling(setup.child);
  const began = performance.now();
  const times_ms: number[] = [];
  let errors = 0;
  const agent = new Agent({ keepAlive: true, maxSockets: setup.clients });
  const client = async (first: number): Promise<void> => {
    await sleep((setup.pause_ms * first) / setup.clients);
    for (let at = first; !end.aborted; at++) {
      const query = QUERIES[at % QUERIES.length] ?? "";
      const body = JSON.stringify({ query, mode: "keyword", include_facets: at % 5 === 0, page: 1 + (at % 3) });
      const { status, ms } = await ask({ agent, url: `${setup.origin}/v1/search`, key: setup.key, body }).catch(() => ({
        status: 0,
        ms: 0,
      }));
      if (status === 200) times_ms.push(ms);
      else errors++;
      await sleep(setup.pause_ms);
    }
  };
  await Promise.all(Array.from({ length: setup.clients }, (_, index) => client(index)));
  agent.destroy();
  const seconds = (performance.now() - began) / 1000;
  const { ran_s, waited_s } = await scheduling(setup.child);
  return {
    seconds: Math.round(seconds * 10) / 10,
    errors,
    searches_per_s: Math.round(times_ms.length / seconds),
    search: latencyOf(times_ms),
    healthz: latencyOf(await probed(prober)),
    loop: await loopDelay(setup.origin),
    thread: {
      ran: Math.round((100 * (ran_s - scheduled.ran_s)) / seconds) / 100,
      waited: Math.round((100 * (waited_s - scheduled.waited_s)) / seconds) / 100,
    },
    load_average: Math.round((loadavg()[0] ?? 0) * 10) / 10,
  };
}

/** Asks what costs most until `end` comes; tells how each question ended, by status, 0 for those that were left. */
async function heavyClient({ origin, key }: Setup, number: number, end: AbortSignal): Promise<Map<number, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ends = new Map<number, number>();
  for (let at = number; !end.aborted; at++) {
    const body = JSON.stringify({ query: HEAVY[at % HEAVY.length], mode: "keyword" });
    const leaves = at % 2 === 0 ? end : AbortSignal.any([end, AbortSignal.timeout(LEAVES_MS)]);
    const status = await ask({ agent, url: `${origin}/v1/search`, key, body, signal: leaves }).then(
      (answer) => answer.status,
      () => 0,
    );
    ends.set(status, (ends.get(status) ?? 0) + 1);
  }
  agent.destroy();
  return ends;
}

type Round = { readonly alone: Phase; readonly with_heavy: Phase; readonly heavy: object; readonly p90_ratio: number };

async function heavyRounds(setup: Setup, prober: Worker, options: HeavyOptions): Promise<Round[]> {
  const { limit_ms, heavy, rounds } = options;
  const done: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    const alone = await searchPhase(setup, prober, AbortSignal.timeout(limit_ms));
    const stop = new AbortController();
    const clients = Array.from({ length: heavy }, async (_, number) => heavyClient(setup, number, stop.signal));
    const withHeavy = await searchPhase(setup, prober, AbortSignal.timeout(limit_ms));
    stop.abort();
    const ends = (await Promise.all(clients)).map((own) => Object.fromEntries(own));
    const ratio = Math.round((100 * withHeavy.search.p90_ms) / alone.search.p90_ms) / 100;
    done.push({ alone, with_heavy: withHeavy, heavy: ends, p90_ratio: ratio });
    console.error(`round ${round + 1}: p90 ${alone.search.p90_ms} ms, ${withHeavy.search.p90_ms} ms, ratio ${ratio}`);
  }
  return done;
}

type HeavyOptions = { readonly limit_ms: number; readonly heavy: number; readonly rounds: number };

/** How late the server's event loop came since it was last asked (the histogram starts over with each question). */
async function loopDelay(origin: string): Promise<Phase["loop"]> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const gauge = (name: string): number =>
    Math.round(1e4 * Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)`, "mu").exec(text)?.[1])) / 10;
  return { p99_ms: gauge("p99"), max_ms: gauge("max") };
}

/** What the kernel says of a process's first thread, which is the one of the event loop. Linux only. */
async function scheduling({ pid }: ChildProcess): Promise<{ readonly ran_s: number; readonly waited_s: number }> {
  const [ran_ns = 0, waited_ns = 0] = (await readFile(`/proc/${pid}/task/${pid}/schedstat`, "utf8"))
    .split(" ")
    .map(Number);
  return { ran_s: ran_ns / 1e9, waited_s: waited_ns / 1e9 };
}

async function onpoint(environment: NodeJS.ProcessEnv, args: readonly string[], signal?: AbortSignal): Promise<string> {
  const child = spawn(process.execPath, [program, ...args], { env: environment, stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  signal?.addEventListener("abort", () => child.kill("SIGTERM"));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0 && signal?.aborted !== true) throw new Error(`onpoint ${args.join(" ")} ended with ${code}`);
  return said;
}

async function startServer(
  environment: NodeJS.ProcessEnv,
): Promise<{ child: ChildProcess; origin: string; key: string }> {
  const key = /op_live_\w+/u.exec(await onpoint(environment, ["keys", "create", "--name", "bench"]))?.[0] ?? "";
  const child = spawn(process.execPath, [program, "serve"], {
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  for (const began = performance.now(); performance.now() - began < START_MS_MAX; await sleep(100)) {
    const origin = /listens on (\S+)/u.exec(said)?.[1];
    if (origin !== undefined) return { child, origin, key };
  }
  throw new Error(`the server does not listen: ${said}`);
}

/** True once the index and the citator have followed everything. */
async function isFollowed(origin: string): Promise<boolean> {
  const { checks } = (await (await fetch(`${origin}/readyz`)).json()) as {
    readonly checks: readonly { readonly name: string; readonly detail: string }[];
  };
  return ["index", "citator"].every((name) => checks.find((one) => one.name === name)?.detail === "up to date");
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seconds: { type: "string", default: "20" },
      clients: { type: "string", default: "32" },
      pause: { type: "string", default: "250" },
      heavy: { type: "string", default: "0" },
      rounds: { type: "string", default: "3" },
      held: { type: "string" },
      program: { type: "string", default: PROGRAM },
      out: { type: "string" },
    },
  });
  const dataDir = await mkdtemp(join(tmpdir(), "onpoint-serving-"));
  const environment = {
    ...process.env,
    ONPOINT_DATA_DIR: dataDir,
    ONPOINT_PORT: "0",
    ONPOINT_SAMPLE: "no",
    ONPOINT_LOG_LEVEL: "error",
    ONPOINT_RATE_LIMIT_BURST: "1000000",
    ONPOINT_RATE_LIMIT_PER_MINUTE: "1000000",
  };
  program = resolve(values.program);
  try {
    if (values.held === undefined) await onpoint(environment, ["import", "cap", join(SHARED_DATA, "cap.tar.gz")]);
    else await cp(values.held, dataDir, { recursive: true });
    const server = await startServer(environment);
    const setup = { ...server, clients: Number(values.clients), pause_ms: Number(values.pause) };
    const prober = new Worker(new URL(import.meta.url), { workerData: `${server.origin}/healthz` });
    try {
      const limit_ms = Number(values.seconds) * 1000;
      await searchPhase(setup, prober, AbortSignal.timeout(2000));
      if (Number(values.heavy) > 0) {
        const options = { limit_ms, heavy: Number(values.heavy), rounds: Number(values.rounds) };
        const rounds = await heavyRounds(setup, prober, options);
        await tell({ node: process.version, cores: availableParallelism(), ...options, rounds }, values.out);
        return;
      }
      const alone = await searchPhase(setup, prober, AbortSignal.timeout(limit_ms));
      const importing = new AbortController();
      const imported = onpoint(
        environment,
        ["import", "courtlistener", join(SHARED_DATA, "courtlistener-bulk")],
        importing.signal,
      );
      const duringImport = await searchPhase(
        setup,
        prober,
        AbortSignal.any([AbortSignal.timeout(limit_ms), ended(imported)]),
      );
      importing.abort();
      await imported;
      const wasFollowed = await isFollowed(server.origin);
      const duringIndexing = await searchPhase(setup, prober, AbortSignal.timeout(limit_ms));
      const result = {
        node: process.version,
        cores: availableParallelism(),
        clients: setup.clients,
        pause_ms: setup.pause_ms,
        alone,
        during_import: duringImport,
        /** Right after it, while citator and index follow; `was_followed` says that there was nothing left to follow. */
        after_import: { ...duringIndexing, was_followed: wasFollowed },
      };
      await tell(result, values.out);
    } finally {
      await prober.terminate();
      server.child.kill("SIGTERM");
      await once(server.child, "close");
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function tell(result: object, out: string | undefined): Promise<void> {
  const text = JSON.stringify(result, null, 2);
  console.log(text);
  if (out !== undefined) await writeFile(out, `${text}\n`);
}

function ended(work: Promise<unknown>): AbortSignal {
  const controller = new AbortController();
  work.finally(() => controller.abort()).catch(() => undefined);
  return controller.signal;
}

if (isMainThread) {
  requireSharedData();
  await main();
} else probe(String(workerData));
