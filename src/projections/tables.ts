import type { PrimaryKeys } from "#db/schema.ts";

declare module "#db/schema.ts" {
  interface Database {
    indexed_opinions: IndexedOpinionsTable;
  }
}

/** The collections, each with the name of its index among the projections. */
export const INDEX_PROJECTIONS = { opinions: "index", laws: "law-index", filings: "filing-index" } as const;
export type IndexName = keyof typeof INDEX_PROJECTIONS;
export const INDEX_PROJECTION = INDEX_PROJECTIONS.opinions;
export const LAW_INDEX_PROJECTION = INDEX_PROJECTIONS.laws;
export const FILING_INDEX_PROJECTION = INDEX_PROJECTIONS.filings;

/** The tables of this folder with their primary keys, parents before the tables that refer to them. */
export const PROJECTION_TABLES = {
  indexed_opinions: ["opinion_id"],
} as const satisfies Partial<PrimaryKeys>;

/** What the search index was given of each opinion; written together with the index's position. */
type IndexedOpinionsTable = {
  opinion_id: string;
  cluster_id: string;
  work_id: string;
  /** `copy`: left out because another copy of the decision is shown. `skipped`: the index refused it. */
  state: "indexed" | "copy" | "skipped";
};
