import { systemClock } from "#base/clock.ts";
import type { Clock } from "#base/clock.ts";
import type { Logger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import { eachEntry, outboxEnd, projectionPosition, readOutbox, saveProjectionPosition } from "#db/outbox.ts";
import type { OutboxEntry } from "#db/outbox.ts";
import { inParts } from "#db/parts.ts";
import type { IndexDocument, SearchEngine } from "#index/index.ts";
import { dayOf } from "#laws/currency.ts";
import { nodeIdsAfter, versionsById } from "#laws/store/read.ts";
import { applyBatch } from "../apply.ts";
import { repairIndex } from "../repair.ts";
import { leaveReport } from "../report.ts";
import { clearRequest, isRequested } from "../requests.ts";
import { lawDocuments } from "./law-documents.ts";
import { LAW_INDEX_PROJECTION, NODES_PER_PART, pagesOfNodes, pagesOfVersions } from "./law-pages.ts";
import { verifyLawIndex } from "./law-status.ts";

export type LawIndexProgress = {
  /** Changes followed, and changes there are to follow in this run. */
  readonly done: number;
  readonly total: number;
  /** Versions given to the index in this run. */
  readonly documents: number;
};

export type LawIndexer = {
  /** Follows the records to where they stand now. */
  runUntilCaughtUp(onProgress?: (progress: LawIndexProgress) => void): Promise<LawIndexProgress>;
  /** Builds the index again from the records, while searches go on over the old one; how many versions it holds. */
  rebuild(onProgress?: (documents: number) => void): Promise<number>;
  /** Repairs the index when it is damaged; rebuilds it, and verifies it, when another process has asked (`requestOfIndex`). */
  tend(): Promise<void>;
};

const BATCH_ENTRIES = 10_000;

/**
 * Laws -> their index. The position is saved after the engine has kept a batch.
 */
export function createLawIndexer({
  db,
  engine,
  log,
  clock = systemClock,
}: {
  readonly db: Db;
  readonly engine: SearchEngine;
  readonly log: Logger;
  readonly clock?: Clock;
}): LawIndexer {
  const documentsOf = async (nodeIds: readonly string[]): Promise<IndexDocument[]> =>
    lawDocuments(db, nodeIds, dayOf(clock));

  const rebuild: LawIndexer["rebuild"] = async (onProgress = () => undefined) => {
    const began = await outboxEnd(db);
    let documents = 0;
    async function* all(): AsyncGenerator<readonly IndexDocument[]> {
      for await (const nodeIds of pagesOfNodes(db)) {
        const part = await documentsOf(nodeIds);
        yield part;
        documents += part.length;
        onProgress(documents);
      }
    }
    await engine.replaceAll(all());
    await saveProjectionPosition(db, LAW_INDEX_PROJECTION, began, clock);
    return documents;
  };

  const startOverIfLost = async (): Promise<void> => {
    const position = await projectionPosition(db, LAW_INDEX_PROJECTION);
    if (position === 0) return;
    const isAhead = position > (await outboxEnd(db));
    const isEmpty = (await engine.status()).documents === 0;
    if (!isAhead && !(isEmpty && (await nodeIdsAfter(db, "", 1)).length > 0)) return;
    log.warn({ position }, "the index of laws does not belong to these records; building it again");
    await rebuild();
  };

  const runUntilCaughtUp: LawIndexer["runUntilCaughtUp"] = async (onProgress = () => undefined) => {
    await startOverIfLost();
    const start = await projectionPosition(db, LAW_INDEX_PROJECTION);
    let progress: LawIndexProgress = { done: 0, total: 0, documents: 0 };
    for (let position = start; ;) {
      const entries = await readOutbox(db, position, BATCH_ENTRIES);
      const last = entries.at(-1);
      if (last === undefined) return progress;
      let { documents } = progress;
      const { nodeIds: told, gone } = changesIn(entries);
      if (gone.length > 0) await applyBatch(engine, [], gone, log);
      for (const nodeIds of inParts(told, NODES_PER_PART)) {
        const upserts = await documentsOf(nodeIds);
        const refused = await applyBatch(engine, upserts, [], log);
        documents += upserts.length - refused.length;
      }
      position = last.seq;
      await saveProjectionPosition(db, LAW_INDEX_PROJECTION, position, clock);
      progress = { done: position - start, total: Math.max(await outboxEnd(db), position) - start, documents };
      onProgress(progress);
    }
  };

  return {
    rebuild,
    runUntilCaughtUp,
    tend: async () => {
      if ((await engine.status()).damaged.length > 0) {
        const documents = await repairIndex(engine, {
          ids: () => pagesOfVersions(db),
          documentsOf: async (ids) => {
            const wanted = new Set(ids);
            const nodeIds = new Set((await versionsById(db, ids)).map(({ nodeId }) => nodeId));
            return (await documentsOf([...nodeIds])).filter(({ id }) => wanted.has(id));
          },
        });
        log.warn({ documents }, "the index of laws was damaged and has been repaired from the records");
      }
      if (await isRequested(db, "rebuild", "laws")) {
        log.info({ documents: await rebuild() }, "the index of laws has been rebuilt");
        await clearRequest(db, "rebuild", "laws");
      }
      if (await isRequested(db, "verify", "laws")) {
        // What was changed before the question is part of the answer.
        await runUntilCaughtUp();
        await leaveReport(db, "laws", verifyLawIndex(db, engine));
        await clearRequest(db, "verify", "laws");
      }
    },
  };
}

/** Provisions that changed, and versions that are gone. */
function changesIn(entries: readonly OutboxEntry[]): { readonly nodeIds: string[]; readonly gone: string[] } {
  const nodeIds = new Set<string>();
  const gone = new Set<string>();
  eachEntry(entries, {
    law: ({ op, recordId }) => (op === "delete" ? gone : nodeIds).add(recordId),
    opinion: () => undefined,
    cluster: () => undefined,
    citing_words: () => undefined,
    docket: () => undefined,
    filing: () => undefined,
  });
  return { nodeIds: [...nodeIds], gone: [...gone] };
}
