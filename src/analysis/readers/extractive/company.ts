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
  const own = terms.map(({ stem }) => nearnessOf(stem, stock));
  const asked = directionOf(terms.map(({ stem }, at) => [stem, weights[at] ?? 0] as const));
  const cosines = stock.directions.map((direction) =>
    asked === undefined || direction === undefined ? 0 : dot(asked, direction),
  );
  const share = (of: (term: number) => number): number =>
    weights.reduce((sum, weight, term) => sum + weight * of(term), 0) / whole;
  const within = (term: number, sentence: number): number => own[term]?.[sentence] ?? 0;
  return stock.counts.map((_, at) => {
    const beside = (term: number): number => BESIDE_SHARE * Math.max(within(term, at - 1), within(term, at + 1));
    return {
      met: share((term) => within(term, at)),
      metWithin3: share((term) => Math.max(within(term, at), beside(term))),
      cosine: cosines[at] ?? 0,
      cosineBeside: ((cosines[at - 1] ?? 0) + (cosines[at + 1] ?? 0)) / 2,
    };
  });
}

/** What was worked out of a source's words, while it is read: the parts of a question share their words. */
const KNOWN = new WeakMap<Stock, Map<string, Float64Array>>();

/** For each sentence, how far its likest word stands for the stem. */
function nearnessOf(stem: string, stock: Stock): Float64Array {
  const known = KNOWN.get(stock) ?? new Map<string, Float64Array>();
  KNOWN.set(stock, known);
  const found = known.get(stem) ?? likestIn(stock, stem);
  known.set(stem, found);
  return found;
}

function likestIn({ stems, counts }: Stock, stem: string): Float64Array {
  const likes = new Map(
    [...stems].map((other) => [other, likeness(stem, other)] as const).filter(([, like]) => like > 0),
  );
  return Float64Array.from(counts, (count) => {
    let best = 0;
    for (const other of count.keys()) best = Math.max(best, likes.get(other) ?? 0);
    return best;
  });
}

/** The direction of a sentence's words, the rarer ones of its source counting more. */
export function sentenceDirection(
  stems: Iterable<string>,
  weightOf: (stem: string) => number,
): Float32Array | undefined {
  return directionOf([...stems].filter((stem) => !isFunctionWord(stem)).map((stem) => [stem, weightOf(stem)] as const));
}
