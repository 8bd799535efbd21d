import type { DocumentType } from "#dockets/document-types/document-types.ts";
import type { Docket, DocketEntry, Filing } from "#dockets/model.ts";
import type { Analysis } from "../analyst.ts";
import type { CaseFiling, ReadFiling } from "../cases/filings/model.ts";
import type { CaseDocument } from "../cases/model.ts";
import type { Note } from "../note.ts";

export type { Party } from "#dockets/model.ts";
export type { EntryMonth } from "#dockets/store/list-entries.ts";
export type { CourseView } from "./course/view.ts";

/** A docket as edges show it. */
export type DocketView = {
  readonly docket: Docket;
  /** What names this docket and no other: the id of the case, or its own where the case has several. */
  readonly caseId: string;
  readonly caseName: string;
  readonly courtName: string;
  readonly slug: string;
  /** It is of the sample: the case, its people and its papers are made up. */
  readonly isInvented: boolean;
  /** A sheet of it is held, which has a page; else it is made of the filings held of the case. */
  readonly hasSheet: boolean;
};

/** One document of an entry, with what it says it is. */
export type FilingSummary = Filing & { readonly type: DocumentType };

/** An entry with its documents as they are told, the main one first. */
export type EntryWithDocuments = DocketEntry & { readonly filings: readonly Filing[] };

/** The same with what each says it is. */
export type EntryView = DocketEntry & { readonly filings: readonly FilingSummary[] };

/** A filing with the entry and the docket it stands in. */
export type FilingView = {
  readonly filing: FilingSummary;
  readonly entry: DocketEntry;
  readonly docket: DocketView;
};

export type FilingNotRead = {
  readonly status:
    | "invalid_reference"
    | "not_found"
    | "ambiguous"
    | "text_not_available"
    | "courtrecords_fetch_failed"
    | "analysis_failed";
  readonly note: Note;
  /** What may be meant. */
  readonly filings: readonly CaseFiling[];
  /** In which dockets, where the case has several. */
  readonly dockets: readonly DocketView[];
  /** What was named, where it is known though it was not read. */
  readonly filing: CaseFiling | null;
};

export type FilingAnswer =
  | {
      readonly status: "ok";
      readonly filing: ReadFiling;
      readonly analysis: Analysis;
      readonly notes: readonly Note[];
    }
  | FilingNotRead;

/** Where a docket came from in this answer. */
export type DocketOrigin = "stored" | "archive" | "official";

/** An entry, or one attachment of it, that bears on the question. */
export type RelevantEntry = {
  readonly entry: DocketEntry;
  /** The document that is meant: null where the entry has none. */
  readonly filing: FilingSummary | null;
  /** How it is named when it is to be read: by its own id, or by its place, which names no other. */
  readonly namedBy: "id" | "place";
  /** Why it was chosen, in words. */
  readonly relevance: string;
};

/** A download of what a docket report said, as a text that only we can write. */
export type ReportOffer = { readonly token: string; readonly fileName: string };

export type DocketRead = {
  readonly status: "ok";
  readonly docket: DocketView;
  readonly entries: readonly RelevantEntry[];
  readonly coverage: {
    readonly kind: "docket_report" | "stored_entries";
    /** Entries that were weighed for the answer. */
    readonly entries: number;
    /** The docket as held, or what is told of it, is not the whole. */
    readonly isTruncated: boolean;
  };
  readonly freshness: {
    readonly isLive: boolean;
    readonly fetchedAt: string | null;
    readonly latestEntryDate: string | null;
  };
  readonly origin: DocketOrigin;
  readonly report: ReportOffer | null;
  readonly analysis: Analysis;
  readonly notes: readonly Note[];
};

/** A case that is held, by its docket or by a decision of it. */
export type CaseHeld = { readonly docket: DocketView } | { readonly decision: CaseDocument };

/** A case that may be meant; one that nobody holds has no id, and is named by its number and name. */
export type CaseCandidate =
  | CaseHeld
  | {
      readonly elsewhere: {
        readonly caseName: string;
        readonly courtName: string;
        readonly docketNumber: string;
      };
    };

export type DocketNotRead = {
  readonly status: "invalid_reference" | "not_found" | "ambiguous" | "courtrecords_fetch_failed" | "analysis_failed";
  readonly note: Note;
  readonly candidates: readonly CaseCandidate[];
  /** What can be read at its address all the same. */
  readonly held: CaseHeld | null;
  readonly report: ReportOffer | null;
};
