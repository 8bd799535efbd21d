import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "#base/clock.ts";
import type { Clock } from "#base/clock.ts";
import { messageOf } from "#base/errors.ts";
import type { Logger } from "#base/log.ts";
import { transaction } from "#db/connection.ts";
import type { Db, Reader } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import {
  appendOutbox,
  eachEntry,
  outboxEnd,
  projectionPosition,
  readOutbox,
  saveProjectionPosition,
} from "#db/outbox.ts";
import type { OutboxEntry } from "#db/outbox.ts";
import { heldOpinionIds, workIdsOfDecisions } from "#opinions/store/held.ts";
import { decisionRelation, opinionRelation } from "#opinions/store/relations.ts";
import { reachOf, remember } from "./decisions.ts";
import type { Reach } from "./decisions.ts";
import { insertEdges, removeEdges } from "./edges.ts";
import { readStoredOpinions } from "./read-stored.ts";
import type { ReadOpinion, ReadOutcome } from "./read-stored.ts";
import { relinkEdges } from "./relink.ts";
import { refreshSummaries } from "./summaries.ts";

export const CITATOR_PROJECTION = "citator";

export type CitatorProgress = {
  /** Changes followed in this run, and changes there are to follow. */
  readonly done: number;
  readonly total: number;
  readonly opinions: number;
  readonly edges: number;
  readonly skipped: number;
};

export type Citator = {
  /** Follows the records to where they stand now; what was done is kept when it throws. */
  runUntilCaughtUp(onProgress?: (progress: CitatorProgress) => void, signal?: AbortSignal): Promise<CitatorProgress>;
  /** Follows the records until the signal comes. A failure is logged and tried again. */
  follow(signal: AbortSignal): Promise<void>;
};

export type CitatorOptions = {
  readonly db: Db;
  readonly log: Logger;
  readonly clock?: Clock;
  /** Changes followed in one transaction; a test makes it small. */
  readonly batchEntries?: number;
  /** Reads opinions on other threads; without it they are read on this one. */
  readonly readOpinions?: (opinionIds: readonly string[]) => Promise<readonly ReadOutcome[]>;
};

/** Changes followed in one transaction: enough to make writing cheap, few enough that readers wait little. */
const ENTRIES_MAX = 500;
const POLL_MS = 500;
const RETRY_MS_MAX = 30_000;

/**
 * Records -> who cites whom, how each citing passage treats the cited case, and how each decision stands. Follows the
 * outbox; what a batch changes and the position it reached are one transaction, so a process that dies in between
 * leaves nothing half done, and following step by step comes to the same as starting over.
 */
export function createCitator({
  db,
  log,
  clock = systemClock,
  batchEntries = ENTRIES_MAX,
  readOpinions,
}: CitatorOptions): Citator {
  const read = readOpinions ?? ((ids) => readStoredOpinions(db, ids));

  const runUntilCaughtUp: Citator["runUntilCaughtUp"] = async (onProgress = () => undefined, signal) => {
    await startOverIfRecordsWereReplaced(db, log, clock);
    const start = await projectionPosition(db, CITATOR_PROJECTION);
    let progress: CitatorProgress = { done: 0, total: 0, opinions: 0, edges: 0, skipped: 0 };
    for (let position = start; ;) {
      signal?.throwIfAborted();
      const entries = await readOutbox(db, position, batchEntries);
      const last = entries.at(-1);
      if (last === undefined) {
        if (progress.done > 0) await dropOrphans(db);
        return progress;
      }
      const touched = await touchedBy(db, entries);
      const outcomes = await read([...touched.opinionIds]);
      const readings = outcomes.filter((outcome): outcome is ReadOpinion => "cited" in outcome);
      for (const outcome of outcomes) {
        if ("fault" in outcome)
          log.error(
            { opinionId: outcome.opinionId, reason: outcome.fault },
            "an opinion cannot be read and is passed over",
          );
      }
      await transaction(db, async (trx) => {
        const lost = await removeEdges(trx, [...touched.opinionIds, ...touched.goneOpinionIds]);
        const gained = await insertEdges(trx, readings);
        const clusterIds = [...touched.clusterIds];
        const relinked = await relinkEdges(trx, clusterIds, [...touched.reach.keys]);
        const cited = await citedByClusters(trx, clusterIds);
        const affected = new Set([...lost, ...gained, ...relinked]);
        const works = new Set([
          ...touched.reach.workIds,
          ...(await workIdsOfDecisions(trx, [...affected, ...cited, ...clusterIds])),
        ]);
        const recounted = await refreshSummaries(trx, [...works].toSorted());
        // The index holds how often a decision is cited, and what an opinion cites.
        const told = new Set([
          ...affected,
          ...(await decisionsOfWorks(trx, recounted)),
          ...readings.map(({ clusterId }) => clusterId),
        ]);
        await remember(trx, clusterIds);
        await appendOutbox(
          trx,
          [...told].toSorted().map((recordId) => ({ kind: "citing_words", recordId, op: "upsert" })),
        );
        await saveProjectionPosition(trx, CITATOR_PROJECTION, last.seq, clock);
      });
      position = last.seq;
      progress = {
        done: position - start,
        total: (await outboxEnd(db)) - start,
        opinions: progress.opinions + readings.length,
        edges: progress.edges + readings.reduce((sum, { cited }) => sum + cited.length, 0),
        skipped: progress.skipped + outcomes.length - readings.length,
      };
      onProgress(progress);
    }
  };

  return {
    runUntilCaughtUp,
    async follow(signal) {
      for (let wait_ms = POLL_MS; !signal.aborted;) {
        try {
          await runUntilCaughtUp(undefined, signal);
          wait_ms = POLL_MS;
        } catch (thrown) {
          if (signal.aborted) return;
          log.error({ reason: messageOf(thrown) }, "the citator cannot follow the records; trying again");
          wait_ms = Math.min(wait_ms * 2, RETRY_MS_MAX);
        }
        await sleep(wait_ms, undefined, { signal }).catch(() => undefined);
      }
    },
  };
}

