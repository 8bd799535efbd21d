import type { PrimaryKeys } from "#db/schema.ts";

declare module "#db/schema.ts" {
  interface Database {
    cases: CasesTable;
  }
}

/** The tables of this folder with their primary keys, parents before the tables that refer to them. */
export const CASE_TABLES = {
  cases: ["id"],
} as const satisfies Partial<PrimaryKeys>;

/** One matter in one court. */
type CasesTable = {
  id: string;
  source: string;
  source_id: string;
  court_id: string;
  docket_number: string | null;
  /** The docket number without punctuation, leading zeros, office prefix and judge initials: what look-ups compare. */
  docket_key: string | null;
  /** The caption as docketed, from which the public slug is built. */
  caption: string;
  date_filed: string | null;
  date_terminated: string | null;
};
