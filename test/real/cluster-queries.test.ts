import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";

import { LIMITS } from "#base/limits.ts";
import { ok } from "#base/result.ts";
import type { EngineRequest, IndexDocument, SearchEngine } from "#index/index.ts";
import type { QueryNode } from "#index/tree.ts";
import { opinionList, TIMES_CITED } from "#search/opinions.ts";
import { parseQuery } from "#search/query/parse.ts";
import { rankedTree } from "#search/retrieve/keyword.ts";
import { openOnCluster } from "#test/conformance/cluster-index.ts";
import { FACETS } from "#test/conformance/engine-shapes.ts";
import { LocalIndex } from "#test/conformance/random/local-index.ts";
import { FLOAT, isClose } from "#test/oracle/compare.ts";
import { whyNoOpenSearch } from "#test/opensearch-server.ts";

import { readCapTexts } from "./cap-texts.ts";
import { rankedQueries } from "./ranked-queries.ts";
import * as searched from "./search-queries.ts";
import { lacksSharedData, SHARED_DATA } from "./shared-data.ts";
import { BUILDING } from "./typed-queries/building-queries.ts";

const reason = lacksSharedData() ? "without shared data" : whyNoOpenSearch();
const OPINIONS_READ = 1500;
/** What lawyers ask that Lucene's intervals alone answer with too little, or refuse. */
const HARD = [
  '("due process" /s notice) W/20 hearing',
  "((counsel OR employer) /p breach) W/10 court",
  "(summary W/3 judgment) W/15 (genuine W/3 issue)",
  '("the plaintiff" OR plaintiff) W/3 (alleged OR "has alleged")',
  "(duty W/5 care) /s (breach! W/10 (injur! OR damage!))",
  "*ment W/3 *tion",
  "un* /s constitution*",
  "a* W/2 of",
  "atleast5(negligen!)",
  'atleast2("due process") AND NOT (jury W/5 trial)',
  "NOT (court W/3 (held OR holds)) AND contract",
];

function treeOf(query: string): QueryNode | undefined {
  const parsed = parseQuery(query, { resolveCourt: (text) => ok([text]) });
  return parsed.ok ? parsed.value.tree : undefined;
}

