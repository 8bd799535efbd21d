/**
 * `POST /opinions/get` by citation at 100 connections beside a bare Hono endpoint, in one run and one process for
 * each server; the load comes from this process.
 *
 *     node bench/opinions-get.ts [--decisions 20000] [--seconds 8] [--connections 100]
 *
 * Two measurements of each: `closed` keeps every connection busy, so that its latency is connections divided by
 * throughput; `open` sends half of what the endpoint can do, which shows how long one answer takes among others.
 */
import autocannon from "autocannon";
import { fork, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { ServerAddress } from "./opinions-get-server.ts";

const { values } = parseArgs({
  options: {
    decisions: { type: "string", default: "20000" },
    seconds: { type: "string", default: "8" },
    connections: { type: "string", default: "100" },
    json: { type: "boolean", default: false },
  },
});
const decisions = Number(values.decisions);
const seconds = Number(values.seconds);
const connections = Number(values.connections);

type Measured = { readonly rps: number; readonly p50_ms: number; readonly p95_ms: number; readonly p99_ms: number };

async function load(at: ServerAddress, rate?: number): Promise<Measured> {
  const latencies_ms: number[] = [];
  const options: autocannon.Options = {
    url: at.url,
    connections,
    duration: seconds,
    ...(rate === undefined ? {} : { overallRate: rate }),
    requests: [
      {
        method: "POST",
        path: at.path,
        headers: { authorization: `Bearer ${at.key}`, "content-type": "application/json" },
        setupRequest: (request) => ({ ...request, body: JSON.stringify({ citations: [nextCitation()] }) }),
      },
    ],
  };
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(options, (error: unknown, done) => {
      if (error instanceof Error) reject(error);
      else resolve(done);
    });
    instance.on("response", (_client, _status, _size_bytes, latency_ms) => latencies_ms.push(latency_ms));
  });
  if (result.non2xx > 0 || result.errors > 0 || latencies_ms.length === 0) {
    throw new Error(`${at.path}: ${result.non2xx} refused, ${result.errors} failed of ${latencies_ms.length}`);
  }
  latencies_ms.sort((left, right) => left - right);
  const percentile = (share: number): number => round(latencies_ms[Math.floor(share * (latencies_ms.length - 1))] ?? 0);
  return {
    rps: Math.round(result.requests.average),
    p50_ms: percentile(0.5),
    p95_ms: percentile(0.95),
    p99_ms: percentile(0.99),
  };
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** Citations that are held, in an order that no cache of the last few would know. */
let step = 1;
function nextCitation(): string {
  step = (step * 48_271) % 2_147_483_647;
  const number = step % decisions;
  return `${1 + number} Samp. ${1 + (number % 97)}`;
}

async function start(
  kind: "onpoint" | "bare",
  dataDir: string,
): Promise<{ child: ChildProcess; address: ServerAddress }> {
  const child = fork(
    fileURLToPath(new URL("opinions-get-server.ts", import.meta.url)),
    [kind, dataDir, String(decisions)],
    {
      stdio: ["ignore", "inherit", "ignore", "ipc"],
    },
  );
  const address = await new Promise<ServerAddress>((resolve, reject) => {
    child.once("message", (message) => resolve(message as ServerAddress));
    child.once("exit", (code) => reject(new Error(`the ${kind} server ended with ${code}`)));
  });
  return { child, address };
}

async function measure(kind: "onpoint" | "bare", dataDir: string): Promise<{ closed: Measured; open: Measured }> {
  const { child, address } = await start(kind, dataDir);
  try {
    await load(address, 500);
    const closed = await load(address);
    return { closed, open: await load(address, Math.round(closed.rps / 2)) };
  } finally {
    child.kill();
  }
}

const dataDir = await mkdtemp(join(tmpdir(), "onpoint-bench-"));
try {
  const bare = await measure("bare", dataDir);
  const onpoint = await measure("onpoint", dataDir);
  const ratio = bare.closed.rps / onpoint.closed.rps;
  if (values.json)
    console.log(JSON.stringify({ decisions, connections, seconds, cpus: cpus().length, bare, onpoint, ratio }));
  else {
    console.log(`${decisions} decisions, ${connections} connections, ${seconds} s each, ${cpus().length} cores`);
    console.table({
      "bare Hono, closed": bare.closed,
      "/opinions/get, closed": onpoint.closed,
      "bare Hono, open at half": bare.open,
      "/opinions/get, open at half": onpoint.open,
    });
    console.log(`the bare endpoint answers ${ratio.toFixed(2)} times as many`);
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
