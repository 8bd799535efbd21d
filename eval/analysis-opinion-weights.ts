import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ANSWERABLE_FEATURES, answerableFeatures, valueOf } from "#analysis/readers/extractive/answerable.ts";
import type { AnswerableFeature } from "#analysis/readers/extractive/answerable.ts";
import type { FEATURES } from "#analysis/readers/extractive/features.ts";
import { OPINION_FEATURES, opinionFeaturesOf } from "#analysis/readers/extractive/opinion-features.ts";
import type { OpinionWeights } from "#analysis/readers/extractive/opinion-features.ts";
import { readQuestion } from "#analysis/readers/extractive/question.ts";
import type { Question } from "#analysis/readers/extractive/question.ts";
import { rankOpinion } from "#analysis/readers/extractive/ranking.ts";
import { selectPassages } from "#analysis/readers/extractive/select.ts";
import { stockOf } from "#analysis/readers/extractive/stock.ts";
import type { Stock } from "#analysis/readers/extractive/stock.ts";
import { unitsOf } from "#analysis/readers/extractive/units.ts";
import { openRecords } from "#schema/open.ts";
import { kept } from "./analysis/archives.ts";
import { sharesWord } from "./analysis/judge.ts";
import { learnListwise, learnScaled } from "./analysis/learn.ts";
import type { BinaryExample, ListExample } from "./analysis/learn.ts";
import { nearestDecisions } from "./analysis/neighbours.ts";
import { PRIOR } from "./analysis/prior.ts";
import { documentId, labelledQuestions } from "./analysis/questions.ts";
import type { Labelled, QuestionSet } from "./analysis/questions.ts";
import { scriptedQuestions } from "./analysis/scripted.ts";
import { documentsOf } from "./analysis/sources.ts";
import { answersTo } from "./analysis/telling.ts";
import { CORPUS_DIR, importOnce } from "./corpus.ts";

/**
 * Learns by which weights sentences of opinions are ranked and whether an opinion answers: `node
 * eval/analysis-opinion-weights.ts [--db DIR] [--fit analysis|answers|both] [--write] [--keep-ranking]`. The
 * sets are of different readers and opinions: weights learned from one are reported on the other (`node eval/analysis.ts
 * --set …`); those that are kept are learned from both. `--keep-ranking` leaves those of the ranking as they are. The same
 * labels give the same bytes on every machine.
 */
const { values } = parseArgs({
  options: {
    db: { type: "string", default: CORPUS_DIR },
    fit: { type: "string", default: "both" },
    write: { type: "boolean", default: false },
    "keep-ranking": { type: "boolean", default: false },
  },
});
const READER = join(import.meta.dirname, "../src/analysis/readers/extractive");
const FOLDS = 5;
const SCRIPTED_COUNT = 240;
/** Questions that an opinion comes near are few, and hard. */
const NEAR_SHARE = 2;
/** Of the questions that are answered, the share that may fall below a bar. */
const BELOW_MAX = { near: 0.14, foreign: 0.05 } as const;

const db = await openRecords({ dataDir: values.db });
await importOnce(db, values.db);
const sets: readonly QuestionSet[] =
  values.fit === "analysis" || values.fit === "answers" ? [values.fit] : ["analysis", "answers"];
const questions: Labelled[] = [];
for (const set of sets) {
  const marked = labelledQuestions("whole", set).filter(({ kind }) => kind === "opinion");
  const ids = [...new Set(labelledQuestions("whole", set).map(documentId))];
  const path = join(values.db, `analysis-neighbours-${set}.json`);
  const neighbours = await kept(path, async () => nearestDecisions(db, ids));
  questions.push(...marked, ...scriptedQuestions(marked, neighbours, SCRIPTED_COUNT));
}
const documents = await documentsOf(db, values.db, questions);
await db.close();

type Read = {
  readonly labelled: Labelled;
  readonly question: Question;
  readonly stock: Stock;
  readonly fold: number;
  /** Of a ranking that knows nothing of the document: another set's, or else another fold's. */
  readonly rankedApart: number;
};
const documentsOfFirst = new Set(labelledQuestions("whole", sets[0]).map(documentId));
const stocks = new Map([...documents].map(([id, { source }]) => [id, stockOf(unitsOf(source))]));
const read = questions.flatMap((labelled): Read[] => {
  const id = documentId(labelled);
  const stock = stocks.get(id);
  const hash = createHash("sha256").update(`fold ${id}`).digest();
  const fold = (hash[0] ?? 0) % FOLDS;
  const rankedApart = sets.length > 1 ? Number(documentsOfFirst.has(id)) : fold;
  return stock === undefined ? [] : [{ labelled, stock, question: readQuestion(labelled.question), fold, rankedApart }];
});
const folds = Array.from({ length: FOLDS }, (_, fold) => fold);
const lists = read.map((one) => ({ ...one, examples: listsOf(one) }));
const begin = OPINION_FEATURES.map((feature) => (feature in PRIOR ? PRIOR[feature as (typeof FEATURES)[number]] : 0));
const rankingOf = (some: typeof lists): OpinionWeights =>
  named(
    OPINION_FEATURES,
    learnListwise(
      some.flatMap(({ examples }) => examples),
      begin,
    ),
  );
