import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { FEATURES, featuresOf } from "#search/rerank/features.ts";
import type { Feature } from "#search/rerank/features.ts";
import { rerankWeights, WEIGHTS_FILE } from "#search/rerank/weights.ts";
import { SEARCH_MODES } from "#search/request.ts";
import { CORPUS_DIR, openCorpus, SHARED_DATA } from "./corpus.ts";
import type { Corpus } from "./corpus.ts";
import { ndcgOf, readQuestions } from "./plain/questions.ts";
import { reportFigures } from "./report.ts";
import type { Figures } from "./report.ts";
import { readRetrievalCases, retrievalFigures } from "./retrieval-cases.ts";
import { fitWeights, scoreOf } from "./semantic/fit-weights.ts";
import type { Example } from "./semantic/fit-weights.ts";
import { candidatesIn, gatherOne } from "./semantic/gathered.ts";
import type { Asked, Gathered } from "./semantic/gathered.ts";
import { openModel } from "./semantic/model.ts";
import { queriesOf, withoutYears } from "./semantic/queries.ts";
import { openServing } from "./semantic/serving.ts";

/**
 * Fits a row of weights of the built-in reranker, and writes it:
 * `node eval/reranker-weights.ts [--row passage|typed] [--data DIR] [--models DIR] [--sample N] [--keep FILE] [--write]`.
 *
 * The row that stands for what is typed was chosen with `node eval/typed-queries.ts`, which asks for little cited
 * decisions too; one fitted here takes its place only where it does better there. For passages the examples are the
 * retrieval cases of the half `fit`, each as it is and with all years taken out, what its own decision says left out
 * everywhere; for what is typed, the building set of the plain questions. Of each query the first candidates of each mode
 * are examples. `--keep` keeps what was gathered for another run. Prints how weights fitted without a fifth (of the
 * citing decisions, or of the questions) order that fifth, beside the order there was and that of the weights that stand.
 *
 * `--sealed [--land]` fits nothing: it tells what the weights that stand do on the half `report`, or on the questions
 * that are kept back.
 */
const { values: options } = parseArgs({
  options: {
    row: { type: "string", default: "passage" },
    cases: { type: "string", default: join(SHARED_DATA, "eval/retrieval-dev.jsonl.gz") },
    data: { type: "string", default: CORPUS_DIR },
    models: { type: "string", default: join(CORPUS_DIR, "models") },
    sample: { type: "string", default: "1" },
    keep: { type: "string" },
    write: { type: "boolean", default: false },
    sealed: { type: "boolean", default: false },
    land: { type: "boolean", default: false },
  },
});
const FOLDS = 5;
const MODEL = "onpoint-features-5";
const ROWS = ["passage", "typed"] as const;
type Row = (typeof ROWS)[number];
/**
 * What may weigh anything. Of few questions little can be learned, and these ask for what is cited most: a weight of that
 * halved what is found of decisions that hardly anybody cites.
 */
const COUNTED: Readonly<Record<Row, readonly Feature[]>> = {
  passage: FEATURES,
  typed: ["words", "meaning"],
};
/** The orders that are compared: as a search finds them, by the weights that stand, by weights fitted on the other folds. */
const [FOUND, STANDING, FITTED] = ["as found", "reranked", "fitted on others"] as const;
const RIDGE: Readonly<Record<Row, number>> = { passage: 1e-3, typed: 1e-2 };
const row = ROWS.find((one) => one === options.row);
if (row === undefined) throw new Error(`--row wants ${ROWS.join(" or ")}`);

async function gather(): Promise<readonly Gathered[]> {
  const corpus = await openCorpus(options.data, { citingWords: true });
  const { queries, leavesOut } = queriesOf(
    corpus,
    readRetrievalCases(options.cases),
    options.sealed ? "report" : "fit",
  );
  const { embedder, dir } = await openModel(corpus, options.models, leavesOut);
  const serving = await openServing(corpus, embedder, dir);
  const asked = row === "passage" ? passagesAsked(queries) : questionsAsked(corpus);
  const gathered: Gathered[] = [];
  for (const [at, one] of asked.entries()) {
    gathered.push(await gatherOne(corpus, serving, one));
    if (at % 100 === 0) process.stderr.write(`${at} of ${asked.length} queries\n`);
  }
  await serving.close();
  await corpus.close();
  return gathered;
}

function passagesAsked(queries: ReturnType<typeof queriesOf>["queries"]): readonly Asked[] {
  return queries
    .filter((_, at) => at % Number(options.sample) === 0)
    .flatMap(({ query, citingWork, wanted }): readonly Asked[] => {
      const gains = Object.fromEntries([...wanted].flatMap((work) => (work === undefined ? [] : [[work, 1]])));
      const asked = { query, citingWork, from: citingWork ?? query, gains };
      const bare = withoutYears(query);
      return bare === query ? [asked] : [asked, { ...asked, query: bare }];
    });
}

function questionsAsked(corpus: Corpus): readonly Asked[] {
  return readQuestions(corpus, options.sealed ? "kept-back" : "building").map(({ question, gains }) => ({
    query: question,
    citingWork: undefined,
    from: question,
    gains: Object.fromEntries(gains),
  }));
}

