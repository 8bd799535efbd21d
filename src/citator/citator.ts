import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "#base/clock.ts";
import type { Clock } from "#base/clock.ts";
import { messageOf } from "#base/errors.ts";
import type { Logger } from "#base/log.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { appendEvents } from "#db/events.ts";
import { appendOutbox, outboxEnd, projectionPosition, readOutbox, saveProjectionPosition } from "#db/outbox.ts";
import { forgetUnread, noteUnread } from "#db/unread.ts";
import { applyBatch } from "./apply-batch.ts";
import { beQuiet, quietUntil } from "./quiet.ts";
import { readStoredOpinions } from "./read-stored.ts";
import type { ReadOpinion, ReadOutcome } from "./read-stored.ts";
import { CITATOR_RULES } from "./rules.ts";
import type { CitatorRules } from "./rules.ts";
import { changesTold } from "./told.ts";
import { touchedBy } from "./touched.ts";
import { CITATOR_PROJECTION } from "./tables.ts";

export { CITATOR_PROJECTION };

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
  /** The numbers of the rules that what is made is kept with; a test makes them another program's. */
  readonly rules?: CitatorRules;
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
  rules = CITATOR_RULES,
}: CitatorOptions): Citator {
  const read = readOpinions ?? ((ids) => readStoredOpinions(db, ids));

  const runUntilCaughtUp: Citator["runUntilCaughtUp"] = async (onProgress = () => undefined, signal) => {
    await startOverIfRecordsWereReplaced(db, log, clock);
    const quiet = await quietUntil(db, clock);
    const start = await projectionPosition(db, CITATOR_PROJECTION);
    let progress: CitatorProgress = { done: 0, total: 0, opinions: 0, edges: 0, skipped: 0 };
    for (let position = start; ;) {
      signal?.throwIfAborted();
      // A batch is quiet as a whole, or not at all.
      const isQuiet = position < quiet;
      const entries = await readOutbox(db, position, isQuiet ? Math.min(batchEntries, quiet - position) : batchEntries);
      const last = entries.at(-1);
      if (last === undefined) return progress;
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
        const told = await applyBatch(trx, touched, readings, rules);
        if (!isQuiet) await appendEvents(trx, told.events, clock);
        await appendOutbox(trx, changesTold(told));
        await noteUnread(trx, "citator", {
          read: [...touched.goneOpinionIds, ...readings.map(({ opinionId }) => opinionId)],
          unread: outcomes.flatMap((outcome) =>
            "fault" in outcome ? [{ kind: "opinion", recordId: outcome.opinionId, reason: outcome.fault }] : [],
          ),
        });
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
    await forgetUnread(trx, "citator");
    await saveProjectionPosition(trx, CITATOR_PROJECTION, 0, clock);
    await beQuiet(trx, clock);
  });
}

/** Records restored from a backup end before the saved position: then everything is followed anew. */
async function startOverIfRecordsWereReplaced(db: Db, log: Logger, clock: Clock): Promise<void> {
  const position = await projectionPosition(db, CITATOR_PROJECTION);
  if (position <= (await outboxEnd(db))) return;
  log.warn({ position }, "the citator does not belong to these records; starting over");
  await forgetCitator(db, clock);
}
