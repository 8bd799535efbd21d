import type { ScoreExplanation } from "#index/index.ts";

/** Scores are 64-bit sums of 32-bit parts. */
const SAME_SCORE = 1e-6;

/** Without levels that only hand on the score of their one part: a choice of which one matched is that one. */
export function simplified(explanation: ScoreExplanation): ScoreExplanation {
  const parts = explanation.parts?.map(simplified);
  const [only] = parts ?? [];
  const handsOn =
    only !== undefined &&
    parts?.length === 1 &&
    explanation.idf === undefined &&
    Math.abs(only.score - explanation.score) <= SAME_SCORE * Math.abs(explanation.score);
  if (handsOn) return only;
  return parts === undefined ? explanation : { ...explanation, parts };
}
