import type { Generated } from "kysely";
import type { PrimaryKeys } from "#db/schema.ts";

declare module "#db/schema.ts" {
  interface Database {
    clusters: ClustersTable;
    cluster_citations: ClusterCitationsTable;
    opinions: OpinionsTable;
    opinion_texts: OpinionTextsTable;
    head_readings: HeadReadingsTable;
  }
}

declare module "#db/events.ts" {
  interface EventKinds {
    /** An opinion is held that was not, by its id. */
    readonly opinion_added: { readonly clusterId: string };
    /** One that is held came otherwise, its decision did, or it is held no more. */
    readonly opinion_changed: {
      readonly clusterId: string;
      readonly what: "text" | "markup" | "record" | "decision" | "removed";
    };
  }
}

declare module "#db/outbox.ts" {
  interface OutboxKinds {
    /** A decision. */
    readonly cluster: true;
    readonly opinion: true;
  }
}

/** The tables of this folder with their primary keys, parents before the tables that refer to them. */
export const OPINION_TABLES = {
  clusters: ["id"],
  cluster_citations: ["cluster_id", "ordinal"],
  opinions: ["id"],
  opinion_texts: ["opinion_id"],
  head_readings: ["cluster_id", "ordinal"],
} as const satisfies Partial<PrimaryKeys>;

/** One decision: what its source says, mended by what its own text prints (`opinions/head/settle.ts`). */
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
  /** The first and the last day that `date_filed` can stand for. */
  filed_first: string | null;
  filed_last: string | null;
  /** Court and date as the source has them. */
  source_court_id: string;
  source_date_filed: string | null;
  source_date_precision: string;
  /** By which rules its opinions' heads were read last; a lower one than the program's is due to be read again. */
  reading_version: number;
  publish_status: string;
  /** All known judges, comma-separated. */
  judges: string | null;
  headmatter_html: string | null;
  /** SHA-256 of everything the source said about this decision: equal means nothing to do. */
  content_hash: string;
};

type ClusterCitationsTable = {
  cluster_id: string;
  /** In the order in which citations are written out, the official reporter first. */
  ordinal: number;
  /** The place its source gives it; null for one that the decision prints and its source lacks. */
  source_ordinal: number | null;
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
  per_curiam: 0 | 1;
  en_banc: 0 | 1;
  publish_status: string;
  precedential_note: string | null;
  pagination_citation: string | null;
  /** Which of the source's text columns was taken. */
  text_source: string;
  text_chars: number;
  /** SHA-256 of everything the source said about this opinion. */
  content_hash: string;
  /** The version of the rules it was cleaned by; 0 from before versions were kept. */
  cleaning_version: Generated<number>;
  /** JSON of a `TextAccount` (`opinions/clean/text-account.ts`); null from before accounts were kept. */
  text_account: string | null;
};

/** The text apart from the metadata, so that a look-up without content reads none of it. */
type OpinionTextsTable = {
  opinion_id: string;
  html: string;
  text: string;
  /** Where each run of `text` stands in `html`; form in `opinions/clean/offset-map.ts`. */
  offset_map: Uint8Array;
  /** SHA-256 of the three (`text-sums.ts`), written with them; null from before sums were kept. */
  text_sum: string | null;
};

/** What the head of an opinion prints of its decision, whether the record takes it or not. */
type HeadReadingsTable = {
  cluster_id: string;
  ordinal: number;
  /** `date_filed`, `docket_number`, `citation` or `court`. */
  field: string;
  value: string;
  opinion_id: string;
  /** Where it stands in the opinion's text, in UTF-16 units; null for what is known by page markers or reporters. */
  starts_at: number | null;
  ends_at: number | null;
  rule: string;
  is_taken: 0 | 1;
};
