import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { openRecords } from "#schema/open.ts";
import { begun, onpoint, onpointJson, temporaryDirectory, until } from "#test/e2e/program.ts";
import type { Environment } from "#test/e2e/program.ts";
import { digestOfRecords } from "#test/importers/store-rows.ts";
import { lacksSharedData, SHARED_DATA } from "#test/real/shared-data.ts";
import { SoakLoad } from "./soak-load.ts";
import { heldIn, HOSTILE_DECISIONS } from "./soak-questions.ts";
import { childrenOf, memoryOf, SoakedService } from "./soaked-service.ts";

const WHOLE_MINUTES = 30;
const MINUTES = Number(process.env["ONPOINT_SOAK_MINUTES"] ?? WHOLE_MINUTES);
const KILLS = Math.ceil((40 * MINUTES) / 30);
const SOAK_MS = MINUTES * 60_000;
const READY_MS_MAX = 20 * 60_000;
const ASKERS = 3;
const PROBE_EVERY_MS = 100;
const PROBE_MS_MAX = 30_000;
const KEY_EVERY_MS = 20_000;
const KILL_RETRY_MS = 500;
const MEMORY_EVERY_MS = 5_000;
/** What one run of callers may add to what processes hold, and what is noise. */
const GROWTH_MAX = 1.3;
const DENIALS_SHOWN = 5;
/** Written by what follows the records, in whose turns kills fall differently each time. */
const OF_FOLLOWING = new Set(["outbox", "counters", "import_positions", "import_runs"]);

vi.setConfig({ testTimeout: SOAK_MS + 90 * 60_000 });

/** Another SQLite than ours, in a program that knows nothing of us: it opens, reads, closes, again and again. */
const OUTSIDE_READER = `
import sqlite3, sys, time
reads = 0
while True:
    try:
        with_records = sqlite3.connect(sys.argv[1], timeout=10)
        with_records.execute("select count(*), max(public_number) from clusters").fetchone()
        with_records.close()
        reads += 1
    except sqlite3.OperationalError as error:
        if "locked" not in str(error) and "busy" not in str(error):
            print("failed: %s" % error, flush=True)
    if reads % 50 == 1:
        print("reads %d" % reads, flush=True)
    time.sleep(0.2)
`;

async function rowsOf(dataDir: string): Promise<Record<string, string>> {
  const db = await openRecords({ dataDir });
  try {
    const digests = Object.entries(await digestOfRecords(db));
    return Object.fromEntries(digests.filter(([table]) => !OF_FOLLOWING.has(table)));
  } finally {
    await db.close();
  }
}

