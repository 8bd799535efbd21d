import type { Field } from "#index/tree.ts";
import { FIELDS } from "#index/tree.ts";

/**
 * The one table of ranking constants (BM25F). `weight` multiplies a word's count in that field; `b` says how
 * much the field's length tempers it (0 not at all, 1 fully).
 */
export const SCORING: {
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

export const FIELD_COUNT: number = FIELDS.length;
/** Index of the field that nearly every posting is in, and that the formats favour. */
export const BODY: number = FIELDS.indexOf("body");
export const CITING: number = FIELDS.indexOf("citing");

export const WEIGHT_OF_FIELD: readonly number[] = FIELDS.map((field) => SCORING.fields[field].weight);
export const B_OF_FIELD: readonly number[] = FIELDS.map((field) => SCORING.fields[field].b);

/** Names the table: block maxima written under another one bound nothing and are passed over. */
export const SCORING_FINGERPRINT: string = JSON.stringify(SCORING);

/** Rarity of a scoring unit found in `n` of `documents`, natural logarithm, always above 0. */
export function idf(documents: number, n: number): number {
  return Math.log(1 + (documents - n + 0.5) / (n + 0.5));
}

/**
 * How many documents a union of words is taken to be in: the words are treated as independent, which lies
 * between the largest and the sum, needs no evaluation, and is the same in any order of segments.
 */
export function unionFrequency(documents: number, frequencies: readonly number[]): number {
  let absent = 1;
  for (const frequency of frequencies) absent *= 1 - Math.min(frequency, documents) / documents;
  return documents * (1 - absent);
}

/** Score of one unit from its weighted frequency (sum over fields of weight * count / length norm). */
export function unitScore(unitIdf: number, weightedFrequency: number): number {
  return (unitIdf * weightedFrequency * (SCORING.k1 + 1)) / (weightedFrequency + SCORING.k1);
}

/** `weight / (1 - b + b * length / average)`: what one occurrence in a field of this length counts. */
export function occurrenceWeight(field: number, length: number, average: number): number {
  const b = B_OF_FIELD[field] as number;
  const norm = average > 0 ? 1 - b + (b * length) / average : 1;
  return (WEIGHT_OF_FIELD[field] as number) / norm;
}
