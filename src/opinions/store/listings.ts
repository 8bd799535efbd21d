import type { Reader } from "#db/connection.ts";
import { listQuery } from "#db/list-query.ts";
import { caseRelation } from "#cases/store.ts";
import type { DatePrecision, PublishStatus } from "../model.ts";
import type { OpinionRecord } from "./record.ts";

/** What a list of opinions shows of each. */
export type OpinionListing = Pick<
  OpinionRecord,
  | "id"
  | "clusterId"
  | "caseName"
  | "publicNumber"
  | "slug"
  | "courtId"
  | "publishStatus"
  | "dateFiled"
  | "datePrecision"
  | "docketNumber"
>;

const listingRows = listQuery((db, ids) =>
  db
    .selectFrom("opinions")
    .innerJoin("clusters", "clusters.id", "opinions.cluster_id")
    .innerJoin(caseRelation(db).as("matter"), "matter.id", "clusters.case_id")
    .select([
      "opinions.id",
      "opinions.cluster_id",
      "opinions.publish_status",
      "clusters.public_number",
      "clusters.slug",
      "clusters.case_name",
      "clusters.court_id",
      "clusters.date_filed",
      "clusters.date_precision",
      "matter.docket_number",
    ])
    .where("opinions.id", "in", ids),
);

/** These opinions by id; those that are not held are passed over. One statement. */
export async function readListings(db: Reader, ids: readonly string[]): Promise<Map<string, OpinionListing>> {
  const rows = await listingRows(db, ids);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        clusterId: row.cluster_id,
        caseName: row.case_name,
        publicNumber: row.public_number,
        slug: row.slug,
        courtId: row.court_id,
        publishStatus: row.publish_status as PublishStatus,
        dateFiled: row.date_filed,
        datePrecision: row.date_precision as DatePrecision,
        docketNumber: row.docket_number,
      },
    ]),
  );
}
