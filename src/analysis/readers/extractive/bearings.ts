import type { Ranking } from "./ranking.ts";
import type { Unit } from "./units.ts";

/** What the words of a sentence count beside how its part bears on what is asked. */
const WORDS_SHARE = 0.5;
const BEARING_WEIGHT = 1.5;

/** Rankings of sentences with what whoever asks knows of the parts they stand in; as they are where that is nothing. */
export function withBearings(rankings: readonly Ranking[], units: readonly Unit[]): readonly Ranking[] {
  const isKnown = units.some(({ part: { bearings } }) => bearings?.length === rankings.length);
  if (!isKnown) return rankings;
  return rankings.map((ranking, asked) =>
    ranking.map((value, at) => value * WORDS_SHARE + (units[at]?.part.bearings?.[asked] ?? 0) * BEARING_WEIGHT),
  );
}
