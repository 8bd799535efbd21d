import type { PrimaryKeys } from "#db/schema.ts";

declare module "#db/schema.ts" {
  interface Database {
    cases: CasesTable;
    case_dockets: CaseDocketsTable;
  }
}

/** The tables of this folder with their primary keys, parents before the tables that refer to them. */
export const CASE_TABLES = {
  cases: ["id"],
  case_dockets: ["case_id", "ordinal"],
} as const satisfies Partial<PrimaryKeys>;

/** One matter in one court, as one source tells it. */
export type CasesTable = {
  id: string;
  source: string;
  source_id: string;
  /** Shared by what several sources, or one source several times, tell of the same matter (`matter.ts`). */
  matter_id: string;
  court_id: string;
  /** As the source has it, with all numbers; where it has none, as the decisions print it. */
  docket_number: string | null;
  /** Court and number as the source has them. */
  source_court_id: string;
  source_docket_number: string | null;
  /** The first docket number without punctuation, leading zeros, office prefix and judge initials. */
  docket_key: string | null;
  /** The caption as docketed, from which the public slug is built. */
  caption: string;
  date_filed: string | null;
  date_terminated: string | null;
};

/** Each docket number of a case, the printed ones with the source's: what look-ups compare. */
type CaseDocketsTable = { case_id: string; ordinal: number; docket_number: string; docket_key: string };
