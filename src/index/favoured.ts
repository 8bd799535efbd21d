import type { ScoreExplanation } from "./index.ts";

/** How a document scored that a boost favours: its own score, and what the factor makes of it. */
export function favoured(own: ScoreExplanation, factor: number): ScoreExplanation {
  const more = { what: `favoured, counted ${factor} times`, score: own.score * (factor - 1) };
  return { what: "all of", score: own.score * factor, parts: [own, more] };
}
