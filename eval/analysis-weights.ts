import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { FEATURES, featuresOf } from "#analysis/readers/extractive/features.ts";
import type { Weights } from "#analysis/readers/extractive/features.ts";
import { readQuestion } from "#analysis/readers/extractive/question.ts";
import type { Question } from "#analysis/readers/extractive/question.ts";
import { rank } from "#analysis/readers/extractive/ranking.ts";
import type { Ranking } from "#analysis/readers/extractive/ranking.ts";
import type { RelatedWords } from "#analysis/readers/extractive/related.ts";
import { selectPassages } from "#analysis/readers/extractive/select.ts";
import type { Passage } from "#analysis/readers/extractive/select.ts";
import { stockOf } from "#analysis/readers/extractive/stock.ts";
import type { Stock } from "#analysis/readers/extractive/stock.ts";
import { SUPPORT_FEATURES, supportFeatures } from "#analysis/readers/extractive/support.ts";
import { unitsOf } from "#analysis/readers/extractive/units.ts";
import { openRecords } from "#schema/open.ts";
import { learnBinary, learnListwise } from "./analysis/learn.ts";
import type { BinaryExample, ListExample } from "./analysis/learn.ts";
import { bare, sharesWord } from "./analysis/judge.ts";
import { PRIOR } from "./analysis/prior.ts";
import { documentId, labelledQuestions } from "./analysis/questions.ts";
import type { Labelled } from "./analysis/questions.ts";
import { documentsOf } from "./analysis/sources.ts";
import type { Document } from "./analysis/sources.ts";
import { CORPUS_DIR, importOnce } from "./corpus.ts";

/**
 * Learns by which weights the extractive reader ranks sentences and tells whether a part of a question is answered, from
 * the building half: `node eval/analysis-weights.ts [--db DIR] [--write]`. Prints what weights learned without a fifth of
 * the documents do on that fifth. The same labels give the same bytes on every machine.
 */
const { values } = parseArgs({
  options: { db: { type: "string", default: CORPUS_DIR }, write: { type: "boolean", default: false } },
});
const FOLDS = 5;
/** The table of words that stand for one another was written with these questions at hand: weights are learned without it. */
const NO_RELATED: RelatedWords = new Map();
const READER = join(import.meta.dirname, "../src/analysis/readers/extractive");

const db = await openRecords({ dataDir: values.db });
await importOnce(db, values.db);
const labelled = labelledQuestions("building");
const documents = await documentsOf(db, values.db, labelled);
await db.close();

type Read = {
  readonly labelled: Labelled;
  readonly document: Document;
  readonly question: Question;
  readonly stock: Stock;
  readonly fold: number;
};
const stocks = new Map([...documents].map(([id, { source }]) => [id, stockOf(unitsOf(source))]));
const read: Read[] = labelled.flatMap((one) => {
  const id = documentId(one);
  const [document, stock] = [documents.get(id), stocks.get(id)];
  const hash = createHash("sha256").update(`fold ${id}`).digest();
  if (document === undefined || stock === undefined) return [];
  const question = readQuestion(one.question, NO_RELATED);
  return [{ labelled: one, document, question, stock, fold: (hash[0] ?? 0) % FOLDS }];
});
const lists = read.map((one) => ({ ...one, examples: listsOf(one) }));
const folds = Array.from({ length: FOLDS }, (_, fold) => fold);
const rankingWeights = (some: typeof lists): Weights =>
  named(
    FEATURES,
    learnListwise(
      some.flatMap(({ examples }) => examples),
      FEATURES.map((one) => PRIOR[one]),
    ),
  );

const held = folds.map((fold) => rankingWeights(lists.filter((one) => one.fold !== fold)));
let [hits, asked] = [0, 0];
const answered = lists.map((one) => {
  const examples = supportsOf(one, held[one.fold] ?? PRIOR);
  if (one.labelled.spans.length > 0 && one.labelled.kind !== "docket") {
    const quotes = passagesOf(one, rank(one.question, one.stock, held[one.fold] ?? PRIOR)).map(({ unit, start, end }) =>
      bare(unit.part.text.slice(start, end)),
    );
    asked += one.labelled.spans.length;
    hits += one.labelled.spans.filter((span) =>
      span.some((text) => quotes.some((quote) => quote.includes(bare(text)))),
    ).length;
  }
  return { ...one, examples };
});
console.log(`parts quoted, weights learned without the document: ${(hits / asked).toFixed(3)} of ${asked}`);
let [right, told, open] = [0, 0, 0];
for (const fold of folds) {
  const weights = learnBinary(answered.filter((one) => one.fold !== fold).flatMap(({ examples }) => examples));
  for (const { examples } of answered.filter((one) => one.fold === fold)) {
    const isOpen = examples.some(({ isPositive }) => !isPositive);
    const isTold = examples.some(({ row }) => row.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0) <= 0);
    right += Number(isOpen && isTold);
    told += Number(isTold);
    open += Number(isOpen);
  }
}
console.log(
  `not addressed, the same way: precision ${(right / told).toFixed(3)}, recall ${(right / open).toFixed(3)}, F1 ${((2 * right) / (told + open)).toFixed(3)}`,
);
if (values.write) {
  const ranking = rankingWeights(lists);
  write("weights.json", ranking);
  const all = lists.flatMap((one) => supportsOf(one, ranking));
  write("support-weights.json", named(SUPPORT_FEATURES, learnBinary(all)));
}

function listsOf({ labelled: { spans, entries, kind }, document, question, stock }: Read): ListExample[] {
  const quotes = spans.flat().map((one) => bare(one));
  const wanted = new Set(entries ?? []);
  const labels = new Map(document.lines.map(({ id, label }) => [id, label]));
  const isPositive = stock.units.map((unit) => {
    if (kind === "docket") return wanted.has(labels.get(unit.part.id) ?? "");
    const own = bare(unit.text);
    return quotes.some((quote) => own.includes(quote) || (own.length > 30 && quote.includes(own)));
  });
  if (!isPositive.includes(true)) return [];
  return question.parts.map((part) => ({
    rows: featuresOf(part, question, stock),
    isPositive,
    share: 1 / question.parts.length,
  }));
}

function passagesOf({ question, stock }: Read, rankings: readonly Ranking[]): Passage[] {
  const terms = question.parts.map((asked) => asked.terms);
  return selectPassages(stock.units, rankings, terms);
}

/** An example for each part of a question; which part nothing answers is told by the words it shares with the label. */
function supportsOf(one: Read, weights: Weights): BinaryExample[] {
  const { question, stock } = one;
  const rankings = rank(question, stock, weights);
  const passages = passagesOf(one, rankings);
  const unanswered = one.labelled.unanswered ?? [];
  const isWhole = one.labelled.type === "unanswerable";
  return question.parts.map((part, at) => ({
    row: supportFeatures(part, stock, rankings[at] ?? [], passages),
    isPositive: !isWhole && !unanswered.some((open) => sharesWord(open, part.text)),
  }));
}

function named<Name extends string>(names: readonly Name[], row: readonly number[]): Record<Name, number> {
  return Object.fromEntries(names.map((name, at) => [name, row[at] ?? 0])) as Record<Name, number>;
}

function write(file: string, weights: Readonly<Record<string, number>>): void {
  const rows = Object.entries(weights).map(([name, value]) => `  ${JSON.stringify(name)}: ${Number(value.toFixed(3))}`);
  writeFileSync(join(READER, file), `{\n${rows.join(",\n")}\n}\n`);
}
