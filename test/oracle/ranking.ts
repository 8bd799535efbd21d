import type { Field } from "#index/tree.ts";

/**
 * BM25F as docs/decisions/ranking.md and docs/internals/index-format.md state it, and the constants that were chosen
 * there, written down a second time: whoever changes how the engine ranks changes them here too, knowingly.
 */
export const RANKING: {
  readonly k1: number;
  readonly fields: Readonly<Record<Field, { readonly weight: number; readonly b: number }>>;
} = {
  k1: 2.5,
  fields: {
    name: { weight: 4, b: 0.4 },
    body: { weight: 1, b: 0.75 },
    citing: { weight: 2, b: 0.8 },
    docket: { weight: 3, b: 0.2 },
    cite: { weight: 3, b: 0.2 },
    judge: { weight: 1.5, b: 0.2 },
  },
};

/** Words left free between two texts of one field; a new paragraph begins behind them. */
export const WORDS_BETWEEN_TEXTS = 1024;

/** ln(1 + (N - n + 1/2) / (n + 1/2)), where `n` may be a fraction. */
export function rarity(documents: number, n: number): number {
  return Math.log1p((documents - n + 0.5) / (n + 0.5));
}

/** N times the chance that a document has any of the forms, were they strewn independently of one another. */
export function expectedUnion(documents: number, frequencies: readonly number[]): number {
  const none = frequencies.reduce((chance, n) => chance * (1 - n / documents), 1);
  return documents - documents * none;
}

/** Occurrences in one field, weighted: `weight * count / (1 - b + b * length / average)`. */
export function weightedCount(field: Field, count: number, length: number, average: number): number {
  const { weight, b } = RANKING.fields[field];
  return (weight * count) / (1 - b * (1 - length / average));
}

/** What a word, phrase or proximity adds to the score: `idf * f * (k1 + 1) / (f + k1)`. */
export function scoreOf(idf: number, weightedFrequency: number): number {
  return idf * (RANKING.k1 + 1) * (weightedFrequency / (weightedFrequency + RANKING.k1));
}
