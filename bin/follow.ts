import { availableParallelism } from "node:os";
import type { Logger } from "#base/log.ts";
import { rekeyCases } from "#cases/rekey.ts";
import { createCitator } from "#citator/citator.ts";
import type { CitatorProgress } from "#citator/citator.ts";
import { catchUpOnThread } from "#citator/citator-thread.ts";
import type { Db } from "#db/connection.ts";
import type { SearchEngine } from "#index/index.ts";
import { hasVectors } from "#embedding/embedder.ts";
import { openEmbedders } from "#embedding/embedders.ts";
import { decisionDays } from "#opinions/store/decision-days.ts";
import { readHeadsDue } from "#opinions/store/read-heads.ts";
import { indexerOf } from "#projections/citing-index.ts";
import { plainCollections } from "#projections/collections.ts";
import { createCollectionIndexer } from "#projections/collection-indexing.ts";
import type { FollowedCollection } from "#projections/followed-collection.ts";
import { indexStamp } from "#projections/index-stamp.ts";
import type { StampStore } from "#projections/stamp.ts";
import { logOptions } from "./context.ts";
import type { Context } from "./context.ts";
import type { Indexes } from "./index-files.ts";
import { openIndexToFollow } from "./index-files.ts";
import type { FollowedIndex, IndexUse } from "./index-files.ts";
import { tryLockUnserved } from "./index-lock.ts";
import { count, note, openProgress } from "./terminal.ts";

/** Each holds the text of some opinions and has caches of the records. */
const READERS_MAX = 4;

/**
 * Brings the citator and then the indexes to where the records stand, with progress: in this order, because the words of
 * citing opinions go into the index. Everything is done on this thread.
 */
export async function catchUp(db: Db, indexes: Indexes, log: Logger): Promise<void> {
  await catchUpHeads(db, undefined);
  await catchUpCitatorHere(db, log);
  await catchUpIndexes(db, indexes, log);
}

async function catchUpIndexes(db: Db, indexes: Indexes, log: Logger): Promise<void> {
  await catchUpOpinions(db, { opinions: indexes.opinions, stamps: indexes.stamps?.opinions }, log);
  for (const { followed } of plainCollections()) {
    const stamp = indexStamp(db, followed.name, indexes.stamps?.[followed.name]);
    await catchUpCollection({ followed, db, engine: indexes[followed.name], log, stamp });
  }
}

/** The same with one index open at a time: each has threads, and they have heaps of their own. */
async function catchUpIndexesInTurn(context: Context, use: IndexUse): Promise<void> {
  const { db } = use;
  const { log } = context;
  const inTurn = async (
    name: "opinions" | FollowedCollection["name"],
    follow: (engine: FollowedIndex) => Promise<void>,
  ): Promise<void> => {
    const engine = await openIndexToFollow(context, use, name);
    try {
      await follow(engine);
    } finally {
      await engine.close();
    }
  };
  await inTurn("opinions", async (opinions) => catchUpOpinions(db, { opinions, stamps: opinions.stamps }, log));
  for (const { followed } of plainCollections()) {
    await inTurn(followed.name, async (engine) =>
      catchUpCollection({ followed, db, engine, log, stamp: indexStamp(db, followed.name, engine.stamps) }),
    );
  }
}

async function catchUpOpinions(
  db: Db,
  { opinions, stamps }: { readonly opinions: SearchEngine; readonly stamps: StampStore | undefined },
  log: Logger,
): Promise<void> {
  const progress = openProgress("index", (amount) => `${count(amount)} changes`);
  const indexer = indexerOf(db, opinions, log, stamps);
  await indexer.tend();
  await indexer.runUntilCaughtUp(({ done, total, documents }) =>
    progress.update(done, total, `${count(documents)} documents`),
  );
  // One that was made for this counts as damaged until it has been looked through.
  await indexer.tend();
  progress.finish();
}

async function catchUpCollection(options: Parameters<typeof createCollectionIndexer>[0]): Promise<void> {
  const progress = openProgress(`index of ${options.followed.name}`, (amount) => `${count(amount)} changes`);
  const indexer = createCollectionIndexer(options);
  await indexer.tend();
  await indexer.runUntilCaughtUp(({ done, total, documents }) =>
    progress.update(done, total, `${count(documents)} documents`),
  );
  // One that was made for this counts as damaged until it has been looked through.
  await indexer.tend();
  progress.finish();
}

/**
 * What a command that has changed the records does at its end: brings citator and index to where the records stand,
 * unless a server follows them, which does so by itself.
 */
export async function catchUpUnlessServed(
  { config, log }: Context,
  db: Db,
  { wanted, signal }: { readonly wanted: boolean; readonly signal?: AbortSignal },
): Promise<void> {
  if (!wanted) {
    note("The search index and the citator follow when a server is started.");
    return;
  }
  const lock = await tryLockUnserved(config);
  if (lock === undefined) {
    note("The running server brings the search index and the citator up to date.");
    return;
  }
  try {
    await catchUpHeads(db, signal);
    await catchUpCitator({ config, log }, db, signal);
    await catchUpIndexesInTurn({ config, log }, { db, term: () => lock.term() });
    if (hasVectors(await openEmbedders(config).newest())) {
      note("A server makes the vectors of what is new, while it runs; until then it is found by its words.");
    }
  } finally {
    await lock.release();
  }
}

/** Keys docket numbers and reads heads anew where an older program has done so. */
async function catchUpHeads(db: Db, signal: AbortSignal | undefined): Promise<void> {
  await rekeyCases(db, decisionDays, signal);
  const progress = openProgress("heads of opinions", (amount) => `${count(amount)} decisions`);
  await readHeadsDue(db, {
    onProgress: ({ decisions, changed }) => progress.update(decisions, decisions, `${count(changed)} records changed`),
    ...(signal !== undefined && { signal }),
  });
  progress.finish();
}

/** On threads of its own, whose memory is bounded whatever the records hold. */
export async function catchUpCitator({ config }: Context, db: Db, signal?: AbortSignal): Promise<CitatorProgress> {
  const { dataDir, databaseUrl } = db;
  const data = {
    records: { dataDir, databaseUrl },
    log: logOptions(config, "command"),
    readers: Math.min(availableParallelism(), READERS_MAX),
  };
  return showingCitations(async (onProgress) =>
    catchUpOnThread(data, { onProgress, ...(signal !== undefined && { signal }) }),
  );
}

/** On this thread: for few opinions. */
async function catchUpCitatorHere(db: Db, log: Logger): Promise<void> {
  await showingCitations(async (onProgress) => createCitator({ db, log }).runUntilCaughtUp(onProgress));
}

async function showingCitations<Result>(
  work: (onProgress: (progress: CitatorProgress) => void) => Promise<Result>,
): Promise<Result> {
  const progress = openProgress("citator", (amount) => `${count(amount)} changes`);
  try {
    return await work(({ done, total, edges }) => progress.update(done, total, `${count(edges)} citations`));
  } finally {
    progress.finish();
  }
}
