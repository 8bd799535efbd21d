import { sql } from "kysely";
import type { Reader, Trx } from "#db/connection.ts";
import { upsertRows } from "#db/rows.ts";
import type { LawCollection, LawType } from "../model.ts";

/** Writes collections; of those held already everything is replaced, but a later day of the data is kept. */
export async function writeCollections(trx: Trx, written: readonly LawCollection[]): Promise<void> {
  const held = new Map((await collections(trx)).map((collection) => [collection.id, collection]));
  await upsertRows(
    trx,
    "law_collections",
    ["id"],
    written.map(({ sourceUrl, currentThrough, ...rest }) => ({
      ...rest,
      source_url: sourceUrl,
      current_through: later(currentThrough, held.get(rest.id)?.currentThrough ?? null),
    })),
  );
}

function later(left: string | null, right: string | null): string | null {
  return (left ?? "") > (right ?? "") ? left : right;
}

/** All codes and registers, by state and name. */
export async function collections(db: Reader): Promise<LawCollection[]> {
  const rows = await db.selectFrom("law_collections").selectAll().orderBy("state").orderBy("name").execute();
  return rows.map(({ source_url, current_through, type, ...rest }) => ({
    ...rest,
    type: type as LawType,
    sourceUrl: source_url,
    currentThrough: current_through,
  }));
}

/** What a collection holds of one type. Dates are the first and the last effective ones, null when none is stated. */
export type CollectionCount = {
  readonly collectionId: string;
  readonly type: LawType;
  readonly nodes: number;
  readonly leaves: number;
  readonly versions: number;
  readonly effectiveFrom: string | null;
  readonly effectiveTo: string | null;
};

/** Reads every version's record: a second on a million of them. */
export async function collectionCounts(db: Reader): Promise<CollectionCount[]> {
  const rows = await db
    .selectFrom("law_versions")
    .select([
      "collection_id",
      "type",
      sql<number>`count(distinct node_id)`.as("nodes"),
      sql<number>`count(distinct case when node_type = 'LEAF' then node_id end)`.as("leaves"),
      sql<number>`count(*)`.as("versions"),
      sql<string | null>`min(effective_date)`.as("first_day"),
      sql<string | null>`max(effective_date)`.as("last_day"),
    ])
    .groupBy(["collection_id", "type"])
    .orderBy("collection_id")
    .orderBy("type")
    .execute();
  return rows.map((row) => ({
    collectionId: row.collection_id,
    type: row.type as LawType,
    nodes: row.nodes,
    leaves: row.leaves,
    versions: row.versions,
    effectiveFrom: row.first_day,
    effectiveTo: row.last_day,
  }));
}
