import type { ScoreExplanation } from "#index/index.ts";
import type { Found, Retrieved } from "./retrieve/retriever.ts";

/** How little the first places of a list count more than those behind them (Cormack, Clarke and Büttcher 2009). */
const RECIPROCAL_RANK_K = 60;
/** How deep lists are fused. What only the first of them holds below that follows in its order. */
export const FUSED_DEPTH = 500;

/** Several lists, the first of which goes on to the end of what matches. */
export type Lists = readonly [Retrieved, ...Retrieved[]];

/**
 * One ranking of what the retrievers found. A single list stays as it is; of several the facets and words are the first
 * one's, and the order is by reciprocal rank. `shared` says how many hits of the others the first list holds too,
 * wherever in it they stand.
 */
export function fuse(lists: Lists, shared = 0, explain = false): Retrieved {
  const [first, ...others] = lists;
  if (others.length === 0) return first;
  const head = reciprocalRank(
    lists.map(({ hits }) => hits.slice(0, FUSED_DEPTH)),
    explain,
  );
  const inHead = new Set(head.map(({ id }) => id));
  const tail = first.hits.slice(FUSED_DEPTH).filter(({ id }) => !inHead.has(id));
  const beside = new Set(others.flatMap(({ hits }) => hits.slice(0, FUSED_DEPTH).map(({ id }) => id)));
  return {
    ...first,
    hits: [...head, ...following(tail, head.at(-1)?.score ?? 1)],
    total: first.total + beside.size - shared,
    notes: lists.flatMap(({ notes }) => notes),
  };
}

/** Scores of what follows the fused ones go on falling. */
function following(tail: readonly Found[], least: number): readonly Found[] {
  return tail.map((hit, at) => ({ ...hit, score: Math.min(least, 1 / (RECIPROCAL_RANK_K + FUSED_DEPTH + at + 1)) }));
}

/**
 * Lists whose scores cannot be compared, as one: a hit scores the sum of 1 / (60 + rank) over the lists that hold it,
 * ranks from 1. Equal scores are in the order of ids, so that pages neither repeat nor skip. What else is known of a
 * hit is told by the list that ranks it best, of lists that rank it alike the first.
 */
export function reciprocalRank(lists: readonly (readonly Found[])[], explain = false): readonly Found[] {
  const fused = new Map<string, Fused>();
  for (const list of lists) {
    for (const [index, hit] of list.entries()) {
      const rank = index + 1;
      const known = fused.get(hit.id);
      const own = 1 / (RECIPROCAL_RANK_K + rank);
      const best = known !== undefined && known.rank <= rank ? known : { hit, rank };
      const parts = [...(known?.parts ?? []), partOf(hit, rank, own)];
      fused.set(hit.id, { hit: best.hit, rank: best.rank, score: (known?.score ?? 0) + own, parts });
    }
  }
  return [...fused.values()]
    .map(({ hit, score, parts }) => ({
      ...hit,
      score,
      ...(explain ? { explanation: { what: "ranks", score, parts } } : {}),
    }))
    .toSorted((left, right) => right.score - left.score || (left.id < right.id ? -1 : 1));
}

type Fused = {
  readonly hit: Found;
  readonly rank: number;
  readonly score: number;
  readonly parts: readonly ScoreExplanation[];
};

function partOf({ source, among }: Found, rank: number, score: number): ScoreExplanation {
  const by = source === "keyword" ? "words" : "meaning";
  return { what: `rank ${rank} by ${by}${among === undefined ? "" : ` among ${among}`}`, score };
}
