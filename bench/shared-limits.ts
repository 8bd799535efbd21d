/**
 * What it costs a request that its limit is counted by PostgreSQL for all processes of all machines: look-ups of an
 * opinion by its citation, of three servers in one process that differ in nothing else, from one caller and from
 * several, and from several on two such processes, which draw from the same bucket.
 *
 *     node bench/shared-limits.ts [--seconds 3] [--rounds 5] [--callers 16] [--out bench/results/shared-limits.json]
 *
 * Rounds go to all in turn. PostgreSQL is started for the run, on this machine and as durable as it is by default.
 */
import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent } from "node:http";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startPostgres, stopPostgres } from "#test/postgres-server.ts";
import { ask, latencyOf } from "./asking.ts";
import { DECISIONS, WAYS } from "./limited-ways.ts";
import type { LimitedServers, Way } from "./limited-ways.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "3" },
    rounds: { type: "string", default: "5" },
    callers: { type: "string", default: "16" },
    out: { type: "string" },
  },
});
const WARM_UP_S = 2;

type Running = LimitedServers & { readonly child: ChildProcess };
type Phase = { readonly times_ms: readonly number[]; readonly seconds: number; readonly statements: number };

const dir = mkdtempSync(join(tmpdir(), "onpoint-limits-"));
const running: Running[] = [];
try {
  const databaseUrl = await startPostgres(dir);
  running.push(await start(databaseUrl));
  running.push(await start(databaseUrl, running[0]?.key));
  const [one] = running;
  if (one === undefined) throw new Error("nothing runs");
  const several = Number(values.callers);
  const arrangements = {
    "one caller": { processes: [one], callers: 1 },
    [`${several} callers`]: { processes: [one], callers: several },
    [`${several} callers of two processes`]: { processes: running, callers: several },
  };
  for (const way of WAYS) await load(way, { processes: running, callers: several }, WARM_UP_S);
  const table: Record<string, object> = {};
  for (const [name, arrangement] of Object.entries(arrangements)) {
    const phases = new Map<Way, Phase[]>(WAYS.map((way) => [way, []]));
    for (let round = 0; round < Number(values.rounds); round++) {
      for (const way of round % 2 === 0 ? WAYS : WAYS.toReversed()) {
        phases.get(way)?.push(await load(way, arrangement, Number(values.seconds)));
      }
    }
    for (const [way, of] of phases) table[`${name}, ${way}`] = figuresOf(of);
  }
  console.table(table);
  const machine = { node: process.version, cores: availableParallelism(), load_average: loadavg()[0] };
  const asked = { seconds: Number(values.seconds), rounds: Number(values.rounds) };
  if (values.out !== undefined)
    writeFileSync(values.out, `${JSON.stringify({ ...machine, ...asked, table }, null, 2)}\n`);
} finally {
  for (const { child } of running) child.kill();
  await stopPostgres(dir, "immediate");
  rmSync(dir, { recursive: true });
}

async function start(databaseUrl: string, ...key: (string | undefined)[]): Promise<Running> {
  const given = [databaseUrl, join(dir, "files"), ...key.filter((one) => one !== undefined)];
  const child = fork(join(import.meta.dirname, "limited-servers.ts"), given);
  const [servers] = (await once(child, "message")) as [LimitedServers];
  return { ...servers, child };
}

async function load(
  way: Way,
  { processes, callers }: { readonly processes: readonly Running[]; readonly callers: number },
  seconds: number,
): Promise<Phase> {
  const before = await statementsOf(processes);
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const times_ms: number[] = [];
  const began_ms = performance.now();
  const caller = async (number: number): Promise<void> => {
    const { urls, key } = processes[number % processes.length] as Running;
    for (let at = number; performance.now() < began_ms + seconds * 1000; at += callers) {
      const decision = at % DECISIONS;
      const body = JSON.stringify({ citations: [`${1 + decision} Samp. ${1 + (decision % 97)}`] });
      const { status, ms } = await ask({ agent, url: `${urls[way]}/v1/opinions/get`, key, body });
      if (status !== 200) throw new Error(`${way}: ${status}`);
      times_ms.push(ms);
    }
  };
  await Promise.all(Array.from({ length: callers }, async (_, number) => caller(number)));
  agent.destroy();
  const took_s = (performance.now() - began_ms) / 1000;
  return { times_ms, seconds: took_s, statements: (await statementsOf(processes)) - before };
}

async function statementsOf(processes: readonly Running[]): Promise<number> {
  let statements = 0;
  for (const { child } of processes) {
    child.send("statements");
    const [own] = (await once(child, "message")) as [number];
    statements += own;
  }
  return statements;
}

function figuresOf(phases: readonly Phase[]): object {
  const times_ms = phases.flatMap((phase) => phase.times_ms);
  const sum = (of: (phase: Phase) => number): number => phases.reduce((total, phase) => total + of(phase), 0);
  const { p50_ms, p95_ms } = latencyOf(times_ms);
  return {
    requests_per_s: Math.round(times_ms.length / sum(({ seconds }) => seconds)),
    p50_ms,
    p95_ms,
    statements_a_request: Math.round((1000 * sum(({ statements }) => statements)) / times_ms.length) / 1000,
  };
}
