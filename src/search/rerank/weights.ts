import { readFileSync } from "node:fs";
import { join } from "node:path";
import { FEATURES } from "./features.ts";
import type { Feature } from "./features.ts";

/** What each feature counts, and the name under which answers tell of this order. Fitted by `node eval/reranker-weights.ts`; those named `onpoint-by-hand` were not. */
export type RerankWeights = { readonly model: string; readonly weights: Readonly<Record<Feature, number>> };

export const WEIGHTS_FILE: string = join(import.meta.dirname, "weights.json");

let loaded: RerankWeights | undefined;

export function rerankWeights(): RerankWeights {
  loaded ??= JSON.parse(readFileSync(WEIGHTS_FILE, "utf8")) as RerankWeights;
  return loaded;
}

export function weighted(row: readonly number[], { weights }: RerankWeights): number {
  return FEATURES.reduce((sum, name, at) => sum + weights[name] * (row[at] as number), 0);
}
