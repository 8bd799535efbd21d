import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { placeOf } from "#search/meaning.ts";
import { candidatesOf } from "#search/rerank/built-in.ts";
import { FEATURES, featuresOf } from "#search/rerank/features.ts";
import type { Candidate } from "#search/rerank/features.ts";
import { rerankWeights, WEIGHTS_FILE } from "#search/rerank/weights.ts";
import { SEARCH_MODES } from "#search/request.ts";
import { CANDIDATES } from "#search/retrieve/retrieve.ts";
import { CORPUS_DIR, openCorpus, SHARED_DATA } from "./corpus.ts";
import { readRetrievalCases, retrievalFigures } from "./retrieval-cases.ts";
import { openModel } from "./semantic/model.ts";
import { queriesOf } from "./semantic/queries.ts";
import { openServing } from "./semantic/serving.ts";
import { fitWeights, scoreOf } from "./semantic/fit-weights.ts";
import type { Example } from "./semantic/fit-weights.ts";

/**
 * Fits the weights of the built-in reranker for passages on the half `fit` of the retrieval cases, and writes them:
 * `node eval/reranker-weights.ts [--data DIR] [--models DIR] [--sample N] [--keep FILE] [--write]`.
 *
 * A query's examples are the first candidates of each mode as the service gathers them, what its own decision says left
 * out everywhere. `--keep` keeps what was gathered for another run. Prints how weights fitted without a fifth of the
 * citing decisions order that fifth, beside the order there was.
 */
const { values: options } = parseArgs({
  options: {
    cases: { type: "string", default: join(SHARED_DATA, "eval/retrieval-dev.jsonl.gz") },
    data: { type: "string", default: CORPUS_DIR },
    models: { type: "string", default: join(CORPUS_DIR, "models") },
    sample: { type: "string", default: "1" },
    keep: { type: "string" },
    write: { type: "boolean", default: false },
  },
});
const FOLDS = 5;
const MODEL = "onpoint-features-2";

type Gathered = {
  readonly mode: string;
  readonly citing: string;
  readonly works: readonly string[];
  readonly wanted: readonly string[];
  readonly candidates: readonly Candidate[];
};

async function gather(): Promise<readonly Gathered[]> {
  const corpus = await openCorpus(options.data, { citingWords: true });
  const { queries, leavesOut } = queriesOf(corpus, readRetrievalCases(options.cases), "fit");
  const { embedder, dir } = await openModel(corpus, options.models, leavesOut);
  const serving = await openServing(corpus, embedder, dir);
  const gathered: Gathered[] = [];
  for (const [at, { query, citingWork, wanted }] of queries.entries()) {
    if (at % Number(options.sample) !== 0) continue;
    const point = await placeOf(query, serving.meaning);
    for (const mode of SEARCH_MODES) {
      const ranked = await serving.rank({ query, mode, rerank: false }, citingWork);
      const { question } = ranked.search;
      const { hits, tree } = ranked.ranking;
      const works = (id: string): string => corpus.works.get(id)?.workId ?? id;
      const first = hits.slice(0, CANDIDATES).filter(({ id }) => works(id) !== citingWork);
      const candidates = await candidatesOf(serving.optionsFor(citingWork), { question, point }, first, tree);
      const ids = first.map(({ id }) => works(id));
      gathered.push({
        mode,
        citing: citingWork ?? query,
        works: ids,
        wanted: ids.filter((work) => wanted.has(work)),
        candidates,
      });
    }
    if (at % 100 === 0) process.stderr.write(`${at} of ${queries.length} queries\n`);
  }
  await serving.close();
  await corpus.close();
  return gathered;
}

async function gatheredOnce(): Promise<readonly Gathered[]> {
  if (options.keep !== undefined && existsSync(options.keep)) {
    return JSON.parse(readFileSync(options.keep, "utf8")) as readonly Gathered[];
  }
  const gathered = await gather();
  if (options.keep !== undefined) writeFileSync(options.keep, JSON.stringify(gathered));
  return gathered;
}

function exampleOf({ mode, citing, works, wanted, candidates }: Gathered): Example {
  const right = new Set(wanted);
  return { mode, citing, works, isRight: works.map((work) => right.has(work)), rows: featuresOf(candidates) };
}

function foldOf(citing: string): number {
  return (createHash("sha256").update(`fold ${citing}`).digest()[0] ?? 0) % FOLDS;
}

/** The rank of the first right work in the order of the scores, from 1. */
function rankOf({ works, isRight }: Example, scores: readonly number[]): number {
  const order = scores.map((score, at) => ({ score, at })).toSorted((a, b) => b.score - a.score || a.at - b.at);
  const seen = new Set<string>();
  for (const { at } of order) {
    seen.add(works[at] as string);
    if (isRight[at] === true) return seen.size;
  }
  return Number.POSITIVE_INFINITY;
}

const examples = (await gatheredOnce()).map(exampleOf);
const folds = Array.from({ length: FOLDS }, (_, fold) =>
  fitWeights(examples.filter(({ citing }) => foldOf(citing) !== fold)),
);
for (const mode of SEARCH_MODES) {
  const of = examples.filter((example) => example.mode === mode);
  const before = retrievalFigures(
    of.map((one) =>
      rankOf(
        one,
        one.rows.map((_, at) => -at),
      ),
    ),
  );
  const after = retrievalFigures(
    of.map((one) => {
      const weights = folds[foldOf(one.citing)] as readonly number[];
      return rankOf(
        one,
        one.rows.map((row) => scoreOf(row, weights)),
      );
    }),
  );
  for (const [figure, value] of Object.entries(after)) {
    console.log(
      `${mode.padEnd(10)} ${figure.padEnd(6)} ${before[figure as keyof typeof before].toFixed(4)} -> ${value.toFixed(4)}`,
    );
  }
}
const fitted = fitWeights(examples);
const passage = Object.fromEntries(FEATURES.map((name, at) => [name, Number((fitted[at] as number).toFixed(4))]));
console.log(passage);
const { typed } = rerankWeights();
if (options.write) writeFileSync(WEIGHTS_FILE, `${JSON.stringify({ model: MODEL, typed, passage }, null, 2)}\n`);
