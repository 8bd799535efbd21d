import type { PrimaryKeys } from "#db/schema.ts";

declare module "#db/schema.ts" {
  interface Database {
    citing_edges: CitingEdgesTable;
    citing_keys: CitingKeysTable;
    citing_laws: CitingLawsTable;
    citator_decisions: CitatorDecisionsTable;
    treatment_summaries: TreatmentSummariesTable;
  }
}

declare module "#db/outbox.ts" {
  interface OutboxKinds {
    /** What others say of the decision that is named, or what it cites itself. */
    readonly citing_words: true;
  }
}

/** The tables of this folder with their primary keys, parents before the tables that refer to them. */
export const CITATOR_TABLES = {
  citing_edges: ["citing_opinion_id", "authority"],
  citing_keys: ["lookup_key", "citing_opinion_id", "authority"],
  citing_laws: ["law_key", "citing_opinion_id"],
  citator_decisions: ["cluster_id", "lookup_key"],
  treatment_summaries: ["work_id"],
} as const satisfies Partial<PrimaryKeys>;

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
  authoritative: 0 | 1;
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

/** A provision of law that one opinion cites, with the words around its first citation. Derived by the citator. */
type CitingLawsTable = {
  /** `citedLawKey` of the citation: whether such a provision is held is asked when somebody wants to know. */
  law_key: string;
  citing_opinion_id: string;
  citing_cluster_id: string;
  cited_as: string;
  mentions: number;
  /** JSON: what is pointed at within it, as printed. */
  pin_cites: string;
  first_start: number;
  first_end: number;
  /** The sentence of the first citation, verbatim, and where it begins in the text. */
  quote: string;
  quote_start: number;
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
