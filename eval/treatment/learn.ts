import { chancesOf } from "#citator/reading/model-weights.ts";
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
  const start = new Map(names.map((name) => [name, prior(name)]));
  const weights: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, [...prior(name)]]));
  const speeds: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, GROUPS.map(() => 1e-8)]));
  for (let step = 0; step < STEPS; step += 1) {
    const pull = Object.fromEntries(names.map((name) => [name, GROUPS.map(() => 0)]));
    for (const { features, groups, weight } of examples) {
      const chances = chancesOf(features, weights);
      const right = GROUPS.reduce((sum, group) => sum + (groups.has(group) ? chances[group] : 0), 0);
      GROUPS.forEach((group, at) => {
        const wanted = groups.has(group) ? chances[group] / Math.max(right, 1e-12) : 0;
        const push = weight * (wanted - chances[group]);
        for (const [name, value] of features) add(pull, name, at, push * value);
      });
    }
    for (const name of names) {
      GROUPS.forEach((_, at) => {
        const held = (weights[name]?.[at] ?? 0) - (start.get(name)?.[at] ?? 0);
        const slope = (pull[name]?.[at] ?? 0) - HOLD * held;
        const speed = (speeds[name]?.[at] ?? 0) + slope * slope;
        const own = speeds[name];
        if (own !== undefined) own[at] = speed;
        add(weights, name, at, (RATE * slope) / Math.sqrt(speed));
      });
    }
  }
  return Object.fromEntries(
    names.map((name) => [name, (weights[name] ?? []).map((value) => Math.round(value * 100) / 100)]),
  );
}

function add(table: Record<string, number[]>, name: string, at: number, value: number): void {
  const row = table[name];
  if (row !== undefined) row[at] = (row[at] ?? 0) + value;
}
