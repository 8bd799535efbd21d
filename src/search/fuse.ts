import type { Found, Retrieved } from "./retrieve/retriever.ts";

/** How little the first places of a list count more than those behind them (Cormack, Clarke and Büttcher 2009). */
const RECIPROCAL_RANK_K = 60;

/**
 * One ranking of what the retrievers found. A single list stays as it is; of several the totals, facets and words are
 * the first one's, whose list is complete, and the order is by reciprocal rank.
 */
export function fuse(lists: readonly [Retrieved, ...Retrieved[]]): Retrieved {
  const [first, ...others] = lists;
  if (others.length === 0) return first;
  return {
    ...first,
    hits: reciprocalRank(lists.map(({ hits }) => hits)),
    notes: lists.flatMap(({ notes }) => notes),
    isWhole: lists.every(({ isWhole }) => isWhole),
  };
}

/**
 * Lists whose scores cannot be compared, as one: a hit scores the sum of 1 / (60 + rank) over the lists that hold it,
 * ranks from 1. Equal scores are in the order of ids, so that pages neither repeat nor skip. What else is known of a
 * hit is told by the list that ranks it best, of lists that rank it alike the first.
 */
export function reciprocalRank(lists: readonly (readonly Found[])[]): readonly Found[] {
  const fused = new Map<string, { readonly hit: Found; readonly rank: number; readonly score: number }>();
  for (const list of lists) {
    for (const [index, hit] of list.entries()) {
      const rank = index + 1;
      const known = fused.get(hit.id);
      const score = (known?.score ?? 0) + 1 / (RECIPROCAL_RANK_K + rank);
      const best = known !== undefined && known.rank <= rank ? known : { hit, rank };
      fused.set(hit.id, { hit: best.hit, rank: best.rank, score });
    }
  }
  return [...fused.values()]
    .map(({ hit, score }) => ({ ...hit, score }))
    .toSorted((left, right) => right.score - left.score || (left.id < right.id ? -1 : 1));
}
