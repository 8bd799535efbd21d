import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Features } from "./features.ts";
import { GROUPS } from "./groups.ts";
import type { Group } from "./groups.ts";
import { priorOf } from "./prior.ts";

/** For each feature its weight for each group, in the order of `GROUPS`. Written by `node eval/treatment-weights.ts`. */
export type Weights = Readonly<Record<string, readonly number[]>>;

let loaded: Weights | undefined;

export function treatmentWeights(): Weights {
  loaded ??= JSON.parse(readFileSync(join(import.meta.dirname, "weights.json"), "utf8")) as Weights;
  return loaded;
}

/** The chance of each group, given the features. They sum to 1. */
export function chancesOf(features: Features, weights: Weights): Record<Group, number> {
  const chances = chancesOfScores(GROUPS.map((_, group) => scoreOf(features, weights, group)));
  return Object.fromEntries(GROUPS.map((group, at) => [group, chances[at]])) as Record<Group, number>;
}

/** The chances of a logistic model, from the score of each group. */
export function chancesOfScores(scores: readonly number[]): number[] {
  const most = Math.max(...scores);
  const raised = scores.map((score) => Math.exp(score - most));
  const sum = raised.reduce((total, one) => total + one, 0);
  return raised.map((one) => one / sum);
}

function scoreOf(features: Features, weights: Weights, group: number): number {
  let score = 0;
  for (const [name, value] of features) score += value * weightOf(name, group, weights);
  return score;
}

/** What was learned of a feature; of one that no label has shown, what its words say by themselves. */
export function weightOf(name: string, group: number, weights: Weights): number {
  return (weights[name] ?? priorOf(name))[group] ?? 0;
}
