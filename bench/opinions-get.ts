/**
 * `POST /opinions/get` by citation beside a bare Hono endpoint, each server in a process of its own, the load from
 * this one. Rounds alternate between the two, so that whatever else the machine does falls on both alike; the median
 * round is shown. Every connection is kept busy, so latency is about connections divided by throughput; the processor
 * time a request costs its server does not depend on that. Citations are drawn from all decisions, more than the
 * server keeps in memory, and from a few that it does keep.
 *
 *     node bench/opinions-get.ts [--decisions 50000] [--seconds 3] [--rounds 5] [--connections 100]
 *         [--json]
 */
import autocannon from "autocannon";
import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { ServerAddress } from "./opinions-get-server.ts";

const { values } = parseArgs({
  options: {
    decisions: { type: "string", default: "50000" },
    seconds: { type: "string", default: "3" },
    rounds: { type: "string", default: "5" },
    connections: { type: "string", default: "100" },
    json: { type: "boolean", default: false },
  },
});
const decisions = Number(values.decisions);
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const many = Number(values.connections);
/** Decisions that are asked for again and again. */
const FEW = 1000;

type Measured = {
  readonly rps: number;
  readonly p50_ms: number;
  readonly p95_ms: number;
  readonly p99_ms: number;
  /** Processor time of the server for one request. */
  readonly cpu_us: number;
};

async function load(server: Running, connections: number, among: number): Promise<Measured> {
  const { url, path, key } = server.address;
  const latencies_ms: number[] = [];
  const options: autocannon.Options = {
    url,
    connections,
    duration: seconds,
    requests: [
      {
        method: "POST",
        path,
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        setupRequest: (request) => ({ ...request, body: JSON.stringify({ citations: [nextCitation(among)] }) }),
      },
    ],
  };
  const before_us = await cpuOf(server);
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(options, (error: unknown, done) => {
      if (error instanceof Error) reject(error);
      else resolve(done);
    });
    instance.on("response", (_client, _status, _size_bytes, latency_ms) => latencies_ms.push(latency_ms));
  });
  if (result.non2xx > 0 || result.errors > 0 || latencies_ms.length === 0) {
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed of ${latencies_ms.length}`);
  }
  const spent_us = (await cpuOf(server)) - before_us;
  latencies_ms.sort((left, right) => left - right);
  const percentile = (share: number): number => round(latencies_ms[Math.floor(share * (latencies_ms.length - 1))] ?? 0);
  return {
    rps: Math.round(latencies_ms.length / seconds),
    p50_ms: percentile(0.5),
    p95_ms: percentile(0.95),
    p99_ms: percentile(0.99),
    cpu_us: Math.round(spent_us / latencies_ms.length),
  };
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** Citations that are held, each of the first `among` decisions as likely as another. */
let step = 1;
function nextCitation(among: number): string {
  step = (step * 48_271) % 2_147_483_647;
  const number = step % among;
  return `${1 + number} Samp. ${1 + (number % 97)}`;
}

type Running = { readonly child: ChildProcess; readonly address: ServerAddress };

async function start(kind: "onpoint" | "bare", dataDir: string): Promise<Running> {
  const program = fileURLToPath(new URL("opinions-get-server.ts", import.meta.url));
  const child = fork(program, [kind, dataDir, String(decisions)], { stdio: ["ignore", "inherit", "ignore", "ipc"] });
  const address = await new Promise<ServerAddress>((resolve, reject) => {
    child.once("message", (message) => resolve(message as ServerAddress));
    child.once("exit", (code) => reject(new Error(`the ${kind} server ended with ${code}`)));
  });
  return { child, address };
}

/** Processor time the server has used so far, in microseconds. */
async function cpuOf({ child }: Running): Promise<number> {
  return new Promise((resolve) => {
    child.once("message", (used_us) => resolve(Number(used_us)));
    child.send("cpu");
  });
}

function median(measured: readonly Measured[]): Measured {
  const sorted = measured.toSorted((left, right) => left.rps - right.rps);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error("nothing was measured");
  return middle;
}

const dataDir = await mkdtemp(join(tmpdir(), "onpoint-bench-"));
const servers: Running[] = [];
try {
  const bare = await start("bare", dataDir);
  servers.push(bare);
  const onpoint = await start("onpoint", dataDir);
  servers.push(onpoint);
  const measured: Record<string, Measured[]> = {};
  const note = (name: string, one: Measured): number => (measured[name] ??= []).push(one);
  for (let round = 0; round <= rounds; round += 1) {
    for (const connections of [many, 1]) {
      const bareOne = await load(bare, connections, decisions);
      const any = await load(onpoint, connections, decisions);
      const few = await load(onpoint, connections, FEW);
      // The first round warms both up.
      if (round === 0) continue;
      note(`bare Hono, ${connections} connections`, bareOne);
      note(`/opinions/get, any decision, ${connections} connections`, any);
      note(`/opinions/get, one of ${FEW}, ${connections} connections`, few);
    }
  }
  const table = Object.fromEntries(Object.entries(measured).map(([name, all]) => [name, median(all)]));
  if (values.json) console.log(JSON.stringify({ decisions, rounds, seconds, cores: cpus().length, ...table }));
  else {
    console.log(`${decisions} decisions, ${rounds} rounds of ${seconds} s, ${cpus().length} cores`);
    console.table(table);
  }
} finally {
  for (const { child } of servers) child.kill();
  await rm(dataDir, { recursive: true, force: true });
}
