import type { Reader } from "#db/connection.ts";
import type { CollectionKind, OutboxEntry } from "#db/outbox.ts";
import { pagesAfter } from "./followed-collection.ts";
import type { Changes, FollowedCollection } from "./followed-collection.ts";

/** How a collection follows of which each record is one document, known by the record's id. */
export type FollowedRecords = Pick<
  FollowedCollection,
  "name" | "kind" | "projection" | "rules" | "documentsOf" | "unitsAtOnce"
> & {
  /** Up to `limit` ids behind this one, in their order. */
  readonly idsAfter: (db: Reader, after: string, limit: number) => Promise<readonly string[]>;
  /** Without it changes are those of the kind that this collection alone follows: `collection/` and what a record is. */
  readonly changesIn?: FollowedCollection["changesIn"];
};

export function followedRecords({ idsAfter, ...followed }: FollowedRecords): FollowedCollection {
  const pages: FollowedCollection["pages"] = (db) =>
    pagesAfter(async (after) => idsAfter(db, after, followed.unitsAtOnce));
  const own: CollectionKind = `collection/${followed.kind}`;
  return {
    changesIn: async (_db, entries) => changesOf(own, entries),
    ...followed,
    pages,
    pagesOfDocuments: pages,
    unitsOf: async (_db, ids) => ids,
  };
}

/** The last of each record counts. */
function changesOf(kind: CollectionKind, entries: readonly OutboxEntry[]): Changes {
  const last = new Map(entries.filter((entry) => entry.kind === kind).map(({ recordId, op }) => [recordId, op]));
  const idsOf = (wanted: OutboxEntry["op"]): string[] => [...last].flatMap(([id, op]) => (op === wanted ? [id] : []));
  return { units: idsOf("upsert"), gone: idsOf("delete") };
}
