import { monotonicMs } from "#base/clock.ts";
import { messageOf, OnpointError } from "#base/errors.ts";
import type { Reader } from "#db/connection.ts";
import type { Question } from "#search/retrieve/question.ts";
import { CANDIDATES } from "#search/retrieve/retrieve.ts";
import type { Found, Retrieved } from "#search/retrieve/retriever.ts";
import { candidateTexts } from "./candidate-texts.ts";

/** Judges how well texts answer a query, by reading them. */
export type Reranker = {
  /** What answers, for the person who asked. */
  readonly model: string;
  /** A score for each text, in their order; undefined for one that was not judged. Throws where it fails. */
  readonly judge: (
    query: string,
    texts: readonly string[],
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

type Rerank = (question: Question, ranking: Retrieved, signal?: AbortSignal) => Promise<Reranked>;

/**
 * Puts the first CANDIDATES of a ranking into the order in which a reranker sees them; those behind keep theirs. A
 * reranker that fails leaves the order as it was, and that is told. Throws `unsupported` when it is asked for and there
 * is none.
 */
export function rerankerFor({ rerank }: Pick<Question, "rerank">, db: Reader, reranker: Reranker | undefined): Rerank {
  if (!rerank) return async (_question, ranking) => ({ ranking });
  if (reranker !== undefined) return async (...given) => reranked(db, reranker, ...given);
  const message = "reranking is not available on this server";
  throw new OnpointError("unsupported", message, {
    hint: "Ask without it.",
    faults: [{ path: "rerank", message, reason: { code: "not_offered", offered: false } }],
  });
}

async function reranked(
  db: Reader,
  { model, judge }: Reranker,
  { text }: Question,
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
    const scores = await judge(text, await candidateTexts(db, candidates), signal);
    return done(true, [...inOrder(candidates, scores), ...ranking.hits.slice(CANDIDATES)], []);
  } catch (thrown) {
    if (signal?.aborted === true) throw thrown;
    return done(false, ranking.hits, [`The results could not be reranked: ${messageOf(thrown)}.`]);
  }
}

/** Those that were judged, best first, then the others; equal ones as they were. */
function inOrder(candidates: readonly Found[], scores: readonly (number | undefined)[]): readonly Found[] {
  const judged = candidates.map((hit, at) => ({ hit, score: scores[at] ?? -Infinity }));
  return judged.toSorted((a, b) => (a.score === b.score ? 0 : b.score - a.score)).map(({ hit }) => hit);
}