/** Every query of the tests and of the page on the language that can be read. */
function queries(): readonly string[] {
  const page = ["docs/api/query-language.md", "test/field/query-examples.md"]
    .map((path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8"))
    .join("\n");
  const examples = [...page.matchAll(/^\| `(?<typed>[^`]+)`/gmu)].map(({ groups }) => groups?.["typed"] ?? "");
  const asked = Object.values(searched)
    .flat()
    .flatMap((one) => (typeof one === "object" && "query" in one ? [one.query] : []));
  const typed = BUILDING.map(({ query }) => query);
  return [...new Set([...HARD, ...examples, ...asked, ...typed])].filter((query) => treeOf(query) !== undefined);
}

/** As a person's query is asked for: with how often a decision is cited, and grouped by decision. */
function rankedRequest(query: string): EngineRequest | undefined {
  const tree = treeOf(query);
  const counted = { filters: [], offset: 0, limit: 20, facets: [], total: true, explain: false };
  return (
    tree && { ...counted, tree: rankedTree(tree, { prior: TIMES_CITED }), ...opinionList("decision", "relevance") }
  );
}

const RANKING = { overlap_min: 0.98, first_min: 0.95, queries_min: 200, hits_min: 2000 };

describe.skipIf(reason !== undefined)(`real queries on a cluster${reason === undefined ? "" : `: ${reason}`}`, () => {
  const dir = mkdtempSync(join(tmpdir(), "onpoint-cluster-queries-"));
  const index = new LocalIndex(dir, 4_000_000, LIMITS.wildcard_expansions_max);
  let engine: SearchEngine;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const documents = (await readCapTexts(SHARED_DATA, OPINIONS_READ)).map(({ id, text }): IndexDocument => {
      const dateFiled = `${1900 + (id % 100)}-01-02`;
      const counted = { decision: Math.floor(id / 2), placeInDecision: id % 2, timesCited: id % 60 };
      const values = { jurisdiction: `part ${id % 5}`, state: `state ${id % 7}`, dateFiled, ...counted };
      const citing = [0, 1, 2]
        .slice(id % 3)
        .map((at) => ({ source: `case ${at}`, text: text.slice(2000, 2400 + 300 * at) }));
      return { id: `case ${id}`, texts: { body: text, name: text.slice(0, 80), citing }, values };
    });
    ({ engine, close } = await openOnCluster(inject("openSearchUrl"), undefined, 2));
    await engine.apply({ upserts: documents, deletes: [], mends: true });
    index.apply({ upserts: documents, deletes: [] });
  }, 600_000);
  afterAll(async () => {
    index.close();
    rmSync(dir, { recursive: true });
    await close();
  });

  test("have the same hits, totals and facets as on the index", async () => {
    const seen = { compared: 0, hits: 0, warned: [] as string[] };
    for (const query of queries()) {
      const sort = [{ column: "dateFiled", order: "falling" }] as const;
      const asked = { filters: [], offset: 0, limit: 2000, facets: FACETS, total: true, explain: false, sort };
      const request: EngineRequest = { ...asked, tree: treeOf(query) as QueryNode };
      const [answer, expected] = [await engine.search(request), index.search(request)];
      if (answer.warnings.length + expected.warnings.length > 0) {
        seen.warned.push(query);
        continue;
      }
      expect([answer.total, answer.facets], query).toEqual([expected.total, expected.facets]);
      expect(
        answer.hits.map(({ id }) => id),
        query,
      ).toEqual(expected.hits.map(({ id }) => id));
      seen.compared++;
      seen.hits += expected.hits.length;
    }
    process.stdout.write(`${JSON.stringify(seen)}\n`);
    expect(seen.compared).toBeGreaterThan(100);
    expect(seen.hits).toBeGreaterThan(5000);
    expect(
      seen.warned.every((query) => query.includes("*")),
      seen.warned.join("; "),
    ).toBe(true);
  }, 600_000);

  test("have the same first hits, by kind of query", async () => {
    const all = { queries: 0, hits: 0 };
    for (const [kind, asked] of Object.entries(rankedQueries())) {
      const seen = { compared: 0, first: 0, overlap: 0, scores: 0 };
      for (const request of asked.flatMap((query) => rankedRequest(query) ?? [])) {
        const expected = index.search(request).hits;
        const found = (await engine.search(request)).hits;
        if (expected.length === 0) continue;
        const [ten, others] = [expected, found].map((hits) => hits.slice(0, 10).map(({ id }) => id));
        seen.compared++;
        seen.overlap += (ten ?? []).filter((id) => others?.includes(id)).length / (ten?.length ?? 1);
        if (expected[0]?.id === found[0]?.id) seen.first++;
        if (isClose(expected[0]?.score ?? 0, found[0]?.score ?? -1, FLOAT)) seen.scores++;
        all.hits += expected.length;
      }
      process.stdout.write(`${kind}: ${JSON.stringify(seen)}\n`);
      expect(seen.compared, kind).toBeGreaterThan(0);
      expect(seen.overlap / seen.compared, `${kind}: of the first ten`).toBeGreaterThanOrEqual(RANKING.overlap_min);
      expect(seen.first / seen.compared, `${kind}: the first`).toBeGreaterThanOrEqual(RANKING.first_min);
      expect(seen.scores / seen.compared, `${kind}: its score`).toBeGreaterThanOrEqual(RANKING.first_min);
      all.queries += seen.compared;
    }
    expect(all.queries).toBeGreaterThan(RANKING.queries_min);
    expect(all.hits).toBeGreaterThan(RANKING.hits_min);
  }, 600_000);
});
