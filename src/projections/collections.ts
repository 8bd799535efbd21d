import type { CollectionName } from "#completeness/completeness.ts";
import type { Collection, PlainCollection } from "./collection.ts";
import { FILING_COLLECTION } from "./filings/filing-collection.ts";
import { LAW_COLLECTION } from "./laws/law-collection.ts";
import { OPINION_COLLECTION } from "./opinion-collection.ts";

const HELD = new Map<CollectionName, Collection>();

/**
 * From here on whatever is done for each collection is done for this one too, on this thread, until what comes back is
 * called.
 */
export function addCollection(collection: Collection): () => void {
  HELD.set(collection.name, collection);
  return () => void HELD.delete(collection.name);
}

for (const collection of [OPINION_COLLECTION, LAW_COLLECTION, FILING_COLLECTION]) addCollection(collection);

/** Every collection. Whatever has to be done for each is a loop over these. */
export function collections(): readonly Collection[] {
  return [...HELD.values()];
}

export function collectionNames(): readonly CollectionName[] {
  return [...HELD.keys()];
}

export function collectionCalled(name: CollectionName): Collection {
  const found = HELD.get(name);
  if (found === undefined) throw new Error(`there is no collection ${name}`);
  return found;
}

/** Those whose indexes follow the records unit by unit. */
export function plainCollections(): readonly PlainCollection[] {
  return collections().filter((one): one is PlainCollection => one.followed !== undefined);
}

/** Those that are searched by meaning too, in the order in which their vectors are made. */
export function embeddedCollections(): readonly Collection[] {
  return collections().filter(({ vectors }) => vectors !== undefined);
}

/** Something for each collection. */
export function forEachCollection<Value>(
  make: (collection: Collection) => Value,
): Readonly<Record<CollectionName, Value>> {
  const made = collections().map((collection) => [collection.name, make(collection)]);
  return Object.fromEntries(made) as Record<CollectionName, Value>;
}
