import type { Analysis, SourcePart } from "../analyst.ts";
import type { DocketNotRead, DocketRead, FilingAnswer } from "../dockets/model.ts";
import type { Note } from "../note.ts";
import type { Standing } from "../standing.ts";
import type { CaseDocument } from "./model.ts";

/** How a decision is named. */
export type OpinionNamed =
  | { readonly by: "id"; readonly id: string }
  | { readonly by: "citation"; readonly citation: string }
  | { readonly by: "docket"; readonly court: string; readonly docketNumber: string };

export type OpinionAsked = { readonly question: string; readonly named: OpinionNamed | null };

/** How a filing is named: by its id, or by its place in a docket; null for the main document of the entry. */
export type FilingNamed =
  | { readonly by: "id"; readonly id: string }
  | {
      readonly by: "entry";
      readonly caseId: string;
      readonly entryNumber: string;
      readonly attachmentNumber: string | null;
    };

export type FilingAsked = {
  readonly question: string;
  readonly named: FilingNamed;
  /** Only a caller with premium access is answered. */
  readonly needsPremium: boolean;
};

export type DocumentAsked = {
  readonly question: string;
  readonly named: OpinionNamed | FilingNamed | null;
  /** The client or matter that a charge is passed on to; absent: what the request or the key names. */
  readonly matter?: string;
};

/** A document that was read; its standing is null where it could not be looked up, or nobody has read yet who cites it. */
export type ReadDocument = Omit<CaseDocument, "standing"> & {
  readonly standing: Standing | null;
  /** What the citator has not read yet of those who may cite it. */
  readonly unread: readonly string[];
  readonly jurisdiction: string;
  /** The texts that were read, in order. */
  readonly parts: readonly SourcePart[];
};

/** Why a document was not read: it is not named as it must be, not held, one of several, or has no text. */
export type NotRead = {
  readonly status: "invalid_reference" | "not_found" | "ambiguous" | "text_not_available" | "analysis_failed";
  readonly note: Note;
  /** What may be meant. */
  readonly candidates: readonly CaseDocument[];
  /** What can be read at its address all the same. */
  readonly document: CaseDocument | null;
};

export type OpinionAnswer =
  | { readonly status: "ok"; readonly document: ReadDocument; readonly analysis: Analysis }
  | NotRead;

/** Of a decision, or of a filing, which alone has the member `filing`. */
export type DocumentAnswer = OpinionAnswer | FilingAnswer;

/** Verbatim stretches of a document that hold the words looked for, those that hold more of them first. */
export type PassagesAnswer =
  | {
      readonly status: "ok";
      readonly document: ReadDocument;
      readonly passages: readonly Passage[];
      readonly warnings: readonly string[];
    }
  | NotRead;

export type Passage = { readonly partId: string; readonly start: number; readonly end: number; readonly text: string };

export type DocketNamed =
  | { readonly by: "case"; readonly id: string }
  | { readonly by: "docket"; readonly court: string; readonly docketNumber: string; readonly caseName: string | null };

export type DocketAsked = {
  readonly question: string;
  readonly named: DocketNamed | null;
  /** The latest of the official records is wanted. */
  readonly refresh: boolean;
  /** Only a caller with premium access is answered. */
  readonly needsPremium: boolean;
  /** The client or matter that a charge is passed on to; absent: what the request or the key names. */
  readonly matter?: string;
};

/** What the decisions of a case say, of which no docket is held. */
export type DecisionsRead = {
  readonly status: "ok";
  /** Latest first. */
  readonly decisions: readonly CaseDocument[];
  /** How many more there are than are told. */
  readonly decisionsLeftOut: number;
  readonly analysis: Analysis;
  readonly notes: readonly Note[];
};

export type DocketAnswer = DocketRead | DecisionsRead | DocketNotRead;
