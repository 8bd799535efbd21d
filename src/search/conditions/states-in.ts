import { federalCourtsOf, statesIn as statesNamed } from "#courts/places.ts";
import { ofCourts, opinionFilters } from "#search/opinions.ts";
import type { Condition } from "./conditions.ts";

/** What a state's name begins that is none: newspapers, rivers, cities, firms. */
const LONGER =
  /^\s+(?:times|post|city|river|steel|railroad|ry\.?|central|life|casualty|instruments|pacific|lottery|university|slims|herald|gazette|d\.?c\.?)(?![\p{L}\p{N}])/iu;

/** States that a text names, whose law or people it may be about: their courts, and the federal courts there. */
export function statesIn(text: string): readonly Condition[] {
  return statesNamed(text)
    .filter(({ end }) => !LONGER.test(text.slice(end)))
    .map(({ state, start, end }): Condition => {
      const { districts, appeals } = federalCourtsOf(state);
      const federal = [...districts, ...appeals];
      return {
        kind: "state",
        at: { start, end },
        meaning: state,
        within: [opinionFilters({ states: [state] }), ...(federal.length === 0 ? [] : [[ofCourts(federal)]])],
        isSure: false,
        keeps: true,
      };
    });
}
