import { messageOf } from "#base/errors.ts";
import type { Logger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import { isTrainedHere, openEmbedders } from "#embedding/embedders.ts";
import type { EmbeddingConfig } from "#embedding/embedders.ts";
import type { Turn } from "#jobs/run-turns.ts";
import { TrainingTurns } from "./training-turns.ts";
import { indexesBy } from "./vector-calls.ts";
import type { VectorIndexCalls } from "./vector-calls.ts";
import { vectorSources } from "./vector-sources.ts";
import { VectorTurns } from "./vector-turn.ts";
import { answerVerification } from "./verify-vectors.ts";

export type VectorsTurnOptions = {
  readonly db: Db;
  readonly log: Logger;
  /** What makes vectors; without it none are made. */
  readonly embedding: EmbeddingConfig | undefined;
  readonly calls: VectorIndexCalls;
  /** The indexes keep their stamps themselves. */
  readonly hasStamps: boolean;
  /** Told why vectors cannot be made at present; null when they can. */
  readonly tell: (failure: string | null) => Promise<unknown>;
};

/** After this long what was embedded is kept, and words are followed again. */
const TURN_MS = 10_000;
const RETRY_MS = 5_000;
/** A provider that goes on failing is asked again after so long. */
const RETRY_MS_MAX = 60_000;

/**
 * Vectors follow last and in turns, so that what searches by words need waits for no model and no provider. That they
 * cannot be made is no failure of the follower: it is told on a line of its own.
 */
export function vectorsTurn({ db, log, embedding, calls, hasStamps, tell }: VectorsTurnOptions): Turn {
  const name = "vectors";
  if (embedding === undefined) return { name, take: async () => answerVerification(db, async () => null) };
  const indexes = indexesBy(calls, { keepStamps: hasStamps });
  const turns = new VectorTurns({ db, sources: vectorSources(log) }, openEmbedders(embedding), indexes, log);
  const trains = embedding.embeddingTraining && isTrainedHere(embedding);
  const training = trains ? new TrainingTurns({ db, log }) : undefined;
  let retry_ms = RETRY_MS;
  let next_ms = -Infinity;
  return {
    name,
    take: async (stop) => {
      await turns.tend();
      if (stop.aborted || performance.now() < next_ms) return;
      const turn = AbortSignal.any([stop, AbortSignal.timeout(TURN_MS)]);
      try {
        await training?.look(stop);
        await turns.run(turn);
        retry_ms = RETRY_MS;
        await tell(training?.failure ?? null);
      } catch (error) {
        if (stop.aborted || turn.aborted) return;
        log.warn({ error, retry_ms }, "vectors could not be made; trying again");
        next_ms = performance.now() + retry_ms;
        retry_ms = Math.min(retry_ms * 2, RETRY_MS_MAX);
        await tell(messageOf(error));
      }
    },
    close: async () => {
      await training?.idle();
      await turns.close();
    },
  };
}
