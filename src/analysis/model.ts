/** A document of which a question is asked, as it is stored. */
export type Source = {
  readonly kind: "opinion" | "law" | "docket" | "filing";
  readonly parts: readonly SourcePart[];
};

const IS_DECISION: Readonly<Record<Source["kind"], boolean>> = {
  opinion: true,
  law: false,
  docket: false,
  filing: false,
};

/** Whether a court speaks in the source, with an outcome and separate opinions. */
export function isDecision({ kind }: Source): boolean {
  return IS_DECISION[kind];
}

/**
 * Whose words a part, or a stretch of one, are. `plurality`: the judgment is the court's, the opinion that of some of its
 * members; `separate`: a member's, who does not say whether it is a dissent.
 */
export type SectionKind =
  | "majority"
  | "plurality"
  | "per_curiam"
  | "concurrence"
  | "dissent"
  | "concurrence_dissent"
  | "separate";
export type Section = { readonly kind: SectionKind; readonly author: string | null };

/** One text of a document: an opinion of a decision, a law, an entry of a docket. */
export type SourcePart = {
  readonly id: string;
  /** Plain stored text; offsets are UTF-16 within the part. */
  readonly text: string;
  /** What the record says the part is; null where it says nothing, or where it is no opinion. */
  readonly section: Section | null;
  /** The address that a quote's place is appended to. */
  readonly url: string | null;
  /** How the part bears on each thing that is asked, where that is known: logarithms of shares, 0 for the best part. */
  readonly bearings?: readonly number[];
  /** Where printed pages begin. */
  readonly pages: readonly { readonly at: number; readonly label: string }[];
};

/** A contiguous run of a part's stored text: `text` is `part.text.slice(start, end)`. */
export type Quote = {
  readonly partId: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The sentence goes on behind the quote, or began before it. */
  readonly isTruncated: boolean;
};

export const ROLES = ["holding", "disposition", "standard", "fact", "reasoning", "background"] as const;
export type Role = (typeof ROLES)[number];

/** What the source says, with the words that say it. */
export type Proposition = {
  readonly proposition: string;
  readonly quote: Quote;
  /** Whose words they are, where it is not the court's: `dissent (Alder)`. */
  readonly section: string | null;
  readonly role: Role;
  /** From 0 to 1; comparable within one analysis only. */
  readonly score: number;
};

export type Analysis = {
  /** What the source says to the question, in one short text. */
  readonly answer: string;
  /** At most six, best first. */
  readonly propositions: readonly Proposition[];
  /** Parts of the question that the source does not answer. */
  readonly doesNotAddress: readonly string[];
  readonly summary: string;
  /** What the decision orders, in its own words; null where none was found. */
  readonly disposition: string | null;
  readonly warnings: readonly string[];
  /** Quotes that were given and are not in the source; their propositions went with them. */
  readonly quotesDropped: number;
};

export const PROPOSITIONS_MAX = 6;
export const QUOTE_WORDS_MAX = 80;

export interface Analyst {
  /**
   * @throws OnpointError `invalid_input` for a question that is empty or too long, `too_large` for a source beyond the
   * limits, `unavailable` when the model fails and nothing stands in for it, or when the signal ends the work.
   */
  analyse(question: string, source: Source, signal?: AbortSignal): Promise<Analysis>;
}
