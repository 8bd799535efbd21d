import type { Reader } from "#db/connection.ts";

/**
 * What the tables of this folder promise to statements of others: selections with the columns named here, to be joined
 * as `innerJoin(decisionRelation(db).as("cited"), …)`. Both databases read through them as if they were the tables, but
 * for one: SQLite copies a relation that stands on the right of a left join in a statement with `distinct`.
 */
export function decisionRelation(db: Reader) {
  return db
    .selectFrom("clusters")
    .select([
      "id",
      "source",
      "work_id",
      "court_id",
      "case_name",
      "public_number",
      "slug",
      "date_filed",
      "filed_first",
      "filed_last",
    ]);
}

export function opinionRelation(db: Reader) {
  return db.selectFrom("opinions").select(["id", "cluster_id", "ordinal", "type", "text_chars"]);
}

export function citationRelation(db: Reader) {
  return db.selectFrom("cluster_citations").select(["cluster_id", "ordinal", "cited_as", "lookup_key"]);
}
