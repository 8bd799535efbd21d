/**
 * What a page of results costs over HTTP beside the search itself. A server as users start it holds the real corpus;
 * pages of 1, 20 and 100 are asked for of each kind of query, with facets and without, and `/opinions/get` for as many
 * opinions with their text. The engine's own time is that of the very search which the service asks of it, asked of the
 * same index in this process, without HTTP, words that may be misspelt, records and snippets. With `--peer DIR`, a checkout of another commit answers the same questions in turn,
 * from records and an index that its own code made; what it takes is set against the same engine's time.
 *
 *     node bench/search-http.ts [--peer DIR] [--dir /tmp/…] [--rounds 30] [--out bench/results/search-http.json]
 *
 * `--dir` keeps the data directories for the next run, one for each checkout.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { silentLogger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import { openEmbeddedReader } from "#index/embedded/reader.ts";
import type { EmbeddedReader } from "#index/embedded/reader.ts";
import type { EngineRequest, SearchEngine } from "#index/index.ts";
import { openRecords } from "#schema/open.ts";
import { askedBy } from "#search/asked-by.ts";
import { OPINIONS } from "#search/opinions.ts";
import { createSearch } from "#search/search.ts";
import { requireSharedData } from "../test/real/shared-data.ts";
import { Served } from "./served.ts";
import type { Spent } from "./served.ts";

const ROOT = resolve(import.meta.dirname, "..");
const WARM_UP_ROUNDS = 3;

const { values } = parseArgs({
  options: {
    peer: { type: "string" },
    dir: { type: "string" },
    rounds: { type: "string", default: "30" },
    out: { type: "string" },
  },
});
const rounds = Number(values.rounds);

const QUERIES: Readonly<Record<string, string>> = {
  "plain words": "summary judgment against the insurer for bad faith",
  "one word": "negligence",
  phrase: '"due process of law"',
  proximity: "negligen! W/10 (damages OR plaintiff)",
  wildcard: "fraud* OR deceit",
  citation: "384 U.S. 436",
  name: "Miranda v. Arizona",
  "filter only": "court:scotus",
};
const PAGE_SIZES = [1, 20, 100];

type Cost = { readonly p50_ms: number; readonly p90_ms: number; readonly cpu_ms: number };
type Measured = {
  readonly engine: Cost;
  readonly http: Cost;
  /** What HTTP, records and snippets add to the engine: differences of the medians. */
  readonly above: { readonly p50_ms: number; readonly cpu_ms: number };
};
const NONE: Cost = { p50_ms: 0, p90_ms: 0, cpu_ms: 0 };

/** The index of this checkout's server, read beside it. */
function openEngine(dataDir: string): Promise<EmbeddedReader> {
  return openEmbeddedReader({ schema: OPINIONS, dir: join(dataDir, "index"), workers: 1, log: silentLogger });
}

/** What the service asks of the engine for a page. */
async function engineRequest(
  engine: EmbeddedReader,
  db: Db,
  asked: { readonly query: string; readonly pageSize: number; readonly includeFacets: boolean },
): Promise<EngineRequest> {
  const requests: EngineRequest[] = [];
  const listening: SearchEngine = {
    ...askedBy(engine, {}),
    search: async (request) => {
      requests.push(request);
      return engine.search(request);
    },
  };
  const page = { mode: "keyword", filters: {}, page: 1, rerank: false, explain: false } as const;
  await createSearch({ engine: listening, db }).search({
    ...asked,
    ...page,
    collapse: "decision",
    sort: "relevance",
  });
  const ranking = requests.find(({ limit }) => limit > 0);
  if (ranking === undefined) throw new Error(`${asked.query} asks nothing of the engine`);
  return ranking;
}

function costOf(spent: readonly Spent[]): Cost {
  const times = spent.map(({ ms }) => ms);
  const cpu = spent.map(({ cpu_ms }) => cpu_ms);
  return { p50_ms: share(times, 0.5), p90_ms: share(times, 0.9), cpu_ms: share(cpu, 0.5) };
}

/** What this share of the values does not exceed. */
function share(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return rounded(sorted[Math.floor((sorted.length - 1) * part)] ?? 0);
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}

/** Asks all sides in turn, round after round, so that other work on the machine falls on all alike. */
async function inTurn(
  sides: readonly Served[],
  ask: (side: Served, index: number) => Promise<readonly Spent[]>,
): Promise<Cost[][]> {
  const spent: Spent[][][] = sides.map(() => []);
  for (let round = 0; round < WARM_UP_ROUNDS + rounds; round++) {
    for (const [s, side] of sides.entries()) {
      const parts = await ask(side, s);
      if (round >= WARM_UP_ROUNDS) parts.forEach((one, part) => ((spent[s] ??= [])[part] ??= []).push(one));
    }
  }
  return spent.map((parts) => parts.map(costOf));
}

