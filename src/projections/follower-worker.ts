import { setTimeout as sleep } from "node:timers/promises";
import { workerData } from "node:worker_threads";
import { giveWay } from "#base/background.ts";
import { systemClock } from "#base/clock.ts";
import { messageOf, OnpointError, systemCodeOf } from "#base/errors.ts";
import { createLogger } from "#base/log.ts";
import type { LogOptions } from "#base/log.ts";
import { remote } from "#base/threads/remote.ts";
import { parentThread, serveThread } from "#base/threads/serve-thread.ts";
import { createCitator } from "#citator/citator.ts";
import type { ReadOutcome } from "#citator/read-stored.ts";
import { ReadingPool } from "#citator/reading-pool.ts";
import { attachDatabase } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { compactOutbox } from "#db/outbox-compaction.ts";
import { isTrainedHere, openEmbedders } from "#embedding/embedders.ts";
import type { EmbeddingConfig } from "#embedding/embedders.ts";
import type { SearchEngine } from "#index/index.ts";
import { indexerOf } from "./citing-index.ts";
import { createCollectionIndexer } from "./collection-indexing.ts";
import type { FollowedCollection } from "./followed-collection.ts";
import { FOLLOWED_FILINGS } from "./filings/filing-indexing.ts";
import { followedLaws } from "./laws/law-indexing.ts";
import { RemakingTurns, remakingSteps } from "./remaking.ts";
import { indexStamp } from "./index-stamp.ts";
import type { IndexName } from "./requests.ts";
import type { StampStore } from "./stamp.ts";
import { PassedOverLog } from "./passed-over-log.ts";
import { untilStopped } from "./until-stopped.ts";
import { indexesBy } from "./vectors/vector-calls.ts";
import { TrainingTurns } from "./vectors/training-turns.ts";
import type { VectorIndexCalls } from "./vectors/vector-calls.ts";
import { vectorSources } from "./vectors/vector-sources.ts";
import { VectorTurns } from "./vectors/vector-turn.ts";
import { answerVerification } from "./vectors/verify-vectors.ts";

export type FollowerData = {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly log: LogOptions;
  /** What makes vectors; without it none are made. */
  readonly embedding: EmbeddingConfig | undefined;
  /** The indexes keep their stamps themselves. */
  readonly hasStamps: boolean;
};

/** Follows the records until nobody waits for the answer any more. */
export type FollowerRequests = { follow: { input: null; answer: null } };
/** What the follower tells the one who started it: the records were followed to their end for the first time. */
export type FollowerNews = {
  followed: { input: null; answer: null };
  /** It cannot follow them, and another try will not help by itself. */
  kept: { input: string; answer: null };
  /** Why vectors cannot be made at present; null when they can. */
  vectors: { input: string | null; answer: null };
};

/** Threads that read opinions; while there is nothing to read there are none. */
const CITATOR_READERS = 2;
const POLL_MS = 400;
const RETRY_MS = 5_000;
/** After this long the index follows what the citator has done, even when the citator has not caught up. */
const CITATOR_TURN_MS = 20_000;
/** After this long what changed meanwhile is followed before more is derived again. */
const REMAKING_TURN_MS = 2_000;
/** After this long what was embedded is kept, and words are followed again. */
const VECTORS_TURN_MS = 10_000;
/** A provider that goes on failing is asked again after so long. */
const VECTORS_RETRY_MS_MAX = 60_000;

const { dataDir, databaseUrl, log: logOptions, embedding, hasStamps } = workerData as FollowerData;
const log = createLogger(logOptions);
const parent = parentThread<FollowerNews>();
giveWay();

serveThread<FollowerRequests>({
  follow: async (_, { signal }) => {
    await follow(signal);
    return null;
  },
});