/** Forgets everything the citator has worked out, so that the next run starts over. */
export async function forgetCitator(db: Db, clock: Clock = systemClock): Promise<void> {
  await transaction(db, async (trx) => {
    await trx.deleteFrom("citing_edges").execute();
    await trx.deleteFrom("citing_keys").execute();
    await trx.deleteFrom("citing_laws").execute();
    await trx.deleteFrom("citing_opinions").execute();
    await trx.deleteFrom("citator_decisions").execute();
    await trx.deleteFrom("treatment_summaries").execute();
    await saveProjectionPosition(trx, CITATOR_PROJECTION, 0, clock);
  });
}

/** Records restored from a backup end before the saved position: then everything is followed anew. */
async function startOverIfRecordsWereReplaced(db: Db, log: Logger, clock: Clock): Promise<void> {
  const position = await projectionPosition(db, CITATOR_PROJECTION);
  if (position <= (await outboxEnd(db))) return;
  log.warn({ position }, "the citator does not belong to these records; starting over");
  await forgetCitator(db, clock);
}

type Touched = {
  readonly clusterIds: ReadonlySet<string>;
  readonly reach: Reach;
  /** To be read (again). */
  readonly opinionIds: ReadonlySet<string>;
  readonly goneOpinionIds: readonly string[];
};

/**
 * What a run of changes touches: the opinions that are new or changed; those already read whose decision has changed,
 * because its name, court and date tell its own appeal; and those that cite one of the changed decisions without a
 * name or court, because they are read by those it is held under. An opinion of a changed decision that has no edges cites
 * nothing, or its own entry is still ahead: either way there is nothing to read again.
 */
async function touchedBy(db: Reader, entries: readonly OutboxEntry[]): Promise<Touched> {
  const clusterIds = new Set<string>();
  const namedOpinions = new Set<string>();
  eachEntry(entries, {
    cluster: ({ recordId }) => clusterIds.add(recordId),
    opinion: ({ recordId }) => namedOpinions.add(recordId),
    // Our own word to the index.
    citing_words: () => undefined,
    // No decision changes with a law or a filing.
    law: () => undefined,
    // Nor with a docket, or with what was filed in it.
    docket: () => undefined,
    filing: () => undefined,
    trial_filing: () => undefined,
  });
  const opinionIds = await heldOpinionIds(db, [...namedOpinions]);
  for (const ids of inParts([...clusterIds])) {
    const ofDecision = await db
      .selectFrom("citing_opinions")
      .innerJoin(opinionRelation(db).as("opinion"), "opinion.id", "citing_opinions.opinion_id")
      .select("opinion.id")
      .where("citing_opinions.cluster_id", "in", ids)
      .execute();
    for (const { id } of ofDecision) opinionIds.add(id);
  }
  const reach = await reachOf(db, [...clusterIds]);
  for (const keys of inParts([...reach.keys])) {
    const incomplete = await db
      .selectFrom("citing_keys as key")
      .innerJoin("citing_edges as edge", (join) =>
        join.onRef("edge.citing_id", "=", "key.citing_id").onRef("edge.authority", "=", "key.authority"),
      )
      .innerJoin("citing_opinions as citing", "citing.id", "key.citing_id")
      .innerJoin(opinionRelation(db).as("opinion"), "opinion.id", "citing.opinion_id")
      .select("opinion.id")
      .distinct()
      .where("key.lookup_key", "in", keys)
      .where((row) => row.or([row("edge.name", "is", null), row("edge.court_id", "is", null)]))
      .execute();
    for (const { id } of incomplete) opinionIds.add(id);
  }
  return {
    clusterIds,
    reach,
    opinionIds,
    goneOpinionIds: [...namedOpinions].filter((id) => !opinionIds.has(id)),
  };
}

/** A summary whose work has no decision left is read by nobody; it goes once all changes are followed. */
async function dropOrphans(db: Db): Promise<void> {
  await transaction(db, async (trx) => {
    await trx
      .deleteFrom("treatment_summaries")
      .where((row) =>
        row.not(
          row.exists(
            row
              .selectFrom(decisionRelation(trx).as("decision"))
              .select("decision.id")
              .whereRef("decision.work_id", "=", "treatment_summaries.work_id"),
          ),
        ),
      )
      .execute();
  });
}

/** The decisions of some works: the index counts for them by how many they are cited, whoever it was that changed. */
async function decisionsOfWorks(trx: Reader, workIds: readonly string[]): Promise<string[]> {
  const decisions: string[] = [];
  for (const ids of inParts(workIds)) {
    const rows = await trx
      .selectFrom(decisionRelation(trx).as("decision"))
      .select("decision.id")
      .where("decision.work_id", "in", ids)
      .execute();
    decisions.push(...rows.map(({ id }) => id));
  }
  return decisions;
}

/** Decisions cited by these: the citing court and date are part of how they stand. */
async function citedByClusters(trx: Reader, clusterIds: readonly string[]): Promise<Set<string>> {
  const cited = new Set<string>();
  for (const ids of inParts(clusterIds)) {
    const rows = await trx
      .selectFrom("citing_edges")
      .innerJoin("citing_opinions", "citing_opinions.id", "citing_edges.citing_id")
      .select("cited_cluster_id")
      .distinct()
      .where("citing_opinions.cluster_id", "in", ids)
      .execute();
    for (const { cited_cluster_id } of rows) if (cited_cluster_id !== null) cited.add(cited_cluster_id);
  }
  return cited;
}
