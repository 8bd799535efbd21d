import { readFileSync } from "node:fs";
import { join } from "node:path";
import { FEATURES, featuresOf } from "./features.ts";
import type { Weights } from "./features.ts";
import { OPINION_FEATURES, opinionFeaturesOf } from "./opinion-features.ts";
import type { OpinionWeights } from "./opinion-features.ts";
import type { Question } from "./question.ts";
import type { Stock } from "./stock.ts";

/** Made by `node eval/analysis-weights.ts --write` from questions whose answers are marked. */
export const WEIGHTS: Weights = JSON.parse(readFileSync(join(import.meta.dirname, "weights.json"), "utf8")) as Weights;

/** The same for opinions, learned from many more questions about them. */
export const OPINION_WEIGHTS: OpinionWeights = JSON.parse(
  readFileSync(join(import.meta.dirname, "weights-opinions.json"), "utf8"),
) as OpinionWeights;

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

/** The same of an opinion's sentences. */
export function rankOpinion(question: Question, stock: Stock, weights: OpinionWeights = OPINION_WEIGHTS): Ranking[] {
  const row = OPINION_FEATURES.map((feature) => weights[feature] ?? 0);
  return question.parts.map((asked) =>
    opinionFeaturesOf(asked, question, stock).map((features) =>
      features.reduce((sum, value, at) => sum + value * (row[at] ?? 0), 0),
    ),
  );
}

/** The highest of a ranking, of however many sentences; below all numbers where there is none. */
export function bestOf(ranking: Ranking): number {
  return ranking.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
}

/** A sentence worth this much less than the best has no chance. */
const BEHIND_MAX = 8;
/** Weights learned from few questions are surer than they are right. */
const SOFTNESS = 1.5;

/** How likely each sentence holds the answer to the part, as far as the ranking knows: together 1. */
export function chancesOf(ranking: Ranking): number[] {
  const best = bestOf(ranking);
  const shares = ranking.map((value) => (value < best - BEHIND_MAX ? 0 : Math.exp((value - best) / SOFTNESS)));
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.map((share) => share / sum);
}