async function follow(stop: AbortSignal): Promise<void> {
  const engine: SearchEngine = untilStopped(remote<SearchEngine>(parent, "index"), stop);
  const db = attachDatabase({ dataDir, databaseUrl });
  const reading = new ReadingPool(db, CITATOR_READERS, log);
  const readOpinions = async (ids: readonly string[]): Promise<readonly ReadOutcome[]> => reading.read(ids);
  const citator = createCitator({ db, log, readOpinions });
  const remaking = new RemakingTurns(remakingSteps({ db, log, readOpinions }), log);
  const stampsOf = (index: IndexName): StampStore | undefined =>
    hasStamps ? untilStopped(remote<StampStore>(parent, `stamps of ${index}`), stop) : undefined;
  const indexer = indexerOf(db, engine, log, stampsOf("opinions"));
  const collections = [followedLaws(), FOLLOWED_FILINGS].map((followed: FollowedCollection) =>
    createCollectionIndexer({
      followed,
      db,
      engine: untilStopped(remote<SearchEngine>(parent, followed.name), stop),
      log,
      stamp: indexStamp(db, followed.name, stampsOf(followed.name)),
    }),
  );
  const citatorTurn = async (): Promise<void> => {
    const turn = AbortSignal.any([stop, AbortSignal.timeout(CITATOR_TURN_MS)]);
    await citator.runUntilCaughtUp(undefined, turn).catch((thrown: unknown) => {
      if (!turn.aborted) throw thrown;
    });
  };
  const passedOver = new PassedOverLog(db, log);
  const turns = embedding === undefined ? undefined : vectorTurns(db, embedding, stop);
  for (let isTold = false; !stop.aborted;) {
    let wait_ms = POLL_MS;
    try {
      // A rebuild that is asked for is of all; the mark goes when the last has done it.
      for (const collection of collections) await collection.tend();
      await indexer.tend();
      for (const collection of collections) await collection.runUntilCaughtUp();
      await citatorTurn();
      if (!stop.aborted) await indexer.runUntilCaughtUp();
      await passedOver.tell();
      if (!isTold) await parent.ask("followed", null);
      isTold = true;
      const isLeft = await remaking.take(AbortSignal.any([stop, AbortSignal.timeout(REMAKING_TURN_MS)]));
      if (isLeft) wait_ms = 0;
      await (turns?.take() ?? answerVerification(db, async () => null));
      const compaction = await compactOutbox(db, { clock: systemClock, signal: stop });
      if (compaction !== undefined)
        log.info(compaction, "lines of the outbox that later ones replace have been removed");
    } catch (error) {
      if (stop.aborted) break;
      log.error({ error }, "following the records failed; trying again");
      const reason = standing(error);
      if (reason !== undefined) {
        await parent.ask("kept", reason);
        isTold = false;
      }
      wait_ms = RETRY_MS;
    }
    await sleep(wait_ms, undefined, { signal: stop }).catch(() => undefined);
  }
  await turns?.close();
  await reading.close();
  await db.close();
}

/** Vectors follow last and in turns, so that what searches by words need waits for no model and no provider. */
function vectorTurns(
  db: Db,
  config: EmbeddingConfig,
  stop: AbortSignal,
): { take(): Promise<void>; close(): Promise<void> } {
  const calls = untilStopped(remote<VectorIndexCalls>(parent, "vectors"), stop);
  const turns = new VectorTurns(
    { db, sources: vectorSources(log) },
    openEmbedders(config),
    indexesBy(calls, { keepStamps: hasStamps }),
    log,
  );
  const trains = config.embeddingTraining && isTrainedHere(config);
  const training = trains ? new TrainingTurns({ db, log }) : undefined;
  let retry_ms = RETRY_MS;
  let next_ms = -Infinity;
  return {
    take: async () => {
      if (!stop.aborted) await turns.tend();
      if (stop.aborted || performance.now() < next_ms) return;
      const turn = AbortSignal.any([stop, AbortSignal.timeout(VECTORS_TURN_MS)]);
      try {
        await training?.look(stop);
        await turns.run(turn);
        retry_ms = RETRY_MS;
        await parent.ask("vectors", training?.failure ?? null);
      } catch (error) {
        if (stop.aborted || turn.aborted) return;
        log.warn({ error, retry_ms }, "vectors could not be made; trying again");
        next_ms = performance.now() + retry_ms;
        retry_ms = Math.min(retry_ms * 2, VECTORS_RETRY_MS_MAX);
        await parent.ask("vectors", messageOf(error));
      }
    },
    close: async () => {
      await training?.idle();
      await turns.close();
    },
  };
}

const FULL: ReadonlySet<string | undefined> = new Set(["ENOSPC", "EDQUOT", "EROFS"]);

/** What stays in the way until somebody does something about it; undefined for what the next try may find gone. */
function standing(error: unknown): string | undefined {
  for (let one = error; one instanceof Error; one = one.cause) {
    const isStanding = one instanceof OnpointError && (one.code === "conflict" || one.code === "storage_full");
    if (isStanding || FULL.has(systemCodeOf(one))) return messageOf(one);
  }
  return undefined;
}
