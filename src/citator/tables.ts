import type { Generated } from "kysely";
import type { PrimaryKeys } from "#db/schema.ts";
import type { LawTreatment } from "./laws/model.ts";
import type { HistoryEntry, Status } from "./summary.ts";

declare module "#db/schema.ts" {
  interface Database {
    citing_opinions: CitingOpinionsTable;
    citing_edges: CitingEdgesTable;
    citing_keys: CitingKeysTable;
    citing_laws: CitingLawsTable;
    citator_decisions: CitatorDecisionsTable;
    treatment_summaries: TreatmentSummariesTable;
  }
}

declare module "#db/events.ts" {
  interface EventKinds {
    /** How a decision stands has changed, over all its copies; by the id of its work. */
    readonly standing_changed: StandingChange;
    /** An opinion that has just been read cites decisions that it did not cite before; by the opinion's id. */
    readonly decision_cited: { readonly clusterId: string; readonly citedClusterIds: readonly string[] };
  }
}

export type StandingChange = {
  readonly before: Status;
  readonly after: Status;
  /** `citing`: by who cites it; `rules`: older rules had read otherwise; `court`, `copies`: its own record has changed. */
  readonly why: "citing" | "rules" | "court" | "copies";
  /** The weightiest of those who have to do with it now; null where it is no worse than Positive. */
  readonly by: HistoryEntry | null;
};

declare module "#db/outbox.ts" {
  interface OutboxKinds {
    /** What others say of the decision that is named, or what it cites itself. */
    readonly citing_words: true;
    /** The opinions that cite a provision of law, or what they say of it; by its key (`citedLawKey`). */
    readonly cited_law: true;
  }
}

/** Its name among the projections. */
export const CITATOR_PROJECTION = "citator";

/** The tables of this folder with their primary keys, parents before the tables that refer to them. */
export const CITATOR_TABLES = {
  citing_opinions: ["id"],
  citing_edges: ["citing_id", "authority"],
  citing_keys: ["lookup_key", "citing_id", "authority"],
  citing_laws: ["law_key", "citing_id"],
  citator_decisions: ["cluster_id", "lookup_key"],
  treatment_summaries: ["work_id"],
} as const satisfies Partial<PrimaryKeys>;

/** An opinion that was read, under the small number that stands for it in the tables below. */
type CitingOpinionsTable = {
  id: Generated<number>;
  opinion_id: string;
  cluster_id: string;
  /** Of the text that was read: places in another text mean nothing. */
  text_chars: number;
  /** The number of the rules it was read by (`rules.ts`); 0 where that is not known. */
  rules: Generated<number>;
};

/** One decision that one opinion cites: how often, with what words, to what effect. Derived by the citator. */
type CitingEdgesTable = {
  /** The opinion, by its number in `citing_opinions`. */
  citing_id: number;
  /** Numbers the decisions this opinion cites, in order of their first full citation. */
  authority: number;
  /** One of the cited decision's copies; null while it is not held or not told apart. */
  cited_cluster_id: string | null;
  /** `found`, `ambiguous`, `mismatch`, `own` (a copy of the citing decision) or `not_held`. */
  resolution: string;
  cited_as: string;
  /** Year, court and name that are printed with it. */
  year: number | null;
  court_id: string | null;
  name: string | null;
  mentions: number;
  /** The words around each mention, as places in the text; form in `kept-passages.ts`. */
  passages: Uint8Array | null;
  treatment: string;
  voice: string;
  authoritative: 0 | 1;
  cue: string | null;
  /** The sentence that carries the treatment: where it stands in the text, in bytes of its UTF-8. */
  quote_start: number;
  quote_bytes: number;
  /** The decision that is told to have done it. */
  told_by: string | null;
  /** `part` or `other grounds`; null for the whole decision. */
  scope: string | null;
  /** `phrase`; null for a sentence. */
  manner: string | null;
  /** Out of 100: how likely it is that the opinion itself does it. */
  chance: number | null;
  /**
   * How the citing decision counts towards how the cited one stands (`tally.ts`); null of all edges from the one work to
   * the other but the strongest, which alone is counted and shown.
   */
  counts_as: string | null;
  /** Among those that count alike, where they can be listed. */
  place: string | null;
};

/** Every look-up key under which an opinion cites an authority. */
type CitingKeysTable = {
  lookup_key: string;
  citing_id: number;
  authority: number;
};

/** A provision of law that one opinion cites, with the words around its first citation. Derived by the citator. */
type CitingLawsTable = {
  /** `citedLawKey` of the citation: whether such a provision is held is asked when somebody wants to know. */
  law_key: string;
  citing_id: number;
  cited_as: string;
  mentions: number;
  /** JSON: what is pointed at within it, as printed. */
  pin_cites: string;
  /** The sentence of the first citation: where it stands in the text, in bytes of its UTF-8. */
  quote_start: number;
  quote_bytes: number;
  /** What the opinion does to it (`laws/model.ts`), or tells that it was done; null where it only cites it. */
  treatment: LawTreatment | null;
  /** 0 where the opinion only tells of it. */
  treatment_own: 0 | 1 | null;
  treatment_rule: string | null;
  /** The sentence that says so: where it stands in the text, in bytes of its UTF-8. */
  treatment_start: number | null;
  treatment_bytes: number | null;
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
  /** Whom binding citers bind, and their tally (`tally.ts`), which is kept by difference. */
  court_id: string;
  relied: number;
  distinguished: number;
  distinguished_binding: number;
  cautioned: number;
  cautioned_binding: number;
  ended: number;
  /** The number of the rules it was made by (`rules.ts`); 0 where that is not known. */
  rules: Generated<number>;
};
