import { caseRelation } from "#cases/store.ts";
import type { Reader } from "#db/connection.ts";

/** The opinions of every decision of a matter, over all sources that tell of it; the latest decision first. */
export async function opinionIdsOfCase(db: Reader, matterId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("opinions")
    .innerJoin("clusters", "clusters.id", "opinions.cluster_id")
    .innerJoin(caseRelation(db).as("told"), "told.id", "clusters.case_id")
    .select("opinions.id")
    .where("told.matter_id", "=", matterId)
    .orderBy("clusters.date_filed", "desc")
    .orderBy("clusters.public_number")
    .orderBy("opinions.ordinal")
    .orderBy("opinions.id")
    .execute();
  return rows.map(({ id }) => id);
}
