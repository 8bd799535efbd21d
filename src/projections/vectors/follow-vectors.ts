import type { Clock } from "#base/clock.ts";
import type { Logger } from "#base/log.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import { ENDLESS_READING, noteUnreadNow } from "#db/unread.ts";
import { outboxEnd, projectionPosition, readOutbox, saveProjectionPosition } from "#db/outbox.ts";
import { DERIVATIONS } from "#derivations/derivations.ts";
import type { Embedder } from "#embedding/embedder.ts";
import type { IndexDocument, SearchEngine } from "#index/index.ts";
import { applyBatch } from "#projections/apply.ts";
import { noteBegun, noteBegunOnce } from "#projections/filling.ts";
import { repairIndex } from "#projections/repair.ts";
import type { IndexStamp } from "#projections/stamp.ts";
import { embedDocuments } from "./embed-documents.ts";
import { vectorRulesName, vectorsProjection } from "./vector-names.ts";
import type { VectorPart, VectorSource } from "./vector-source.ts";

/** What is embedded is kept as often: a provider may be slow, and cost money. */
const BATCH_ENTRIES = 1000;
/** Documents embedded at once. */
const DOCUMENTS_AT_ONCE = 128;

/** The index of one version's vectors as its follower sees it. */
export type VectorEngine = Pick<SearchEngine, "apply" | "missing" | "status" | "replaceAll">;

export type FollowVectorsOptions = {
  readonly db: Db;
  readonly source: VectorSource;
  readonly engine: VectorEngine;
  readonly embedder: Embedder;
  readonly log: Logger;
  readonly clock: Clock;
  /** Of an index in files, which may be parted from the records. */
  readonly stamp?: IndexStamp;
  /** Ends the work between two batches; what was done is kept. */
  readonly signal?: AbortSignal;
  readonly batchEntries?: number;
  /** The rules by which vectors are made here; a test makes them another program's. */
  readonly rules?: number;
};

/**
 * Records -> vectors, to where the records stand or until the signal comes. Answers whether they were followed to their
 * end. The position is saved after the index has kept a batch, so whatever dies or fails in between is done again, to
 * the same effect. Throws what the embedder, the index and the records throw; what was done is kept.
 */
export async function followVectors(options: FollowVectorsOptions): Promise<boolean> {
  const { db, source, embedder, clock, stamp, signal, batchEntries = BATCH_ENTRIES } = options;
  const projection = vectorsProjection(embedder.version.id, source.collection);
  await mendOrStartOver(options, projection);
  const partsOf = source.begin(db);
  for (;;) {
    if (signal?.aborted === true) return false;
    const entries = await readOutbox(db, await projectionPosition(db, projection), batchEntries);
    const last = entries.at(-1);
    if (last === undefined) return true;
    for await (const part of partsOf(entries)) {
      if (!(await hold(options, part))) return false;
    }
    const next = await stamp?.prepare();
    await transaction(db, async (trx) => {
      if (next !== undefined) await stamp?.save(trx, next, clock);
      await saveProjectionPosition(trx, projection, last.seq, clock);
    });
  }
}

/** False when the signal came first. */
async function hold(
  { db, source, engine, embedder, log, signal }: FollowVectorsOptions,
  { documents, unwanted }: VectorPart,
): Promise<boolean> {
  await applyBatch(engine, [], unwanted, log);
  for (const some of inParts(documents, DOCUMENTS_AT_ONCE)) {
    if (signal?.aborted === true) return false;
    let endless: ReadonlySet<string> = new Set();
    const onSplit = (ids: ReadonlySet<string>): void => void (endless = ids);
    const refused = await applyBatch(engine, await embedDocuments(some, embedder, { signal, onSplit }), [], log);
    await applyBatch(engine, [], [...refused.keys()], log);
    for (const id of endless) log.error({ id }, "a text cannot be split into passages and has no vectors");
    await noteUnreadNow(db, "vectors", {
      read: some.map(({ id }) => id).filter((id) => !endless.has(id)),
      unread: [...endless].map((recordId) => ({ kind: source.kind, recordId, reason: ENDLESS_READING })),
    });
  }
  return true;
}

/** What damaged files took with them is embedded again. */
async function repair({ db, source, engine, embedder, log }: FollowVectorsOptions): Promise<void> {
  const { ids, documentsOf } = source.documents(db);
  const embedded = {
    ids,
    documentsOf: async (some: readonly string[]) => embedInParts(await documentsOf(some), embedder),
  };
  const documents = await repairIndex(engine, embedded, log);
  log.warn({ documents }, `the index of vectors of ${source.collection} was damaged and has been repaired`);
}

async function embedInParts(documents: readonly IndexDocument[], embedder: Embedder): Promise<IndexDocument[]> {
  const embedded: IndexDocument[] = [];
  for (const some of inParts(documents, DOCUMENTS_AT_ONCE)) embedded.push(...(await embedDocuments(some, embedder)));
  return embedded;
}

/**
 * An index that was removed, or records that were restored from a backup, no longer fit the saved position. Of a
 * collection that holds nothing the index is not asked, and so not opened.
 */
async function mendOrStartOver(options: FollowVectorsOptions, projection: string): Promise<void> {
  const { db, source, engine, log, clock, stamp } = options;
  await noteBegunOnce(db, projection, clock);
  await startOverIfOtherRules(options, projection);
  const position = await projectionPosition(db, projection);
  const isBelonging = ((await stamp?.fits(db)) ?? true) && position <= (await outboxEnd(db));
  const isHeld = await source.holdsAnything(db);
  if (isBelonging && (position === 0 || !isHeld)) return;
  const { documents, damaged } = await engine.status();
  if (isBelonging && documents > 0) {
    if (damaged.length > 0) await repair(options);
    return;
  }
  log.warn({ position, projection }, "the vectors do not belong to these records; making them all again");
  if (documents > 0) await engine.replaceAll(nothing());
  const next = await stamp?.prepare();
  await transaction(db, async (trx) => {
    if (next !== undefined) await stamp?.save(trx, next, clock);
    await noteBegun(trx, projection, clock);
    await saveProjectionPosition(trx, projection, 0, clock);
  });
}

/** Of vectors of which no number is noted: they are older than numbers, and to make them again may cost money. */
const RULES_UNNOTED = 1;

/** What other rules made stays and answers until it has been made again, document by document. */
async function startOverIfOtherRules(
  { db, source, embedder, log, clock, rules = DERIVATIONS.vectors.number }: FollowVectorsOptions,
  projection: string,
): Promise<void> {
  const name = vectorRulesName(embedder.version.id, source.collection);
  const position = await projectionPosition(db, projection);
  const made = (await projectionPosition(db, name)) || (position > 0 ? RULES_UNNOTED : rules);
  if (made === rules && (await projectionPosition(db, name)) === rules) return;
  await transaction(db, async (trx) => {
    await saveProjectionPosition(trx, name, rules, clock);
    if (made === rules) return;
    await noteBegun(trx, projection, clock);
    await saveProjectionPosition(trx, projection, 0, clock);
  });
  if (made !== rules)
    log.warn({ made, rules }, `other rules made the vectors of ${source.collection}; making them again`);
}

async function* nothing(): AsyncGenerator<readonly IndexDocument[]> {
  // No batches: nothing is put in the place of what is held.
}
