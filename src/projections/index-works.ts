import { messageOf } from "#base/errors.ts";
import { byMemory } from "#base/memory-share.ts";
import type { Logger } from "#base/log.ts";
import type { Reader } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import type { IndexDocument, SearchEngine } from "#index/index.ts";
import { applyBatch } from "./apply.ts";
import { buildDocuments } from "./documents.ts";
import type { Built, CitingWordsOf } from "./documents.ts";
import { copiedOpinionIds, readWorks, shownOpinionIds } from "./works.ts";
import type { Touched, Work } from "./works.ts";

/** UTF-16 units of text held at once, and works read in one go; a single longer work goes alone. */
const PART_CHARS_MAX = { usual: 16 * 1024 * 1024, short: 2 * 1024 * 1024 };
const PART_WORKS_MAX = 500;

export type IndexedBatch = {
  readonly works: readonly Work[];
  /** Opinions in the index now, and those that are not, with the reason. */
  readonly indexed: ReadonlySet<string>;
  readonly skipped: ReadonlyMap<string, string>;
};

export type IndexWorksOptions = {
  readonly db: Reader;
  readonly engine: SearchEngine;
  readonly log: Logger;
  readonly citingWordsOf: CitingWordsOf;
};

/**
 * Makes the engine hold exactly the shown copies of these works. What is to be taken out is known before anything
 * is put in, over all works together, for an opinion may leave one of them for another; and it goes with the
 * first that is put in, so that a copy takes the place of another in one step.
 */
export async function indexWorks(options: IndexWorksOptions, { workIds, deletedIds }: Touched): Promise<IndexedBatch> {
  const { db, engine, log, citingWordsOf } = options;
  const works = await readWorks(db, workIds);
  const wanted = new Set(works.flatMap(shownOpinionIds));
  // What was noted may be behind what the engine holds, when a run died in between: so the records count too.
  const unwanted = new Set([
    ...deletedIds,
    ...works.flatMap(copiedOpinionIds),
    ...(await formerlyIndexed(db, workIds)),
  ]);
  let removed = [...unwanted].filter((id) => !wanted.has(id));
  const indexed = new Set<string>();
  const skipped = new Map<string, string>();
  for (const part of partsOf(works)) {
    const { documents, unbuilt } = sortedOut(await buildDocuments(db, part, citingWordsOf), log);
    const refused = await applyBatch(engine, documents, removed, log);
    removed = [];
    for (const { id } of documents) indexed.add(id);
    for (const [id, reason] of [...unbuilt, ...refused]) {
      indexed.delete(id);
      skipped.set(id, reason);
    }
  }
  // Refused, or deleted while the batch was made: whatever the engine held of them before is out of date.
  const stale = [...wanted].filter((id) => !indexed.has(id));
  await applyBatch(engine, [], [...removed, ...stale], log);
  return { works, indexed, skipped };
}

/** What could be made into a document, and what could not, which is logged. */
export function sortedOut(
  built: readonly Built[],
  log: Logger,
): { documents: IndexDocument[]; unbuilt: Map<string, string> } {
  const documents: IndexDocument[] = [];
  const unbuilt = new Map<string, string>();
  for (const one of built) {
    if ("document" in one) {
      documents.push(one.document);
      continue;
    }
    const reason = messageOf(one.fault);
    unbuilt.set(one.opinionId, reason);
    log.error({ opinionId: one.opinionId, reason }, "an opinion cannot be indexed and is passed over");
  }
  return { documents, unbuilt };
}

/** Works in parts whose text is held at once. */
export function* partsOf(works: readonly Work[]): Generator<readonly Work[]> {
  const chars_max = byMemory(PART_CHARS_MAX);
  let part: Work[] = [];
  let chars = 0;
  for (const work of works) {
    const added = (work.shown?.opinions ?? []).reduce((sum, opinion) => sum + opinion.textChars, 0);
    if (part.length > 0 && (chars + added > chars_max || part.length >= PART_WORKS_MAX)) {
      yield part;
      part = [];
      chars = 0;
    }
    part.push(work);
    chars += added;
  }
  if (part.length > 0) yield part;
}

/** What the index of words was given of these works. */
export async function formerlyIndexed(db: Reader, workIds: readonly string[]): Promise<string[]> {
  const opinionIds: string[] = [];
  for (const ids of inParts(workIds)) {
    const rows = await db
      .selectFrom("indexed_opinions")
      .select("opinion_id")
      .where("work_id", "in", ids)
      .where("state", "!=", "copy")
      .execute();
    opinionIds.push(...rows.map((row) => row.opinion_id));
  }
  return opinionIds;
}
