import type { DocumentType } from "../document-types/document-types.ts";

/** Whether the words of a filing are held, and if not, why: none were given, or what its file was. */
export const TEXT_STATES = ["held", "not_given", "scanned", "protected", "damaged", "missing", "too_large"] as const;
export type TextState = (typeof TEXT_STATES)[number];

/** The case of a filing, as its source tells it. */
export type FilingCase = {
  readonly courtId: string;
  readonly docketNumber: string | null;
  readonly caption: string;
  /** `YYYY-MM-DD`. */
  readonly dateFiled: string | null;
};

/** The words of a filing, page after page. */
export type FilingText = {
  readonly text: string;
  /** Where each page begins, in characters of the text; the first at 0. */
  readonly pageStarts: readonly number[];
  /** There where a machine read them from pictures of pages: how surely, and how many of these it could not read. */
  readonly recognised?: { readonly confidence_pct: number; readonly unreadPages: number };
};

/** A filing of a state trial court as an importer has it. */
export type FilingDraft = {
  /** What its source calls it; the same at every import. */
  readonly sourceId: string;
  readonly case: FilingCase;
  /** Its place in the docket, where the source has one. */
  readonly entryNumber: string | null;
  /** From 1; null for the main paper of its entry. */
  readonly attachmentNumber: number | null;
  readonly type: DocumentType;
  /** How sure the type is, in hundredths. */
  readonly typeConfidence_pct: number;
  readonly title: string | null;
  readonly description: string | null;
  /** `YYYY-MM-DD`. */
  readonly dateFiled: string | null;
  readonly sourceUrl: string | null;
  readonly textState: TextState;
  readonly content: FilingText;
};

/** A filing as it is held, without its words. */
export type FilingRecord = Omit<FilingDraft, "sourceId" | "content" | "case"> & {
  readonly id: string;
  readonly source: string;
  /** The public id of its case, shared with what other sources tell of it. */
  readonly caseId: string;
  readonly courtId: string;
  readonly docketNumber: string | null;
  readonly caption: string;
  readonly text_chars: number;
};
