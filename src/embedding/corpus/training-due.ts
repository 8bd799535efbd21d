import { DERIVATIONS } from "#derivations/derivations.ts";
import type { ModelHead } from "./model-file.ts";

/** A corpus that has grown by this factor has words and citations that its model does not know. */
export const RETRAIN_GROWTH = 1.5;
/** Decisions below which no training is worth beginning by itself: they have too few passages (`PASSAGES_MIN`). */
const WORKS_MIN = 100;

/** Of a model that names none. */
const RULES_UNNOTED = 1;

/**
 * Whether a model should be trained: there is none, other rules made the terms of the newest, or the corpus is 1.5 times
 * what that was trained on.
 */
export function isTrainingDue(
  newest: Pick<ModelHead, "works" | "rules"> | undefined,
  works: number,
  rules: number = DERIVATIONS.vectors.number,
): boolean {
  if (works < WORKS_MIN) return false;
  if (newest === undefined || (newest.rules ?? RULES_UNNOTED) !== rules) return true;
  return works >= newest.works * RETRAIN_GROWTH;
}
