import type { PrimaryKeys } from "#db/schema.ts";

declare module "#db/schema.ts" {
  interface Database {
    trial_filings: TrialFilingsTable;
    trial_filing_texts: TrialFilingTextsTable;
  }
}

declare module "#db/events.ts" {
  interface EventKinds {
    /** A filing of a trial court is held that was not, by its id. */
    readonly filing_added: { readonly caseId: string };
  }
}

declare module "#db/outbox.ts" {
  interface OutboxKinds {
    /** A filing of a state trial court. */
    readonly trial_filing: true;
  }
}

/** The tables of this folder with their primary keys, parents before the tables that refer to them. */
export const FILING_TABLES = {
  trial_filings: ["id"],
  trial_filing_texts: ["filing_id"],
} as const satisfies Partial<PrimaryKeys>;

/** A filing of a state trial court, as one source tells it. */
export type TrialFilingsTable = {
  id: string;
  source: string;
  source_id: string;
  case_id: string;
  entry_number: string | null;
  /** From 1; null for the main paper of its entry. */
  attachment_number: number | null;
  type: string;
  type_confidence_pct: number;
  title: string | null;
  description: string | null;
  date_filed: string | null;
  source_url: string | null;
  text_state: string;
  text_chars: number;
  /** SHA-256 of all that its source tells of it, its case and its words included. */
  content_hash: string;
};

/** The words apart from the record, so that a list of filings reads none. `page_starts` is a list of numbers as JSON. */
type TrialFilingTextsTable = {
  filing_id: string;
  text: string;
  page_starts: string;
  /** Of what a machine read from pictures of pages; null for other words. */
  confidence_pct: number | null;
  unread_pages: number | null;
};
