import type { Db } from "#db/connection.ts";
import { addAccounts, EMPTY_ACCOUNT } from "#opinions/clean/text-account.ts";
import { writeDecisions } from "#opinions/store/write.ts";
import type { Sink } from "../frame/sink.ts";
import type { SourceItem } from "../source.ts";
import type { CleaningPool } from "./cleaning/pool.ts";
import { prepareOpinions } from "./prepare-opinions.ts";
import type { ReadyOpinions } from "./prepare-opinions.ts";

export type OpinionSink = Sink<SourceItem, ReadyOpinions> & {
  /** Hashing rows and looking up what is held, in milliseconds; runs between reading and writing. */
  readonly compare_ms: () => number;
};

/**
 * Decisions and their opinions: what is new, changed or cleaned by older rules is cleaned on other threads, and written
 * where it comes out otherwise than it is held; with `again`, all are.
 */
export function opinionSink(db: Db, source: string, pool: CleaningPool, again: boolean): OpinionSink {
  const times = { compare_ms: 0 };
  return {
    kinds: ["decisions", "opinions"],
    batchesAhead: pool.size + 1,
    compare_ms: () => times.compare_ms,
    prepare: async (batch) => prepareOpinions({ db, source, pool, again, times }, batch),
    write: async (trx, { clusters, opinions, whole, unchanged }) => {
      const written = await writeDecisions(trx, { clusters, opinions, whole });
      const opinionsUnchanged = written.opinions.unchanged + unchanged;
      const characters = opinions.reduce(
        (sum, { account }) => addAccounts(sum, account ?? EMPTY_ACCOUNT),
        EMPTY_ACCOUNT,
      );
      return {
        tallies: {
          decisions: written.decisions,
          opinions: { ...written.opinions, unchanged: opinionsUnchanged },
        },
        sums: { changes: written.changes, characters },
      };
    },
  };
}
