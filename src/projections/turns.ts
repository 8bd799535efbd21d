import { systemClock } from "#base/clock.ts";
import { messageOf, OnpointError, systemCodeOf } from "#base/errors.ts";
import type { HeavyWork } from "#base/heavy-work.ts";
import type { Logger } from "#base/log.ts";
import { byMemory } from "#base/memory-share.ts";
import { createCitator } from "#citator/citator.ts";
import type { ReadOutcome } from "#citator/read-stored.ts";
import { ReadingPool } from "#citator/reading-pool.ts";
import type { Db } from "#db/connection.ts";
import { compactOutbox } from "#db/outbox-compaction.ts";
import type { EmbeddingConfig } from "#embedding/embedders.ts";
import type { SearchEngine } from "#index/index.ts";
import { jobRunner } from "#jobs/run-jobs.ts";
import type { FailingTurns, Turn } from "#jobs/run-turns.ts";
import { indexerOf } from "./citing-index.ts";
import { createCollectionIndexer } from "./collection-indexing.ts";
import { plainCollections } from "./collections.ts";
import { indexStamp } from "./index-stamp.ts";
import { jobKinds } from "./jobs.ts";
import { PassedOverLog } from "./passed-over-log.ts";
import { RemakingTurns, remakingSteps } from "./remaking.ts";
import type { StampStore } from "./stamp.ts";
import type { CollectionName } from "#completeness/completeness.ts";
import type { VectorIndexCalls } from "./vectors/vector-calls.ts";
import { vectorsTurn } from "./vectors/vectors-turn.ts";

/** What is served to the follower by the thread that has the indexes: they, their stamps, the indexes of vectors. */
export type ServedObjects = {
  readonly [Name in CollectionName]: SearchEngine;
} & { readonly [Name in `stamps of ${CollectionName}`]: StampStore } & { readonly vectors: VectorIndexCalls };

/** What the turns work with. */
export type TurnsOptions = {
  readonly db: Db;
  readonly log: Logger;
  readonly embedding: EmbeddingConfig | undefined;
  readonly hasStamps: boolean;
  /** Heavy work of requests, to which reading gives way. */
  readonly requests: HeavyWork;
  /** An object of the thread that has the indexes. */
  readonly served: <Name extends keyof ServedObjects>(name: Name) => ServedObjects[Name];
  readonly tell: {
    readonly followed: () => Promise<unknown>;
    readonly kept: (why: string) => Promise<unknown>;
    readonly vectors: (why: string | null) => Promise<unknown>;
  };
};

/** Threads that read opinions; while there is nothing to read there are none. */
const CITATOR_READERS = { usual: 2, short: 1 };
/** After this long the index follows what the citator has done, even when the citator has not caught up. */
const CITATOR_TURN_MS = 20_000;
/** After this long what changed meanwhile is followed before more is derived again. */
const REMAKING_TURN_MS = 2_000;

/** What follows the records, in order: what another needs comes before it, what can wait comes last. */
export function turns({ db, log, embedding, hasStamps, requests, served, tell }: TurnsOptions): readonly Turn[] {
  const reading = new ReadingPool(db, byMemory(CITATOR_READERS), log);
  const readOpinions = async (ids: readonly string[]): Promise<readonly ReadOutcome[]> => {
    await requests.givenWay();
    return reading.read(ids);
  };
  const stampsOf = (index: CollectionName): StampStore | undefined =>
    hasStamps ? served(`stamps of ${index}`) : undefined;
  const opinions = indexerOf(db, served("opinions"), log, stampsOf("opinions"));
  const collections = plainCollections().map(({ followed }) => {
    const [engine, stamp] = [served(followed.name), indexStamp(db, followed.name, stampsOf(followed.name))];
    return { name: followed.name, indexer: createCollectionIndexer({ followed, db, engine, log, stamp }) };
  });
  const citator = createCitator({ db, log, readOpinions });
  const remaking = new RemakingTurns(remakingSteps({ db, log, readOpinions }), log);
  const passedOver = new PassedOverLog(db, log);
  const jobs = jobRunner({ db, log, kinds: jobKinds({ db }) });
  return [
    ...collections.map(({ name, indexer }): Turn => ({
      name: `state of the index of ${name}`,
      take: () => indexer.tend(),
    })),
    { name: "state of the index", take: () => opinions.tend() },
    ...collections.map(({ name, indexer }): Turn => ({
      name: `index of ${name}`,
      needs: [`state of the index of ${name}`],
      take: async () => void (await indexer.runUntilCaughtUp()),
    })),
    {
      name: "citator",
      take: async (stop) => {
        const turn = AbortSignal.any([stop, AbortSignal.timeout(CITATOR_TURN_MS)]);
        await citator.runUntilCaughtUp(undefined, turn).catch((thrown: unknown) => {
          if (!turn.aborted) throw thrown;
        });
      },
      close: () => reading.close(),
    },
    {
      name: "index",
      needs: ["state of the index"],
      take: async () => void (await opinions.runUntilCaughtUp()),
    },
    { name: "records passed over", take: () => passedOver.tell() },
    newsTurn(tell),
    {
      name: "derived data",
      take: (stop) => remaking.take(AbortSignal.any([stop, AbortSignal.timeout(REMAKING_TURN_MS)])),
    },
    vectorsTurn({ db, log, embedding, calls: served("vectors"), hasStamps, tell: tell.vectors }),
    {
      name: "outbox",
      take: async (signal) => {
        const compaction = await compactOutbox(db, { clock: systemClock, signal });
        if (compaction !== undefined)
          log.info(compaction, "lines of the outbox that later ones replace have been removed");
      },
    },
    { name: "jobs", take: async (signal) => void (await jobs.run(signal)) },
  ];
}

/** Tells once that the records were followed to their end, and what keeps them from it that no other try will mend. */
function newsTurn(tell: TurnsOptions["tell"]): Turn {
  let told: string | true | undefined;
  return {
    name: "news",
    take: async (_, failing) => {
      const news = reasonIn(failing) ?? (failing.size === 0 ? true : told);
      if (news === told || news === undefined) return;
      await (news === true ? tell.followed() : tell.kept(news));
      told = news;
    },
  };
}

const FULL: ReadonlySet<string | undefined> = new Set(["ENOSPC", "EDQUOT", "EROFS"]);

/** What stays in the way until somebody does something about it; undefined for what the next try may find gone. */
function reasonIn(failing: FailingTurns): string | undefined {
  for (const error of failing.values()) {
    for (let one = error; one instanceof Error; one = one.cause) {
      const isStanding = one instanceof OnpointError && (one.code === "conflict" || one.code === "storage_full");
      if (isStanding || FULL.has(systemCodeOf(one))) return messageOf(one);
    }
  }
  return undefined;
}
