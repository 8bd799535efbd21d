/**
 * Keyword search over the real opinions cut into documents of about 13 KB, and as many more made of their
 * paragraphs, beside SQLite FTS5 on the same documents in the same run, one after the other on one core.
 *
 *     node bench/search.ts [--documents 17000] [--rounds 40] [--no-peer] [--peer-rounds 5] [--dir /tmp/…] [--keep]
 *
 * Times are milliseconds of processor time of this process (other work on the machine falls on both alike), with
 * the wall clock's median beside. The index is built and merged by the same code the service runs in threads, in a
 * process of its own, so that the resident memory told is that of a process that only searches. With `--keep` the
 * directory stays and another run takes the index that is there.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { OnpointError } from "#base/errors.ts";
import { LIMITS } from "#base/limits.ts";
import { silentLogger } from "#base/log.ts";
import { err } from "#base/result.ts";
import type { EngineRequest, EngineResponse, IndexDocument } from "#index/index.ts";
import { Fts5Engine } from "#test/oracle/fts5/engine.ts";
import { IndexWriter } from "#index/embedded/segment/index-writer.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import { Layout } from "#index/embedded/layout.ts";
import { OPINION_FACETS, opinionFilters, opinionList, OPINIONS } from "#search/opinions.ts";
import { PageCache } from "#index/embedded/segment/pages.ts";
import { searchSegments } from "#index/embedded/match/search-segments.ts";
import { Segment } from "#index/embedded/segment/segment.ts";
import { UNMETERED } from "#index/embedded/work-meter.ts";
import { parseQuery } from "#search/query/parse.ts";
import { stemKeyOf } from "#text/stem.ts";
import { tokenize } from "#text/tokenize.ts";
import { cpuOf } from "./clock.ts";
import { benchDocuments, realBodies, requireBodies } from "./search-corpus.ts";

const { values } = parseArgs({
  options: {
    documents: { type: "string" },
    rounds: { type: "string", default: "40" },
    peer: { type: "boolean", default: true },
    "peer-rounds": { type: "string", default: "5" },
    dir: { type: "string" },
    keep: { type: "boolean", default: false },
  },
  allowNegative: true,
});

type Query = { readonly name: string; readonly text: string; readonly request?: Partial<EngineRequest> };

const QUERIES: readonly Query[] = [
  { name: "rare word", text: "laches" },
  { name: "two common words OR", text: "court OR judgment" },
  { name: "two common words OR, no total", text: "court OR judgment", request: { total: false } },
  { name: "three common words AND", text: "court AND judgment AND evidence" },
  {
    name: "three common words AND, facets",
    text: "court AND judgment AND evidence",
    request: { facets: OPINION_FACETS },
  },
  {
    name: "two common words OR, one result a decision",
    text: "court OR judgment",
    request: opinionList("decision", "relevance"),
  },
  {
    name: "three words AND, facets, one a decision",
    text: "court AND judgment AND evidence",
    request: { facets: OPINION_FACETS, ...opinionList("decision", "relevance") },
  },
  { name: "two common words OR, newest first", text: "court OR judgment", request: opinionList("opinion", "newest") },
  { name: "phrase", text: '"due process of law"' },
  { name: "W/5", text: "breach W/5 contract" },
  {
    name: "nested proximity",
    text: '(fraud* OR deceit) W/10 ("reasonable reliance" OR reli?nce OR (false W/3 statement))',
  },
  { name: "prefix", text: "negligen*" },
  { name: "infix", text: "*constitution*" },
  {
    name: "filtered",
    text: "court AND judgment",
    request: { filters: opinionFilters({ courtIds: ["court7", "court180"], dateFrom: "1990-01-01" }) },
  },
  { name: "ranked words", text: "summary judgment against the insurer for bad faith" },
  {
    name: "ranked words, one result a decision",
    text: "summary judgment against the insurer for bad faith",
    request: opinionList("decision", "relevance"),
  },
  { name: "page 500", text: "court AND judgment", request: { offset: 9980 } },
];

const WARM_UP_ROUNDS = 4;
const CONTROL = { expansions_max: LIMITS.wildcard_expansions_max, meter: UNMETERED };

type Times = {
  readonly p50_ms: number;
  readonly p95_ms: number;
  readonly p99_ms: number;
  readonly wall_p50_ms: number;
};

requireBodies();
const layout = new Layout(OPINIONS);
const dir = values.dir ?? mkdtempSync(join(tmpdir(), "onpoint-bench-"));
const path = join(dir, "index");
const built = buildIndex();
console.log(built);
const alone = await searchAlone();
console.log(alone);
const figures = { ...built, ...alone, queries: {} as Record<string, unknown> };
const peer = values.peer ? await buildPeer() : undefined;
await measureQueries();
const results = join(import.meta.dirname, "results");
mkdirSync(results, { recursive: true });
writeFileSync(join(results, `search-${built.documents}.json`), `${JSON.stringify(figures, null, 2)}\n`);
if (!values.keep) rmSync(dir, { recursive: true });

/** In another process; an index kept from an earlier run is taken as it is. */
function buildIndex(): Record<string, number> & { readonly documents: number } {
  const kept = join(dir, "built.json");
  if (!existsSync(kept)) {
    const script = join(import.meta.dirname, "search-build.ts");
    const wanted = values.documents === undefined ? [] : [values.documents];
    const stdio = ["ignore", "pipe", "inherit"] as const;
    writeFileSync(kept, execFileSync(process.execPath, [script, path, ...wanted], { stdio: [...stdio] }));
  }
  const figures = JSON.parse(readFileSync(kept, "utf8")) as Record<string, number> & { readonly documents: number };
  if (values.documents !== undefined && figures.documents !== Number(values.documents)) {
    throw new Error(`${dir} holds ${figures.documents} documents; give another --dir`);
  }
  return figures;
}

