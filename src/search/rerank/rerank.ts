import { monotonicMs } from "#base/clock.ts";
import { messageOf } from "#base/errors.ts";
import type { Point } from "#search/meaning.ts";
import type { Question } from "#search/retrieve/question.ts";
import { CANDIDATES } from "#search/retrieve/retrieve.ts";
import type { Found, Retrieved } from "#search/retrieve/retriever.ts";

/** What was asked, and where it stands among the vectors. */
export type Asked = { readonly question: Question; readonly point: Point | undefined };

/** What a reader takes, as its service counts it. */
export type Tokens = { readonly sent: number; readonly received: number };

/** Judges how well hits answer what was asked. */
export type Reranker = {
  /** What answers, for the person who asked. */
  readonly model: string;
  /** Hits that it judges at most; without it CANDIDATES. */
  readonly most?: number;
  /** A score for each of the first hits of a ranking, in their order; undefined for one that was not judged. Throws where it fails. */
  readonly judge: (
    asked: Asked,
    hits: readonly Found[],
    ranking: Retrieved,
    signal?: AbortSignal,
    spent?: (tokens: Tokens) => void,
  ) => Promise<readonly (number | undefined)[]>;
};

export type Reranked = {
  readonly ranking: Retrieved;
  /** Present when it was asked for. */
  readonly rerank?: {
    readonly isDone: boolean;
    readonly model: string;
    readonly took_ms: number;
    /** Of a reader whose cost is counted so; none where it remembered all. */
    readonly tokens?: Tokens;
    readonly notes: readonly string[];
  };
};

/**
 * Puts the first CANDIDATES of a ranking into the order in which a reranker sees them; those behind keep theirs. A
 * reranker that fails leaves the order as it was, and that is told.
 */
export async function reranking(
  { model, judge, most = CANDIDATES }: Reranker,
  asked: Asked,
  ranking: Retrieved,
  signal?: AbortSignal,
): Promise<Reranked> {
  const started_ms = monotonicMs();
  const judged = Math.min(most, CANDIDATES);
  const candidates = ranking.hits.slice(0, judged);
  let tokens: Tokens | undefined;
  const done = (isDone: boolean, hits: readonly Found[], notes: readonly string[]): Reranked => ({
    ranking: { ...ranking, hits },
    rerank: { isDone, model, took_ms: monotonicMs() - started_ms, ...(tokens && { tokens }), notes },
  });
  if (candidates.length === 0) return done(true, ranking.hits, []);
  try {
    const scores = await judge(asked, candidates, ranking, signal, (more) => {
      tokens = { sent: (tokens?.sent ?? 0) + more.sent, received: (tokens?.received ?? 0) + more.received };
    });
    return done(true, inOrder(candidates, scores, ranking.hits.slice(judged)), []);
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