async function searchPage(
  engine: EmbeddedReader,
  db: Db,
  sides: readonly Served[],
  asked: { readonly query: string; readonly page_size: number; readonly include_facets: boolean },
): Promise<Measured[]> {
  const { query, page_size: pageSize, include_facets: includeFacets } = asked;
  const alone = await engineRequest(engine, db, { query, pageSize, includeFacets });
  const costs = await inTurn(sides, async (side) => {
    const before = process.cpuUsage();
    const began = performance.now();
    await engine.search(alone);
    const ms = performance.now() - began;
    const { user, system } = process.cpuUsage(before);
    return [
      { ms, cpu_ms: (user + system) / 1000 },
      await side.ask("/v1/search", { ...asked, mode: "keyword", page: 1 }),
    ];
  });
  return costs.map(([own = NONE, http = NONE]) => ({
    engine: own,
    http,
    above: { p50_ms: rounded(http.p50_ms - own.p50_ms), cpu_ms: rounded(http.cpu_ms - own.cpu_ms) },
  }));
}

type Got = Cost & { readonly kb: number };

/** Opinions of a search's first page, with their text or without. */
async function opinionsGet(sides: readonly Served[], count: number, include_content: boolean): Promise<Got[]> {
  const asked = { query: "evidence", mode: "keyword", page: 1, page_size: count };
  const ids: (readonly string[])[] = [];
  for (const side of sides) {
    const { results } = JSON.parse((await side.ask("/v1/search", asked)).text) as {
      readonly results: readonly { readonly opinion_id: string }[];
    };
    ids.push(results.map(({ opinion_id }) => opinion_id));
  }
  let kb = 0;
  const costs = await inTurn(sides, async (side, index) => {
    const answer = await side.ask("/v1/opinions/get", { opinion_ids: ids[index], include_content });
    kb = Math.round(answer.text.length / 1000);
    return [answer];
  });
  return costs.map(([cost = NONE]) => ({ ...cost, kb }));
}

function shown(name: string, engine: Cost | undefined, own: readonly number[], peer: readonly number[]): void {
  const ratios = peer.map((ms, at) => `${(ms / Math.max(0.1, own[at] ?? 0)).toFixed(1)}x`);
  const figures = [engine?.p50_ms ?? "", engine?.cpu_ms ?? "", ...own, ...peer, ...ratios];
  console.log(name.padEnd(36), ...figures.map((figure) => String(figure).padStart(8)));
}

requireSharedData();
const dir = values.dir ?? mkdtempSync(join(tmpdir(), "onpoint-search-http-"));
const sides: Served[] = [];
let engine: EmbeddedReader | undefined;
let records: Db | undefined;
try {
  sides.push(await Served.start(ROOT, join(dir, "own")));
  engine = await openEngine(join(dir, "own"));
  const db = (records = await openRecords({ dataDir: join(dir, "own") }));
  if (values.peer !== undefined) sides.push(await Served.start(resolve(values.peer), join(dir, "peer")));
  const result = {
    node: process.version,
    rounds,
    peer: values.peer === undefined ? null : commitOf(values.peer),
    documents: (await engine.status()).documents,
    load_average: [loadavg()[0]],
    searches: [] as object[],
    opinions_get: [] as object[],
  };
  console.log(`${result.documents} opinions; ms: engine p50, cpu; above it: own p50, cpu, the peer's p50, cpu; ratios`);
  for (const [kind, query] of Object.entries(QUERIES)) {
    for (const page_size of PAGE_SIZES) {
      for (const include_facets of [false, true]) {
        const [own, peer] = await searchPage(engine, db, sides, { query, page_size, include_facets });
        if (own === undefined) continue;
        result.searches.push({ kind, query, page_size, include_facets, own, peer });
        const name = `${kind}, page of ${page_size}${include_facets ? ", facets" : ""}`;
        const other = peer === undefined ? [] : [peer.above.p50_ms, peer.above.cpu_ms];
        shown(name, own.engine, [own.above.p50_ms, own.above.cpu_ms], other);
      }
    }
  }
  for (const count of PAGE_SIZES) {
    for (const include_content of [false, true]) {
      const [own, peer] = await opinionsGet(sides, count, include_content);
      if (own === undefined) continue;
      result.opinions_get.push({ count, include_content, own, peer });
      const name = `/opinions/get of ${count}${include_content ? `, ${own.kb} KB` : ""}`;
      shown(name, undefined, [own.p50_ms, own.cpu_ms], peer === undefined ? [] : [peer.p50_ms, peer.cpu_ms]);
    }
  }
  result.load_average.push(loadavg()[0]);
  if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(result, null, 2)}\n`);
} finally {
  await engine?.close();
  await records?.close();
  for (const side of sides) await side.stop();
  if (values.dir === undefined) rmSync(dir, { recursive: true });
}

function commitOf(root: string): string {
  return execFileSync("git", ["-C", root, "rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
}
