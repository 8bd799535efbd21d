import { monotonicMs } from "#base/clock.ts";
import { messageOf } from "#base/errors.ts";
import type { Point } from "#search/meaning.ts";
import type { Question } from "#search/retrieve/question.ts";
import { CANDIDATES } from "#search/retrieve/retrieve.ts";
import type { Found, Retrieved } from "#search/retrieve/retriever.ts";

/** What was asked, and where it stands among the vectors. */
export type Asked = { readonly question: Question; readonly point: Point | undefined };

/** Judges how well hits answer what was asked. */
export type Reranker = {
  /** What answers, for the person who asked. */
  readonly model: string;
  /** A score for each of the first hits of a ranking, in their order; undefined for one that was not judged. Throws where it fails. */
  readonly judge: (
    asked: Asked,
    hits: readonly Found[],
    ranking: Retrieved,
    signal?: AbortSignal,
  ) => Promise<readonly (number | undefined)[]>;
};

export type Reranked = {
  readonly ranking: Retrieved;
  /** Present when it was asked for. */
  readonly rerank?: {
    readonly isDone: boolean;
    readonly model: string;
    readonly took_ms: number;
    readonly notes: readonly string[];
  };
};

/**
 * Puts the first CANDIDATES of a ranking into the order in which a reranker sees them; those behind keep theirs. A
 * reranker that fails leaves the order as it was, and that is told.
 */
export async function reranking(
  { model, judge }: Reranker,
  asked: Asked,
  ranking: Retrieved,
  signal?: AbortSignal,
): Promise<Reranked> {
  const started_ms = monotonicMs();
  const candidates = ranking.hits.slice(0, CANDIDATES);
  const done = (isDone: boolean, hits: readonly Found[], notes: readonly string[]): Reranked => ({
    ranking: { ...ranking, hits },
    rerank: { isDone, model, took_ms: monotonicMs() - started_ms, notes },
  });
  if (candidates.length === 0) return done(true, ranking.hits, []);
  try {
    const scores = await judge(asked, candidates, ranking, signal);
    return done(true, inOrder(candidates, scores, ranking.hits.slice(CANDIDATES)), []);
  } catch (thrown) {
    if (signal?.aborted === true) throw thrown;
    return done(false, ranking.hits, [`The results could not be reranked: ${messageOf(thrown)}.`]);
  }
}

/**
 * Those that were judged, best first, with the scores that they were given, then the others and those behind, with
 * lesser ones that fall by the least step; equal ones as they were.
 */
function inOrder(
  candidates: readonly Found[],
  scores: readonly (number | undefined)[],
  behind: readonly Found[],
): readonly Found[] {
  const scored = candidates.map((hit, at) => ({ hit, score: scores[at] }));
  const judged = scored
    .flatMap(({ hit, score }) => (score === undefined ? [] : [{ ...hit, score }]))
    .toSorted((a, b) => b.score - a.score);
  const others = [...scored.flatMap(({ hit, score }) => (score === undefined ? [hit] : [])), ...behind];
  const least = judged.at(-1)?.score ?? 0;
  return [...judged, ...others.map((hit, at) => ({ ...hit, score: least - (at + 1) * STEP }))];
}

const STEP = 1e-6;
