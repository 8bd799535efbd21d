/** A half-open run of UTF-16 units of the text that was read: `text.slice(start, end)`. */
export type Span = { readonly start: number; readonly end: number };

/** A page, paragraph, note or line pointed at: `347-348`, `¶¶ 38-53`, `*10`, `119:12-14`, `201 n.3`. */
export type PinCite = {
  /** As printed, without the word `at` and separators around it. */
  readonly text: string;
  readonly span: Span;
  /** The first page when the pin starts with a plain page number. */
  readonly page: number | null;
};

/** Words in parentheses after a citation, without the outer parentheses. */
export type Parenthetical = {
  readonly text: string;
  readonly span: Span;
  /** The leading gerund in lower case (`overruling`, `quoting`), when there is one. */
  readonly gerund: string | null;
};

/** Who the case is called after, as printed before (or after) the citation. */
export type CaseName = {
  /** The whole name as printed: `Roe v. Wade`, `In re Gault`, `Adarand`. */
  readonly text: string;
  readonly span: Span;
  readonly plaintiff: string | null;
  readonly defendant: string | null;
  /** What stands after `In re`, `Ex parte`, `Matter of` and the like. */
  readonly matter: string | null;
  /** A name standing alone, without `v.`: `Adarand`, `Piper Aircraft`. */
  readonly short: string | null;
};

/** The introductory signal a citation stands under, in lower case: `see`, `but see`, `cf.`, `accord`. */
export type Signal = { readonly text: string; readonly span: Span };

/** A later or earlier step of the same case, told by words before this citation. */
export type History = {
  /** The phrase in its plain form: `affirmed`, `reversed`, `vacated`, `certiorari denied`, `overruled by`. */
  readonly relation: string;
  readonly span: Span;
  /** Position in the list of citations of the one these words speak about; null when it is not a citation. */
  readonly of: number | null;
};

type Common = {
  /** The volume-reporter-page part, the section part, or the word `id.`/`supra` with its pin cite. */
  readonly span: Span;
  /** With name, signal left out, pin cites, court and year, parentheticals. */
  readonly fullSpan: Span;
  /** `text.slice(span.start, span.end)`. */
  readonly text: string;
  readonly pin: PinCite | null;
  readonly parentheticals: readonly Parenthetical[];
  readonly signal: Signal | null;
  /** Set when words before this citation tell what became of an earlier one. */
  readonly history: History | null;
  /** Words behind it, with a page or a year among them, that were not understood. */
  readonly unread?: string | null;
};

type Dated = {
  readonly year: number | null;
  /** The month and day as printed. */
  readonly month: string | null;
  readonly day: string | null;
};

type Reported = {
  readonly volume: string | null;
  /** As printed. */
  readonly reporter: string;
  /** Null where the page is left open (`___`). */
  readonly page: string | null;
  /** The one abbreviation this can stand for; null while several fit. */
  readonly correctedReporter: string | null;
  /** Every abbreviation the printed reporter can stand for, in the table's order. */
  readonly candidates: readonly string[];
  /** More than one reporter fits: two may share an abbreviation (`1 Cranch 1`). */
  readonly ambiguous: boolean;
  /** Volume, reporter and page in the reporter's own form. */
  readonly corrected: string;
  /** What look-ups compare (`normaliseCitation`); null while the page is open. */
  readonly key: string | null;
};

export type FullCaseCitation = Common &
  Dated &
  Reported & {
    readonly kind: "case";
    /** `print`: a bound reporter; `neutral`: a court's own number; `vendor`: WL, LEXIS and loose-leaf services. */
    readonly source: "print" | "neutral" | "vendor";
    readonly nominative: { readonly volume: string | null; readonly reporter: string } | null;
    readonly name: CaseName | null;
    readonly court: string | null;
    readonly courtText: string | null;
    readonly courtFrom: "stated" | "reporter" | null;
    /** A full filing date printed as digits, in the form of the source. */
    readonly dateFiled: string | null;
    /** `No. 99 Civ. 9404 (SHS)` printed before a vendor's number. */
    readonly docketNumber: string | null;
    /** Citations of one decision printed side by side share a number. */
    readonly group: number;
  };