const rankings = new Map(
  [...new Set(read.map(({ rankedApart }) => rankedApart))].map((apart) => [
    apart,
    rankingOf(lists.filter((one) => one.rankedApart !== apart)),
  ]),
);
const parts = read.flatMap((one) => partsOf(one, rankings.get(one.rankedApart)));
const models = { near: modelOf("near"), foreign: modelOf("foreign") };
if (values.write) {
  if (!values["keep-ranking"]) write("weights-opinions.json", rankingOf(lists));
  write("answerable.json", models);
}

function listsOf({ labelled, question, stock }: Read): ListExample[] {
  const answers = answersTo(labelled);
  const isPositive = stock.units.map(({ text }) => labelled.spans.length > 0 && answers(text));
  if (!isPositive.includes(true)) return [];
  return question.parts.map((part) => ({
    rows: opinionFeaturesOf(part, question, stock),
    isPositive,
    share: 1 / question.parts.length,
  }));
}

type Part = BinaryExample & Pick<Read, "labelled" | "fold">;

/** Which part of a question nothing answers is told by the words it shares with the label. */
function partsOf({ labelled, question, stock, fold }: Read, weights: OpinionWeights | undefined): Part[] {
  const rankedParts = rankOpinion(question, stock, weights);
  const terms = question.parts.map((asked) => asked.terms);
  const passages = selectPassages(stock.units, rankedParts, terms);
  const unanswered = labelled.unanswered ?? [];
  return question.parts.map((part, at) => ({
    labelled,
    fold,
    row: answerableFeatures(part, stock, rankedParts[at] ?? [], passages),
    isPositive: labelled.spans.length > 0 && !unanswered.some((open) => sharesWord(open, part.text)),
  }));
}

function isNear({ type }: Labelled): boolean {
  return type === "unanswerable" || type === "partly";
}

function examplesOf(kind: "near" | "foreign", some: readonly Part[]): Part[] {
  return some.flatMap((part) => {
    if (part.isPositive) return [part];
    if (isNear(part.labelled)) return Array.from({ length: NEAR_SHARE }, () => part);
    return kind === "foreign" ? [part] : [];
  });
}

/** The weights, and the bar below which no more of the answered questions fall, by weights that know nothing of their documents. */
function modelOf(kind: "near" | "foreign"): {
  readonly bar: number;
  readonly weights: Record<AnswerableFeature, number>;
} {
  const without = folds.map((fold) =>
    named(
      ANSWERABLE_FEATURES,
      learnScaled(
        examplesOf(
          kind,
          parts.filter((one) => one.fold !== fold),
        ),
      ),
    ),
  );
  const least = new Map<string, number>();
  for (const { labelled, fold, row, isPositive } of parts) {
    const weights = without[fold];
    if (weights === undefined || !isPositive || (labelled.unanswered ?? []).length > 0) continue;
    least.set(labelled.id, Math.min(least.get(labelled.id) ?? Infinity, valueOf(row, weights)));
  }
  const answered = [...least.values()].toSorted((one, other) => one - other);
  const bar = Number((answered[Math.floor(answered.length * BELOW_MAX[kind])] ?? 0).toFixed(3));
  const isBelow = (row: readonly number[], weights: (typeof without)[number] | undefined): boolean =>
    weights !== undefined && valueOf(row, weights) < bar;
  for (const type of ["unanswerable", "absurd", "neighbour", "foreign", "changed"]) {
    const asked = Map.groupBy(
      parts.filter(({ labelled }) => labelled.type === type),
      ({ labelled }) => `${labelled.id} ${documentId(labelled)}`,
    );
    const told = [...asked.values()].filter((some) => some.some(({ row, fold }) => isBelow(row, without[fold])));
    console.log(`${kind}: ${type} below the bar, without the document: ${told.length} of ${asked.size}`);
  }
  return { bar, weights: named(ANSWERABLE_FEATURES, learnScaled(examplesOf(kind, parts))) };
}

function named<Name extends string>(names: readonly Name[], row: readonly number[]): Record<Name, number> {
  return Object.fromEntries(names.map((name, at) => [name, Number((row[at] ?? 0).toFixed(3))])) as Record<Name, number>;
}

function write(file: string, value: unknown): void {
  writeFileSync(join(READER, file), `${JSON.stringify(value, null, 2)}\n`);
}
