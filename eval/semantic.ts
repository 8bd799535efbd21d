import { join } from "node:path";
import { parseArgs } from "node:util";
import { systemClock } from "#base/clock.ts";
import { corpusEmbedders } from "#embedding/corpus/corpus-embedders.ts";
import { heldModels } from "#embedding/corpus/model-directory.ts";
import { trainOnThread } from "#embedding/corpus/trainer.ts";
import { TRAINING_DEFAULTS } from "#embedding/corpus/training-text.ts";
import { TEXTS_MAX } from "#embedding/embedder.ts";
import { reciprocalRank } from "#search/fuse.ts";
import { trainingText } from "#projections/training-text.ts";
import { CORPUS_DIR, openCorpus, SHARED_DATA } from "./corpus.ts";
import type { Corpus } from "./corpus.ts";
import { keywordWorks } from "./keyword-works.ts";
import { reportFigures } from "./report.ts";
import type { Figures } from "./report.ts";
import { readRetrievalCases, retrievalFigures } from "./retrieval-cases.ts";
import { halfOf, HALVES } from "./semantic/halves.ts";
import type { Half } from "./semantic/halves.ts";
import { bestPassages, rankWorks } from "./semantic/ranking.ts";
import type { Ingredients } from "./semantic/ranking.ts";
import { embedCorpus } from "./semantic/vectors.ts";

/**
 * Finds cited decisions by meaning from the words around the citation, and by meaning and words together:
 * `node eval/semantic.ts [--half report|fit] [--data DIR] [--models DIR] [--sample N] [--epochs N] [--dimensions N]
 * [--drop-share N] [--land]`.
 *
 * A model is trained for the run, without anything that the citing decisions of the half that is reported say of
 * others, and kept under `--models` for another run with the same half. Queries are answered by exact search in full
 * precision over all passages. As in `eval/retrieval.ts`, hits count by work, and the decision a query's words come
 * from is no hit, does not count as citing, and what it says of others is left out. Everything that was chosen by hand
 * was chosen on the half `fit`.
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
    land: { type: "boolean", default: false },
  },
});

/** How deep a list is when lists are fused, as the service has it. */
const CANDIDATES = 100;

const RANKINGS: Readonly<Record<string, Ingredients>> = {
  "own passages": { citing: false, bothKinds: false, authority: false },
  "and citing words": { citing: true, bothKinds: false, authority: false },
  "both kinds count": { citing: true, bothKinds: true, authority: false },
  semantic: { citing: true, bothKinds: true, authority: true },
};

/** The model of this run, trained unless an earlier run has. */
async function modelFor(corpus: Corpus, dir: string, leavesOut: ReadonlySet<string>): Promise<string> {
  const held = heldModels(dir)[0];
  if (held !== undefined) return held.id;
  const started_ms = performance.now();
  const works = new Set([...corpus.works.values()].map(({ workId }) => workId)).size;
  let told_ms = started_ms;
  const trained = await trainOnThread(dir, trainingText(corpus.db, { works, leavesOut: (id) => leavesOut.has(id) }), {
    seed: TRAINING_DEFAULTS.seed,
    epochs: Number(options.epochs),
    dimensions: Number(options.dimensions),
    dropShare: Number(options["drop-share"]),
    works,
    trainedAt: systemClock().toISOString(),
    onProgress: ({ stage, done, total }) => {
      if (performance.now() - told_ms < 10_000) return;
      told_ms = performance.now();
      process.stderr.write(`${stage}: ${done} of ${total}\n`);
    },
  });
  const seconds = (performance.now() - started_ms) / 1000;
  const memory_mb = process.resourceUsage().maxRSS / 1024;
  console.log(
    `trained in ${seconds.toFixed(0)} s, ${memory_mb.toFixed(0)} MB at most: ${trained.terms} terms, ${trained.passages} passages, ${trained.citingTexts} citing texts`,
  );
  return trained.id;
}

function rankOf(found: readonly string[], wanted: ReadonlySet<string | undefined>): number {
  const at = found.findIndex((work) => wanted.has(work));
  return at === -1 ? Number.POSITIVE_INFINITY : at + 1;
}

function fused(lists: readonly (readonly string[])[]): readonly string[] {
  const hits = lists.map((list) =>
    list.slice(0, CANDIDATES).map((id) => ({ id, score: 0, source: "semantic" as const })),
  );
  return reciprocalRank(hits).map(({ id }) => id);
}

const half = HALVES.find((one): one is Half => one === options.half);
if (half === undefined) throw new Error(`--half wants ${HALVES.join(" or ")}`);
const corpus = await openCorpus(options.data, { citingWords: true });
const workOf = new Map([...corpus.works.values()].map(({ sourceId, workId }) => [sourceId, workId]));
const inHalf = readRetrievalCases(options.cases).filter(({ citing }) => halfOf(citing) === half);
const leavesOut = new Set(inHalf.flatMap(({ citing }) => workOf.get(citing) ?? []));
if (leavesOut.size === 0) throw new Error("no citing decision is held: nothing could be left out");
const settings = [half, options.epochs, options.dimensions, options["drop-share"]].join("-");
const dir = join(options.models, settings);
const embedder = await corpusEmbedders(dir).open(await modelFor(corpus, dir, leavesOut));
const cases = inHalf.filter((_, index) => index % Number(options.sample) === 0);
const vectors = await embedCorpus(corpus.db, embedder);
console.log(
  `${cases.length} queries; ${vectors.own.works.length} passages, ${vectors.citing.works.length} of citing words`,
);
const { dimensions } = embedder.version;
const queries = new Float32Array(cases.length * dimensions);
for (let at = 0; at < cases.length; at += TEXTS_MAX) {
  queries.set(await embedder.queries(cases.slice(at, at + TEXTS_MAX).map(({ query }) => query)), at * dimensions);
}
const ranks = new Map<string, number[]>();
const note = (name: string, rank: number): void => void ranks.set(name, [...(ranks.get(name) ?? []), rank]);
for (const [at, { query, citing, relevant }] of cases.entries()) {
  const citingWork = workOf.get(citing);
  const wanted = new Set(relevant.map((id) => workOf.get(id)));
  const vector = queries.subarray(at * dimensions, (at + 1) * dimensions);
  const byWords = (await keywordWorks(corpus, query, citingWork)).filter((work) => work !== citingWork);
  note("keyword", rankOf(byWords, wanted));
  const found = bestPassages(vectors, vector, citingWork);
  let byMeaning: readonly string[] = [];
  for (const [name, ingredients] of Object.entries(RANKINGS)) {
    byMeaning = rankWorks(vectors, found, citingWork, ingredients);
    note(name, rankOf(byMeaning, wanted));
  }
  note("hybrid", rankOf(fused([byWords, byMeaning]), wanted));
  if (at % 100 === 0) process.stderr.write(`${at} of ${cases.length} queries\n`);
}
await corpus.close();
const figures: Record<string, number> = {};
for (const [name, list] of ranks) {
  for (const [figure, value] of Object.entries(retrievalFigures(list) as Figures)) figures[`${name} ${figure}`] = value;
}
reportFigures(`semantic-${half}`, figures, options.land);
