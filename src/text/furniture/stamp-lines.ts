import type { PageLine } from "./page-line.ts";

/**
 * What the filing systems of courts print on every page of a filed paper, on a line of its own: `Case
 * 1:19-cv-01234-ABC Document 12 Filed 01/02/20 Page 2 of 2`, `USCA4 Appeal: 20-1234 Doc: 12 Filed: 01/02/2020 Pg: 3 of
 * 9`. Its shape is its own: it begins with the case and says a page, and every word on the line is one of the system's.
 */
export function isStamp(words: string): boolean {
  if (words.length > STAMP_CHARS_MAX || !mayBegin(words)) return false;
  const begins = BEGINS.exec(words)?.[0];
  if (begins === undefined) return STATE_STAMP.test(words);
  const rest = words.slice(begins.length);
  return DOCUMENT.test(rest) && PAGE.test(rest) && areStampWords(rest);
}

/** Marks the stamps; one may run over two lines: `Case 19-12345-abc Doc 12 Filed 01/02/20 Desc` / `Main Document Page 3 of 9`. */
export function markStamps(lines: readonly PageLine[]): void {
  for (const [at, line] of lines.entries()) {
    if (line.kind !== undefined) continue;
    if (isStamp(line.words)) line.kind = "stamp";
    const next = lines[at + 1];
    if (line.kind !== undefined || next === undefined || next.line - line.line > 2) continue;
    if (!mayBegin(line.words) || !BEGINS.test(line.words) || !/\b(?:Filed|Entered|Desc)\b/u.test(line.words)) continue;
    if (next.words.length > STAMP_CHARS_MAX || !isStamp(`${line.words} ${next.words}`)) continue;
    line.kind = "stamp";
    next.kind = "stamp";
  }
  for (const [at, line] of lines.entries()) if (line.kind === "stamp") markNumberBeside(lines, at);
}

/** The page's own number may stand beside its stamp. */
function markNumberBeside(lines: readonly PageLine[], at: number): void {
  for (const beside of [lines[at - 1], lines[at + 1]]) {
    if (beside?.kind === undefined && beside !== undefined && /^(?:-\s?)?\d{1,4}(?:\s?-)?$/u.test(beside.words)) {
      beside.kind = "page number";
    }
  }
}

/** The first letters of all stamps: hardly a line begins with one of them and what must follow. */
function mayBegin(words: string): boolean {
  return FIRST_LETTERS.includes(words.charAt(0));
}

const FIRST_LETTERS = "ABCFNRU";
const STAMP_CHARS_MAX = 220;
const BEGINS =
  /^(?:USCA\s?(?:DC|\d{0,2})\s{0,3})?(?:Appellate\s|Bankr\.?\s)?(?:Case|Appeal)\s?(?:No\.|Number)?\s?:?\s?#?(?:\d{1,2}:)?\d{2}-(?:[a-z]{2,4}-)?\d{1,6}[\w:()-]{0,30}(?=[,\s])/u;
const DOCUMENT = /\b(?:Doc(?:ument|ket)?|DktEntry|ECF|Dkt|Entry ID)\b/u;
const PAGE = /\b(?:Page|Pg|PageID)\s?(?:#|\.)?\s?:?\s?\d/u;
const STATE_STAMP =
  /^(?:FILED: [A-Z .]{3,40} COUNTY CLERK \d\d\/\d\d\/\d{4} \d\d:\d\d [AP]M(?:\s+INDEX NO\. [\dEX/-]{3,20})?|NYSCEF DOC\. NO\. \d{1,5}(?:\s+RECEIVED NYSCEF: \d\d\/\d\d\/\d{4})?|RECEIVED NYSCEF: \d\d\/\d\d\/\d{4})$/u;
const WORD =
  /^(?:Doc(?:ument|ket)?s?|Dkt|DktEntry|ECF|Nos?|ID|Entry|Filed|filed|Date|Entered|on|in|[A-Z]{2,6}|Page|Page\d{1,5}|PageID|Pg|of|Desc|Main|Exhibit|Part|Received|Redacted|Corrected|Attachment|\d[\d-]{0,14}|\d{1,4}\/\d{1,2}\/\d{2,4}|\d{1,2}:\d{2}(?::\d{2})?)$/u;

function areStampWords(rest: string): boolean {
  return rest.split(/[\s,:#.]+/u).every((word) => word === "" || WORD.test(word) || /^\d{1,2}$/u.test(word));
}