async function gatheredOnce(): Promise<readonly Gathered[]> {
  if (options.keep !== undefined && existsSync(options.keep)) {
    const lines = readFileSync(options.keep, "utf8").trimEnd().split("\n");
    return lines.map((line) => JSON.parse(line) as Gathered);
  }
  const gathered = await gather();
  if (options.keep !== undefined) {
    writeFileSync(options.keep, gathered.map((one) => `${JSON.stringify(one)}\n`).join(""));
  }
  return gathered;
}

/** A gathered query in one mode. */
type ModeExample = Example & Pick<Gathered, "gains"> & { readonly kind: string };

function examplesOf(gathered: Gathered): readonly ModeExample[] {
  const { query, from, gains, works } = gathered;
  const most = Math.max(...Object.values(gains));
  const kind = row === "typed" ? "typed" : withoutYears(query) === query ? "without years" : "with years";
  return SEARCH_MODES.map((mode) => {
    const inOrder = gathered.orders[mode].map((place) => works[place] as string);
    const isRight = inOrder.map((work) => gains[work] === most);
    return { mode, citing: from, works: inOrder, isRight, rows: featuresOf(candidatesIn(gathered, mode)), gains, kind };
  });
}

function foldOf(citing: string): number {
  return (createHash("sha256").update(`fold ${citing}`).digest()[0] ?? 0) % FOLDS;
}

/** The works in the order of the scores, each once. */
function worksBy({ works }: Example, scores: readonly number[]): readonly string[] {
  const order = scores.map((score, at) => ({ score, at })).toSorted((a, b) => b.score - a.score || a.at - b.at);
  return [...new Set(order.map(({ at }) => works[at] as string))];
}

type ScoresOf = (example: ModeExample) => readonly number[];

function figuresOf(examples: readonly ModeExample[], scoresOf: ScoresOf): Readonly<Record<string, number>> {
  const orders = examples.map((one) => worksBy(one, scoresOf(one)));
  if (row === "typed") {
    const sum = orders.reduce((total, works, at) => {
      const gains = new Map(Object.entries((examples[at] as ModeExample).gains));
      return total + ndcgOf(works, gains);
    }, 0);
    return { "nDCG@10": sum / examples.length };
  }
  const ranks = orders.map((works, at) => {
    const place = works.findIndex((work) => (examples[at] as ModeExample).gains[work] !== undefined);
    return place === -1 ? Number.POSITIVE_INFINITY : place + 1;
  });
  return retrievalFigures(ranks);
}

function ordersFrom(examples: readonly ModeExample[], names: readonly string[]): Figures {
  const stand = FEATURES.map((name) => rerankWeights()[row as Row][name]);
  const folds = names.includes(FITTED) ? foldsOf(examples) : [];
  const scores: Readonly<Record<string, ScoresOf>> = {
    [FOUND]: ({ rows }) => rows.map((_, at) => -at),
    [STANDING]: ({ rows }) => rows.map((one) => scoreOf(one, stand)),
    [FITTED]: ({ rows, citing }) => rows.map((one) => scoreOf(one, folds[foldOf(citing)] as readonly number[])),
  };
  const figures: Record<string, number> = {};
  for (const kind of new Set(examples.map((one) => one.kind))) {
    const ofKind = examples.filter((one) => one.kind === kind);
    figures[`${kind}: queries`] = ofKind.length / SEARCH_MODES.length;
    for (const mode of SEARCH_MODES) {
      const some = ofKind.filter((one) => one.mode === mode);
      for (const name of names) {
        const found = figuresOf(some, scores[name] as ScoresOf);
        for (const [figure, value] of Object.entries(found)) figures[`${kind}: ${mode}, ${name}, ${figure}`] = value;
      }
    }
  }
  return figures;
}

function foldsOf(examples: readonly ModeExample[]): readonly (readonly number[])[] {
  return Array.from({ length: FOLDS }, (_, fold) => fit(examples.filter(({ citing }) => foldOf(citing) !== fold)));
}

function fit(examples: readonly Example[]): readonly number[] {
  const counted = COUNTED[row as Row].map((name) => FEATURES.indexOf(name));
  return fitWeights(examples, { ridge: RIDGE[row as Row], counted });
}

const examples = (await gatheredOnce()).flatMap(examplesOf);
/** Of as many queries one was asked. */
const asked = row === "passage" ? { "one query of": Number(options.sample) } : {};
if (options.sealed) {
  reportFigures(`reranker-${row}-sealed`, { ...asked, ...ordersFrom(examples, [FOUND, STANDING]) }, options.land);
} else {
  reportFigures(`reranker-${row}`, { ...asked, ...ordersFrom(examples, [FOUND, STANDING, FITTED]) }, options.land);
  const fitted = fit(examples);
  const weights = Object.fromEntries(FEATURES.map((name, at) => [name, Number((fitted[at] as number).toFixed(4))]));
  console.log(weights);
  if (options.write) {
    writeFileSync(WEIGHTS_FILE, `${JSON.stringify({ ...rerankWeights(), model: MODEL, [row]: weights }, null, 2)}\n`);
  }
}
