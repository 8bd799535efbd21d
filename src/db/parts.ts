/** Keys asked for in one statement, below the limits on parameters of both databases. */
const KEYS_PER_QUERY = 500;

/** Any number of items, as many at a time as one statement may ask for. */
export function* inParts<Item>(items: readonly Item[], size: number = KEYS_PER_QUERY): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
