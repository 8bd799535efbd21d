import { sentenceDirection } from "./company.ts";
import type { Unit } from "./units.ts";

/** The sentences of a source with how often each stem stands in them. */
export type Stock = {
  readonly units: readonly Unit[];
  /** How much a stem tells in this source: ln(1 + (N - n + 0.5) / (n + 0.5)) of N sentences, n having it. */
  readonly weightOf: (stem: string) => number;
  /** Whether any sentence has it. */
  readonly has: (stem: string) => boolean;
  readonly stems: ReadonlySet<string>;
  /** The stems of each sentence, and how often it has them. */
  readonly counts: readonly ReadonlyMap<string, number>[];
  /** Where each sentence's words point together; undefined for one of unknown words. */
  readonly directions: readonly (Float32Array | undefined)[];
  readonly meanLength: number;
};

export function stockOf(units: readonly Unit[]): Stock {
  const having = new Map<string, number>();
  const counts = units.map(({ stems }) => {
    const count = new Map<string, number>();
    for (const stem of stems) count.set(stem, (count.get(stem) ?? 0) + 1);
    for (const stem of count.keys()) having.set(stem, (having.get(stem) ?? 0) + 1);
    return count;
  });
  const length = units.reduce((sum, { stems }) => sum + stems.length, 0);
  const weightOf = (stem: string): number => {
    const n = having.get(stem) ?? 0;
    return Math.log(1 + (units.length - n + 0.5) / (n + 0.5));
  };
  return {
    units,
    counts,
    directions: counts.map((count) => sentenceDirection(count.keys(), weightOf)),
    meanLength: units.length === 0 ? 1 : length / units.length,
    has: (stem) => having.has(stem),
    stems: new Set(having.keys()),
    weightOf,
  };
}
