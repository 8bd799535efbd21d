import type { PrimaryKeys } from "#db/schema.ts";

declare module "#db/schema.ts" {
  interface Database {
    indexed_opinions: IndexedOpinionsTable;
  }
}

/** The index of the opinions among the projections; those of other collections are called `…-index`. */
export const INDEX_PROJECTION = "index";

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
