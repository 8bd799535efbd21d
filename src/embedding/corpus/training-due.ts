import type { ModelHead } from "./model-file.ts";

/** A corpus that has grown by this factor has words and citations that its model does not know. */
export const RETRAIN_GROWTH = 1.5;
/** Decisions below which no training is worth beginning by itself: they have too few passages (`PASSAGES_MIN`). */
const WORKS_MIN = 100;

/** Whether a model should be trained: there is none, or the corpus is 1.5 times what the newest was trained on. */
export function isTrainingDue(newest: Pick<ModelHead, "works"> | undefined, works: number): boolean {
  if (works < WORKS_MIN) return false;
  return newest === undefined || works >= newest.works * RETRAIN_GROWTH;
}
