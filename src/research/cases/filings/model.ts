import type { DocumentType } from "#dockets/document-types/document-types.ts";
import type { SourcePart } from "#research/analyst.ts";
import type { AddressedDocket } from "#research/address.ts";

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
  /** The docket it stands in, where that is held. */
  readonly docket: AddressedDocket | null;
};

export type FilingHit = CaseFiling & {
  /** HTML: escaped text in which only `<mark>` stands around the words that matched. */
  readonly snippet: string;
};

/** A filing with its words, page by page. */
export type ReadFiling = CaseFiling & {
  readonly sourceUrl: string | null;
  readonly isInvented: boolean;
  /** There where a machine read it from pictures of pages: how sure it was, and how many it could not read. */
  readonly recognised: { readonly confidence_pct: number | null; readonly unreadPages: number | null } | null;
  /** Why its words are not held, where they are not. */
  readonly missing: string | null;
  readonly part: SourcePart;
};
