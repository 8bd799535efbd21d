import { readFileSync } from "node:fs";
import { join } from "node:path";
import { FEATURES, featuresOf } from "./features.ts";
import type { Weights } from "./features.ts";
import type { Question } from "./question.ts";
import type { Stock } from "./stock.ts";

/** Made by `node eval/analysis-weights.ts --write` from questions whose answers are marked. */
export const WEIGHTS: Weights = JSON.parse(readFileSync(join(import.meta.dirname, "weights.json"), "utf8")) as Weights;

/** How well each sentence of the source fits one part of the question; higher is better, and comparable within one part. */
export type Ranking = readonly number[];

/** A ranking of all sentences for each part of the question. */
export function rank(question: Question, stock: Stock, weights: Weights = WEIGHTS): Ranking[] {
  const row = FEATURES.map((feature) => weights[feature] ?? 0);
  return question.parts.map((asked) =>
    featuresOf(asked, question, stock).map((features) =>
      features.reduce((sum, value, at) => sum + value * (row[at] ?? 0), 0),
    ),
  );
}
