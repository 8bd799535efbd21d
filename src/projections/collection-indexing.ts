import { systemClock } from "#base/clock.ts";
import type { Clock } from "#base/clock.ts";
import type { Logger } from "#base/log.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { outboxEnd, projectionPosition, readOutbox, saveProjectionPosition } from "#db/outbox.ts";
import { inParts } from "#db/parts.ts";
import { noteUnreadNow } from "#db/unread.ts";
import type { IndexDocument, SearchEngine } from "#index/index.ts";
import { applyBatch } from "./apply.ts";
import { verifyCollection } from "./collection-status.ts";
import { noteBegun, noteBegunOnce } from "./filling.ts";
import { documentsIn } from "./followed-collection.ts";
import type { FollowedCollection, MadeDocuments } from "./followed-collection.ts";
import { tendIndex } from "./repair.ts";
import { leaveReport } from "./report.ts";
import { clearRequest, isRequested, requestOfIndex } from "./requests.ts";
import { isMadeByOtherRules, noteIndexRules } from "./index-rules.ts";
import type { IndexRules } from "./index-rules.ts";
import type { IndexStamp } from "./stamp.ts";

export type CollectionProgress = {
  /** Changes followed, and changes there are to follow in this run. */
  readonly done: number;
  readonly total: number;
  /** Documents given to the index in this run. */
  readonly documents: number;
};

export type CollectionIndexer = {
  /** Follows the records to where they stand now. */
  runUntilCaughtUp(onProgress?: (progress: CollectionProgress) => void): Promise<CollectionProgress>;
  /** Builds the index again from the records, while searches go on over the old one; how many documents it holds. */
  rebuild(onProgress?: (documents: number) => void): Promise<number>;
  /** Repairs the index when it is damaged; rebuilds it, and verifies it, when another process has asked (`requestOfIndex`). */
  tend(): Promise<void>;
};

/** Few, so that what is read of them is garbage while it is young. */
const BATCH_ENTRIES = 2_000;

/**
 * Records -> the index of a collection. The position is saved after the engine has kept a batch.
 */
