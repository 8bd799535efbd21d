/**
 * One process beside several on the same records: `POST /opinions/get` by citation at 100 connections, and keyword
 * searches. The servers are `onpoint serve` as users start it, each on its own copy of the data directory; rounds
 * alternate between them, and the median round is shown. The load comes from this machine too, so on few cores it takes
 * what a further process could have had: `capacity` is what the servers' processors could answer if the load came from
 * elsewhere, processors divided by processor time a request, but no more than one processor for each process.
 *
 *     node bench/processes.ts [--decisions 50000] [--processes 2] [--seconds 4] [--rounds 5] [--out FILE]
 */
import autocannon from "autocannon";
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createKey } from "#accounts/keys.ts";
import { openRecords } from "#schema/open.ts";
import { TICKS_PER_S } from "./clock.ts";
import { fillStore } from "./filled-store.ts";

const { values } = parseArgs({
  options: {
    decisions: { type: "string", default: "50000" },
    processes: { type: "string", default: "2" },
    seconds: { type: "string", default: "4" },
    rounds: { type: "string", default: "5" },
    connections: { type: "string", default: "100" },
    out: { type: "string" },
  },
});
const decisions = Number(values.decisions);
const processes = Number(values.processes);
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const connections = Number(values.connections);
const START_MS_MAX = 300_000;

type Server = { readonly child: ChildProcess; readonly origin: string; readonly processes: number };

type Measured = {
  readonly rps: number;
  readonly p50_ms: number;
  readonly p95_ms: number;
  /** Processor time of all its processes for one request. */
  readonly cpu_us: number;
  readonly capacity_rps: number;
};

