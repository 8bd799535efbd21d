import type { Reader } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";

/** The first opinion of a decision, with what a list of decisions shows of it. */
export type FirstOpinion = {
  readonly opinionId: string;
  readonly clusterId: string;
  readonly caseName: string;
  readonly publicNumber: number;
  readonly slug: string;
  readonly courtId: string;
  readonly dateFiled: string | null;
  /** Its first citation. */
  readonly citedAs: string | null;
  /** The citation whose pages are marked in the text of this opinion. */
  readonly pagedAs: string | null;
};

/** The first opinion of each of these decisions; one that has none is passed over. A statement for some hundreds. */
export async function firstOpinions(db: Reader, clusterIds: readonly string[]): Promise<FirstOpinion[]> {
  const firsts = new Map<string, FirstOpinion>();
  for (const ids of inParts(clusterIds)) {
    const rows = await db
      .selectFrom("opinions")
      .innerJoin("clusters", "clusters.id", "opinions.cluster_id")
      .leftJoin("cluster_citations as printed", (join) =>
        join.onRef("printed.cluster_id", "=", "clusters.id").on("printed.ordinal", "=", 0),
      )
      .select([
        "opinions.id",
        "clusters.id as cluster_id",
        "case_name",
        "public_number",
        "slug",
        "court_id",
        "date_filed",
        "printed.cited_as",
        "pagination_citation",
      ])
      .where("clusters.id", "in", ids)
      .orderBy("opinions.ordinal")
      .orderBy("opinions.id")
      .execute();
    for (const row of rows) {
      if (firsts.has(row.cluster_id)) continue;
      firsts.set(row.cluster_id, {
        opinionId: row.id,
        clusterId: row.cluster_id,
        caseName: row.case_name,
        publicNumber: row.public_number,
        slug: row.slug,
        courtId: row.court_id,
        dateFiled: row.date_filed,
        citedAs: row.cited_as,
        pagedAs: row.pagination_citation,
      });
    }
  }
  return [...firsts.values()];
}
