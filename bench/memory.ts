/**
 * What a server takes of memory, by thread and by kind, and what a day's mixed questions add to it. The server is
 * `onpoint serve` as users start it, on a copy of a data directory or, without one, on the sample corpus; each thread's
 * heap is told by a report of Node's, resident memory by the kernel. Linux only.
 *
 *     node bench/memory.ts [--held DIR] [--program OTHER/bin/onpoint.mjs] [--limit_mb 512] [--rest 330] [--out FILE]
 *
 * `--limit_mb` puts the server into a control group that kills it beyond so much; `--rest` waits so many seconds after
 * the questions and looks again: by then threads without work have ended.
 */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { limitedGroup } from "../test/memory/limited-group.ts";
import { memoryOf } from "../test/memory/memory-of.ts";
import { MIXED_LOAD } from "../test/memory/mixed-load.ts";
import { environmentOf, onpoint } from "./served.ts";

const { values } = parseArgs({
  options: {
    held: { type: "string" },
    program: { type: "string", default: join(import.meta.dirname, "../bin/onpoint.mjs") },
    limit_mb: { type: "string" },
    rest: { type: "string", default: "0" },
    out: { type: "string" },
  },
});

const START_MS_MAX = 120_000;
/** What is started with the server has come to rest. */
const SETTLE_MS = 10_000;
const MIB = 1024 * 1024;

type Space = { readonly committedMemory: number };
type Report = {
  readonly header: { readonly event: string };
  readonly javascriptHeap: {
    readonly totalCommittedMemory: number;
    readonly usedMemory: number;
    readonly externalMemory: number;
    readonly heapSpaces: Readonly<Record<string, Space>>;
  };
  readonly workers: readonly Report[];
};
type ThreadHeap = { thread: string; heap_mb: number; used_mb: number; young_mb: number; buffers_mb: number };

const mb = (bytes = 0): number => Math.round((10 * bytes) / MIB) / 10;

function heapOf({ header, javascriptHeap: heap }: Report): ThreadHeap {
  return {
    thread: /\[(.*)\]/u.exec(header.event)?.[1] ?? "main",
    heap_mb: mb(heap.totalCommittedMemory),
    used_mb: mb(heap.usedMemory),
    young_mb: mb(heap.heapSpaces["new_space"]?.committedMemory),
    buffers_mb: mb(heap.externalMemory),
  };
}

/** Asks the process for a report of all its threads. */
async function heapsOf({ pid }: ChildProcess, reports: string): Promise<ThreadHeap[]> {
  const before = new Set(readdirSync(reports));
  process.kill(pid ?? 0, "SIGUSR2");
  for (let tries = 0; tries < 100; tries++) {
    await sleep(200);
    const file = readdirSync(reports).find((name) => !before.has(name));
    if (file === undefined) continue;
    await sleep(1000);
    const report = JSON.parse(readFileSync(join(reports, file), "utf8")) as Report;
    return [report, ...report.workers].map(heapOf).toSorted((a, b) => b.heap_mb - a.heap_mb);
  }
  throw new Error("the server makes no report");
}

async function originOf(child: ChildProcess): Promise<string> {
  let said = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (said += text));
  for (const began = performance.now(); performance.now() - began < START_MS_MAX; await sleep(100)) {
    const origin = /listens on (\S+)/u.exec(said)?.[1];
    if (origin !== undefined) return origin;
    if (child.exitCode !== null || child.signalCode !== null) break;
  }
  throw new Error(`the server does not listen: ${said}`);
}

async function followed(origin: string): Promise<void> {
  for (;;) {
    const { checks } = (await (await fetch(`${origin}/readyz`)).json()) as {
      readonly checks: readonly { readonly name: string; readonly detail: string }[];
    };
    const following = checks.filter(({ name }) => name.startsWith("index") || name === "citator");
    if (following.every(({ detail }) => detail === "up to date")) return;
    await sleep(500);
  }
}

const dir = mkdtempSync(join(tmpdir(), "onpoint-memory-"));
const [dataDir, reports] = [join(dir, "data"), join(dir, "reports")];
const group = values.limit_mb === undefined ? undefined : limitedGroup(Number(values.limit_mb) * MIB);
if (values.limit_mb !== undefined && group === undefined) throw new Error("no control group can be made here");
let child: ChildProcess | undefined;
const steps: { readonly after: string; readonly rss_mb: number; readonly peak_mb: number }[] = [];
try {
  mkdirSync(reports, { recursive: true });
  if (values.held !== undefined) cpSync(values.held, dataDir, { recursive: true });
  const environment = environmentOf(dataDir, { ONPOINT_SAMPLE: values.held === undefined ? "yes" : "no" });
  const program = resolve(values.program);
  // Of a server on records that are there: the first start of all brings the sample in.
  if (values.held === undefined) await onpoint(resolve(program, "../.."), environment, ["sample", "load"]);
  const said = await onpoint(resolve(program, "../.."), environment, ["keys", "create", "--name", "bench"]);
  const key = /op_(?:live|dev)_\w+/u.exec(said)?.[0] ?? "";
  child = spawn(process.execPath, [program, "serve"], {
    env: { ...environment, NODE_OPTIONS: `--report-on-signal --report-directory=${reports}` },
    stdio: ["ignore", "pipe", "ignore"],
  });
  group?.add(child.pid ?? 0);
  const origin = await originOf(child);
  await followed(origin);
  await sleep(SETTLE_MS);
  const look = (after: string): void => void steps.push({ after, ...memoryOf(child?.pid ?? 0) });
  look("the start");
  const idle = await heapsOf(child, reports);
  for (const [name, ask] of Object.entries(MIXED_LOAD)) {
    await ask({ origin, key });
    look(name);
  }
  const loaded = await heapsOf(child, reports);
  if (Number(values.rest) > 0) {
    await sleep(Number(values.rest) * 1000);
    look(`${values.rest} s without a question`);
  }
  console.log("threads after the start");
  console.table(idle);
  console.log("threads after the questions");
  console.table(loaded);
  if (group !== undefined) console.log(`peak of the group: ${Math.round(group.peak_bytes() / MIB)} MB`);
  const figures = { node: process.version, limit_mb: values.limit_mb ?? null, steps, idle, loaded };
  if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(figures, null, 2)}\n`);
} finally {
  // Also of a server that was killed between two of them.
  console.table(steps);
  if (child !== undefined && child.exitCode === null && child.signalCode === null) {
    child.kill("SIGTERM");
    await once(child, "close");
  }
  group?.remove();
  rmSync(dir, { recursive: true, force: true });
}
