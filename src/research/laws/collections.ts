import type { Reader } from "#db/connection.ts";
import { collectionCounts } from "#laws/store/collections.ts";
import type { CollectionCount } from "#laws/store/collections.ts";
import { heldCollections, refuseFaults, statesNamed } from "./held.ts";
import type { LawCollection, LawType } from "./held.ts";

export type CollectionsAsked = { readonly states?: readonly string[]; readonly types?: readonly LawType[] };

/** A code or register with what is held of it, by type. */
export type CollectionView = { readonly collection: LawCollection; readonly counts: readonly CollectionCount[] };

/** By state and name. @throws OnpointError `invalid_input` for a state that is none */
export type ListCollections = (asked: CollectionsAsked) => Promise<readonly CollectionView[]>;

/** Counting reads every version's record, so what was counted is told for so long. */
const COUNTED_MS = 60_000;

export function collectionLister(db: Reader, now_ms: () => number): ListCollections {
  let counted: { readonly at_ms: number; readonly counts: Promise<readonly CollectionCount[]> } | undefined;
  const counts = async (): Promise<readonly CollectionCount[]> => {
    if (counted === undefined || now_ms() - counted.at_ms > COUNTED_MS) {
      const reading = collectionCounts(db);
      counted = { at_ms: now_ms(), counts: reading };
      reading.catch(() => (counted = undefined));
    }
    return counted.counts;
  };
  return async ({ states = [], types }) => {
    const held = await heldCollections(db);
    const named = statesNamed(states, held);
    refuseFaults(named.faults);
    const byCollection = Map.groupBy(await counts(), ({ collectionId }) => collectionId);
    return [...held.values()]
      .map((collection) => ({ collection, counts: byCollection.get(collection.id) ?? [] }))
      .filter(({ collection }) => named.states.length === 0 || named.states.includes(collection.state))
      .filter(
        ({ collection, counts: ofIt }) =>
          types === undefined || types.includes(collection.type) || ofIt.some(({ type }) => types.includes(type)),
      );
  };
}
