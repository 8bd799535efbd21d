import type { ProjectionName, ProjectionWords } from "#completeness/completeness.ts";
import type { Collection } from "#projections/collection.ts";
import { collections, embeddedCollections } from "#projections/collections.ts";

/** Everything that is made of the records: the index of each collection, the citator, and vectors. */
export function projectionsHere(): readonly ProjectionName[] {
  return [
    ...collections().map(({ name }) => name),
    "citator",
    ...embeddedCollections().flatMap(({ vectors }) => vectors ?? []),
  ];
}

/** The collection whose index by words it is; undefined where it is something else. */
export function indexNamed(name: ProjectionName): Collection | undefined {
  return collections().find((collection) => collection.name === name);
}

/** The collection whose vectors they are. */
export function vectorsNamed(name: ProjectionName): Collection | undefined {
  return collections().find(({ vectors }) => vectors === name);
}

const INCOMPLETE = "this answer may be incomplete";

export function wordsFor(name: ProjectionName): ProjectionWords {
  const index = indexNamed(name);
  if (index !== undefined)
    return {
      called: `the search index of ${name}`,
      records: index.words.records,
      does: "can be searched",
      so: INCOMPLETE,
    };
  const embedded = vectorsNamed(name);
  if (embedded !== undefined)
    return {
      called: `the vectors of ${embedded.name}`,
      records: embedded.words.records,
      does: "can be found by meaning",
      so: INCOMPLETE,
    };
  return {
    called: "the citator",
    records: "opinions",
    does: "have been read for what they cite",
    so: "who cites a decision, and how it stands, may be incomplete",
  };
}
