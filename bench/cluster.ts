/**
 * How much the cluster answers beside one process on files, up to where more callers get no more: mixed real requests at
 * rising numbers of callers, asked in turn of the embedded shape, of one `api` process and of two on PostgreSQL and
 * OpenSearch, all over the real corpus and on this machine, which the load comes from too. Processor time of each part
 * says what a machine of its own would have to give. Beforehand a sample of requests must be answered alike by both.
 *
 *     node bench/cluster.ts --dir DIR [--seconds 6] [--rounds 2] [--callers 1,2,4,8,16,32] [--out bench/results/cluster.json]
 *     node bench/cluster.ts --dir DIR --fill
 *
 * `DIR/cluster` is filled by bench/cluster-sizes.ts, `DIR/embedded` by `--fill` or the first run; both are kept. Rounds
 * go to all in turn, every other one backwards. Ends with 1 where a request failed or was answered otherwise.
 */
import { writeFileSync } from "node:fs";
import { Agent } from "node:http";
import { availableParallelism, loadavg } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { randomFrom } from "#test/conformance/vector-index.ts";
import { requireSharedData } from "../test/real/shared-data.ts";
import { ask, latencyOf } from "./asking.ts";
import { ClusterServers } from "./cluster-servers.ts";
import { KINDS, MixedQuestions } from "./mixed-questions.ts";
import type { Asked, Kind } from "./mixed-questions.ts";
import { DECISION_IMPORTS, lawImports } from "./real-corpus.ts";
import { Served } from "./served.ts";

const ROOT = resolve(import.meta.dirname, "..");
/** Of each kind so many are compared. */
const COMPARED = 40;
const COMPARED_AT_ONCE = 4;
const WARM_UP_S = 4;
/** In addresses of opinions; they are given in the order of the imports. */
const PUBLIC_NUMBER = /\/opinions\/\d+\//gu;
/** As many callers as give nearly what any number gives. */
const KNEE = 0.95;

const { values } = parseArgs({
  options: {
    dir: { type: "string" },
    seconds: { type: "string", default: "6" },
    rounds: { type: "string", default: "2" },
    callers: { type: "string", default: "1,2,4,8,16,32" },
    fill: { type: "boolean", default: false },
    out: { type: "string" },
  },
});
if (values.dir === undefined) throw new Error("--dir names where both shapes keep their data");
requireSharedData();
const dir = resolve(values.dir);
const seconds = Number(values.seconds);
const callers = values.callers.split(",").map(Number);

type Side = { readonly name: string; readonly processes: readonly Served[]; readonly isClustered: boolean };
/** Processor time of each part. */
type Cpu = Readonly<Record<"processes" | "postgres" | "opensearch" | "load", number>>;
type Phase = {
  readonly seconds: number;
  readonly times_ms: ReadonlyMap<Kind, readonly number[]>;
  readonly failures: readonly string[];
  readonly cpu_ms: Cpu;
};

const embedded = await Served.start(ROOT, join(dir, "embedded"), async (run) => {
  const imports = { ...DECISION_IMPORTS, ...(await lawImports(join(dir, "input"))) };
  for (const args of Object.values(imports)) await run(["import", ...args, "--no-index"]);
});
try {
  if (!values.fill) await compare();
} finally {
  await embedded.stop();
}

async function compare(): Promise<void> {
  const servers = await ClusterServers.start(join(dir, "cluster"));
  const processes: Served[] = [];
  try {
    for (const role of ["follower", "api", "api"] as const) {
      const dataDir = join(dir, `process-${processes.length}`);
      processes.push(await Served.start(ROOT, dataDir, async () => undefined, servers.settings(role)));
    }
    await measure(servers, processes.slice(1));
  } finally {
    for (const process of processes) await process.stop();
    await servers.stop();
  }
}

async function measure(servers: ClusterServers, [first, second]: readonly Served[]): Promise<void> {
  if (first === undefined || second === undefined) throw new Error("two processes answer");
  const sides: readonly Side[] = [
    { name: "embedded, one process", processes: [embedded], isClustered: false },
    { name: "cluster, one api process", processes: [first], isClustered: true },
    { name: "cluster, two api processes", processes: [first, second], isClustered: true },
  ];
  const records = new DatabaseSync(join(dir, "embedded/records.sqlite"), { readOnly: true });
  const questions = new MixedQuestions(records);
  records.close();
  const differences = await differencesOf(questions, embedded, second);
  for (const difference of differences) console.error("answered otherwise:", difference);
  for (const side of sides) await load(servers, side, questions, { callers: 8, seconds: WARM_UP_S });
  const phases = new Map<string, Phase[]>();
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const count of callers) {
      for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
        const phase = await load(servers, side, questions, { callers: count, seconds });
        const name = `${side.name}, ${count} callers`;
        phases.set(name, [...(phases.get(name) ?? []), phase]);
        console.error(name, JSON.stringify(figuresOf([phase])));
        for (const failure of phase.failures.slice(0, 3)) console.error(failure);
      }
    }
  }
  report(sides, phases, differences);
}

