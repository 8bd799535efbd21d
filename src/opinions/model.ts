/** Words for how a court published a decision (contract, section 4). */
export const PUBLISH_STATUSES = [
  "published",
  "unpublished",
  "unknown",
  "in_chambers",
  "separate",
  "errata",
  "relating_to",
] as const;
export type PublishStatus = (typeof PUBLISH_STATUSES)[number];

/** What an opinion is within its decision. */
export const OPINION_TYPES = [
  "combined",
  "unanimous",
  "lead",
  "plurality",
  "concurrence",
  "concurrence_in_part",
  "dissent",
  "addendum",
  "remittitur",
  "rehearing",
  "on_the_merits",
  "on_motion_to_strike",
  "trial_court",
] as const;
export type OpinionType = (typeof OPINION_TYPES)[number];

/** How far a filing date is to be believed: sources often know only the year or the term. */
export const DATE_PRECISIONS = ["day", "month", "year", "approximate", "none"] as const;
export type DatePrecision = (typeof DATE_PRECISIONS)[number];

export type FiledDate = {
  /** `YYYY-MM-DD`, the first day of the period where only a month or a year is known; null when nothing is. */
  readonly date: string | null;
  readonly precision: DatePrecision;
};

/** One reporter citation of a decision. */
export type ParallelCitation = {
  readonly volume: string;
  readonly reporter: string;
  readonly page: string;
  readonly citedAs: string;
};

/** A decision as a source's mapper hands it to the store; ids are derived there. */
export type ClusterDraft = {
  readonly source: string;
  readonly sourceId: string;
  readonly case: {
    readonly sourceId: string;
    readonly docketNumber: string | null;
    readonly caption: string;
    readonly dateFiled: string | null;
    readonly dateTerminated: string | null;
  };
  readonly courtId: string;
  readonly caseName: string;
  readonly filed: FiledDate;
  readonly publishStatus: PublishStatus;
  readonly judges: readonly string[];
  readonly citations: readonly ParallelCitation[];
  readonly headmatterHtml: string | null;
};

/** An opinion as a source's mapper hands it over, its text already cleaned. */
export type OpinionDraft = {
  readonly source: string;
  readonly sourceId: string;
  readonly clusterSourceId: string;
  readonly ordinal: number;
  readonly type: OpinionType;
  readonly author: string | null;
  readonly joinedBy: string | null;
  /** The panel and the author as the opinion's own text names them. */
  readonly judges: readonly string[];
  readonly perCuriam: boolean;
  readonly enBanc: boolean;
  readonly publishStatus: PublishStatus;
  readonly precedentialNote: string | null;
  readonly paginationCitation: string | null;
  readonly textSource: string;
  readonly text: CleanText;
};

/** Sanitised HTML, the plain text derived from it once, and the way back. */
export type CleanText = {
  /** Allow-listed HTML; page markers are `<svc-ps>` elements holding the page number. */
  readonly html: string;
  /** Plain text: paragraphs separated by a blank line; page markers leave no characters. */
  readonly text: string;
  /** Encoded offset map, text -> html (`opinions/clean/offset-map.ts`). */
  readonly offsetMap: Uint8Array;
};
