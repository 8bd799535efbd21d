import type { Reader } from "#db/connection.ts";
import { listQuery } from "#db/list-query.ts";
import { caseRelation } from "#cases/store.ts";
import type { DatePrecision, PublishStatus } from "../model.ts";
import { copiesOf } from "./read.ts";
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
      "clusters.work_id",
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

const citedRows = listQuery((db, ids) =>
  db.selectFrom("cluster_citations").select("cluster_id").distinct().where("cluster_id", "in", ids),
);

type BareRow = { readonly cluster_id: string; readonly work_id: string; readonly docket_number: string | null };

/** Docket numbers of the copies of decisions that have neither one nor a citation, as `recordOf` gives them. */
async function docketsOfCopies(db: Reader, rows: readonly BareRow[]): Promise<ReadonlyMap<string, string | null>> {
  const bare = rows.filter(({ docket_number }) => docket_number === null);
  if (bare.length === 0) return new Map();
  const ids = [...new Set(bare.map(({ cluster_id }) => cluster_id))];
  const cited = new Set((await citedRows(db, ids)).map(({ cluster_id }) => cluster_id));
  const uncited = bare.filter(({ cluster_id }) => !cited.has(cluster_id));
  const copies = await copiesOf(db, uncited);
  return new Map(uncited.map(({ cluster_id, work_id }) => [cluster_id, copies.get(work_id)?.docketNumber ?? null]));
}

/** These opinions by id; those that are not held are passed over. One statement, two more where a docket number lacks. */
export async function readListings(db: Reader, ids: readonly string[]): Promise<Map<string, OpinionListing>> {
  const rows = await listingRows(db, ids);
  const ofCopies = await docketsOfCopies(db, rows);
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
        docketNumber: row.docket_number ?? ofCopies.get(row.cluster_id) ?? null,
      },
    ]),
  );
}
