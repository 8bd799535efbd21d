import type { PlainField, PlainSchema } from "./model.ts";

/**
 * BM25F as docs/decisions/ranking.md and docs/internals/index-format.md state it, and the constants that were chosen
 * there, written down a second time: whoever changes how the engine ranks changes them here too, knowingly.
 */
export const OPINIONS: PlainSchema = {
  k1: 2.5,
  formWeight: 0.8,
  fields: [
    { name: "name", weight: 4, b: 0.4 },
    { name: "body", weight: 1, b: 0.75 },
    { name: "citing", weight: 2, b: 0.8 },
    { name: "docket", weight: 3, b: 0.2 },
    { name: "cite", weight: 3, b: 0.2 },
    { name: "judge", weight: 1.5, b: 0.2 },
    { name: "cites", weight: 1, b: 0, isOnlyNamed: true },
    { name: "called", weight: 0.25, b: 0, isOnlyNamed: true },
  ],
  columns: [
    { kind: "keyword", name: "courtId" },
    { kind: "keyword", name: "courtAbbreviation" },
    { kind: "keyword", name: "jurisdiction" },
    { kind: "keyword", name: "state" },
    { kind: "keyword", name: "publishStatus" },
    { kind: "date", name: "dateFiled" },
    { kind: "date", name: "filedFirst" },
    { kind: "date", name: "filedLast" },
    { kind: "number", name: "decision" },
    { kind: "number", name: "placeInDecision" },
    { kind: "keyword", name: "repeats" },
    { kind: "keyword", name: "opinionType" },
    { kind: "keyword", name: "author" },
    { kind: "number", name: "timesCited" },
  ],
};

/** Words left free between two texts of one field; a new paragraph begins behind them. */
export const WORDS_BETWEEN_TEXTS = 1024;

/** ln(1 + (N - n + 1/2) / (n + 1/2)). */
export function rarity(documents: number, n: number): number {
  return Math.log1p((documents - n + 0.5) / (n + 0.5));
}

/** Occurrences in one field, weighted: `weight * count / (1 - b + b * length / average)`. */
export function weightedCount({ weight, b }: PlainField, count: number, length: number, average: number): number {
  return (weight * count) / (1 - b * (1 - length / average));
}

/** What a word, phrase or proximity adds to the score: `idf * f * (k1 + 1) / (f + k1)`. */
export function scoreOf(k1: number, idf: number, weightedFrequency: number): number {
  return idf * (k1 + 1) * (weightedFrequency / (weightedFrequency + k1));
}

/** What is known of a document whatever was asked: `weight * ln(number)`, and nothing for less than one. */
export function priorScore(weight: number, value: unknown): number {
  return typeof value === "number" && value >= 1 ? weight * Math.log(value) : 0;
}