async function start(dataDir: string, count: number): Promise<Server> {
  const root = resolve(import.meta.dirname, "..");
  const child = spawn(process.execPath, [join(root, "bin/onpoint.mjs"), "serve", "--processes", String(count)], {
    env: {
      ...process.env,
      ONPOINT_DATA_DIR: dataDir,
      ONPOINT_PORT: "0",
      ONPOINT_SAMPLE: "no",
      ONPOINT_LOG_LEVEL: "warn",
      ONPOINT_RATE_LIMIT_PER_MINUTE: "1000000",
      ONPOINT_RATE_LIMIT_BURST: "1000000",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  const end_ms = performance.now() + START_MS_MAX;
  for (;;) {
    const origin = /listens on (?<origin>http:\S+)/u.exec(said)?.groups?.["origin"];
    if (origin !== undefined && (await isUpToDate(origin))) return { child, origin, processes: count };
    if (child.exitCode !== null || performance.now() > end_ms) throw new Error(`no server: ${said}`);
    await sleep(200);
  }
}

/** Index and citator have followed all records. */
async function isUpToDate(origin: string): Promise<boolean> {
  const { checks } = (await (await fetch(`${origin}/readyz`)).json()) as { checks: { name: string; detail: string }[] };
  return checks.every(({ name, detail }) => (name !== "index" && name !== "citator") || detail === "up to date");
}

/** Of the server and of the processes it has started. */
async function pidsOf({ child }: Server): Promise<number[]> {
  const pid = child.pid ?? 0;
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  return [pid, ...children.split(" ").filter(Boolean).map(Number)];
}

/** Processor time used so far, in microseconds. */
async function cpuOf(server: Server): Promise<number> {
  let ticks = 0;
  for (const pid of await pidsOf(server)) {
    const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).replace(/^.*\) /u, "").split(" ");
    ticks += Number(fields[11]) + Number(fields[12]);
  }
  return (ticks / TICKS_PER_S) * 1e6;
}

/** Memory of each process, what it shares with others by its part, in megabytes. */
async function memoryOf(server: Server): Promise<number[]> {
  const all = (await pidsOf(server)).map(async (pid) => {
    const pss = /^Pss:\s+(?<kib>\d+) kB/mu.exec(await readFile(`/proc/${pid}/smaps_rollup`, "utf8"));
    return Math.round(Number(pss?.groups?.["kib"]) / 1024);
  });
  return Promise.all(all);
}

let step = 1;
function nextNumber(): number {
  step = (step * 48_271) % 2_147_483_647;
  return step % decisions;
}

const QUESTIONS: Record<string, () => { readonly path: string; readonly body: unknown }> = {
  "/opinions/get": () => {
    const number = nextNumber();
    return { path: "/v1/opinions/get", body: { citations: [`${1 + number} Samp. ${1 + (number % 97)}`] } };
  },
  "/search": () => ({ path: "/v1/search", body: { query: `decision ${1 + nextNumber()}`, mode: "keyword" } }),
};

async function load(server: Server, key: string, question: string): Promise<Measured> {
  const latencies_ms: number[] = [];
  const before_us = await cpuOf(server);
  const make = QUESTIONS[question];
  if (make === undefined) throw new Error(`no such question: ${question}`);
  const result = await new Promise<autocannon.Result>((done, reject) => {
    const instance = autocannon(
      {
        url: server.origin,
        connections,
        duration: seconds,
        requests: [
          {
            method: "POST",
            path: make().path,
            headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
            setupRequest: (request) => ({ ...request, body: JSON.stringify(make().body) }),
          },
        ],
      },
      (error: unknown, ended) => (error instanceof Error ? reject(error) : done(ended)),
    );
    instance.on("response", (_client, _status, _size_bytes, latency_ms) => latencies_ms.push(latency_ms));
  });
  if (result.non2xx > 0 || result.errors > 0 || latencies_ms.length === 0) {
    throw new Error(`${result.non2xx} refused, ${result.errors} failed of ${latencies_ms.length}`);
  }
  const cpu_us = ((await cpuOf(server)) - before_us) / latencies_ms.length;
  latencies_ms.sort((left, right) => left - right);
  const percentile = (share: number): number =>
    Math.round((latencies_ms[Math.floor(share * (latencies_ms.length - 1))] ?? 0) * 10) / 10;
  const rps = latencies_ms.length / seconds;
  return {
    rps: Math.round(rps),
    p50_ms: percentile(0.5),
    p95_ms: percentile(0.95),
    cpu_us: Math.round(cpu_us),
    capacity_rps: Math.round((Math.min(server.processes, availableParallelism()) * 1e6) / cpu_us),
  };
}

function median(measured: readonly Measured[]): Measured {
  const sorted = measured.toSorted((left, right) => left.rps - right.rps);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error("nothing was measured");
  return middle;
}

const dir = await mkdtemp(join(tmpdir(), "onpoint-bench-"));
const servers: Server[] = [];
try {
  const first = join(dir, "one");
  const db = await openRecords({ dataDir: first });
  await fillStore(db, decisions);
  const { key } = await createKey(db, { name: "bench" });
  await db.close();
  // The first server indexes the records; the copy of its directory is then ready for the second.
  const indexing = await start(first, 1);
  indexing.child.kill();
  await new Promise((ended) => {
    indexing.child.once("exit", ended);
  });
  await cp(first, join(dir, "several"), { recursive: true });
  servers.push(await start(first, 1), await start(join(dir, "several"), processes));
  const measured: Record<string, Measured[]> = {};
  for (let round = 0; round <= rounds; round += 1) {
    for (const question of Object.keys(QUESTIONS)) {
      for (const server of servers) {
        const one = await load(server, key, question);
        // The first round warms all up.
        if (round > 0) (measured[`${question}, ${server.processes} processes`] ??= []).push(one);
      }
    }
  }
  const table = Object.fromEntries(Object.entries(measured).map(([name, all]) => [name, median(all)]));
  const memory_mb = Object.fromEntries(
    await Promise.all(
      servers.map(async (server) => [`${server.processes} processes`, await memoryOf(server)] as const),
    ),
  );
  console.log(
    `${decisions} decisions, ${connections} connections, ${rounds} rounds of ${seconds} s, ${availableParallelism()} cores`,
  );
  console.table(table);
  console.log("memory of each process, MB, the starter first:", memory_mb);
  const figures = {
    decisions,
    connections,
    rounds,
    seconds,
    cores: availableParallelism(),
    load_average: loadavg()[0],
    table,
    memory_mb,
  };
  if (values.out !== undefined) await writeFile(values.out, `${JSON.stringify(figures, null, 2)}\n`);
} finally {
  for (const { child } of servers) child.kill();
  await Promise.all(
    servers.map(async ({ child }) => child.exitCode ?? new Promise((ended) => child.once("exit", ended))),
  );
  await rm(dir, { recursive: true, force: true });
}
