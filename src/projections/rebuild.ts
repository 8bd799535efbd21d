import type { Clock } from "#base/clock.ts";
import type { Logger } from "#base/log.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { outboxEnd, projectionPosition, saveProjectionPosition } from "#db/outbox.ts";
import type { IndexDocument, SearchEngine } from "#index/index.ts";
import { pagesOfWorks } from "./document-source.ts";
import { buildDocuments } from "./documents.ts";
import type { CitingWordsOf } from "./documents.ts";
import { partsOf, sortedOut } from "./index-works.ts";
import { OPINION_INDEX_RULES, noteIndexRules } from "./index-rules.ts";
import type { IndexRules } from "./index-rules.ts";
import { forgetGone, INDEX_PROJECTION, noteRebuilt } from "./indexed.ts";
import type { IndexStamp } from "./stamp.ts";
import { readWorks } from "./works.ts";

export type RebuildOptions = {
  readonly db: Db;
  readonly engine: SearchEngine;
  readonly log: Logger;
  readonly clock: Clock;
  readonly citingWordsOf: CitingWordsOf;
  /** What ties the index to a place in the records, from which it may be parted. */
  readonly stamp?: IndexStamp | undefined;
  /** The rules by which documents are made here. */
  readonly rules?: IndexRules | undefined;
  readonly onProgress?: (progress: RebuildProgress) => void;
};

export type RebuildProgress = { readonly documents: number; readonly skipped: number };

const WORKS_PER_PAGE = 2000;

/**
 * Builds the index again from the records alone, while the old one answers. Nobody may follow the records into the
 * index meanwhile; changes made since it began are followed afterwards. If it dies, the position is not ahead of
 * whichever index is then in use.
 */
export async function rebuildIndex(options: RebuildOptions): Promise<RebuildProgress> {
  const { db, engine, clock, stamp, rules = OPINION_INDEX_RULES } = options;
  await stamp?.fits(db);
  const began = await outboxEnd(db);
  const followed = await projectionPosition(db, INDEX_PROJECTION);
  if (followed > began) await saveProjectionPosition(db, INDEX_PROJECTION, began, clock);
  const progress = { documents: 0, skipped: 0 };
  await engine.replaceAll(allDocuments(options, progress));
  await forgetGone(db, began);
  const next = await stamp?.prepare();
  await transaction(db, async (trx) => {
    if (next !== undefined) await stamp?.save(trx, next, clock);
    await saveProjectionPosition(trx, INDEX_PROJECTION, began, clock);
    await noteIndexRules(trx, INDEX_PROJECTION, rules, clock);
  });
  return progress;
}

async function* allDocuments(
  { db, log, citingWordsOf, onProgress }: RebuildOptions,
  progress: { documents: number; skipped: number },
): AsyncGenerator<readonly IndexDocument[]> {
  for await (const page of pagesOfWorks(db, WORKS_PER_PAGE)) {
    for (const works of partsOf(await readWorks(db, page))) {
      const { documents, unbuilt } = sortedOut(await buildDocuments(db, works, citingWordsOf), log);
      const indexed = new Set(documents.map((document) => document.id));
      await noteRebuilt(db, { works, indexed, skipped: unbuilt });
      yield documents;
      progress.documents += documents.length;
      progress.skipped += unbuilt.size;
      onProgress?.({ ...progress });
    }
  }
}
