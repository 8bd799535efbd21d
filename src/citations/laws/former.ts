import type { LawCitation } from "../model.ts";

const BEFORE_CHARS = 60;
const AFTER_CHARS = 90;

const FORMER =
  /\b(?:[Ff]ormer(?:ly)?|[Pp]redecessor|[Pp]re-?existing|[Nn]ow[- ]repealed|[Ss]ince[- ]repealed|[Rr]epealed|[Ss]uperseded|[Oo]ld)(?:\s(?:[Ss]ections?|\u00a7\u00a7?|statute|provision|version of|law),?)?(?:\s?\(?[a-z]{0,3}\)?)?\s$/u;
const GONE =
  /^(?:\([^)]{1,12}\))*[,\s]{0,2}[([]?\s?(?:\(?(?:West|Supp\.?|[A-Z][a-z]+)?\s?(?:1[6-9]|20)\d\d(?:\sed\.)?\)?[,;\s]{0,2}\(?)?(?:since\s|now\s|later\s)?(?:repealed|superseded|renumbered|recodified|transferred|redesignated|omitted|current\sversion\sat|codified\sas\samended\sat|as\sit\s(?:then\s)?read\sbefore|as\sin\s(?:effect|force)\sbefore)\b/u;

/**
 * Whether the text says that it means a provision that is gone: `former 11 U.S.C. § 110(a)`, `17 U.S.C. § 9101 (repealed
 * 1978)`. Its number may since be that of another.
 */
export function isFormer(text: string, { span, fullSpan }: LawCitation): boolean {
  const before = text.slice(Math.max(0, span.start - BEFORE_CHARS), span.start);
  const after = text.slice(span.end, Math.max(fullSpan.end, span.end) + AFTER_CHARS).replace(/\s+/gu, " ");
  return FORMER.test(before) || GONE.test(after);
}
