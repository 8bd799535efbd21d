import type { Clock } from "#base/clock.ts";
import type { Logger } from "#base/log.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import { outboxEnd, projectionPosition, readOutbox, saveProjectionPosition } from "#db/outbox.ts";
import type { Embedder } from "#embedding/embedder.ts";
import type { IndexDocument, SearchEngine } from "#index/index.ts";
import { applyBatch } from "#projections/apply.ts";
import { CoveredWorks } from "#projections/covered.ts";
import { documentSource } from "#projections/document-source.ts";
import { buildDocuments } from "#projections/documents.ts";
import type { CitingWordsOf } from "#projections/documents.ts";
import { formerlyIndexed, partsOf, sortedOut } from "#projections/index-works.ts";
import { repairIndex } from "#projections/repair.ts";
import type { IndexStamp } from "#projections/stamp.ts";
import { copiedOpinionIds, readWorks, shownOpinionIds, touchedBy } from "#projections/works.ts";
import type { Touched } from "#projections/works.ts";
import { embedDocuments } from "./embed-documents.ts";

/** The name of a version's vectors among the projections. */
export function vectorsProjection(versionId: string): string {
  return `vectors ${versionId}`;
}

/** What is embedded is kept as often: a provider may be slow, and cost money. */
const BATCH_ENTRIES = 1000;
/** Documents embedded at once. */
const DOCUMENTS_AT_ONCE = 128;

/** The index of one version's vectors as its follower sees it. */
export type VectorEngine = Pick<SearchEngine, "apply" | "missing" | "status" | "replaceAll">;

export type FollowVectorsOptions = {
  readonly db: Db;
  readonly engine: VectorEngine;
  readonly embedder: Embedder;
  readonly log: Logger;
  readonly clock: Clock;
  readonly citingWordsOf: CitingWordsOf;
  /** Of an index in files, which may be parted from the records. */
  readonly stamp?: IndexStamp;
  /** Ends the work between two batches; what was done is kept. */
  readonly signal?: AbortSignal;
  readonly batchEntries?: number;
};

/**
 * Records -> vectors, to where the records stand or until the signal comes. Answers whether they were followed to their
 * end. The position is saved after the index has kept a batch, so whatever dies or fails in between is done again, to
 * the same effect. Throws what the embedder, the index and the records throw; what was done is kept.
 */
export async function followVectors(options: FollowVectorsOptions): Promise<boolean> {
  const { db, engine, embedder, clock, stamp, signal, batchEntries = BATCH_ENTRIES } = options;
  const projection = vectorsProjection(embedder.version.id);
  await startOverIfLost(options, projection);
  if ((await engine.status()).damaged.length > 0) await repair(options);
  const covered = new CoveredWorks();
  for (;;) {
    if (signal?.aborted === true) return false;
    const position = await projectionPosition(db, projection);
    const entries = await readOutbox(db, position, batchEntries);
    const last = entries.at(-1);
    if (last === undefined) return true;
    const end = await outboxEnd(db);
    const { workIds, deletedIds } = await touchedBy(db, entries);
    const due = covered.stillDue(workIds, last.seq);
    if (!(await hold(options, { workIds: due, deletedIds }))) return false;
    const next = stamp?.prepare();
    await transaction(db, async (trx) => {
      if (next !== undefined) await stamp?.save(trx, next, clock);
      await saveProjectionPosition(trx, projection, last.seq, clock);
    });
    covered.add(due, end);
  }
}

/** Makes the index hold exactly the shown copies of these works; false when the signal came first. */
async function hold(options: FollowVectorsOptions, { workIds, deletedIds }: Touched): Promise<boolean> {
  const { db, engine, embedder, log, citingWordsOf, signal } = options;
  const works = await readWorks(db, workIds);
  const wanted = new Set(works.flatMap(shownOpinionIds));
  const unwanted = [...deletedIds, ...works.flatMap(copiedOpinionIds), ...(await formerlyIndexed(db, workIds))];
  await applyBatch(
    engine,
    [],
    [...new Set(unwanted)].filter((id) => !wanted.has(id)),
    log,
  );
  for (const part of partsOf(works)) {
    const { documents, unbuilt } = sortedOut(await buildDocuments(db, part, citingWordsOf), log);
    for (const some of inParts(documents, DOCUMENTS_AT_ONCE)) {
      if (signal?.aborted === true) return false;
      const refused = await applyBatch(engine, await embedDocuments(some, embedder, signal), [], log);
      await applyBatch(engine, [], refused, log);
    }
    await applyBatch(engine, [], unbuilt, log);
  }
  return true;
}

/** What damaged files took with them is embedded again. */
async function repair({ db, engine, embedder, log, citingWordsOf }: FollowVectorsOptions): Promise<void> {
  const source = documentSource(db, citingWordsOf);
  const documents = await repairIndex(engine, {
    ids: source.ids,
    documentsOf: async (ids) => embedInParts(await source.documentsOf(ids), embedder),
  });
  log.warn({ documents }, "the index of vectors was damaged and has been repaired from the records");
}

async function embedInParts(documents: readonly IndexDocument[], embedder: Embedder): Promise<IndexDocument[]> {
  const embedded: IndexDocument[] = [];
  for (const some of inParts(documents, DOCUMENTS_AT_ONCE)) embedded.push(...(await embedDocuments(some, embedder)));
  return embedded;
}

/** An index that was removed, or records that were restored from a backup, no longer fit the saved position. */
async function startOverIfLost(
  { db, engine, log, clock, stamp }: FollowVectorsOptions,
  projection: string,
): Promise<void> {
  const position = await projectionPosition(db, projection);
  const fits = (await stamp?.fits(db)) ?? true;
  if (position === 0 && fits) return;
  const { documents } = await engine.status();
  const isLost = documents === 0 && position > 0 && (await holdsAnything(db));
  if (fits && position <= (await outboxEnd(db)) && !isLost) return;
  log.warn({ position, projection }, "the vectors do not belong to these records; making them all again");
  if (documents > 0) await engine.replaceAll(nothing());
  const next = stamp?.prepare();
  await transaction(db, async (trx) => {
    if (next !== undefined) await stamp?.save(trx, next, clock);
    await saveProjectionPosition(trx, projection, 0, clock);
  });
}

async function* nothing(): AsyncGenerator<readonly IndexDocument[]> {
  // No batches: nothing is put in the place of what is held.
}

async function holdsAnything(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom("indexed_opinions")
    .select("opinion_id")
    .where("state", "=", "indexed")
    .executeTakeFirst();
  return row !== undefined;
}
