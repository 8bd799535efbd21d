import {
  isForeignTo,
  isWithoutModel,
  partsOfQuestion,
  stemsOf,
  saysWhatIsWanted,
  wantedOf,
} from "#analysis/analysis.ts";
import { collapseSpace } from "#text/typography.ts";
import { contentStems } from "#text/word-stems.ts";
import type { Analysis, Analyst, Proposition, Source } from "../analyst.ts";
import { analysed } from "../cases/analysed.ts";
import { leanedOn } from "./leaned-on.ts";

/** Passages told for one thing that is asked. */
const TOLD_MAX = 2;

/**
 * What a provision says to a question. Where no model reads it, the answer is its operative words for each thing that is
 * asked: who must, may or shall not, what something means, what it costs, by when. Undefined where whoever reads it failed.
 */
export async function answerOfLaw(
  analyst: Analyst,
  question: string,
  source: Source,
  signal: AbortSignal | undefined,
): Promise<Analysis | undefined> {
  const analysis = await analysed(analyst, question, source, signal);
  if (analysis === undefined || !isWithoutModel(analysis)) return analysis;
  const parts = partsOfQuestion(question);
  const missing = new Set(analysis.doesNotAddress);
  const told = new Set<Proposition>();
  const said = parts.flatMap((part) => {
    if (missing.has(part)) return [];
    const best = bestFor(part, analysis.propositions);
    const fresh = best.filter((one) => !told.has(one));
    for (const one of fresh) told.add(one);
    if (fresh.length === 0) return [];
    const lead = parts.length === 1 ? "The provision states" : `On “${part}” the provision states`;
    return [`${lead}: ${fresh.map(quoted).join(" It also states: ")}`];
  });
  const open = missing.size === 0 ? [] : [`The provision does not answer: ${[...missing].join("; ")}.`];
  const stems = stemsOf(source.parts.map(({ text }) => text));
  const quotes = [...told].map(({ quote }) => quote.text);
  return {
    ...analysis,
    answer: [...said, ...leanedOn(quotes, source), ...open].join(" "),
    propositions: parts.every((part) => missing.has(part) && isForeignTo(part, stems)) ? [] : analysis.propositions,
  };
}

function quoted({ quote }: Proposition): string {
  return `“${collapseSpace(quote.text)}${quote.isTruncated ? " …" : ""}”`;
}

/** A rule is in words that bind, allow or define; what only goes with it is not. */
const OPERATIVE =
  /\b(?:shall(?: not)?|must|may(?: not)?|is (?:liable|entitled|prohibited|required|unlawful|guilty|subject)|are (?:liable|entitled|prohibited|required|subject)|means|does not (?:apply|include)|shall be (?:fined|imprisoned))\b/iu;
/** A quantity is asked for, in whatever unit. */
const ASKS_HOW_MUCH =
  /\b(?:how (?:much|many|long|soon|old|often|large)|within|deadline|time limit|limit|period|maximum|minimum|at (?:most|least)|what age)\b/iu;
const QUANTITY =
  /[$%]|\b\d[\d,.]*(?!\.\d|[\w)-])|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|sixty|ninety|hundred|year|half)\b/iu;
/** Weights by hand: eighteen questions are too few to learn them from. */
const WEIGHTS = { order: 0.08, words: 2, wanted: 1, operative: 0.4, quantity: 1 };

/** A second passage is told where it is so near the best. */
const CLOSE = 0.35;

function bestFor(part: string, propositions: readonly Proposition[]): Proposition[] {
  const asked = [...contentStems(part)];
  const wanted = [...wantedOf(part)];
  return propositions
    .map((one, at) => {
      const { text } = one.quote;
      const has = contentStems(text);
      const words = asked.length === 0 ? 0 : asked.filter((stem) => has.has(stem)).length / asked.length;
      const kinds =
        wanted.length === 0 ? 0 : wanted.filter((kind) => saysWhatIsWanted(text, kind)).length / wanted.length;
      const value =
        words * WEIGHTS.words +
        kinds * WEIGHTS.wanted +
        Number(ASKS_HOW_MUCH.test(part) && QUANTITY.test(text)) * WEIGHTS.quantity +
        Number(OPERATIVE.test(text)) * WEIGHTS.operative -
        at * WEIGHTS.order;
      return { one, value };
    })
    .toSorted((left, right) => right.value - left.value)
    .filter(({ value }, at, [best]) => at === 0 || value >= (best?.value ?? 0) - CLOSE)
    .slice(0, TOLD_MAX)
    .map(({ one }) => one);
}
