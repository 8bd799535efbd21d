/**
 * Laws on all real codes at hand: what importing the D.C. Code takes with its index, how fast `/laws/get` and
 * `/laws/search` answer over HTTP at eight connections, and how all of that grows when the D.C. Code comes again and
 * again as the code of another state. The server is one as users start it. Beside it stand Hono alone, Hono with a
 * look-up in SQLite, and Hono with a search in SQLite's FTS5; rounds go to all in turn, so that whatever else the
 * machine does falls on all alike, and the median round is shown.
 *
 *     node bench/laws.ts [--copies 0,20] [--dir /tmp/…] [--seconds 3] [--rounds 3] [--served] [--out bench/results/laws.json]
 *     node bench/laws.ts --data /tmp/…   serves what that directory holds, and imports nothing
 *
 * Questions in plain language are those of the building half of `eval/law-search.ts`; FTS5 is asked for all their words
 * (`AND`), function words included or not, as who puts a search box before it would.
 *
 * `--served` leaves the import of the base tree out. `--copies` says after how many further codes the server is
 * measured. `--dir` keeps data for the next run, which goes on from there. An import takes what the machine leaves it; its processor time says what it costs.
 */
import autocannon from "autocannon";
import { fork, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { attachDatabase } from "#db/connection.ts";
import { isFunctionWord } from "#text/function-words.ts";
import { readLawQuestions } from "../eval/law-search/questions.ts";
import { requireSharedData } from "../test/real/shared-data.ts";
import { TICKS_PER_S } from "./clock.ts";
import { STATES, writeCopy } from "./law-copies.ts";
import { drawQuestions, phraseFrom, queryFrom, seeded } from "./law-questions.ts";
import type { Questions } from "./law-questions.ts";
import type { Peer } from "./laws-peer.ts";
import { lawImports } from "./real-corpus.ts";
import type { Imports } from "./real-corpus.ts";
import { Served } from "./served.ts";

const ROOT = resolve(import.meta.dirname, "..");
const CONNECTIONS = 8;

const { values } = parseArgs({
  options: {
    copies: { type: "string", default: "0" },
    dir: { type: "string" },
    data: { type: "string" },
    seconds: { type: "string", default: "3" },
    rounds: { type: "string", default: "3" },
    served: { type: "boolean", default: false },
    out: { type: "string" },
  },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);

type Imported = {
  readonly wall_s: number;
  /** Without the index. */
  readonly records_s: number;
  readonly cpu_s: number;
  readonly peak_mb: number;
  readonly versions: number;
};

/** Runs an import in a process of its own and looks at it until it ends. */
async function importInto(dataDir: string, args: readonly string[]): Promise<Imported> {
  const began = performance.now();
  const child = spawn(process.execPath, [join(ROOT, "bin/onpoint.mjs"), "import", ...args, "--json"], {
    env: { ...process.env, ONPOINT_DATA_DIR: dataDir, ONPOINT_SAMPLE: "no", ONPOINT_LOG_LEVEL: "error" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  let seen = { cpu_s: 0, peak_mb: 0 };
  const looking = setInterval(() => (seen = usedBy(child) ?? seen), 100);
  const [code] = (await once(child, "close")) as [number | null];
  clearInterval(looking);
  if (code !== 0) throw new Error(`onpoint import ${args.join(" ")} ended with ${code}: ${said}`);
  const report = JSON.parse(said) as { elapsed_ms: number; counts: { versions: { added: number; removed: number } } };
  const { added, removed } = report.counts.versions;
  const wall_s = tenths((performance.now() - began) / 1000);
  return { wall_s, records_s: tenths(report.elapsed_ms / 1000), ...seen, versions: added + removed };
}

/** Processor time and the most memory so far; undefined once it is gone. */
function usedBy({ pid }: ChildProcess): { readonly cpu_s: number; readonly peak_mb: number } | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /u, "")
      .split(" ");
    const peak = /^VmHWM:\s+(?<kib>\d+) kB/mu.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.groups?.["kib"];
    if (peak === undefined) return undefined;
    const ticks = Number(fields[11]) + Number(fields[12]);
    return { cpu_s: tenths(ticks / TICKS_PER_S), peak_mb: Math.round(Number(peak) / 1024) };
  } catch {
    return undefined;
  }
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

type Side = { readonly url: string; readonly key: string; readonly cpu_ms: () => Promise<number> };
type Measured = { readonly rps: number; readonly p50_ms: number; readonly p95_ms: number; readonly cpu_us: number };

async function load({ url, key, cpu_ms }: Side, path: string, next: () => object): Promise<Measured> {
  const latencies_ms: number[] = [];
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const setupRequest: autocannon.Request["setupRequest"] = (request) => ({ ...request, body: JSON.stringify(next()) });
  const requests = [{ method: "POST", path, headers, setupRequest }] as const;
  const before_ms = await cpu_ms();
  const result = await new Promise<autocannon.Result>((done, failed) => {
    const options: autocannon.Options = { url, connections: CONNECTIONS, duration: seconds, requests: [...requests] };
    const instance = autocannon(options, (error: unknown, finished) => {
      if (error instanceof Error) failed(error);
      else done(finished);
    });
    instance.on("response", (_client, _status, _size_bytes, latency_ms) => latencies_ms.push(latency_ms));
  });
  if (result.non2xx > 0 || result.errors > 0 || latencies_ms.length === 0) {
    throw new Error(`${path}: ${result.non2xx} refused, ${result.errors} failed of ${latencies_ms.length}`);
  }
  const spent_ms = (await cpu_ms()) - before_ms;
  latencies_ms.sort((left, right) => left - right);
  const share = (part: number): number =>
    Math.round((latencies_ms[Math.floor(part * (latencies_ms.length - 1))] ?? 0) * 100) / 100;
  return {
    rps: Math.round(latencies_ms.length / seconds),
    p50_ms: share(0.5),
    p95_ms: share(0.95),
    cpu_us: Math.round((spent_ms * 1000) / latencies_ms.length),
  };
}

/** The median round of each, by its p95. */
async function serve(dataDir: string, table: string): Promise<object> {
  const questions = questionsOf(dataDir);
  const child = fork(join(import.meta.dirname, "laws-peer.ts"), [join(dataDir, "records.sqlite"), table]);
  const server = await Served.start(ROOT, dataDir, async () => undefined);
  try {
    const [peer] = (await once(child, "message")) as [Peer];
    const beside: Side = { url: peer.url, key: "none", cpu_ms: async () => askedCpu(child) };
    const own: Side = { url: server.origin, key: server.key, cpu_ms: async () => server.cpu_ms() };
    const random = seeded();
    const one = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? "";
    const byCitation = (): object => ({ citation: one(questions.citations) });
    const byWords = (): object => ({ query: queryFrom(one(questions.headings)) });
    const { plain, allWords, contentWords } = plainQuestions();
    const byAll = (): object => ({ query: one(allWords) });
    const byContent = (): object => ({ query: one(contentWords) });
    const byQuestion = (): object => ({ query: one(plain) });
    const byPhrase = (): object => ({ query: phraseFrom(one(questions.headings)) });
    const inOneState = (): object => ({ ...byWords(), states: ["DC"] });
    const measured: Record<string, Measured[]> = {};
    for (let round = 0; round <= rounds; round++) {
      for (const [name, side, path, next] of [
        ["Hono alone", beside, "/bare", byCitation],
        ["Hono and SQLite, by citation", beside, "/get", byCitation],
        ["/laws/get by citation", own, "/v1/laws/get", byCitation],
        ["Hono and FTS5, words", beside, "/search", byWords],
        ["/laws/search, words", own, "/v1/laws/search", byWords],
        ["Hono and FTS5, phrase", beside, "/search", byPhrase],
        ["/laws/search, phrase", own, "/v1/laws/search", byPhrase],
        ["/laws/search, words in one state", own, "/v1/laws/search", inOneState],
        ["Hono and FTS5, questions, all words", beside, "/search", byAll],
        ["Hono and FTS5, questions, content words", beside, "/search", byContent],
        ["/laws/search, questions", own, "/v1/laws/search", byQuestion],
      ] as const) {
        const figures = await load(side, path, next);
        // The first round warms all up.
        if (round > 0) (measured[name] ??= []).push(figures);
      }
    }
    const medians = Object.entries(measured).map(([name, all]) => {
      const sorted = all.toSorted((left, right) => left.p95_ms - right.p95_ms);
      return [name, sorted[Math.floor(sorted.length / 2)]] as const;
    });
    const answers = Object.fromEntries(medians);
    console.table(answers);
    const ratios = Object.fromEntries(
      RATIOS.map(([name, over]) => [`${name} over ${over}`, ratioOf(answers[name], answers[over])]),
    );
    console.table(ratios);
    return { ratios, fts5_built_s: peer.built_s, fts5_mb: peer.index_mb, answers };
  } finally {
    child.kill();
    await server.stop();
  }
}

/** What is told beside what, of the same run. */
const RATIOS = [
  ["/laws/search, words", "Hono and FTS5, words"],
  ["/laws/search, phrase", "Hono and FTS5, phrase"],
  ["/laws/search, questions", "Hono and FTS5, questions, all words"],
  ["/laws/search, questions", "Hono and FTS5, questions, content words"],
] as const;

function ratioOf(own: Measured | undefined, peer: Measured | undefined): object {
  if (own === undefined || peer === undefined) throw new Error("a measure is missing");
  const over = (of: (one: Measured) => number): number => Math.round((of(own) / of(peer)) * 100) / 100;
  return { p50: over(({ p50_ms }) => p50_ms), p95: over(({ p95_ms }) => p95_ms), cpu: over(({ cpu_us }) => cpu_us) };
}

/** The questions as people put them, and as FTS5 is asked for all their words, or all but function words. */
function plainQuestions(): { plain: readonly string[]; allWords: readonly string[]; contentWords: readonly string[] } {
  const plain = readLawQuestions("building").flatMap(({ kind, query }) => (kind === "question" ? [query] : []));
  const words = plain.map((question) => question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  return {
    plain,
    allWords: words.map(allOfThem),
    contentWords: words.map((all) => allOfThem(all.filter((word) => !isFunctionWord(word)))),
  };
}

/** A query of FTS5. */
function allOfThem(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(" AND ");
}

/** Processor time of the peer so far, in milliseconds. */
async function askedCpu(child: ChildProcess): Promise<number> {
  child.send("cpu");
  const [used_ms] = (await once(child, "message")) as [number];
  return used_ms;
}

function questionsOf(dataDir: string): Questions {
  const records = new DatabaseSync(join(dataDir, "records.sqlite"), { readOnly: true });
  try {
    return drawQuestions(records);
  } finally {
    records.close();
  }
}

function heldIn(dataDir: string): object {
  const records = new DatabaseSync(join(dataDir, "records.sqlite"), { readOnly: true });
  const [counts] = records
    .prepare(
      "select count(*) as versions, count(distinct node_id) as sections from law_versions where node_type = 'LEAF'",
    )
    .all();
  records.close();
  const index = join(dataDir, "index-laws");
  const index_bytes = readdirSync(index).reduce((sum, name) => sum + statSync(join(index, name)).size, 0);
  const records_mb = Math.round(statSync(join(dataDir, "records.sqlite")).size / 1e6);
  return { ...counts, records_mb, index_mb: Math.round(index_bytes / 1e6) };
}

/** The real set in a data directory: what importing each source took. */
async function importReal(dataDir: string, imports: Imports): Promise<Record<string, Imported>> {
  const took: Record<string, Imported> = {};
  for (const [name, args] of Object.entries(imports)) took[name] = await importInto(dataDir, args);
  return took;
}

/** How many copies a former run has left. */
function copiesIn(dataDir: string): number {
  const records = new DatabaseSync(join(dataDir, "records.sqlite"), { readOnly: true });
  const ids = new Set(
    records
      .prepare("select id from law_collections")
      .all()
      .map(({ id }) => String(id)),
  );
  records.close();
  return STATES.filter(({ id }) => ids.has(id)).length;
}

async function copyInto(dataDir: string, at: number): Promise<Imported> {
  const state = STATES[at];
  if (state === undefined) throw new Error(`there are no more than ${STATES.length} copies`);
  const file = join(dataDir, `${state.id}.jsonl`);
  const db = attachDatabase({ dataDir, databaseUrl: undefined });
  await writeCopy(db, state, file);
  await db.close();
  const imported = await importInto(dataDir, ["law-jsonl", file]);
  rmSync(file);
  return imported;
}

requireSharedData();
const dir = values.dir ?? (await mkdtemp(join(tmpdir(), "onpoint-laws-bench-")));
const stops = values.copies.split(",").map(Number);
const result: Record<string, unknown> = {
  node: process.version,
  cores: availableParallelism(),
  connections: CONNECTIONS,
  seconds,
  rounds,
  load_average: [loadavg()[0]],
};
const tell = (name: string, figures: object): void => {
  result[name] = figures;
  console.log(name, JSON.stringify(figures, null, 2));
  if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(result, null, 2)}\n`);
};
async function measureAll(): Promise<void> {
  const input = join(dir, "input");
  const imports = await lawImports(input);
  const base = join(dir, "base");
  if (!values.served) {
    rmSync(base, { recursive: true, force: true });
    tell("base_tree", await importInto(base, ["dc-code", join(input, "dc-code/2021-10-18")]));
    rmSync(base, { recursive: true });
  }
  const dataDir = join(dir, "real");
  if (!existsSync(dataDir)) tell("real_set", await importReal(dataDir, imports));
  const copies: Imported[] = [];
  const before = copiesIn(dataDir);
  for (const stop of stops) {
    while (before + copies.length < stop) copies.push(await copyInto(dataDir, before + copies.length));
    tell("copies", copies);
    const served = await serve(dataDir, join(dir, `fts5-${stop}.sqlite`));
    tell(`with_${stop}_copies`, { ...heldIn(dataDir), ...served });
  }
}

try {
  mkdirSync(dir, { recursive: true });
  if (values.data === undefined) await measureAll();
  else tell("served", { ...heldIn(values.data), ...(await serve(values.data, join(dir, "fts5-data.sqlite"))) });
  tell("load_average", [...(result["load_average"] as number[]), loadavg()[0] ?? 0]);
} finally {
  if (values.dir === undefined) rmSync(dir, { recursive: true });
}
