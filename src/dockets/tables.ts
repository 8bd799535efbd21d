import type { PrimaryKeys } from "#db/schema.ts";

declare module "#db/schema.ts" {
  interface Database {
    dockets: DocketsTable;
    docket_pacer_ids: DocketPacerIdsTable;
    docket_sightings: DocketSightingsTable;
    docket_parties: DocketPartiesTable;
    docket_entries: DocketEntriesTable;
    filings: FilingsTable;
    filing_texts: FilingTextsTable;
  }
}

declare module "#db/events.ts" {
  interface EventKinds {
    /** A docket is held that was not, or has changed, by its id. */
    readonly docket_changed: DocketNews;
  }
}

/** What is new of a docket. Ids are listed for one that was held before, and not beyond `EVENT_IDS_MAX`. */
export type DocketNews = {
  readonly isNew: boolean;
  /** How many entries came, changed and went. */
  readonly entries: { readonly added: number; readonly changed: number; readonly removed: number };
  readonly addedIds: readonly string[];
  readonly changedIds: readonly string[];
  /** Filings whose document can be had now and could not before, or whose words are held now. */
  readonly availableIds: readonly string[];
};

declare module "#db/outbox.ts" {
  interface OutboxKinds {
    /** A docket with its facts, parties and entries, by its id. */
    readonly docket: true;
    /** One document of an entry, by its id: its record, or its words. */
    readonly filing: true;
  }
}

/** The tables of this folder with their primary keys, parents before the tables that refer to them. */
export const DOCKET_TABLES = {
  dockets: ["id"],
  docket_pacer_ids: ["court_id", "pacer_case_id"],
  docket_sightings: ["docket_id", "id"],
  docket_parties: ["docket_id", "ordinal"],
  docket_entries: ["id"],
  filings: ["id"],
  filing_texts: ["filing_id"],
} as const satisfies Partial<PrimaryKeys>;

/** A docket is one case of one source: `id` is that of its row in `cases`. All here but the sightings is made from them. */
export type DocketsTable = {
  id: string;
  court_id: string;
  docket_number: string | null;
  caption: string | null;
  date_filed: string | null;
  date_terminated: string | null;
  /** `DocketFacts`, as JSON. */
  facts: string;
  /** `Coverage`, as JSON. */
  coverage: string;
  /** `Freshness`, as JSON. */
  freshness: string;
  latest_entry_date: string | null;
  /** SHA-256 of facts, parties, coverage, freshness and entries: by it a change is told. */
  content_hash: string;
};

/** A case's numbers in the official system. */
type DocketPacerIdsTable = { court_id: string; pacer_case_id: string; docket_id: string };

/** What each source said: the records proper. */
export type DocketSightingsTable = {
  docket_id: string;
  /** SHA-256 of what was said, whoever delivered it and whenever. */
  id: string;
  kind: string;
  source: string;
  place: string | null;
  as_of: string | null;
  fetched_at: string | null;
  billed_pages: number | null;
  cost_cents: number | null;
  /** The sighting, as JSON, compressed (Zstandard). */
  body: Uint8Array;
};

type DocketPartiesTable = {
  docket_id: string;
  ordinal: number;
  name: string;
  type: string;
  /** The rest of `Party`, as JSON. */
  details: string;
};

export type DocketEntriesTable = {
  id: string;
  docket_id: string;
  ordinal: number;
  number: string | null;
  pacer_seq_no: string | null;
  date_filed: string | null;
  date_entered: string | null;
  description: string | null;
  short_description: string | null;
  /** Kinds of source, separated by spaces. */
  told_by: string;
};

export type FilingsTable = {
  id: string;
  entry_id: string;
  docket_id: string;
  attachment: number;
  description: string | null;
  page_count: number | null;
  file_size_bytes: number | null;
  pacer_doc_id: string | null;
  availability: string | null;
  document_type: string | null;
};

/** The words apart from the record: they come in their own time, and stay when the docket is told anew. */
export type FilingTextsTable = {
  filing_id: string;
  text: string;
  text_chars: number;
  /** JSON list of offsets. */
  page_starts: string;
  read_by: string;
  confidence_pct: number | null;
  unread_pages: number | null;
  obtained_from: string;
  obtained_at: string | null;
  cost_cents: number | null;
  content_hash: string;
};
