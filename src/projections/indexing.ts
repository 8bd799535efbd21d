import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "#base/clock.ts";
import type { Clock } from "#base/clock.ts";
import { messageOf } from "#base/errors.ts";
import type { Logger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import { Mutex } from "#db/mutex.ts";
import { outboxEnd, projectionPosition, readOutbox } from "#db/outbox.ts";
import type { SearchEngine } from "#index/index.ts";
import { CoveredWorks } from "./covered.ts";
import { documentSource } from "./document-source.ts";
import { noCitingWords } from "./documents.ts";
import type { CitingWordsOf } from "./documents.ts";
import { noteBegunOnce } from "./filling.ts";
import { indexWorks } from "./index-works.ts";
import { forgetIndexed, holdsIndexed, INDEX_PROJECTION, recordIndexed } from "./indexed.ts";
import { OPINION_INDEX_RULES, isMadeByOtherRules } from "./index-rules.ts";
import type { IndexRules } from "./index-rules.ts";
import type { IndexStamp } from "./stamp.ts";
import { rebuildIndex } from "./rebuild.ts";
import type { RebuildOptions, RebuildProgress } from "./rebuild.ts";
import { tendIndex } from "./repair.ts";
import { leaveReport, verifyIndex } from "./report.ts";
import { clearRequest, isRequested, requestOfIndex } from "./requests.ts";
import { touchedBy } from "./works.ts";

export type IndexProgress = {
  /** Changes followed, and changes there are to follow in this run. */
  readonly done: number;
  readonly total: number;
  /** Documents given to the index in this run, and those it refused. */
  readonly documents: number;
  readonly skipped: number;
};

export type Indexer = {
  /** Follows the records to where they stand now. Throws what the engine or the records throw; what was done is kept. */
  runUntilCaughtUp(onProgress?: (progress: IndexProgress) => void): Promise<IndexProgress>;
  /** Builds the index again from the records, while searches go on over the old one. */
  rebuild(onProgress?: (progress: RebuildProgress) => void): Promise<RebuildProgress>;
  /** Repairs the index when it is damaged; rebuilds it, and verifies it, when another process has asked (`requestOfIndex`). */
  tend(): Promise<void>;
  /**
   * Follows the records until the signal comes; a change is searchable about half a second after it is
   * committed. Tends the index before each turn. A failure is logged and tried again. Resolves when the work in hand
   * is done.
   */
  follow(signal: AbortSignal): Promise<void>;
  /** What stopped the last attempt, until one succeeds. */
  lastFailure(): string | undefined;
};

export type IndexerOptions = {
  readonly db: Db;
  readonly engine: SearchEngine;
  readonly log: Logger;
  readonly clock?: Clock;
  readonly citingWordsOf?: CitingWordsOf;
  /** Of an index in files, which may be parted from the records. */
  readonly stamp?: IndexStamp;
  /** Changes taken at once. */
  readonly batchEntries?: number;
  /** The rules by which documents are made here; a test makes them another program's. */
  readonly rules?: IndexRules;
};

/** Large, because an engine makes large batches cheap; their texts are read in parts. */
const BATCH_ENTRIES = 10_000;
const POLL_MS = 500;
const RETRY_MS_MAX = 30_000;

/**
 * Records -> index. The position is saved after the engine has kept a batch, so whatever dies in between is done
 * again, to the same effect.
 */
export function createIndexer(options: IndexerOptions): Indexer {
  const { db, engine, log, clock = systemClock, citingWordsOf = noCitingWords, batchEntries = BATCH_ENTRIES } = options;
  const { stamp, rules = OPINION_INDEX_RULES } = options;
  const turn = new Mutex();
  let failure: string | undefined;

  const inTurn = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    const done = await turn.lock();
    return work().finally(done);
  };

  const runUntilCaughtUp: Indexer["runUntilCaughtUp"] = async (onProgress = () => undefined) => {
    await startOverIfLost({ db, engine, log, clock, citingWordsOf, stamp, rules });
    const start = await projectionPosition(db, INDEX_PROJECTION);
    const covered = new CoveredWorks();
    let progress: IndexProgress = { done: 0, total: 0, documents: 0, skipped: 0 };
    for (let position = start; ;) {
      const entries = await readOutbox(db, position, batchEntries);
      const last = entries.at(-1);
      if (last === undefined) return progress;
      const end = await outboxEnd(db);
      const { workIds, deletedIds } = await touchedBy(db, entries);
      const due = covered.stillDue(workIds, last.seq);
      const batch = await indexWorks({ db, engine, log, citingWordsOf }, { workIds: due, deletedIds });
      await recordIndexed(db, batch, last.seq, { clock, stamp });
      covered.add(due, end);
      position = last.seq;
      progress = {
        done: position - start,
        total: Math.max(end, position) - start,
        documents: progress.documents + batch.indexed.size,
        skipped: progress.skipped + batch.skipped.size,
      };
      onProgress(progress);
    }
  };

  const rebuild: Indexer["rebuild"] = async (onProgress) => {
    const built = await rebuildIndex({
      db,
      engine,
      log,
      clock,
      citingWordsOf,
      stamp,
      rules,
      ...(onProgress && { onProgress }),
    });
    await clearRequest(db, "rebuild", "opinions");
    return built;
  };

  const tended = {
    db,
    engine,
    projection: INDEX_PROJECTION,
    name: "the index",
    source: documentSource(db, citingWordsOf),
    log,
    ...(stamp && { fits: async () => stamp.fits(db) }),
  };

  /** After following once more, so that what was changed before the question is part of the answer. */
  const verify = async (): Promise<void> => {
    await runUntilCaughtUp();
    await leaveReport(db, "opinions", verifyIndex(db, engine));
    await clearRequest(db, "verify", "opinions");
  };

  const rebuildIfMadeByOthers = async (): Promise<void> => {
    if (
      (await stamp?.fits(db)) === false ||
      !(await isMadeByOtherRules({ db, engine, clock }, INDEX_PROJECTION, rules))
    )
      return;
    log.warn({ rules }, "other rules made the index than this program's; building it again while the old one answers");
    log.info(await rebuild(), "the index has been rebuilt");
  };

  const tend = async (): Promise<void> => {
    await tendIndex(tended);
    await rebuildIfMadeByOthers();
    if (await isRequested(db, "rebuild", "opinions")) log.info(await rebuild(), "the index has been rebuilt");
    if (await isRequested(db, "verify", "opinions")) await verify();
  };

  const attempt = async (): Promise<boolean> => {
    try {
      await inTurn(tend);
      const { documents, skipped, done } = await inTurn(async () => runUntilCaughtUp());
      if (done > 0) log.info({ changes: done, documents, skipped }, "the index has followed the records");
      failure = undefined;
      return true;
    } catch (thrown) {
      failure = messageOf(thrown);
      log.error({ reason: failure }, "the index cannot follow the records; trying again");
      return false;
    }
  };

  return {
    runUntilCaughtUp: async (onProgress) => inTurn(async () => runUntilCaughtUp(onProgress)),
    tend: async () => inTurn(tend),
    rebuild: async (onProgress) => inTurn(async () => rebuild(onProgress)),
    async follow(signal) {
      for (let wait_ms = POLL_MS; !signal.aborted;) {
        wait_ms = (await attempt()) ? POLL_MS : Math.min(wait_ms * 2, RETRY_MS_MAX);
        await sleep(wait_ms, undefined, { signal }).catch(() => undefined);
      }
    },
    lastFailure: () => failure,
  };
}

