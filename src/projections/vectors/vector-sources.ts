import type { Logger } from "#base/log.ts";
import { readCitingWords } from "#citator/citing-words.ts";
import { FOLLOWED_FILINGS } from "#projections/filings/filing-indexing.ts";
import { vectorsOfOpinions } from "./opinion-vectors.ts";
import { vectorsOfCollection } from "./vector-source.ts";
import type { VectorSource } from "./vector-source.ts";

/** Every collection that has vectors. */
export function vectorSources(log: Logger): readonly VectorSource[] {
  return [vectorsOfOpinions(readCitingWords, log), vectorsOfCollection("filings", FOLLOWED_FILINGS)];
}
