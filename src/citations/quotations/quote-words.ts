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

const WORD = /[\p{L}\p{N}]+(?:['\u2019][\p{L}]+)*/gu;

/** Small letters without marks and apostrophes; ligatures written out. */
export function foldWord(word: string): string {
  return word
    .normalize("NFKD")
    .replace(/[\u0300-\u036f'\u2019\u00ad]/gu, "")
    .toLowerCase();
}

export function wordsOf(text: string): TextWord[] {
  return [...text.matchAll(WORD)].map((match) => ({
    word: foldWord(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

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
    if (before === "" && /^\p{L}{1,2}$/u.test(inside) && after !== "")
      parts.push({ kind: "word", word: foldWord(inside + after), isStem: false, ...place });
    else if (before !== "") parts.push({ kind: "word", word: foldWord(before), isStem: true, ...place });
    else {
      parts.push({ kind: "gap" });
      if (after !== "") parts.push({ kind: "word", word: foldWord(after), isStem: false, ...place });
    }
  }
  pushWords(parts, bare, from, bare.length);
  return parts;
}

/** Stands for a gap and is no character of any text. */
const GAP = "\ue000";

/** Takes matches out without moving anything. */
function blank(text: string, pattern: RegExp, mark: string): string {
  return text.replace(pattern, (found) => mark + " ".repeat(found.length - mark.length));
}

function pushWords(parts: QuotePart[], text: string, from: number, to: number): void {
  for (const match of text.slice(from, to).matchAll(/\ue000|[\p{L}\p{N}]+(?:['\u2019][\p{L}]+)*/gu)) {
    if (match[0] === GAP) parts.push({ kind: "gap" });
    else {
      const start = from + match.index;
      parts.push({ kind: "word", word: foldWord(match[0]), isStem: false, start, end: start + match[0].length });
    }
  }
}
