import type { Token } from "./token.ts";

/** `*123`, `[*123]`, `*Page 123` in running text; groups: the bracket, the word, the number. */
const MARK = /(?<![\p{L}\p{N}.*])(\[)?\*(Page\s{0,3})?(\d{1,5})(?![\d*])(?:\])?/gu;
/** A bare `*123` may be a footnote's mark or another book's page: so many must count up, each by one, with no stray. */
const BARE_MARKS_MIN = 3;
/** How far behind its decision's first page an opinion's first marker may stand. */
const FIRST_PAGE_DISTANCE_MAX = 200;

type Mark = { readonly number: number; readonly plain: boolean };

/**
 * Turns page marks written as words into markers, where they can be nothing else: all marks of the text count up by
 * one from the first, and either they say that they are pages (`*Page`, brackets) or there are several and, where
 * the decision's first pages are known, they begin near one of them or at the beginning. Citations of other books by
 * their star pages (`4 Commentaries *24`) never count up so. Nothing is changed where the source has markers already.
 */
export function markTextPages(tokens: readonly Token[], firstPages: readonly number[]): readonly Token[] {
  const marks: Mark[] = [];
  for (const token of tokens) {
    if (token.kind === "page") return tokens;
    if (token.kind !== "text" || !token.text.includes("*")) continue;
    for (const [, bracket, word, number] of token.text.matchAll(MARK)) {
      marks.push({ number: Number(number), plain: bracket === undefined && word === undefined });
    }
  }
  return arePages(marks, firstPages) ? tokens.flatMap(withPages) : tokens;
}

function arePages(marks: readonly Mark[], firstPages: readonly number[]): boolean {
  const first = marks[0];
  if (first === undefined || marks.some((mark, at) => mark.number !== first.number + at)) return false;
  if (marks.every((mark) => !mark.plain)) return true;
  if (marks.length < BARE_MARKS_MIN) return false;
  const near = firstPages.some((page) => page <= first.number && first.number <= page + FIRST_PAGE_DISTANCE_MAX);
  return near || first.number <= 2 || firstPages.length === 0;
}

function withPages(token: Token): Token[] {
  if (token.kind !== "text" || !token.text.includes("*")) return [token];
  const parts: Token[] = [];
  let from = 0;
  for (const match of token.text.matchAll(MARK)) {
    parts.push({ kind: "text", text: token.text.slice(from, match.index) });
    const label = match[3] ?? "";
    parts.push({ kind: "page", label, reporter: 1 });
    parts.push({ kind: "left-out", reason: "page mark", text: match[0].replace(label, "") });
    from = match.index + match[0].length;
  }
  parts.push({ kind: "text", text: token.text.slice(from) });
  return parts;
}