/** Ends when the answer is read; undefined where nobody listens, as in the moment after a kill. */
async function probe(origin: string): Promise<number | undefined> {
  const began_ms = performance.now();
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const asked = request(`${origin}/healthz`, { agent: false, timeout: PROBE_MS_MAX }, (response) => {
    response.resume().on("end", () => resolve(performance.now() - began_ms));
    response.on("error", () => resolve(undefined));
  });
  asked.on("timeout", () => {
    resolve(PROBE_MS_MAX);
    asked.destroy();
  });
  asked.on("error", () => resolve(undefined));
  asked.end();
  return promise;
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
const sortedNumbers = (values: readonly number[]): readonly number[] => values.toSorted((a, b) => a - b);
const mib = (bytes: number): number => Math.round(bytes / 2 ** 20);

async function every(interval_ms: number, over: AbortSignal, work: () => Promise<void> | void): Promise<void> {
  while (!over.aborted) {
    await work();
    await sleep(interval_ms);
  }
}

test.skipIf(lacksSharedData())(
  `${MINUTES} minutes of real and hostile requests, an import, outside readers and ${KILLS} kills: nothing is lost or denied`,
  async () => {
    const directory = await temporaryDirectory();
    const settings = (name: string): Environment => ({
      ONPOINT_DATA_DIR: join(directory, name),
      ONPOINT_PROCESSES: "2",
      ONPOINT_RATE_LIMIT_PER_MINUTE: "1000000",
      ONPOINT_RATE_LIMIT_BURST: "1000000",
    });
    const hostile = join(directory, "hostile.jsonl");
    await writeFile(hostile, `${HOSTILE_DECISIONS.map((decision) => JSON.stringify(decision)).join("\n")}\n`);
    const begin: readonly (readonly string[])[] = [["import", "cap", join(SHARED_DATA, "cap.tar.gz")]];
    const later: readonly (readonly string[])[] = [
      ["import", "jsonl", hostile, "--collection", "soak"],
      ["import", "courtlistener", join(SHARED_DATA, "courtlistener-bulk")],
    ];

    // The same sources, one after the other, and nobody near them.
    await mkdir(join(directory, "peace"));
    for (const args of [...begin, ...later]) {
      const { code, stderr } = await onpoint(settings("peace"), [...args, "--no-index"]);
      expect(code, stderr).toBe(0);
    }
    const wanted = await rowsOf(join(directory, "peace"));

    const soaked = settings("soak");
    const dataDir = join(directory, "soak");
    for (const args of begin) {
      const { code, stderr } = await onpoint(soaked, args);
      expect(code, stderr).toBe(0);
    }
    const { key } = await onpointJson<{ key: string }>(soaked, ["keys", "create", "--name", "soak"]);
    const service = await SoakedService.start(soaked);
    const load = new SoakLoad(service.origin, key, heldIn(dataDir));
    const isReady = async (): Promise<true | undefined> => {
      const answer = await fetch(`${service.origin}/readyz`).catch(() => undefined);
      const text = (await answer?.text()) ?? "";
      return answer?.status === 200 && !text.includes("behind the records") ? true : undefined;
    };
    await until(isReady, READY_MS_MAX);
    await load.learn();

    const over = new AbortController();
    const importing: { pid: number | undefined } = { pid: undefined };
    const keys: string[] = [key];
    const probes: number[] = [];
    const memory: number[] = [];
    const kills = new Map<string, number>();
    const outside = spawn("python3", ["-c", OUTSIDE_READER, join(dataDir, "records.sqlite")]);
    let outsideSaid = "";
    outside.stdout.setEncoding("utf8").on("data", (text: string) => (outsideSaid += text));
    outside.stderr.setEncoding("utf8").on("data", (text: string) => (outsideSaid += text));

    const runImports = async (): Promise<void> => {
      for (const args of later) {
        for (;;) {
          if (over.signal.aborted) return;
          const run = begun(soaked, args);
          importing.pid = run.pid;
          const { code } = await run.ended;
          importing.pid = undefined;
          if (code === 0) break;
          await sleep(500);
        }
      }
    };
    const kill = async (): Promise<void> => {
      const began_ms = performance.now();
      for (let count = 0; count < KILLS && !over.signal.aborted;) {
        // One in each of as many spans of the time; who cannot be killed, because it is gone or begins, is tried again soon.
        const due_ms = began_ms + (SOAK_MS * (count + Math.random() * 0.9)) / KILLS;
        await sleep(Math.max(KILL_RETRY_MS, due_ms - performance.now()));
        const [starter, ...members] = service.pids();
        const victims = [
          ...(starter === undefined ? [] : [["starter", starter] as const]),
          ...members.map((pid) => ["member", pid] as const),
          ...(importing.pid === undefined
            ? []
            : [importing.pid, ...childrenOf(importing.pid)].map((pid) => ["import", pid] as const)),
        ];
        const victim = victims[Math.floor(Math.random() * victims.length)];
        if (victim === undefined) continue;
        const [what, pid] = victim;
        try {
          process.kill(pid, "SIGKILL");
        } catch {
          continue;
        }
        count++;
        kills.set(what, (kills.get(what) ?? 0) + 1);
      }
    };
    const work = Promise.all([
      ...Array.from({ length: ASKERS }, async (_, index) => load.askHeld(over.signal, index)),
      load.askHostile(over.signal),
      every(PROBE_EVERY_MS, over.signal, async () => {
        const took_ms = await probe(service.origin);
        if (took_ms !== undefined) probes.push(took_ms);
      }),
      every(MEMORY_EVERY_MS, over.signal, () => {
        const bytes = service.pids().reduce((sum, pid) => sum + memoryOf(pid), 0);
        if (bytes > 0) memory.push(bytes);
      }),
      every(KEY_EVERY_MS, over.signal, async () => {
        const made = await onpoint(soaked, ["keys", "create", "--name", `soak ${keys.length}`, "--json"]);
        if (made.code === 0) keys.push((JSON.parse(made.stdout) as { key: string }).key);
      }),
      runImports(),
      kill(),
      sleep(SOAK_MS).then(() => over.abort()),
    ]);
    await work;
    outside.kill("SIGKILL");
    await once(outside, "close");

    // What was not through yet is given again, and all is followed.
    for (const args of later) {
      const { code, stderr } = await onpoint(soaked, args);
      expect(code, stderr).toBe(0);
    }
    await service.answers();
    await until(isReady, READY_MS_MAX);
    const refused = [];
    for (const made of keys) {
      const answer = await fetch(`${service.origin}/v1/search`, {
        method: "POST",
        headers: { Authorization: `Bearer ${made}`, "Content-Type": "application/json" },
        body: JSON.stringify({ query: "negligence", mode: "keyword" }),
      });
      await answer.arrayBuffer();
      if (answer.status !== 200) refused.push(answer.status);
    }
    await service.stop();
    const rows = await rowsOf(dataDir);
    const verified = await onpoint(soaked, ["index", "verify"]);
    const checked = await onpoint(soaked, ["db", "check"]);

    const sorted = sortedNumbers(probes);
    const half = memory.slice(Math.floor(memory.length / 4), Math.floor(memory.length / 2));
    const last = memory.slice(Math.floor((memory.length * 3) / 4));
    const memoryThen = at(sortedNumbers(half), 0.5);
    const memoryAtEnd = at(sortedNumbers(last), 0.5);
    const report = {
      minutes: MINUTES,
      kills: Object.fromEntries(kills),
      starts: service.starts,
      answers: Object.fromEntries(load.statuses),
      answersWithWarning: load.warned,
      keys: keys.length,
      outsideReads: outsideSaid.trim().split("\n").at(-1),
      healthz_ms: { probes: sorted.length, p50: at(sorted, 0.5), p99: at(sorted, 0.99), max: sorted.at(-1) },
      memory_mib: { secondQuarter: mib(memoryThen), lastQuarter: mib(memoryAtEnd), max: mib(Math.max(...memory)) },
    };
    process.stderr.write(`${JSON.stringify(report, undefined, 2)}\n`);

    expect.soft(sorted.length).toBeGreaterThan(0);
    expect.soft(load.statuses.get(200) ?? 0).toBeGreaterThan(0);
    expect.soft([...kills.values()].reduce((sum, count) => sum + count, 0)).toBe(KILLS);
    expect.soft(load.denials.slice(0, DENIALS_SHOWN)).toEqual([]);
    expect.soft(load.failures).toEqual([]);
    expect.soft(outsideSaid).not.toContain("failed");
    expect.soft(refused).toEqual([]);
    expect.soft(verified.code, verified.stdout + verified.stderr).toBe(0);
    expect.soft(checked.code, checked.stdout + checked.stderr).toBe(0);
    expect.soft(rows).toEqual(wanted);
    // A shorter run is still warming up in its second quarter.
    if (MINUTES >= WHOLE_MINUTES) expect.soft(memoryAtEnd / memoryThen).toBeLessThan(GROWTH_MAX);
  },
);
