import { tokenize } from "#text/tokenize.ts";
import type { Span } from "../model.ts";

/** A quotation as what must stand in the text it is taken from. */
export type QuotePart =
  | {
      readonly kind: "word";
      readonly word: string;
      /** Only its beginning is the source's: `recogniz[ing]`, `officer[]`. */
      readonly isStem: boolean;
      readonly start: number;
      readonly end: number;
    }
  /** An ellipsis or words in brackets: anything may stand there, or nothing. */
  | { readonly kind: "gap" };

/** A word of a text, folded, and where it stands. */
export type TextWord = { readonly word: string; readonly start: number; readonly end: number };

/** Words as an index has them: alterations in brackets, broken lines and initials read as the words they make. */
export function wordsOf(text: string): TextWord[] {
  return tokenize(text)
    .filter(({ text: word }) => !SIGNS.has(word))
    .map(({ text: word, start, end }) => ({
      word,
      start,
      end: end + (POSSESSIVE.exec(text.slice(end, end + 2))?.[0].length ?? 0),
    }));
}

/** Words to an index, and left out or written out by those who quote. */
const SIGNS = new Set(["§", "¶"]);
const POSSESSIVE = /^['\u2019]s/u;

/** What a writer says of the quotation inside it: no words of the source. */
const REMARK =
  /[([]\s*(?:(?:internal |some |all |certain )?(?:citations?|footnotes?|quotation marks?|quotations?|emphasis|alterations?|brackets?|ellips[ie]s|capitalization|punctuation|paragraph (?:break|structure))(?:[,;]? (?:and |or )?(?:internal |other |further )?(?:citations?|footnotes?|quotation marks?|quotations?|emphasis|alterations?|brackets?))* (?:omitted|added|in (?:the )?original|deleted|removed|altered|cleaned up|ours|mine|supplied|modified|adopted|changed)|sic|cleaned up|em-?phasis (?:ours|mine)|footnote \w{1,3}|fn\.? ?\d{1,3}|\d{1,3})\s*[)\]]/giu;
const ELLIPSIS = /(?:\.\s?){3,4}|\u2026\s?\.?|(?:\*\s?){3,5}/gu;
/** A letter or so in brackets is a changed beginning: `[t]he`; at the end of a word a changed ending: `recogniz[ing]`. */
const BRACKETS = /([\p{L}\p{N}'\u2019-]*)\[([^[\]]{0,200})\]([\p{L}\p{N}'\u2019-]*)/gu;

/** The parts of a quotation, marks of every kind left out. Places count from the quotation's own beginning. */
export function partsOfQuote(quote: string): QuotePart[] {
  const bare = blank(blank(quote, REMARK, ""), ELLIPSIS, GAP);
  const parts: QuotePart[] = [];
  let from = 0;
  for (const match of bare.matchAll(BRACKETS)) {
    pushWords(parts, bare, from, match.index);
    from = match.index + match[0].length;
    const [whole, before = "", inside = "", after = ""] = match;
    const place = { start: match.index, end: match.index + whole.length };
    if (before === "" && /^\p{L}{1,2}$/u.test(inside) && after !== "") pushWhole(parts, inside + after, false, place);
    else if (before !== "") pushWhole(parts, before, true, place);
    else {
      parts.push({ kind: "gap" });
      pushWhole(parts, after, false, place);
    }
  }
  pushWords(parts, bare, from, bare.length);
  return parts;
}

/** One word of a quotation, or the words of one with a hyphen; of these the last is the stem. */
function pushWhole(parts: QuotePart[], printed: string, isStem: boolean, place: Span): void {
  const words = wordsOf(printed);
  words.forEach(({ word }, at) =>
    parts.push({ kind: "word", word, isStem: isStem && at === words.length - 1, ...place }),
  );
}

/** Stands for a gap and is no character of any text. */
const GAP = "\ue000";

/** Takes matches out without moving anything. */
function blank(text: string, pattern: RegExp, mark: string): string {
  return text.replace(pattern, (found) => mark + " ".repeat(found.length - mark.length));
}

function pushWords(parts: QuotePart[], text: string, from: number, to: number): void {
  for (const match of text.slice(from, to).matchAll(/\ue000|[^\ue000]+/gu)) {
    if (match[0] === GAP) parts.push({ kind: "gap" });
    else
      for (const { word, start, end } of wordsOf(match[0])) {
        const at = from + match.index;
        parts.push({ kind: "word", word, isStem: false, start: at + start, end: at + end });
      }
  }
}
