import { systemClock, type Clock } from "#base/clock.ts";
import type { Logger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import { outboxEnd, projectionPosition, saveProjectionPosition } from "#db/outbox.ts";
import type { SearchEngine } from "#search/engine.ts";
import { noCitingWords, type CitingWordsOf } from "./documents.ts";
import { indexWorks } from "./index-works.ts";
import { forgetGone, INDEX_PROJECTION, noteRebuilt } from "./indexed.ts";
import { workIdsAfter } from "./works.ts";

export type RebuildOptions = {
  readonly db: Db;
  /** New and empty; the index in use goes on answering beside it. */
  readonly fresh: SearchEngine;
  /** Puts the fresh index in the place of the one in use, and may close both. */
  readonly install: () => Promise<void>;
  readonly log: Logger;
  readonly clock?: Clock;
  readonly citingWordsOf?: CitingWordsOf;
  readonly onProgress?: (progress: RebuildProgress) => void;
};

export type RebuildProgress = { readonly documents: number; readonly skipped: number };

const WORKS_PER_PAGE = 2000;

/**
 * Builds the index again from the records alone. Nobody may follow the records into the index meanwhile (take the
 * data directory's `index` lock). Changes made since it began are followed afterwards as usual.
 */
export async function rebuildIndex(options: RebuildOptions): Promise<RebuildProgress> {
  const { db, fresh, install, log, clock = systemClock, citingWordsOf = noCitingWords, onProgress } = options;
  const began = await outboxEnd(db);
  let progress: RebuildProgress = { documents: 0, skipped: 0 };
  for (let page = await workIdsAfter(db, "", WORKS_PER_PAGE); page.length > 0;) {
    const batch = await indexWorks({ db, engine: fresh, log, citingWordsOf }, { workIds: page, deletedIds: [] });
    await noteRebuilt(db, batch);
    progress = {
      documents: progress.documents + batch.indexed.size,
      skipped: progress.skipped + batch.skipped.size,
    };
    onProgress?.(progress);
    page = await workIdsAfter(db, page.at(-1) ?? "", WORKS_PER_PAGE);
  }
  // Whichever index is in use if this dies around `install`, the position must not be ahead of it.
  const followed = await projectionPosition(db, INDEX_PROJECTION);
  await saveProjectionPosition(db, INDEX_PROJECTION, Math.min(began, followed), clock);
  await install();
  await forgetGone(db, began);
  await saveProjectionPosition(db, INDEX_PROJECTION, began, clock);
  return progress;
}
