import { transaction } from "#db/connection.ts";
import type { Db, Trx } from "#db/connection.ts";
import { appendOutbox } from "#db/outbox.ts";

const NODES_PER_TRANSACTION = 500;

/** Removes the codes and registers that came from a source with all their versions, and returns how many those were. */
export async function deleteLawsOfSource(
  db: Db,
  source: string,
): Promise<{ readonly collections: number; readonly versions: number }> {
  const rows = await db.selectFrom("law_collections").select("id").where("source", "=", source).orderBy("id").execute();
  let versions = 0;
  for (const { id } of rows) {
    for (let deleted = -1; deleted !== 0; versions += deleted) {
      deleted = await transaction(db, async (trx) => deleteSome(trx, id));
    }
    await db.deleteFrom("law_collections").where("id", "=", id).execute();
  }
  return { collections: rows.length, versions };
}

/** The outbox names each version that is gone, since nothing tells any more which ones a provision had, and the provision. */
async function deleteSome(trx: Trx, collectionId: string): Promise<number> {
  const nodes = await trx
    .selectFrom("law_nodes")
    .select("id")
    .where("collection_id", "=", collectionId)
    .orderBy("id")
    .limit(NODES_PER_TRANSACTION)
    .execute();
  if (nodes.length === 0) return 0;
  const ids = nodes.map(({ id }) => id);
  const versions = await trx
    .selectFrom("law_versions")
    .select("id")
    .where("node_id", "in", ids)
    .orderBy("id")
    .execute();
  await trx.deleteFrom("law_nodes").where("id", "in", ids).execute();
  await appendOutbox(
    trx,
    [...versions, ...nodes].map(({ id }) => ({ kind: "law", recordId: id, op: "delete" })),
  );
  return versions.length;
}
