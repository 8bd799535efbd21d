import type { DocumentType } from "#dockets/document-types/document-types.ts";
import type { SourcePart } from "#research/analyst.ts";
import type { DocumentAnswer, NotRead } from "../answers.ts";
import type { Analysis } from "#research/analyst.ts";

/** A paper filed in a case. */
export type CaseFiling = {
  readonly documentId: string;
  readonly documentType: DocumentType;
  readonly caseId: string;
  readonly caseName: string;
  readonly courtName: string;
  readonly docketNumber: string | null;
  /** What its public address is made of, beside its id. */
  readonly slug: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly entryNumber: string | null;
  /** From 1; null for the main paper of its entry. */
  readonly attachmentNumber: string | null;
  /** `YYYY-MM-DD`. */
  readonly dateFiled: string | null;
  /** Its words are held. */
  readonly isReadable: boolean;
};

export type FilingHit = CaseFiling & {
  /** HTML: escaped text in which only `<mark>` stands around the words that matched. */
  readonly snippet: string;
};

/** A filing with its words, page by page. */
export type ReadFiling = CaseFiling & {
  readonly sourceUrl: string | null;
  readonly isInvented: boolean;
  /** Why its words are not held, where they are not. */
  readonly missing: string | null;
  readonly part: SourcePart;
};

/** A filing that was not read, and where it can be looked at all the same. */
export type FilingNotRead = NotRead & { readonly filing: CaseFiling };

/** What one document of a case says to a question: a decision or a filing. */
export type PaperAnswer =
  | DocumentAnswer
  | { readonly status: "ok"; readonly filing: ReadFiling; readonly analysis: Analysis }
  | FilingNotRead;
