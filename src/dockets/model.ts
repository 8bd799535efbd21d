/**
 * What may tell of a docket, best first: where two tell of the same entry, the words of the better one count.
 * `docket_report` is the court's whole sheet or a range of it; `archive` a public archive's record of it; `filings` a
 * list of documents without a sheet.
 */
export const SIGHTING_KINDS = [
  "docket_report",
  "archive",
  "history_report",
  "case_query",
  "attachment_page",
  "notice",
  "opinion_report",
  "filings",
] as const;
export type SightingKind = (typeof SIGHTING_KINDS)[number];

/** What is told of getting a document: `sealed` is shut to the public, `unavailable` says that the court has no file. */
export const AVAILABILITIES = ["available", "free", "sealed", "unavailable"] as const;
export type Availability = (typeof AVAILABILITIES)[number];

export type Attorney = {
  readonly name: string;
  /** Address, telephone and the rest, a line each, as printed. */
  readonly contact: string | null;
  /** As printed: `LEAD ATTORNEY`, `PRO HAC VICE`. */
  readonly roles: readonly string[];
};

/** A count or complaint of a criminal case. */
export type CriminalCount = {
  readonly name: string;
  readonly disposition: string | null;
  readonly status: "Pending" | "Terminated" | "Complaint";
};

export type Party = {
  readonly name: string;
  /** As printed: `Plaintiff`, `Debtor`, `Appellant`. */
  readonly type: string;
  readonly dateTerminated: string | null;
  /** Address, tax numbers and other lines below the name. */
  readonly extraInfo: string | null;
  readonly attorneys: readonly Attorney[];
  readonly counts: readonly CriminalCount[];
};

/** The court below, on an appellate docket. */
export type OriginatingCourt = {
  /** Null where the name printed is of no court we know. */
  readonly courtId: string | null;
  readonly name: string | null;
  /** What the newer appellate system calls it: a number or a short word of its own. */
  readonly identifier?: string | null;
  readonly docketNumber: string | null;
  readonly assignedTo: string | null;
  readonly orderingJudge: string | null;
  readonly courtReporter: string | null;
  readonly dateFiled: string | null;
  readonly dateDisposed: string | null;
  readonly dateJudgment: string | null;
  readonly dateJudgmentEntered: string | null;
  readonly dateNoticeOfAppeal: string | null;
  readonly dateReceived: string | null;
};

/** Facts of a docket but for its number, parties and entries. Dates are `YYYY-MM-DD`. */
export type DocketFacts = {
  readonly caption: string | null;
  readonly assignedTo: string | null;
  readonly referredTo: string | null;
  readonly cause: string | null;
  readonly natureOfSuit: string | null;
  readonly jurisdiction: string | null;
  readonly juryDemand: string | null;
  readonly demand: string | null;
  readonly mdlStatus: string | null;
  readonly dateFiled: string | null;
  readonly dateTerminated: string | null;
  readonly dateLastFiling: string | null;
  readonly chapter: string | null;
  readonly trustee: string | null;
  /** Whether there are assets to distribute, as printed. */
  readonly assets: string | null;
  readonly dateConverted: string | null;
  readonly dateDischarged: string | null;
  readonly dateDismissed: string | null;
  readonly appealFrom: string | null;
  readonly caseType: string | null;
  readonly feeStatus: string | null;
  readonly panel: readonly string[];
  readonly originatingCourt: OriginatingCourt | null;
  readonly relatedCases: readonly string[];
};

/** What became of getting a document: who gave it, when and for how much. */
export type Obtained = { readonly source: string; readonly at: string | null; readonly cost_cents: number | null };

/** One document of an entry. What is null was not told. */
export type SeenDocument = {
  /** 0 is the main document. */
  readonly attachment: number;
  readonly description: string | null;
  readonly pageCount: number | null;
  readonly fileSize_bytes: number | null;
  /** As the official system numbers it, with 0 for its fourth digit, which tells only how the number was used. */
  readonly pacerDocId: string | null;
  readonly availability: Availability | null;
  /** One of the contract's 22 words, where the source itself says it; what we read from it is worked out in the store. */
  readonly documentType: string | null;
};

