import { allOf, EVERYTHING, noneOf, NOTHING } from "#index/opensearch/compile/dsl.ts";
import { DOCUMENT_KIND, PATHS } from "#index/opensearch/mapping.ts";
import type { Json, Passages } from "#index/opensearch/mapping.ts";

/** A vector that is compared with passages. */
export type Comparison = {
  readonly vector: readonly number[];
  /** Passages that this source said are passed over. */
  readonly leaveOutSource: string | undefined;
};

/**
 * The documents nearest by their passages of one kind: at least `count` of them where there are so many, each by its
 * nearest passage. Conditions are of documents, and looked at while the graph is walked.
 */
export function nearestQuery(
  passages: Passages,
  { vector, leaveOutSource }: Comparison,
  count: number,
  conditions: readonly Json[],
): Json {
  const isLeftOut = leaveOutSource === undefined || passages === "own" ? NOTHING : saidBy(leaveOutSource);
  const admitted = [...conditions, noneOf(isLeftOut)].filter((condition) => condition !== EVERYTHING);
  // Taken for a condition of passages, a filter that has no word of documents alone would let none of them through.
  const filter = { bool: { filter: [{ term: { [PATHS.kind]: DOCUMENT_KIND } }, ...admitted] } };
  return nested(passages, {
    knn: { [PATHS.vector(passages)]: { vector, k: count, ...(admitted.length > 0 && { filter }) } },
  });
}

/** The documents that meet the conditions and have a passage of the kind, by their nearest; all are compared. */
export function comparedQuery(
  passages: Passages,
  { vector, leaveOutSource }: Comparison,
  conditions: readonly Json[],
  innerHits?: Json,
): Json {
  const counted =
    leaveOutSource === undefined || passages === "own"
      ? EVERYTHING
      : noneOf({ term: { [PATHS.saidBy]: leaveOutSource } });
  const params = { field: PATHS.vector(passages), query_value: vector, space_type: "cosinesimil" };
  const script = { lang: "knn", source: "knn_score", params };
  const compared = nested(passages, { script_score: { query: counted, script } }, innerHits);
  return { bool: { must: [compared], filter: [allOf(conditions)] } };
}

/** Documents of which this source said something. */
export function saidBy(source: string): Json {
  return { term: { [PATHS.sayers]: source } };
}

/** What a cluster makes of a cosine, so that no score is below 0. */
export function cosineOf(score: number): number {
  return 2 * score - 1;
}

function nested(path: Passages, query: Json, innerHits?: Json): Json {
  return { nested: { path, score_mode: "max", query, ...(innerHits !== undefined && { inner_hits: innerHits }) } };
}
