/**
 * What a keyword search asks of the cluster, kind by kind: requests to OpenSearch and their bytes, the time that
 * OpenSearch tells of them (`took`), and processor time of the process, of PostgreSQL and of OpenSearch. With `--peer
 * ROOT`, a checkout of another commit answers the same questions in turn over the same servers; where both make the same
 * of an index they share it. Beforehand both must answer alike but for scores: totals, hits in their order, snippets,
 * facets, warnings.
 *
 *     node bench/cluster-requests.ts --dir DIR [--peer ROOT] [--rounds 3] [--out bench/results/cluster-requests.json]
 *
 * `DIR/cluster` is filled by bench/cluster-sizes.ts. One question at a time; ends with 1 where answers differ.
 */
import { writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { BUILDING } from "../test/real/typed-queries/building-queries.ts";
import { requireSharedData } from "../test/real/shared-data.ts";
import { ClusterServers } from "./cluster-servers.ts";
import { Overheard } from "./overheard.ts";
import type { Heard } from "./overheard.ts";
import { Served } from "./served.ts";

const ROOT = resolve(import.meta.dirname, "..");
const PATH = "/v1/search";
/** Of the queries that lawyers type, every so many is asked. */
const TYPED_EVERY = 4;

const { values } = parseArgs({
  options: {
    dir: { type: "string" },
    peer: { type: "string" },
    rounds: { type: "string", default: "3" },
    out: { type: "string" },
  },
});
if (values.dir === undefined) throw new Error("--dir names where the records and indexes are");
requireSharedData();
const dir = resolve(values.dir);

const TYPED = BUILDING.flatMap(({ query, refused }) => (refused === undefined ? [query] : []));
const SHORT_PAGE = { page_size: 10 };
const asked = (queries: readonly string[], more: object = {}): readonly object[] =>
  queries.map((query) => ({ mode: "keyword", query, ...more }));

const sample = TYPED.filter((_, at) => at % TYPED_EVERY === 0);
const KINDS: Readonly<Record<string, readonly object[]>> = {
  "words as typed": asked(sample),
  "words as typed, 10 a page": asked(sample, SHORT_PAGE),
  "one word": asked(["negligence", "jurisdiction", "easement"]),
  phrase: asked(['"due process"', '"due process of law"', '"motion to dismiss"']),
  "W/n": asked(["jurisdiction W/3 diversity", "negligen! W/10 (damages OR plaintiff)"]),
  "W/n within W/n": asked(['("due process" /s notice) W/20 hearing', "((counsel OR employer) /p breach) W/10 court"]),
  wildcard: asked(["fraud* OR deceit", "*ability"]),
  "operators, filters and facets": [
    ...asked(['contract AND breach AND damages AND NOT "punitive damages"'], {
      filters: { date_filed: { start: "1950-01-01" } },
      include_facets: true,
    }),
    ...asked(["(warrant OR search) AND seizure AND court:ca9"], { include_facets: true }),
  ],
};

type Spent = Heard & Readonly<Record<"ms" | "process_ms" | "postgres_ms" | "opensearch_ms", number>>;
type Side = { readonly name: string; readonly served: Served; readonly overheard: Overheard };

const servers = await ClusterServers.start(join(dir, "cluster"));
const sides: Side[] = [];
const follower = await Served.start(
  ROOT,
  join(dir, "requests-follower"),
  async () => undefined,
  servers.settings("follower"),
);
try {
  sides.push(await sideOf("this", ROOT));
  if (values.peer !== undefined) sides.push(await sideOf("peer", resolve(values.peer)));
  await measure();
} finally {
  for (const { served, overheard } of sides) {
    await served.stop();
    overheard.stop();
  }
  await follower.stop();
  await servers.stop();
}

async function sideOf(name: string, root: string): Promise<Side> {
  const overheard = await Overheard.before(servers.searchUrl);
  const settings = { ...servers.settings("api"), ONPOINT_SEARCH_URL: overheard.url };
  return {
    name,
    overheard,
    served: await Served.start(root, join(dir, `requests-${name}`), async () => undefined, settings),
  };
}

async function measure(): Promise<void> {
  const differences = await differencesOf(Object.values(KINDS).flat());
  for (const difference of differences) console.error("answered otherwise:", difference);
  const kinds: Record<string, Record<string, Spent>> = {};
  for (const [kind, bodies] of Object.entries(KINDS)) {
    const rounds = new Map<Side, Spent[]>(sides.map((side) => [side, []]));
    for (let round = 0; round < Number(values.rounds); round++) {
      for (const side of round % 2 === 0 ? sides : sides.toReversed()) rounds.get(side)?.push(await ask(side, bodies));
    }
    kinds[kind] = Object.fromEntries([...rounds].map(([{ name }, spent]) => [name, meanOf(spent)]));
  }
  for (const { name } of sides) {
    console.log(name);
    console.table(Object.fromEntries(Object.entries(kinds).map(([kind, spent]) => [kind, spent[name]])));
  }
  if (values.out !== undefined) {
    const { version: node } = process;
    const about = { node, cores: availableParallelism(), load_average: loadavg()[0], rounds: Number(values.rounds) };
    writeFileSync(values.out, `${JSON.stringify({ ...about, differences, kinds }, null, 2)}\n`);
  }
  if (differences.length > 0) process.exitCode = 1;
}

/** Also warms both up. */
async function differencesOf(bodies: readonly object[]): Promise<readonly string[]> {
  const differences: string[] = [];
  for (const body of bodies) {
    const told = new Set<string>();
    for (const { served } of sides) told.add(tellingOf((await served.ask(PATH, body)).text));
    if (told.size > 1) differences.push(`${JSON.stringify(body)}: ${[...told].join(" and ")}`);
  }
  return differences;
}

/** All of a kind, one after another. */
async function ask({ served, overheard }: Side, bodies: readonly object[]): Promise<Spent> {
  overheard.take();
  const before = { process_ms: await served.cpu_ms(), ...(await servers.cpu()) };
  const began_ms = performance.now();
  for (const body of bodies) await served.ask(PATH, body);
  const took_ms = performance.now() - began_ms;
  const after = { process_ms: await served.cpu_ms(), ...(await servers.cpu()) };
  const spent = {
    ...overheard.take(),
    ms: took_ms,
    process_ms: after.process_ms - before.process_ms,
    postgres_ms: after.postgres_ms - before.postgres_ms,
    opensearch_ms: after.opensearch_ms - before.opensearch_ms,
  };
  return eachOf(spent, (sum) => sum / bodies.length);
}

/** Of one search. */
function meanOf(rounds: readonly Spent[]): Spent {
  const [first] = rounds;
  if (first === undefined) throw new Error("nothing was asked");
  return eachOf(first, (_, part) => rounds.reduce((sum, round) => sum + round[part], 0) / rounds.length);
}

function eachOf(spent: Spent, of: (value: number, part: keyof Spent) => number): Spent {
  const parts = Object.entries(spent).map(([part, value]) => [
    part,
    Math.round(of(value, part as keyof Spent) * 10) / 10,
  ]);
  return Object.fromEntries(parts) as Spent;
}

function tellingOf(text: string): string {
  const { results, pagination, facets, warnings } = JSON.parse(text) as {
    readonly results: readonly { readonly opinion_id: string; readonly snippet: string }[];
    readonly pagination: { readonly total_results: number };
    readonly facets?: unknown;
    readonly warnings?: unknown;
  };
  const hits = results.map(({ opinion_id, snippet }) => [opinion_id, snippet]);
  return JSON.stringify({ total: pagination.total_results, hits, facets, warnings });
}
