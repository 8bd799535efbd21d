import { messageOf } from "#base/errors.ts";
import { heavyWork } from "#base/heavy-work.ts";
import type { Logger, LogOptions } from "#base/log.ts";
import { byMemory } from "#base/memory-share.ts";
import { serveObjects } from "#base/threads/remote.ts";
import { Thread } from "#base/threads/thread.ts";
import type { Db } from "#db/connection.ts";
import { addressForWork } from "#db/postgres/bounds.ts";
import type { EmbeddingConfig } from "#embedding/embedders.ts";
import type { SearchEngine } from "#index/index.ts";
import type { VectorIndexCalls } from "./vectors/vector-calls.ts";
import type { CollectionName } from "#completeness/completeness.ts";
import { collectionNames, forEachCollection } from "./collections.ts";
import type { StampStore } from "./stamp.ts";
import type { FollowerData, FollowerNews, FollowerRequests } from "./follower-messages.ts";

/** The indexes that follow, one for each collection. */
export type FollowedIndexes = Readonly<Record<CollectionName, SearchEngine>> & {
  /** Where these indexes keep their stamps, if they are none in files; then those of vectors keep theirs too. */
  readonly stamps?: Readonly<Record<CollectionName, StampStore>>;
  /** Without them no vectors are made. */
  readonly vectors?: FollowedVectors;
};

/** The indexes of vectors, and what makes the vectors. */
export type FollowedVectors = {
  readonly calls: VectorIndexCalls;
  readonly embedding: EmbeddingConfig;
};

export type Follower = {
  /** What stopped it when it has died or keeps it from following, until the records have been followed to their end. */
  failure(): string | undefined;
  /** Why vectors could not be made the last time; the indexes of words follow all the same. */
  vectorsFailure(): string | undefined;
  stop(): Promise<void>;
  /** Stops at once: what is in hand is left to whoever follows next. */
  cut(): Promise<void>;
  /** Ends its thread as a crash would; for fault tests. */
  crash(): Promise<void>;
};

/** What is in hand when the server stops may take this long; then it is cut, and done again at the next start. */
const STOP_MS_MAX = 5_000;
/** As of other threads whose work is garbage soon; what the indexes are told at once has to fit. */
const HEAP_LIMITS = {
  usual: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 1024 },
  short: { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 256 },
};
const RESTART_MS_MIN = 1_000;
const RESTART_MS_MAX = 60_000;

/**
 * Starts the thread on which the citator and the indexes follow the records while the server answers: reading texts and
 * writing the citator's tables would hold up the event loop. The thread asks this one to change an index, whose writer
 * is yet another thread. When it dies another takes its place, the later the oftener that happens.
 */
export function startFollower(db: Db, indexes: FollowedIndexes, log: Logger, logOptions: LogOptions): Follower {
  const data: FollowerData = {
    dataDir: db.dataDir,
    databaseUrl: db.databaseUrl === undefined ? undefined : addressForWork(db.databaseUrl),
    log: logOptions,
    embedding: indexes.vectors?.embedding,
    hasStamps: indexes.stamps !== undefined,
    heavyWork: heavyWork.shared,
  };
  const stopping = new AbortController();
  let failure: string | undefined;
  let vectorsFailure: string | undefined;
  let restart_ms = RESTART_MS_MIN;
  let restart: NodeJS.Timeout | undefined;

  const start = (): Thread<FollowerRequests, FollowerNews> => {
    const started = new Thread<FollowerRequests, FollowerNews>({
      file: new URL("./follower-worker.ts", import.meta.url),
      name: "thread that follows the records",
      data,
      resourceLimits: byMemory(HEAP_LIMITS),
      onDeath: () => undefined,
      answers: {
        followed: () => {
          failure = undefined;
          restart_ms = RESTART_MS_MIN;
          return null;
        },
        kept: (reason) => {
          failure = reason;
          return null;
        },
        vectors: (reason) => {
          vectorsFailure = reason ?? undefined;
          return null;
        },
      },
    });
    serveObjects(started.port, {
      ...forEachCollection(({ name }) => indexes[name]),
      ...Object.fromEntries(collectionNames().map((name) => [`stamps of ${name}`, indexes.stamps?.[name] ?? {}])),
      vectors: indexes.vectors?.calls ?? {},
    });
    started.ask("follow", null, { signal: stopping.signal }).catch(async (error: unknown) => {
      if (stopping.signal.aborted) return;
      failure = messageOf(error);
      log.error({ error, restart_ms }, "the thread that follows the records has died; another takes its place");
      restart = setTimeout(() => (thread = start()), restart_ms);
      restart_ms = Math.min(restart_ms * 2, RESTART_MS_MAX);
      await started.stop();
    });
    return started;
  };
  let thread = start();
  const stop = async (grace_ms: number): Promise<void> => {
    stopping.abort();
    clearTimeout(restart);
    await thread.stop({ grace_ms });
  };

  return {
    failure: () => failure,
    vectorsFailure: () => vectorsFailure,
    stop: async () => stop(STOP_MS_MAX),
    cut: async () => stop(0),
    crash: async () => thread.kill(),
  };
}
