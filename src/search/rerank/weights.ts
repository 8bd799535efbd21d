import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isLedByWords } from "#search/query/plain.ts";
import { FEATURES } from "./features.ts";
import type { Feature } from "./features.ts";

/**
 * What each feature counts, and the name under which answers tell of this order. What a person types and a passage of
 * many words have weights of their own: those of passages are fitted by `node eval/reranker-weights.ts`, the two of what is
 * typed chosen with `node eval/typed-queries.ts`.
 */
export type RerankWeights = { readonly model: string } & Readonly<Record<"typed" | "passage", FeatureWeights>>;
export type FeatureWeights = Readonly<Record<Feature, number>>;

export const WEIGHTS_FILE: string = join(import.meta.dirname, "weights.json");

let loaded: RerankWeights | undefined;

export function rerankWeights(): RerankWeights {
  loaded ??= JSON.parse(readFileSync(WEIGHTS_FILE, "utf8")) as RerankWeights;
  return loaded;
}

export function weightsFor(text: string): FeatureWeights {
  return rerankWeights()[isLedByWords(text) ? "typed" : "passage"];
}

export function weighted(row: readonly number[], weights: FeatureWeights): number {
  return FEATURES.reduce((sum, name, at) => sum + weights[name] * (row[at] as number), 0);
}
