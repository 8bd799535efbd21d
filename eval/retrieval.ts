import { join } from "node:path";
import { parseArgs } from "node:util";
import { CORPUS_DIR, openCorpus, SHARED_DATA } from "./corpus.ts";
import type { Corpus } from "./corpus.ts";
import { keywordHits, keywordWorks } from "./keyword-works.ts";
import { reportFigures } from "./report.ts";
import { readRetrievalCases, retrievalFigures } from "./retrieval-cases.ts";
import type { RetrievalCase as Case } from "./retrieval-cases.ts";

/**
 * Finds cited decisions from the words around the citation:
 * `node eval/retrieval.ts [--cases FILE] [--mode keyword] [--data DIR] [--sample N] [--land]`.
 *
 * A query is answered as the service answers it. Hits count by work: a decision with several opinions or copies is
 * one, at its best rank. The decision the words come from is no hit, and what it says when it cites is left out of
 * the index for its queries. R@n is the share of queries whose decision stands among the first n; MRR goes down to
 * rank 100.
 */

const RANKS = 100;
/** Queries that are asked twice to see that leaving out has an effect. */
const LEFT_OUT_LOOKED_AT = 40;

const { values: options } = parseArgs({
  options: {
    cases: { type: "string", default: join(SHARED_DATA, "eval/retrieval-dev.jsonl.gz") },
    mode: { type: "string", default: "keyword" },
    data: { type: "string", default: CORPUS_DIR },
    /** Every n-th case only: a quick look. */
    sample: { type: "string", default: "1" },
    land: { type: "boolean", default: false },
  },
});

async function ranksOf(corpus: Corpus, cases: readonly Case[]): Promise<number[]> {
  const workOf = new Map([...corpus.works.values()].map(({ sourceId, workId }) => [sourceId, workId]));
  const ranks: number[] = [];
  for (const { query, citing, relevant } of cases) {
    const citingWork = workOf.get(citing);
    const wanted = new Set(relevant.map((id) => workOf.get(id)));
    const found = await keywordWorks(corpus, query, citingWork);
    const rank = found.filter((work) => work !== citingWork).findIndex((work) => wanted.has(work));
    ranks.push(rank === -1 || rank >= RANKS ? Number.POSITIVE_INFINITY : rank + 1);
  }
  return ranks;
}

/**
 * Throws when what a decision says of others stays in the index for its own queries: then these would be answered by
 * the very words they were made of. Its words are in a field that is searched, so leaving them out changes scores.
 */
async function requireLeavingOut(corpus: Corpus, cases: readonly Case[]): Promise<void> {
  const workOf = new Map([...corpus.works.values()].map(({ sourceId, workId }) => [sourceId, workId]));
  const looked = cases.filter(({ citing }) => workOf.has(citing)).slice(0, LEFT_OUT_LOOKED_AT);
  if (looked.length === 0) throw new Error("no case has a citing decision that is held: nothing could be left out");
  let changed = 0;
  for (const { query, citing } of looked) {
    const [all, others] = await Promise.all([
      keywordHits(corpus, query, undefined),
      keywordHits(corpus, query, workOf.get(citing)),
    ]);
    if (JSON.stringify(all) !== JSON.stringify(others)) changed += 1;
  }
  console.log(`leaving out the citing decision changes ${changed} of ${looked.length} answers`);
  if (changed === 0) throw new Error("the citing decision's words are not left out of the index");
}

if (options.mode !== "keyword") throw new Error(`mode ${options.mode} cannot be evaluated yet; there is keyword`);
const step = Number(options.sample);
const cases = readRetrievalCases(options.cases).filter((_, index) => index % step === 0);
const corpus = await openCorpus(options.data, { citingWords: true });
await requireLeavingOut(corpus, cases);
const started_ms = performance.now();
const ranks = await ranksOf(corpus, cases);
const query_ms = (performance.now() - started_ms) / cases.length;
await corpus.close();
console.log(
  `${cases.length} queries, ${corpus.works.size} opinions, ${query_ms.toFixed(1)} ms a query on one search thread`,
);
reportFigures(`retrieval-${options.mode}`, retrievalFigures(ranks), options.land);
