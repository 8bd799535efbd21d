import type { DocumentType } from "#dockets/document-types/document-types.ts";
import { isRuling } from "#dockets/document-types/document-types.ts";
import { collapseSpace } from "#text/typography.ts";
import type { EntryWithDocuments } from "../model.ts";
import { wordsOf } from "../motion-lines.ts";
import { typeOfLine } from "../views.ts";

/** An entry as the course of a case is read from it. */
export type CourseLine = {
  readonly entry: EntryWithDocuments;
  readonly words: string;
  /** How it begins; what stands behind speaks of other papers. */
  readonly head: string;
  readonly type: DocumentType;
  /** A ruling, a notice of the clerk, or minutes of what was done in court. */
  readonly isOfCourt: boolean;
};

const HEAD_CHARS = 240;

/** Clerks note errors in front of what was filed: those words are not what happened. */
const FILED_IN_ERROR =
  /^\W*(?:entered in error|docketed in error|docket error|filed in (?:the )?(?:incorrect|wrong) case|incorrect (?:event|case|pdf|summons|document)|court deleted incorrect entry|corrective entry|nonconforming entry|disregard|stricken|void)\b/iu;

/** The lines of a docket but for those that a clerk calls errors, in their order. */
export function courseLines(entries: readonly EntryWithDocuments[]): CourseLine[] {
  return entries.flatMap((entry) => {
    const words = collapseSpace(wordsOf(entry));
    if (FILED_IN_ERROR.test(words)) return [];
    const type = typeOfLine(entry);
    const isOfCourt = isRuling(type) || type === "procedural" || type === "report" || OF_THE_CLERK.test(words);
    return [{ entry, words, head: words.slice(0, HEAD_CHARS), type, isOfCourt }];
  });
}

/** What courts enter without calling it an order. */
const OF_THE_CLERK =
  /^\W*(?:(?:virtual )?minutes?\b|mandate\b|memorandum disposition|judge?ment\b|clerk'?s\b|(?:adversary )?case\b[^.]{0,40}\b(?:closed|terminated)|adversary (?:case|proceeding)[^.]{0,30}\b(?:closed|terminated)|deadlines? terminated|received (?:order|copy|\d|mandate)|notice of dismissal\b|submitted on)/iu;
