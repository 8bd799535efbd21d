import type { Reader } from "#db/connection.ts";

/** A decision's place in a volume, and its year. */
export type PlacedYear = { readonly page: number; readonly year: number };

/** Volumes hold fewer decisions. */
const DECISIONS_MAX = 2_000;

/** The decisions held in one volume by page; `volumeKey` is a look-up key without the page. One statement. */
export async function readVolume(db: Reader, volumeKey: string): Promise<PlacedYear[]> {
  const rows = await db
    .selectFrom("cluster_citations")
    .innerJoin("clusters", "clusters.id", "cluster_citations.cluster_id")
    .select(["cluster_citations.lookup_key", "clusters.date_filed"])
    .where("cluster_citations.lookup_key", ">=", `${volumeKey}0`)
    .where("cluster_citations.lookup_key", "<", `${volumeKey}:`)
    .where("clusters.date_filed", "is not", null)
    .limit(DECISIONS_MAX)
    .execute();
  return rows
    .map(({ lookup_key, date_filed }) => ({
      page: Number(lookup_key.slice(volumeKey.length)),
      year: Number(date_filed?.slice(0, 4)),
    }))
    .filter(({ page }) => Number.isInteger(page))
    .toSorted((one, other) => one.page - other.page);
}
