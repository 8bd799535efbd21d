import { chancesOfScores } from "#citator/reading/model-weights.ts";
import { GROUPS } from "#citator/reading/groups.ts";
import type { Group } from "#citator/reading/groups.ts";
import type { Weights } from "#citator/reading/model-weights.ts";
import type { Features } from "#citator/reading/features.ts";

/** What is known of one cited decision: the features of what is said of it, and the groups that would be right. */
export type Example = {
  /** The citing decision: examples of one are never in different folds. */
  readonly citing: string;
  readonly features: Features;
  readonly groups: ReadonlySet<Group>;
  readonly weight: number;
};

/** Where weights stand before anything is learned, by feature. */
export type Prior = (feature: string) => readonly number[];

const STEPS = 400;
const RATE = 0.5;
/** How strongly a weight is held to where it stood before: so many examples must pull together to move it far. */
const HOLD = 2.5;

/**
 * The most likely weights of a multinomial logistic model whose weights are normally distributed around `prior`. Where
 * several groups would be right, the sum of their chances is made large. Full gradient steps from one start in a fixed
 * order: the same bytes everywhere, rounded as they are.
 */
export function learn(examples: readonly Example[], prior: Prior): Weights {
  const names = [...new Set(examples.flatMap(({ features }) => [...features.keys()]))].toSorted();
  const placeOf = new Map(names.map((name, place) => [name, place * GROUPS.length]));
  const start = Float64Array.from(names.flatMap((name) => GROUPS.map((_, at) => prior(name)[at] ?? 0)));
  const placed = examples.map(({ features, groups, weight }) => ({
    features: [...features].map(([name, value]) => ({ place: placeOf.get(name) ?? 0, value })),
    isRight: GROUPS.map((group) => groups.has(group)),
    weight,
  }));
  const weights = start.slice();
  const speeds = new Float64Array(start.length).fill(1e-8);
  for (let step = 0; step < STEPS; step += 1) {
    const pull = pullOf(placed, weights);
    for (let at = 0; at < weights.length; at += 1) {
      const weight = weights[at] ?? 0;
      const slope = (pull[at] ?? 0) - HOLD * (weight - (start[at] ?? 0));
      const speed = (speeds[at] ?? 0) + slope * slope;
      speeds[at] = speed;
      weights[at] = weight + (RATE * slope) / Math.sqrt(speed);
    }
  }
  return Object.fromEntries(
    [...placeOf].map(([name, place]) => [
      name,
      [...weights.subarray(place, place + GROUPS.length)].map((value) => Math.round(value * 100) / 100),
    ]),
  );
}

type Placed = {
  readonly features: readonly { readonly place: number; readonly value: number }[];
  readonly isRight: readonly boolean[];
  readonly weight: number;
};

/** Where the examples want the weights to go. */
function pullOf(examples: readonly Placed[], weights: Float64Array): Float64Array {
  const pull = new Float64Array(weights.length);
  for (const { features, isRight, weight } of examples) {
    const scores = GROUPS.map((_, group) =>
      features.reduce((sum, { place, value }) => sum + value * (weights[place + group] ?? 0), 0),
    );
    const chances = chancesOfScores(scores);
    const right = chances.reduce((sum, chance, group) => sum + (isRight[group] === true ? chance : 0), 0);
    chances.forEach((chance, group) => {
      const wanted = isRight[group] === true ? chance / Math.max(right, 1e-12) : 0;
      const push = weight * (wanted - chance);
      for (const { place, value } of features) pull[place + group] = (pull[place + group] ?? 0) + push * value;
    });
  }
  return pull;
}