/** One entry as one source has it. What is null was not told. */
export type SeenEntry = {
  /** Null for one without a number. Of appellate courts that give none, the number of its document. */
  readonly number: string | null;
  readonly pacerSeqNo: string | null;
  readonly dateFiled: string | null;
  readonly dateEntered: string | null;
  readonly description: string | null;
  /** The title of the event, as notices and history reports have it. */
  readonly shortDescription: string | null;
  readonly documents: readonly SeenDocument[];
};

/** Of which entries a docket report was asked; null for the whole. */
export type ReportRange = {
  readonly firstNumber: number | null;
  readonly lastNumber: number | null;
  readonly firstDay: string | null;
  readonly lastDay: string | null;
};

/** What one source said of one docket at one time. A fact that is left out is one the source does not speak of. */
export type DocketSighting = {
  readonly kind: SightingKind;
  /** Whose records these are: an importer's name, `official`, `archive`. */
  readonly source: string;
  /** File or address it came from. */
  readonly place: string | null;
  /** When it was true: a day or a moment in the court's own time, as the receipt or the notice prints it. */
  readonly asOf: string | null;
  /** When it was fetched, ISO 8601 UTC; null for a file of unknown age. */
  readonly fetchedAt: string | null;
  readonly billedPages: number | null;
  readonly cost_cents: number | null;
  readonly courtId: string;
  readonly docketNumber: string | null;
  /** As the official system numbers the case in that court; criminal cases have one for each defendant. */
  readonly pacerCaseIds: readonly string[];
  readonly facts: Partial<DocketFacts>;
  /** Left out where the source lists none; an empty list says that there are none. */
  readonly parties?: readonly Party[];
  readonly entries: readonly SeenEntry[];
  /** Of a docket report only. */
  readonly range?: ReportRange | null;
  /** Of a docket report that somebody saved: the page it was read from, in HTML, without the account that paid for it. */
  readonly page?: string;
};

/** What is held of a docket. */
export type Coverage = {
  readonly kind: "docket_report" | "stored_entries";
  readonly entries: number;
  /** Numbers that some source must know and none held tells of, first and last of each run; the oldest runs first. */
  readonly missing: readonly (readonly [first: number, last: number])[];
  /** A docket report is held that was not cut by number or day. */
  readonly isWholeReport: boolean;
};

/** Who spoke last, and of what. */
export type Freshness = {
  readonly kind: SightingKind;
  readonly source: string;
  readonly asOf: string | null;
  readonly fetchedAt: string | null;
  /** The last docket report held, in the court's own time. */
  readonly reportAsOf: string | null;
  readonly latestEntryDate: string | null;
};

/** A docket as all that is held of it says. */
export type Docket = DocketFacts & {
  readonly id: string;
  /** The public id of the case, which decisions of it share. */
  readonly caseId: string;
  readonly courtId: string;
  readonly docketNumber: string | null;
  readonly pacerCaseIds: readonly string[];
  readonly parties: readonly Party[];
  readonly coverage: Coverage;
  readonly freshness: Freshness;
};

export type DocketEntry = Omit<SeenEntry, "documents"> & {
  readonly id: string;
  readonly docketId: string;
  /** Its place on the sheet, from 0: by day, then as the best source has them. */
  readonly ordinal: number;
  /** The kinds of source that tell of it, best first. */
  readonly toldBy: readonly SightingKind[];
};

/** One document of an entry: a filing. */
export type Filing = SeenDocument & {
  readonly id: string;
  readonly entryId: string;
  readonly docketId: string;
  /** Characters of text held; null where none is. */
  readonly text_chars: number | null;
  readonly obtained: Obtained | null;
};

/** The words of a filing. */
export type FilingText = {
  readonly filingId: string;
  readonly text: string;
  /** Where each page begins in the text; empty where it has no pages. */
  readonly pageStarts: readonly number[];
  /** How it was read: `pdf`, `ocr`, `text`. */
  readonly readBy: string;
  /** Of what a machine read from pictures of pages: how sure it was, and how many it could not read. */
  readonly confidence_pct?: number | null;
  readonly unreadPages?: number | null;
};