function report(
  sides: readonly Side[],
  phases: ReadonlyMap<string, readonly Phase[]>,
  differences: readonly string[],
): void {
  const shapes = sides.map(({ name }) => {
    const levels = callers.map((count) => ({
      callers: count,
      ...figuresOf(phases.get(`${name}, ${count} callers`) ?? []),
    }));
    const most = Math.max(...levels.map((level) => level.requests_per_s));
    const knee = levels.find((level) => level.requests_per_s >= KNEE * most);
    const all = callers.flatMap((count) => phases.get(`${name}, ${count} callers`) ?? []);
    return [
      name,
      {
        knee_callers: knee?.callers,
        levels,
        by_kind_at_knee: byKind(phases.get(`${name}, ${knee?.callers} callers`) ?? []),
        failures: all.flatMap(({ failures }) => failures).length,
      },
    ] as const;
  });
  const result = {
    node: process.version,
    cores: availableParallelism(),
    seconds,
    rounds: Number(values.rounds),
    load_average: loadavg()[0],
    compared: COMPARED * KINDS.length,
    differences,
    shapes: Object.fromEntries(shapes),
  };
  for (const [name, { levels }] of shapes) {
    console.log(name);
    console.table(levels);
  }
  if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(result, null, 2)}\n`);
  if (differences.length > 0 || shapes.some(([, { failures }]) => failures > 0)) process.exitCode = 1;
}

/** So many callers ask one after the other until the time is up; each process has its share of them. */
async function load(
  servers: ClusterServers,
  side: Side,
  questions: MixedQuestions,
  given: { readonly callers: number; readonly seconds: number },
): Promise<Phase> {
  const times_ms = new Map<Kind, number[]>(KINDS.map((kind) => [kind, []]));
  const failures: string[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: given.callers });
  const before = await cpuOf(servers, side);
  const began_ms = performance.now();
  const end_ms = began_ms + given.seconds * 1000;
  const caller = async (number: number): Promise<void> => {
    const { origin, key } = side.processes[number % side.processes.length] as Served;
    for (const { kind, path, body } of questions.mixed(1 + number)) {
      if (performance.now() >= end_ms) return;
      const asked = { agent, url: origin + path, key, body: JSON.stringify(body) };
      const answer = await ask(asked).catch((error: unknown) => ({ status: 0, body: String(error), ms: 0 }));
      if (answer.status === 200) times_ms.get(kind)?.push(answer.ms);
      else failures.push(`${path} ${JSON.stringify(body)}: ${answer.status} ${answer.body.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: given.callers }, async (_, number) => caller(number)));
  const took_s = (performance.now() - began_ms) / 1000;
  agent.destroy();
  const after = await cpuOf(servers, side);
  const cpu_ms = {
    processes: after.processes - before.processes,
    postgres: after.postgres - before.postgres,
    opensearch: after.opensearch - before.opensearch,
    load: after.load - before.load,
  };
  return { seconds: took_s, times_ms, failures, cpu_ms };
}

async function cpuOf(servers: ClusterServers, side: Side): Promise<Cpu> {
  const { postgres_ms: postgres, opensearch_ms: opensearch } = side.isClustered
    ? await servers.cpu()
    : { postgres_ms: 0, opensearch_ms: 0 };
  const { user, system } = process.cpuUsage();
  const own = await Promise.all(side.processes.map(async (one) => one.cpu_ms()));
  return { processes: own.reduce((sum, ms) => sum + ms, 0), postgres, opensearch, load: (user + system) / 1000 };
}

/** Of all rounds of one number of callers together. */
function figuresOf(phases: readonly Phase[]): {
  readonly requests_per_s: number;
  readonly p50_ms: number;
  readonly p95_ms: number;
  readonly errors: number;
  /** Processor time of a request. */
  readonly cpu_ms: Cpu;
} {
  const times_ms = phases.flatMap((phase) => [...phase.times_ms.values()].flat());
  const took_s = phases.reduce((sum, phase) => sum + phase.seconds, 0);
  const part = (name: keyof Cpu): number =>
    hundredths(phases.reduce((sum, phase) => sum + phase.cpu_ms[name], 0) / times_ms.length);
  const { p50_ms, p95_ms } = latencyOf(times_ms);
  return {
    requests_per_s: hundredths(times_ms.length / took_s),
    p50_ms,
    p95_ms,
    errors: phases.flatMap(({ failures }) => failures).length,
    cpu_ms: {
      processes: part("processes"),
      postgres: part("postgres"),
      opensearch: part("opensearch"),
      load: part("load"),
    },
  };
}

function byKind(phases: readonly Phase[]): object {
  return Object.fromEntries(
    KINDS.map((kind) => {
      const { count, p50_ms, p95_ms } = latencyOf(phases.flatMap(({ times_ms }) => times_ms.get(kind) ?? []));
      return [kind, { count, p50_ms, p95_ms }];
    }),
  );
}

/** Requests of every kind that the two do not answer alike: another total of a search, or any other word of a look-up. */
async function differencesOf(questions: MixedQuestions, one: Served, other: Served): Promise<readonly string[]> {
  const random = randomFrom(3);
  const asked = KINDS.flatMap((kind) => Array.from({ length: COMPARED }, () => questions.of(kind, random)));
  const differences: string[] = [];
  const comparer = async (first: number): Promise<void> => {
    for (let at = first; at < asked.length; at += COMPARED_AT_ONCE) {
      const question = asked[at] as Asked;
      const [left, right] = [await toldBy(one, question), await toldBy(other, question)];
      if (left !== right)
        differences.push(
          `${question.path} ${JSON.stringify(question.body)}: ${left.slice(0, 200)} and ${right.slice(0, 200)}`,
        );
    }
  };
  await Promise.all(Array.from({ length: COMPARED_AT_ONCE }, async (_, number) => comparer(number)));
  return differences;
}

async function toldBy(server: Served, { kind, path, body }: Asked): Promise<string> {
  const { text } = await server.ask(path, body);
  if (!kind.startsWith("search")) return text.replaceAll(server.origin, "").replaceAll(PUBLIC_NUMBER, "/opinions/");
  const { total, pagination } = JSON.parse(text) as { total?: number; pagination?: { total_results: number } };
  return String(total ?? pagination?.total_results);
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