/**
 * Opening, then every query twice as the service does it: search threads and default settings, nothing cached the
 * first time, and nothing else in the process. `first_ms` is what the first asker waits.
 */
async function searchAlone(): Promise<{ open_ms: number; first_ms: Record<string, number>; rss_mb: number }> {
  const start = performance.now();
  const index = await openEmbeddedIndex({
    schema: OPINIONS,
    dir: path,
    workers: availableParallelism(),
    log: silentLogger,
    mergeInBackground: false,
  });
  const open_ms = performance.now() - start;
  const first_ms: Record<string, number> = {};
  for (const query of QUERIES) {
    const before = performance.now();
    await index.search(requestOf(query));
    first_ms[query.name] = performance.now() - before;
    await index.search(requestOf(query));
  }
  const rss_mb = process.memoryUsage.rss() / 1e6;
  await index.close();
  return { open_ms, first_ms, rss_mb };
}

function openSegments(): Segment[] {
  const cache = new PageCache(192 << 20);
  return new IndexWriter(path, layout, 1)
    .snapshot()
    .segments.map(({ info, parts }) => new Segment(path, layout, info, parts, cache));
}

async function buildPeer(): Promise<Fts5Engine> {
  const reading = { wordsOf: (text: string) => tokenize(text).map((token) => token.text), stemKey: stemKeyOf };
  const engine = new Fts5Engine(join(dir, "peer.db"), { reading });
  const start = process.cpuUsage();
  let batch: IndexDocument[] = [];
  for (const document of benchDocuments(await realBodies(), built.documents)) {
    batch.push(document);
    if (batch.length < 1000) continue;
    await engine.apply({ upserts: batch, deletes: [] });
    batch = [];
  }
  await engine.apply({ upserts: batch, deletes: [] });
  const { user, system } = process.cpuUsage(start);
  const megabytes = statSync(join(dir, "peer.db")).size / 1e6;
  console.log({ peer_build_cpu_s: (user + system) / 1e6, peer_mb: megabytes });
  return engine;
}

async function measureQueries(): Promise<void> {
  const segments = openSegments();
  const requests = QUERIES.map(requestOf);
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) {
    for (const request of requests) searchSegments(segments, layout, request, CONTROL);
  }
  console.log("query".padEnd(34), "hits".padStart(9), "p50 ms   p95   p99   wall   FTS5 p50    ratio");
  for (const [i, query] of QUERIES.entries()) {
    const request = requests[i];
    if (request === undefined) continue;
    let answer: EngineResponse | undefined;
    const ours = timesOf(Number(values.rounds), () => (answer = searchSegments(segments, layout, request, CONTROL)));
    const theirs = (await peerAnswers(request))
      ? timesOf(Number(values["peer-rounds"]), () => void peer?.search(request))
      : null;
    const ratio = theirs === null ? null : theirs.p50_ms / ours.p50_ms;
    figures.queries[query.name] = { query: query.text, hits: answer?.total ?? null, ours, fts5: theirs, ratio };
    const shown = [ours.p50_ms, ours.p95_ms, ours.p99_ms, ours.wall_p50_ms].map((ms) => ms.toFixed(2)).join("  ");
    const other = theirs === null ? "-" : `${theirs.p50_ms.toFixed(1)}  ${ratio?.toFixed(1)}x`;
    console.log(query.name.padEnd(34), String(answer?.total ?? "-").padStart(9), shown, other);
  }
  for (const segment of segments) segment.close();
}

function requestOf(query: Query): EngineRequest {
  const parsed = parseQuery(query.text, { resolveCourt: () => err([]) });
  if (!parsed.ok) throw new Error(`${query.text}: ${JSON.stringify(parsed.error)}`);
  const plain = { filters: [], offset: 0, limit: 20, facets: [], total: true, explain: false };
  return { tree: parsed.value.tree, ...plain, ...query.request };
}

/** Whether there is a peer and it can express the query. */
async function peerAnswers(request: EngineRequest): Promise<boolean> {
  if (peer === undefined) return false;
  try {
    await peer.search(request);
    return true;
  } catch (error) {
    if (error instanceof OnpointError && error.code === "unsupported") return false;
    throw error;
  }
}

/** The first runs are not counted: they fill caches and compile. `run` does its work before it returns. */
function timesOf(rounds: number, run: () => void): Times {
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) run();
  const cpu: number[] = [];
  const wall: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    cpu.push(cpuOf(run));
    wall.push(performance.now() - start);
  }
  return { p50_ms: share(cpu, 0.5), p95_ms: share(cpu, 0.95), p99_ms: share(cpu, 0.99), wall_p50_ms: share(wall, 0.5) };
}

/** The time that this share of the runs did not exceed. */
function share(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
