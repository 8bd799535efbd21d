import type { Signs } from "#citator/verifier/signs.ts";

/** What is known of one thing that is so or not. */
export type Case = {
  /** Cases of one citing decision are never in different folds, and count as one where a sign must be seen in several. */
  readonly citing: string;
  readonly signs: Signs;
  readonly isSo: boolean;
  readonly weight: number;
};

export type Learning = {
  /** How strongly a weight is held to nothing. */
  readonly hold: (sign: string) => number;
  /** In so many citing decisions a sign must be seen. */
  readonly seen_min: number;
  /** Smaller weights are nothing. */
  readonly kept_min: number;
  readonly steps: number;
};

const RATE = 0.5;
/** Weights are kept to two places. */
const KEPT = 100;

/**
 * The most likely weights of a logistic model whose weights are normally distributed around nothing. Full gradient steps
 * in a fixed order: the same bytes everywhere, rounded as they are.
 */
export function learnSigns(
  cases: readonly Case[],
  { hold, seen_min, kept_min, steps }: Learning,
): Record<string, number> {
  const names = seenOften(cases, seen_min);
  const places = new Map(names.map((name, place) => [name, place]));
  const rows = cases.map(({ signs, isSo, weight }) => {
    const known = [...signs].flatMap(([name, value]) => {
      const place = places.get(name);
      return place === undefined ? [] : [[place, value] as const];
    });
    return {
      at: Int32Array.from(known, ([place]) => place),
      values: Float64Array.from(known, ([, value]) => value),
      wanted: Number(isSo),
      weight,
    };
  });
  const holds = Float64Array.from(names, hold);
  const weights = new Float64Array(names.length);
  const speeds = new Float64Array(names.length).fill(1e-8);
  const pull = new Float64Array(names.length);
  for (let step = 0; step < steps; step += 1) {
    pull.fill(0);
    for (const { at, values, wanted, weight } of rows) {
      let score = 0;
      for (let one = 0; one < at.length; one += 1) score += (weights[at[one] ?? 0] ?? 0) * (values[one] ?? 0);
      const push = weight * (wanted - 1 / (1 + Math.exp(-score)));
      for (let one = 0; one < at.length; one += 1)
        pull[at[one] ?? 0] = (pull[at[one] ?? 0] ?? 0) + push * (values[one] ?? 0);
    }
    for (let place = 0; place < weights.length; place += 1) {
      const slope = (pull[place] ?? 0) - (holds[place] ?? 0) * (weights[place] ?? 0);
      const speed = (speeds[place] ?? 0) + slope * slope;
      speeds[place] = speed;
      weights[place] = (weights[place] ?? 0) + (RATE * slope) / Math.sqrt(speed);
    }
  }
  return Object.fromEntries(
    names.flatMap((name, place) => {
      const weight = Math.round((weights[place] ?? 0) * KEPT) / KEPT;
      return Math.abs(weight) < kept_min ? [] : [[name, weight]];
    }),
  );
}

function seenOften(cases: readonly Case[], seen_min: number): string[] {
  const seen = new Map<string, Set<string>>();
  for (const { citing, signs } of cases)
    for (const name of signs.keys()) {
      const by = seen.get(name) ?? new Set();
      by.add(citing);
      seen.set(name, by);
    }
  return [...seen].flatMap(([name, by]) => (by.size >= seen_min ? [name] : [])).toSorted();
}