/**
 * An index that was removed, or records that were restored from a backup, no longer fit the saved position: then
 * everything is followed anew.
 */
async function startOverIfLost({
  db,
  engine,
  log,
  clock,
  citingWordsOf,
  stamp,
  rules,
}: Omit<RebuildOptions, "onProgress"> & { readonly rules: IndexRules }): Promise<void> {
  await noteBegunOnce(db, INDEX_PROJECTION, clock);
  await isMadeByOtherRules({ db, engine, clock }, INDEX_PROJECTION, rules);
  const fits = (await stamp?.fits(db)) ?? true;
  const position = await projectionPosition(db, INDEX_PROJECTION);
  if (position === 0 && fits) return;
  const isAhead = position > (await outboxEnd(db));
  const { documents, damaged } = await engine.status();
  const isEmpty = documents === 0;
  // What is empty because all of it was set aside as damaged is repaired at the next turn.
  const isGone = isEmpty && damaged.length === 0 && (await holdsIndexed(db));
  if (fits && !isAhead && !isGone) return;
  log.warn({ position }, "the index does not belong to these records; indexing them all again");
  // What it holds may be of records that are gone, and nothing would tell of that: not even the position, if this dies.
  if (!isEmpty) await requestOfIndex(db, "rebuild", clock, "opinions");
  await forgetIndexed(db, { clock, stamp });
  if (isEmpty) return;
  await rebuildIndex({ db, engine, log, clock, citingWordsOf, stamp, rules });
  await clearRequest(db, "rebuild", "opinions");
}
