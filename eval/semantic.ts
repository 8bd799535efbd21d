import { join } from "node:path";
import { parseArgs } from "node:util";
import { TRAINING_DEFAULTS } from "#embedding/corpus/training-text.ts";
import { TEXTS_MAX } from "#embedding/embedder.ts";
import { CORPUS_DIR, openCorpus, SHARED_DATA } from "./corpus.ts";
import { reportFigures } from "./report.ts";
import type { Figures } from "./report.ts";
import { readRetrievalCases, retrievalFigures } from "./retrieval-cases.ts";
import { HALVES } from "./semantic/halves.ts";
import type { Half } from "./semantic/halves.ts";
import { openModel } from "./semantic/model.ts";
import { queriesOf } from "./semantic/queries.ts";
import { bestPassages, rankWorks } from "./semantic/ranking.ts";
import type { Ingredients } from "./semantic/ranking.ts";
import { embedCorpus } from "./semantic/vectors.ts";

/**
 * What each ingredient of a search by meaning gives, on finding cited decisions from the words around the citation:
 * `node eval/semantic.ts [--half report|fit] [--data DIR] [--models DIR] [--sample N] [--epochs N] [--dimensions N]
 * [--drop-share N] [--start passages|chance] [--land]`. With `--epochs 0` the vectors are those of the words that stand
 * together alone, with `--start chance` those of citations alone.
 *
 * A model is trained for the run, without anything that the citing decisions of either half say of others, and kept
 * under `--models` for another. Queries are answered by exact search in full precision over all passages. As in
 * `eval/retrieval.ts`, hits count by work, and the decision a query's words come from is no hit, does not count as
 * citing, and what it says of others is left out. `eval/modes.ts` measures what the service answers.
 */
const { values: options } = parseArgs({
  options: {
    cases: { type: "string", default: join(SHARED_DATA, "eval/retrieval-dev.jsonl.gz") },
    data: { type: "string", default: CORPUS_DIR },
    models: { type: "string", default: join(CORPUS_DIR, "models") },
    half: { type: "string", default: "report" },
    sample: { type: "string", default: "1" },
    epochs: { type: "string", default: String(TRAINING_DEFAULTS.epochs) },
    dimensions: { type: "string", default: String(TRAINING_DEFAULTS.dimensions) },
    "drop-share": { type: "string", default: String(TRAINING_DEFAULTS.dropShare) },
    start: { type: "string", default: TRAINING_DEFAULTS.start },
    land: { type: "boolean", default: false },
  },
});

const RANKINGS: Readonly<Record<string, Ingredients>> = {
  "own passages": { citing: false, bothKinds: false, authority: false },
  "and citing words": { citing: true, bothKinds: false, authority: false },
  "both kinds count": { citing: true, bothKinds: true, authority: false },
  "and times cited": { citing: true, bothKinds: true, authority: true },
};

const half = HALVES.find((one): one is Half => one === options.half);
if (half === undefined) throw new Error(`--half wants ${HALVES.join(" or ")}`);
const corpus = await openCorpus(options.data, { citingWords: true });
const { queries: all, leavesOut } = queriesOf(corpus, readRetrievalCases(options.cases), half);
const queries = all.filter((_, index) => index % Number(options.sample) === 0);
const { embedder } = await openModel(corpus, options.models, leavesOut, {
  epochs: Number(options.epochs),
  dimensions: Number(options.dimensions),
  dropShare: Number(options["drop-share"]),
  start: options.start === "chance" ? "chance" : "passages",
});
const vectors = await embedCorpus(corpus.db, embedder);
await corpus.close();
console.log(
  `${queries.length} queries; ${vectors.own.works.length} passages, ${vectors.citing.works.length} of citing words`,
);
const { dimensions } = embedder.version;
const asked = new Float32Array(queries.length * dimensions);
for (let at = 0; at < queries.length; at += TEXTS_MAX) {
  asked.set(await embedder.queries(queries.slice(at, at + TEXTS_MAX).map(({ query }) => query)), at * dimensions);
}
const ranks = new Map(Object.keys(RANKINGS).map((name): [string, number[]] => [name, []]));
for (const [at, { citingWork, wanted }] of queries.entries()) {
  const found = bestPassages(vectors, asked.subarray(at * dimensions, (at + 1) * dimensions), citingWork);
  for (const [name, ingredients] of Object.entries(RANKINGS)) {
    const place = rankWorks(vectors, found, citingWork, ingredients).findIndex((work) => wanted.has(work));
    ranks.get(name)?.push(place === -1 ? Number.POSITIVE_INFINITY : place + 1);
  }
  if (at % 100 === 0) process.stderr.write(`${at} of ${queries.length} queries\n`);
}
const figures: Record<string, number> = {};
for (const [name, list] of ranks) {
  for (const [figure, value] of Object.entries(retrievalFigures(list) as Figures)) figures[`${name} ${figure}`] = value;
}
const name = options.epochs === "0" ? `semantic-words-${half}` : `semantic-${half}`;
reportFigures(name, figures, options.land);
