import type { Span } from "#text/normal-form.ts";
import { QUOTE_WORDS_MAX } from "../model.ts";

/** Where a clause ends: behind a mark, or before a word that begins the next one. */
const CLAUSE_END =
  /(?<=[\p{L}\p{N})\]"'\u201d\u2019])[;:,.?!](?:["'\u201d\u2019)\]]{0,2})(?=\s)|(?<!\s)\s+[\u2014\u2013-]{1,2}(?=\s)|(?<!\s)(?=\s+(?:and|or|but|which|who|that|because|unless|until|where|when|while|if|for|than|as|provided)\s)/gu;

/** No shorter piece of a sentence is a quotation worth reading. */
const WORDS_MIN = 8;

/**
 * The words of a span, or, when they are more than `wordsMax`, its longest beginning that ends with a clause.
 * Undefined where no clause ends in reach.
 */
export function shortened(
  text: string,
  span: Span,
  wordsMax: number = QUOTE_WORDS_MAX,
): (Span & { readonly isTruncated: boolean }) | undefined {
  const limit = endOfWords(text, span, wordsMax);
  if (limit === span.end) return { ...span, isTruncated: false };
  const least = endOfWords(text, span, Math.min(WORDS_MIN, wordsMax));
  const head = text.slice(span.start, limit);
  let end: number | undefined;
  for (const match of `${head} `.matchAll(CLAUSE_END)) {
    const at = span.start + match.index + match[0].trimEnd().length;
    if (at >= least && at <= limit) end = at;
  }
  return end === undefined ? undefined : { start: span.start, end, isTruncated: true };
}

/** How many words white space parts a text into. */
export function countWords(text: string): number {
  return text.match(/\S+/gu)?.length ?? 0;
}

/** Where so many words of the span end; its end when it has no more. */
function endOfWords(text: string, { start, end }: Span, words: number): number {
  let left = words;
  for (const { 0: word, index } of text.slice(start, end).matchAll(/\S+/gu)) {
    left -= 1;
    if (left === 0) return Math.min(end, start + index + word.length);
  }
  return end;
}
