import type { DatePrecision, PublishStatus } from "#opinions/model.ts";
import type { Reason } from "#base/errors.ts";
import type { Note } from "../note.ts";
import type { Standing } from "../standing.ts";
import type { CaseQuery, DocumentType } from "./case-query.ts";
import type { FilingHit } from "./filings/model.ts";

export type { CaseQuery, DocumentType } from "./case-query.ts";

/** A search anew, or on from where the last page ended. */
export type CaseSearchAsked = { readonly queries: readonly CaseQuery[] } | { readonly cursor: string };

/** A document of a case. */
export type CaseDocument = {
  readonly documentId: string;
  readonly documentType: DocumentType;
  readonly caseId: string;
  readonly caseName: string;
  readonly courtName: string;
  readonly docketNumber: string | null;
  /** What its public address is made of. */
  readonly publicNumber: number;
  readonly slug: string;
  /** The official one first; empty when none is known. */
  readonly citations: readonly string[];
  readonly dateFiled: string | null;
  readonly datePrecision: DatePrecision;
  readonly publishStatus: PublishStatus;
  readonly standing: Standing;
};

/** A decision, or a filing of a trial court; searches of opinions find decisions alone. */
export type CaseHit = DecisionHit | { readonly filing: FilingHit };

export type DecisionHit = CaseDocument & {
  /** HTML: escaped text in which only `<mark>` stands around the words that matched. */
  readonly snippet: string;
};

/** A query that was not run, or that failed; `failed`: running it again may do. */
export type SkippedQuery = {
  readonly query: string;
  readonly why: "unreadable" | "no_such_court" | "no_such_state" | "document_types" | "docket_number" | "failed";
  readonly note: Note;
};

export type CaseSearchAnswer = {
  /** `failed`: no query could be run. */
  readonly outcome: "complete" | "partial" | "failed";
  readonly hits: readonly CaseHit[];
  /** Where to go on; null at the end. */
  readonly nextCursor: string | null;
  readonly skipped: readonly SkippedQuery[];
  readonly notes: readonly Note[];
};

export function note(message: string, reason: Reason): Note {
  return { message, reason };
}
