import type { Generated } from "kysely";

/**
 * The tables, as Kysely sees them. Portable column types only: text, integer (a yes/no is 0 or 1), blob.
 * Moments are ISO 8601 UTC text; dates are `YYYY-MM-DD` text; both sort as text.
 */
export type Database = {
  cases: CasesTable;
  clusters: ClustersTable;
  cluster_citations: ClusterCitationsTable;
  opinions: OpinionsTable;
  opinion_texts: OpinionTextsTable;
  outbox: OutboxTable;
  counters: CountersTable;
  projections: ProjectionsTable;
  indexed_opinions: IndexedOpinionsTable;
  import_runs: ImportRunsTable;
  import_positions: ImportPositionsTable;
  api_keys: ApiKeysTable;
  citing_edges: CitingEdgesTable;
  citing_keys: CitingKeysTable;
  citator_decisions: CitatorDecisionsTable;
  treatment_summaries: TreatmentSummariesTable;
};

/**
 * Every table with its primary key, parents before the tables that refer to them: the order in which rows can
 * be written, which a copy of the whole database follows.
 */
export const PRIMARY_KEYS: { readonly [Table in keyof Database]: readonly (keyof Database[Table] & string)[] } = {
  cases: ["id"],
  clusters: ["id"],
  cluster_citations: ["cluster_id", "ordinal"],
  opinions: ["id"],
  opinion_texts: ["opinion_id"],
  outbox: ["seq"],
  counters: ["name"],
  projections: ["name"],
  indexed_opinions: ["opinion_id"],
  import_runs: ["id"],
  import_positions: ["source", "file_key"],
  api_keys: ["id"],
  citing_edges: ["citing_opinion_id", "authority"],
  citing_keys: ["lookup_key", "citing_opinion_id", "authority"],
  citator_decisions: ["cluster_id", "lookup_key"],
  treatment_summaries: ["work_id"],
};

export const TABLES: readonly (keyof Database)[] = Object.keys(PRIMARY_KEYS) as (keyof Database)[];

type Flag = 0 | 1;

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

/** One decision. */
type ClustersTable = {
  id: string;
  source: string;
  source_id: string;
  case_id: string;
  /** Shared by the copies of one decision that came from several sources. */
  work_id: string;
  /** Small, never reused, shown in reader addresses only. */
  public_number: number;
  court_id: string;
  /** The short title when the source carries one, else the caption. */
  case_name: string;
  slug: string;
  date_filed: string | null;
  /** `day`, `month`, `year` or `approximate`: how far `date_filed` is to be believed. */
  date_precision: string;
  publish_status: string;
  /** All known judges, comma-separated. */
  judges: string | null;
  headmatter_html: string | null;
  /** SHA-256 of everything the source said about this decision: equal means nothing to do. */
  content_hash: string;
};

type ClusterCitationsTable = {
  cluster_id: string;
  ordinal: number;
  volume: string;
  reporter: string;
  page: string;
  /** Volume, reporter and page as printed. */
  cited_as: string;
  /** `cited_as` in lower case without spaces, periods and apostrophes: what look-ups compare. */
  lookup_key: string;
};

/** One opinion of a decision: lead, concurrence, dissent, combined and so on. */
type OpinionsTable = {
  id: string;
  source: string;
  source_id: string;
  cluster_id: string;
  /** Order within the decision, from 0. */
  ordinal: number;
  type: string;
  author: string | null;
  joined_by: string | null;
  /** The panel and the author as the opinion's own text names them, comma-separated. */
  judges: string | null;
  per_curiam: Flag;
  en_banc: Flag;
  publish_status: string;
  precedential_note: string | null;
  pagination_citation: string | null;
  /** Which of the source's text columns was taken. */
  text_source: string;
  text_chars: number;
  content_hash: string;
};

/** The text apart from the metadata, so that a look-up without content reads none of it. */
type OpinionTextsTable = {
  opinion_id: string;
  html: string;
  text: string;
  /** Where each run of `text` stands in `html`; form in `opinions/clean/offset-map.ts`. */
  offset_map: Uint8Array;
};

/** One line per change of a record, written in the record's own transaction; projections follow it by `seq`. */
type OutboxTable = {
  seq: number;
  kind: string;
  record_id: string;
  /** `upsert` or `delete`. */
  op: string;
};

/** Sequences handed out inside transactions, so that a rollback leaves no gap and numbers become visible in order. */
type CountersTable = { name: string; value: number };

type ProjectionsTable = { name: string; position: number; updated_at: string };

/** What the search index was given of each opinion; written together with the index's position. */
type IndexedOpinionsTable = {
  opinion_id: string;
  cluster_id: string;
  work_id: string;
  /** `copy`: left out because another copy of the decision is shown. `skipped`: the index refused it. */
  state: "indexed" | "copy" | "skipped";
};

type ImportRunsTable = {
  id: Generated<number>;
  source: string;
  /** What was imported, as the person named it. */
  input: string;
  started_at: string;
  finished_at: string | null;
  /** JSON: rows read, records added, updated, unchanged, rejected. */
  counts: string;
};

/** How far an interrupted import had come in one file; removed when the file is done. */
type ImportPositionsTable = { source: string; file_key: string; position: number; counts: string };

type ApiKeysTable = {
  id: string;
  name: string;
  /** The first characters of the key, kept to tell keys apart. */
  prefix: string;
  /** SHA-256 of the whole key, hexadecimal: keys are 256 random bits, so no slow hash is called for. */
  hash: string;
  full_historical_access: Flag;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
};

/** One decision that one opinion cites: how often, with what words, to what effect. Derived by the citator. */
type CitingEdgesTable = {
  citing_opinion_id: string;
  /** Numbers the decisions this opinion cites, in order of their first full citation. */
  authority: number;
  citing_cluster_id: string;
  /** One of the cited decision's copies; null while it is not held or not told apart. */
  cited_cluster_id: string | null;
  /** `found`, `ambiguous`, `mismatch` or `not_held`. */
  resolution: string;
  cited_as: string;
  mentions: number;
  /** Where the first full citation stands in the citing opinion's text. */
  first_start: number;
  first_end: number;
  /** JSON: the pages pointed at, as printed. */
  pin_cites: string;
  /** JSON: the words around each mention. */
  passages: string;
  treatment: string;
  voice: string;
  authoritative: Flag;
  cue: string | null;
  /** The sentence that carries the treatment, verbatim, and where it begins in the text. */
  quote: string | null;
  quote_start: number | null;
  /** The decision that is told to have done it. */
  told_by: string | null;
};

/** Every look-up key under which an opinion cites an authority, with what is printed beside it. */
type CitingKeysTable = {
  lookup_key: string;
  citing_opinion_id: string;
  authority: number;
  year: number | null;
  court_id: string | null;
  name: string | null;
};

/** What the citator last knew of a decision, one row per citation; an empty key when it has none. */
type CitatorDecisionsTable = {
  cluster_id: string;
  lookup_key: string;
  work_id: string;
};

type TreatmentSummariesTable = {
  work_id: string;
  status: string;
  citation_count: number;
  negative: number;
  caution: number;
  /** JSON: the entries of `citator/summary.ts`. */
  history: string;
  more: number;
};
