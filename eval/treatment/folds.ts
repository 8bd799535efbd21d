import { createHash } from "node:crypto";
import { priorOf } from "#citator/reading/prior.ts";
import type { Weights } from "#citator/reading/model-weights.ts";
import { learn } from "./learn.ts";
import type { Example } from "./learn.ts";

export const FOLDS = 5;

/** The fold of a citing decision, by its id. */
export function foldOf(citing: string): number {
  return (createHash("sha256").update(`fold ${citing}`).digest()[0] ?? 0) % FOLDS;
}

/** For each citing decision weights that were learned without it, and without a fifth of the others. */
export function weightsWithout(examples: readonly Example[]): (citing: string) => Weights {
  const folds = Array.from({ length: FOLDS }, (_, fold) =>
    learn(
      examples.filter(({ citing }) => foldOf(citing) !== fold),
      priorOf,
    ),
  );
  return (citing) => folds[foldOf(citing)] ?? {};
}
