import fc from "fast-check";

import type { IndexDocument } from "#index/index.ts";

import { documentFor } from "../engine-shapes.ts";
import { documents } from "./documents.ts";

/** Documents called `document 0`, `document 1` …, the same for the same seed. */
export function sampleDocuments(count: number, words_max: number, seed: number): IndexDocument[] {
  const drawn = fc.sample(fc.noBias(documents(fc.constant("document"), words_max)), { numRuns: count, seed });
  return drawn.map((document, number) => documentFor({ ...document, id: `document ${number}` }));
}