export function createCollectionIndexer({
  followed,
  db,
  engine,
  log,
  stamp,
  clock = systemClock,
  rules = followed.rules,
}: {
  readonly followed: FollowedCollection;
  readonly db: Db;
  readonly engine: SearchEngine;
  readonly log: Logger;
  /** What ties the index to a place in the records, from which it may be parted. */
  readonly stamp?: IndexStamp | undefined;
  readonly clock?: Clock;
  /** The rules by which documents are made here; a test makes them another program's. */
  readonly rules?: IndexRules;
}): CollectionIndexer {
  const { name, kind, projection, changesIn } = followed;
  const documentsOf = async (unitIds: readonly string[]): Promise<MadeDocuments> => {
    const made = await followed.documentsOf(db, unitIds);
    for (const [id, reason] of made.unmade) log.error({ id, reason }, `a ${kind} cannot be indexed and is passed over`);
    return made;
  };
  const note = async (documents: readonly IndexDocument[], skipped: ReadonlyMap<string, string>): Promise<void> => {
    const read = documents.map(({ id }) => id).filter((id) => !skipped.has(id));
    const unread = [...skipped].map(([recordId, reason]) => ({ kind, recordId, reason }));
    await noteUnreadNow(db, "index", { read, unread });
  };

  const savePosition = async (position: number): Promise<void> => {
    const next = await stamp?.prepare();
    await transaction(db, async (trx) => {
      if (next !== undefined) await stamp?.save(trx, next, clock);
      await saveProjectionPosition(trx, projection, position, clock);
    });
  };

  const rebuild: CollectionIndexer["rebuild"] = async (onProgress = () => undefined) => {
    await stamp?.fits(db);
    const began = await outboxEnd(db);
    let documents = 0;
    async function* all(): AsyncGenerator<readonly IndexDocument[]> {
      for await (const unitIds of followed.pages(db)) {
        const part = await documentsOf(unitIds);
        await note(part.documents, part.unmade);
        yield part.documents;
        documents += part.documents.length;
        onProgress(documents);
      }
    }
    await engine.replaceAll(all());
    await savePosition(began);
    await noteIndexRules(db, projection, rules, clock);
    return documents;
  };

  const holdsAnything = async (): Promise<boolean> => {
    for await (const page of followed.pages(db)) return page.length > 0;
    return false;
  };

  /** Whoever followed these records into another index is told so by the stamp, before this one is made anew. */
  const startOver = async (isEmpty: boolean): Promise<void> => {
    // What it holds may be of records that are gone, and nothing would tell of that: not even the position, if this dies.
    if (!isEmpty) await requestOfIndex(db, "rebuild", clock, name);
    await noteBegun(db, projection, clock);
    await savePosition(0);
    if (isEmpty) return;
    await rebuild();
    await clearRequest(db, "rebuild", name);
  };

  const startOverIfLost = async (): Promise<void> => {
    await noteBegunOnce(db, projection, clock);
    await isMadeByOtherRules({ db, engine, clock }, projection, rules);
    const fits = (await stamp?.fits(db)) ?? true;
    const position = await projectionPosition(db, projection);
    if (position === 0 && fits) return;
    const isAhead = position > (await outboxEnd(db));
    const { documents, damaged } = await engine.status();
    const isEmpty = documents === 0;
    // What is empty because all of it was set aside as damaged is repaired at the next turn.
    const isGone = isEmpty && damaged.length === 0 && (await holdsAnything());
    if (fits && !isAhead && !isGone) return;
    log.warn({ position }, `the index of ${name} does not belong to these records; building it again`);
    await startOver(isEmpty);
  };

  const runUntilCaughtUp: CollectionIndexer["runUntilCaughtUp"] = async (onProgress = () => undefined) => {
    await startOverIfLost();
    const start = await projectionPosition(db, projection);
    let progress: CollectionProgress = { done: 0, total: 0, documents: 0 };
    for (let position = start; ;) {
      const entries = await readOutbox(db, position, BATCH_ENTRIES);
      const last = entries.at(-1);
      if (last === undefined) return progress;
      let { documents } = progress;
      const { units, gone } = await changesIn(db, entries);
      if (gone.length > 0) await applyBatch(engine, [], gone, log);
      for (const unitIds of inParts(units, followed.unitsAtOnce)) {
        const { documents: upserts, unmade } = await documentsOf(unitIds);
        const refused = await applyBatch(engine, upserts, [...unmade.keys()], log);
        await note(upserts, new Map([...unmade, ...refused]));
        documents += upserts.length - refused.size;
      }
      position = last.seq;
      await savePosition(position);
      progress = { done: position - start, total: Math.max(await outboxEnd(db), position) - start, documents };
      onProgress(progress);
    }
  };

  return {
    rebuild,
    runUntilCaughtUp,
    tend: async () => {
      await tendIndex({
        db,
        engine,
        projection,
        name: `the index of ${name}`,
        source: documentsIn(followed, db),
        log,
        ...(stamp && { fits: async () => stamp.fits(db) }),
      });
      const fits = (await stamp?.fits(db)) ?? true;
      if (fits && (await isMadeByOtherRules({ db, engine, clock }, projection, rules))) {
        log.warn(
          { rules },
          `other rules made the index of ${name} than this program's; building it again while the old one answers`,
        );
        log.info({ documents: await rebuild() }, `the index of ${name} has been rebuilt`);
      }
      if (await isRequested(db, "rebuild", name)) {
        log.info({ documents: await rebuild() }, `the index of ${name} has been rebuilt`);
        await clearRequest(db, "rebuild", name);
      }
      if (await isRequested(db, "verify", name)) {
        // What was changed before the question is part of the answer.
        await runUntilCaughtUp();
        await leaveReport(db, name, verifyCollection({ ...followed, rules }, db, engine));
        await clearRequest(db, "verify", name);
      }
    },
  };
}