export type ShortCaseCitation = Common &
  Reported & {
    readonly kind: "short";
    readonly court: string | null;
    readonly courtFrom: "reporter" | null;
    readonly antecedent: CaseName | null;
    readonly group: number;
  };

export type SupraCitation = Common & {
  readonly kind: "supra";
  readonly antecedent: CaseName | null;
  readonly volume: string | null;
};

export type IdCitation = Common & {
  readonly kind: "id";
  /** A paper of the record, a book or the like that stands between the citation before and this one. */
  readonly otherSource?: string | null;
};

/** A case called by a party's name alone, after it was cited in full. */
export type ReferenceCitation = Common & {
  readonly kind: "reference";
  readonly name: string;
  /** Which part of the full citation's name this repeats. */
  readonly party: "plaintiff" | "defendant" | "short";
};

export const LAW_TYPES = [
  "statute",
  "regulation",
  "session",
  "register",
  "constitution",
  "rule",
  "docket",
  "filing",
] as const;
export type LawType = (typeof LAW_TYPES)[number];

export type LawSection = {
  readonly number: string;
  /** As printed: `(a)(2) and (d)`. */
  readonly subsections: string | null;
};

export type LawCitation = Common &
  Dated & {
    readonly kind: "law";
    readonly type: LawType;
    readonly jurisdiction: string;
    /** As printed. */
    readonly code: string;
    readonly correctedCode: string;
    /** Title, volume or year before the code's name. */
    readonly leading: string | null;
    readonly chapter: string | null;
    readonly title: string | null;
    readonly article: string | null;
    /** One entry per section of a list; a range stays one entry with its hyphen. */
    readonly sections: readonly LawSection[];
    /** As printed, lists and ranges included. */
    readonly sectionText: string | null;
    /** `et seq.` follows the last section. */
    readonly etSeq: boolean;
    readonly page: string | null;
    readonly publisher: string | null;
    readonly corrected: string;
  };

export type JournalCitation = Common & Dated & Reported & { readonly kind: "journal" };

/** A section sign that belongs to no code named beside it. */
export type SectionMention = Common & { readonly kind: "section"; readonly section: string | null };

/** A decision cited by its docket number alone, with court and date. */
export type DocketCitation = Common &
  Dated & {
    readonly kind: "docket";
    readonly docketNumber: string;
    readonly name: CaseName | null;
    readonly court: string | null;
    readonly courtText: string | null;
  };

export type Citation =
  | FullCaseCitation
  | ShortCaseCitation
  | SupraCitation
  | IdCitation
  | ReferenceCitation
  | LawCitation
  | JournalCitation
  | SectionMention
  | DocketCitation;

/**
 * The court id a citation's court abbreviation stands for (`2d Cir.` -> `ca2`), or null when unknown. Year and
 * reporter help where the abbreviation alone does not say: `1st Dept 2004` beside `A.D.3d`.
 */
export type CourtOf = (
  abbreviation: string,
  hints: { readonly year?: number; readonly reporterHint?: string },
) => string | null;

export type ExtractOptions = {
  readonly courtOf?: CourtOf;
  /** Runs printed in italics or the like, in order: they show where a case name begins and ends. */
  readonly emphasis?: readonly Span[];
  /** Citations of reporters that no table knows are given too, where a case's name or a series speaks for one. */
  readonly unknownReporters?: boolean;
  /** Where volume, reporter and page stand under which something is held, whatever the tables know of the reporter. */
  readonly heldUnder?: readonly Span[];
  /** Counts the work done, in characters looked at: tests hold the bound with it. */
  readonly work?: { steps: number };
};
