import type { Row } from "./source.ts";

export type Batch<Item extends Row> = {
  readonly items: readonly Item[];
  /** Number of the last row in it. */
  readonly lastRow: number;
  readonly raw_bytes: number;
};

export type BatchLimits = { readonly items_max: number; readonly raw_bytes_max: number };

/**
 * Cuts rows into batches by their number and size alone, never by how the input happened to deliver them: an import
 * that goes on after an interruption commits the same batches as one that was never interrupted.
 */
export async function* inBatches<Item extends Row>(
  groups: AsyncIterable<readonly Item[]>,
  limits: BatchLimits,
): AsyncGenerator<Batch<Item>> {
  let items: Item[] = [];
  let raw_bytes = 0;
  const cut = (): Batch<Item> => {
    const batch = { items, lastRow: items.at(-1)?.place.row ?? 0, raw_bytes };
    items = [];
    raw_bytes = 0;
    return batch;
  };
  let failure: { readonly thrown: unknown } | undefined;
  try {
    for await (const group of groups) {
      for (const item of group) {
        items.push(item);
        raw_bytes += item.bytes;
        if (items.length >= limits.items_max || raw_bytes >= limits.raw_bytes_max) yield cut();
      }
    }
  } catch (thrown) {
    failure = { thrown };
  }
  // What was read before a failure is whole, and is kept.
  if (items.length > 0) yield cut();
  if (failure !== undefined) throw failure.thrown;
}
