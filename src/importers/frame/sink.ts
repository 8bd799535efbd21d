import type { Trx } from "#db/connection.ts";
import type { Batch } from "./batches.ts";
import type { Sums, Tally } from "./counts.ts";
import type { Reject } from "./rejects.ts";
import type { Row } from "./source.ts";

/** A batch ready to be written. */
export type ReadyBatch<Item extends Row> = { readonly batch: Batch<Item>; readonly rejects: readonly Reject[] };

/** What came of a batch: by kind of record, and what else the sink counts. */
export type Written = { readonly tallies: Readonly<Record<string, Tally>>; readonly sums?: Sums };

/**
 * Where the rows of a source go: what is made of them, and how it is written. The frame reads, cuts batches, keeps the
 * positions and the rejects, and calls it.
 */
export type Sink<Item extends Row, Ready extends ReadyBatch<Item>> = {
  /** The kinds of record it counts. */
  readonly kinds: readonly string[];
  /** Batches that are made ready while another is written. */
  readonly batchesAhead: number;
  /** Makes a batch ready. Reads the records but writes nothing; what it rejects is in the answer, the row's own included. */
  readonly prepare: (batch: Batch<Item>) => Promise<Ready>;
  /** Writes a batch in the transaction that moves the position, and tells what came of it. */
  readonly write: (trx: Trx, ready: Ready) => Promise<Written>;
};

/** What the rows of a batch are left out for by themselves. */
export function rejectsOf(items: readonly Row[]): Reject[] {
  return items.flatMap(({ place, sourceId, rejects }) => rejects.map((reason) => ({ ...reason, place, sourceId })));
}
