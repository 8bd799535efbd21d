import type { Found, Retrieved } from "#search/retrieve/retriever.ts";

/** The documents that a query names. */
export type Known = {
  readonly hits: readonly Found[];
  /** The query as typed matches none of them by its words. */
  readonly isBeside?: boolean;
  /** They bear a name a letter off the one typed. */
  readonly isRespelled?: boolean;
};

export const NOTHING_KNOWN: Known = { hits: [] };

/** Above every similarity, and above every sum of reciprocal ranks. */
const KNOWN_SCORE = 1;

/**
 * The ranking with what the query names before all others, as its own list shows it where it is in there. `ranking`
 * begins with its first hit. Where the words of the query match what it names their total counts it; else, and for one
 * `isByMeaning` alone, whose hits are all that its total counts, what is not in the list is added to that.
 */
export function withKnownFirst(
  { hits: known, isBeside = false }: Known,
  ranking: Retrieved,
  isByMeaning: boolean,
): Retrieved {
  if (known.length === 0) return ranking;
  const ids = new Set(known.map(({ id }) => id));
  const listed = new Map(ranking.hits.filter(({ id }) => ids.has(id)).map((hit) => [hit.id, hit]));
  const score = ranking.hits.reduce((best, hit) => Math.max(best, hit.score), KNOWN_SCORE);
  const first = known.map((hit): Found => {
    const { explanation, ...shown } = listed.get(hit.id) ?? hit;
    return {
      ...shown,
      score,
      ...(isByMeaning && { source: "semantic" }),
      ...(explanation !== undefined && { explanation: { what: "named by the query", score } }),
    };
  });
  const added = isByMeaning || isBeside ? known.length - listed.size : 0;
  return {
    ...ranking,
    hits: [...first, ...ranking.hits.filter(({ id }) => !ids.has(id))],
    total: ranking.total + added,
  };
}
