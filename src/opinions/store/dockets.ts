import { docketKey } from "#cases/docket-key.ts";
import { caseRelation, docketRelation } from "#cases/store.ts";
import type { Reader } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";

export type DocketLookup = { readonly courtId: string; readonly docketNumber: string };

/**
 * The opinions of every decision of the matters under this docket number in this court, latest decision first: of those,
 * too, that another source tells under another number of theirs. One statement.
 */
export async function findByDocket(db: Reader, { courtId, docketNumber }: DocketLookup): Promise<readonly string[]> {
  const key = docketKey(docketNumber);
  if (key === null) return [];
  const rows = await db
    .selectFrom(docketRelation(db).as("docket"))
    .innerJoin(caseRelation(db).as("named"), "named.id", "docket.case_id")
    .innerJoin(caseRelation(db).as("told"), "told.matter_id", "named.matter_id")
    .innerJoin("clusters", "clusters.case_id", "told.id")
    .innerJoin("opinions", "opinions.cluster_id", "clusters.id")
    .where("docket.docket_key", "=", key)
    .where("named.court_id", "=", courtId)
    .select("opinions.id")
    .orderBy("clusters.date_filed", "desc")
    .orderBy("clusters.public_number")
    .orderBy("opinions.ordinal")
    .orderBy("opinions.id")
    .execute();
  return [...new Set(rows.map(({ id }) => id))];
}

/** The docket numbers of these decisions' cases, by decision, in the order of their ids; none where none is known. */
export async function docketNumbersOf(db: Reader, clusterIds: readonly string[]): Promise<Map<string, string>> {
  const numbers = new Map<string, string>();
  for (const ids of inParts(clusterIds.toSorted())) {
    const rows = await db
      .selectFrom("clusters")
      .innerJoin(caseRelation(db).as("matter"), "matter.id", "clusters.case_id")
      .select(["clusters.id", "matter.docket_number"])
      .where("clusters.id", "in", ids)
      .orderBy("clusters.id")
      .execute();
    for (const { id, docket_number } of rows) if (docket_number !== null) numbers.set(id, docket_number);
  }
  return numbers;
}
