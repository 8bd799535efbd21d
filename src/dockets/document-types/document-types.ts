/**
 * What a paper of a docket may be: the vocabulary of the contract of the tools, but for `all`.
 */
export const DOCUMENT_TYPES = [
  "opinion",
  "brief",
  "motion",
  "order",
  "transcript",
  "other",
  "unknown",
  "judgment",
  "memorandum",
  "answer",
  "complaint",
  "declaration",
  "stipulation",
  "exhibit",
  "notice",
  "summons",
  "certificate",
  "letter",
  "report",
  "expert_report",
  "settlement_agreement",
  "procedural",
] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** What only a court gives. */
const RULINGS: ReadonlySet<DocumentType> = new Set(["opinion", "order", "judgment"]);

export function isRuling(type: DocumentType): boolean {
  return RULINGS.has(type);
}

/** A type with how sure it is, 0 to 1; 0 only for `unknown`. */
export type TypeFound = { readonly type: DocumentType; readonly confidence: number };
