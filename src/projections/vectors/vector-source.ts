import type { Db, Reader } from "#db/connection.ts";
import type { OutboxEntry } from "#db/outbox.ts";
import { inParts } from "#db/parts.ts";
import type { UnreadKind } from "#db/unread.ts";
import type { IndexDocument } from "#index/index.ts";
import type { DocumentSource } from "#projections/document-source.ts";
import { documentsIn } from "#projections/followed-collection.ts";
import type { FollowedCollection } from "#projections/followed-collection.ts";
import type { CollectionName } from "#completeness/completeness.ts";

/** A collection as its vectors follow it. */
export type VectorSource = {
  readonly collection: CollectionName;
  /** What its documents are among the records. */
  readonly kind: UnreadKind;
  /** Begins a run over the outbox: answers what its lines ask of the index, in parts whose texts may be held at once. */
  readonly begin: (db: Db) => (entries: readonly OutboxEntry[]) => AsyncIterable<VectorPart>;
  /** All of it, for an index that has lost something. */
  readonly documents: (db: Db) => DocumentSource;
  /** Whether anything should be in the index. */
  readonly holdsAnything: (db: Db) => Promise<boolean>;
  /** Of documents that the index lacks, how many have been refused by the index of words too. */
  readonly countOfRefused?: (db: Reader, ids: readonly string[]) => Promise<number>;
};

/** Documents of words to be embedded, and ids of what is to be taken out first. */
export type VectorPart = { readonly documents: readonly IndexDocument[]; readonly unwanted: readonly string[] };

/** A collection that follows the outbox by units, searched by meaning too. */
export function vectorsOfCollection(
  collection: CollectionName,
  followed: Omit<FollowedCollection, "name">,
): VectorSource {
  return {
    collection,
    kind: followed.kind,
    begin: (db) =>
      async function* (entries) {
        const { units, gone } = await followed.changesIn(db, entries);
        if (gone.length > 0) yield { documents: [], unwanted: gone };
        for (const unitIds of inParts(units, followed.unitsAtOnce)) {
          const { documents, unmade } = await followed.documentsOf(db, unitIds);
          yield { documents, unwanted: [...unmade.keys()] };
        }
      },
    documents: (db) => documentsIn(followed, db),
    holdsAnything: async (db) => {
      for await (const page of followed.pages(db)) return page.length > 0;
      return false;
    },
  };
}
