import type { Logger } from "#base/log.ts";
import { readCitingWords } from "#citator/citing-words.ts";
import { embeddedCollections } from "#projections/collections.ts";
import { vectorsOfOpinions } from "./opinion-vectors.ts";
import { vectorsOfCollection } from "./vector-source.ts";
import type { VectorSource } from "./vector-source.ts";

/** Every collection that has vectors. */
export function vectorSources(log: Logger): readonly VectorSource[] {
  return embeddedCollections().map(({ name, followed }) =>
    followed === undefined ? vectorsOfOpinions(readCitingWords, log) : vectorsOfCollection(name, followed),
  );
}
