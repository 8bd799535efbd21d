import { isFunctionWord } from "#text/function-words.ts";
import type { Term } from "./question.ts";
import type { Stock } from "./stock.ts";
import { directionOf, dot, likeness } from "./word-vectors.ts";

/** What a word counts that stands in the sentence beside. */
const BESIDE_SHARE = 0.9;

/** How far a sentence says what is asked in words that stand in like company elsewhere; each is about 0 to 1. */
export type Company = {
  /** Of the asked words, by their weights. */
  readonly met: number;
  /** The same with the sentences beside it. */
  readonly metWithin3: number;
  /** Between the words together and those of the sentence. */
  readonly cosine: number;
  readonly cosineBeside: number;
};

/** For each sentence of the source. */
export function companyOf(terms: readonly Term[], stock: Stock): Company[] {
  const weights = terms.map((term) => term.weight * stock.weightOf(term.stem));
  const whole = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const own = bestMatches(terms, stock);
  const asked = directionOf(terms.map(({ stem }, at) => [stem, weights[at] ?? 0] as const));
  const cosines = stock.directions.map((direction) =>
    asked === undefined || direction === undefined ? 0 : dot(asked, direction),
  );
  const share = (of: (term: number) => number): number =>
    weights.reduce((sum, weight, term) => sum + weight * of(term), 0) / whole;
  return own.map((here, at) => {
    const [before, after] = [own[at - 1], own[at + 1]];
    const beside = (term: number): number => BESIDE_SHARE * Math.max(before?.[term] ?? 0, after?.[term] ?? 0);
    return {
      met: share((term) => here[term] ?? 0),
      metWithin3: share((term) => Math.max(here[term] ?? 0, beside(term))),
      cosine: cosines[at] ?? 0,
      cosineBeside: ((cosines[at - 1] ?? 0) + (cosines[at + 1] ?? 0)) / 2,
    };
  });
}

/** For each sentence, how far its likest word stands for each term. */
function bestMatches(terms: readonly Term[], stock: Stock): Float64Array[] {
  const likes = terms.map(
    ({ stem }) =>
      new Map([...stock.stems].map((other) => [other, likeness(stem, other)] as const).filter(([, like]) => like > 0)),
  );
  return stock.counts.map((counts) =>
    Float64Array.from(likes, (like) => {
      let best = 0;
      for (const stem of counts.keys()) best = Math.max(best, like.get(stem) ?? 0);
      return best;
    }),
  );
}

/** The direction of a sentence's words, the rarer ones of its source counting more. */
export function sentenceDirection(
  stems: Iterable<string>,
  weightOf: (stem: string) => number,
): Float32Array | undefined {
  return directionOf([...stems].filter((stem) => !isFunctionWord(stem)).map((stem) => [stem, weightOf(stem)] as const));
}
