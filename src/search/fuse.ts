import type { ScoreExplanation } from "#index/index.ts";
import type { Found, Retrieved } from "./retrieve/retriever.ts";

/** How little the first places of a list count more than those behind them (Cormack, Clarke and Büttcher 2009). */
const RECIPROCAL_RANK_K = 60;
/** How deep lists are fused. What only the first of them holds below that follows in its order. */
export const FUSED_DEPTH = 500;

/**
 * The same for what a person types, where the first places are to count. Words know it better than meaning does, which
 * is weighed with them instead of beside them (figures in docs/decisions/ranking.md).
 */
const TYPED_RANK_K = 10;
/** What the list by words alone counts there beside the one of words and meaning together. */
const TYPED_WORDS_WEIGHT = 0.5;
/**
 * What nearness counts beside the score by words, each as a share of the best of its list: that of the text itself, and
 * that of whatever is nearest, which others may have said.
 */
const OWN_SHARE = 0.2;
const MEANING_SHARE = 0.05;
/** What a list does not hold is a little worse than the last that it does. */
const BELOW_LAST = 0.9;

/** Several lists, the first of which goes on to the end of what matches. */
export type Lists = readonly [Retrieved, ...Retrieved[]];

export type FuseOptions = { readonly explain?: boolean; readonly isTyped?: boolean; readonly isShort?: boolean };

/**
 * One ranking of what the retrievers found. A single list stays as it is; of several the facets and words are the first
 * one's, and the order is by reciprocal rank: of the lists, or for what `isTyped`, which has two, of the first and of
 * both weighed together; for what `isShort` it is that of both weighed alone, with a greater say of meaning. `shared` says how many hits of the others the first list holds too, wherever in it they stand.
 */
export function fuse(
  lists: Lists,
  shared = 0,
  { explain = false, isTyped = false, isShort = false }: FuseOptions = {},
): Retrieved {
  const [first, second, ...others] = lists;
  if (second === undefined) return first;
  const heads = lists.map(({ hits }) => hits.slice(0, FUSED_DEPTH));
  const [words = [], meaning = []] = heads;
  const isWeighed = isTyped && others.length === 0;
  const head = isWeighed
    ? reciprocalRank(isShort ? [weighed(words, meaning, SHORT)] : [words, weighed(words, meaning)], {
        explain,
        rank_k: TYPED_RANK_K,
        weights: isShort ? [] : [TYPED_WORDS_WEIGHT],
      })
    : reciprocalRank(heads, { explain });
  const last_k = isWeighed ? TYPED_RANK_K : RECIPROCAL_RANK_K;
  const inHead = new Set(head.map(({ id }) => id));
  const tail = first.hits.slice(FUSED_DEPTH).filter(({ id }) => !inHead.has(id));
  const beside = new Set([second, ...others].flatMap(({ hits }) => hits.slice(0, FUSED_DEPTH).map(({ id }) => id)));
  return {
    ...first,
    hits: [...head, ...following(tail, head.at(-1)?.score ?? 1, last_k)],
    total: first.total + beside.size - shared,
    notes: lists.flatMap(({ notes }) => notes),
  };
}

/** Scores of what follows the fused ones go on falling. */
function following(tail: readonly Found[], least: number, rank_k: number): readonly Found[] {
  return tail.map((hit, at) => ({ ...hit, score: Math.min(least, 1 / (rank_k + FUSED_DEPTH + at + 1)) }));
}

type Weights = { readonly meaning: number; readonly own: number };
const TYPED: Weights = { meaning: MEANING_SHARE, own: OWN_SHARE };
/** A short text that was pasted is told by what others say where they cite as well as by its words. */
const SHORT: Weights = { meaning: 1, own: 0 };

/** Both lists as one, by how well each hit does in either. */
function weighed(words: readonly Found[], meaning: readonly Found[], weights: Weights = TYPED): readonly Found[] {
  const byWords = sharesOf(words);
  const byMeaning = sharesOf(meaning);
  const byOwn = sharesOf(meaning.map((hit) => ({ ...hit, score: hit.own ?? hit.score })));
  const known = new Map([...meaning, ...words].map((hit) => [hit.id, hit]));
  return [...known.values()]
    .map((hit) => ({
      ...hit,
      among: BOTH,
      score: byWords(hit.id) + weights.meaning * byMeaning(hit.id) + weights.own * byOwn(hit.id),
    }))
    .toSorted((left, right) => right.score - left.score || (left.id < right.id ? -1 : 1));
}

const BOTH = "words and meaning together";

/** What each hit has of the best score of a list; one that is not in it somewhat less than the last. */
function sharesOf(hits: readonly Found[]): (id: string) => number {
  const best = Math.max(Number.MIN_VALUE, ...hits.map(({ score }) => score));
  const shares = new Map(hits.map(({ id, score }) => [id, Math.max(0, score) / best]));
  const last = hits.length < FUSED_DEPTH ? 0 : BELOW_LAST * Math.min(1, ...shares.values());
  return (id) => shares.get(id) ?? last;
}

type RankOptions = { readonly explain?: boolean; readonly rank_k?: number; readonly weights?: readonly number[] };

/**
 * Lists whose scores cannot be compared, as one: a hit scores the sum of 1 / (k + rank) over the lists that hold it,
 * ranks from 1, k 60 and every list counting once where nothing else is said. Equal scores are in the order of ids, so that pages neither repeat
 * nor skip. What else is known of a hit is told by the list that ranks it best, of lists that rank it alike the first.
 */
export function reciprocalRank(
  lists: readonly (readonly Found[])[],
  { explain = false, rank_k = RECIPROCAL_RANK_K, weights = [] }: RankOptions = {},
): readonly Found[] {
  const fused = new Map<string, Fused>();
  for (const [place, list] of lists.entries()) {
    const weight = weights[place] ?? 1;
    for (const [index, hit] of list.entries()) {
      const rank = index + 1;
      const known = fused.get(hit.id);
      const own = weight / (rank_k + rank);
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
  if (among === BOTH) return { what: `rank ${rank} by ${BOTH}`, score };
  const by = source === "keyword" ? "words" : "meaning";
  return { what: `rank ${rank} by ${by}${among === undefined ? "" : ` among ${among}`}`, score };
}
