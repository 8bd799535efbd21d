import { isWhite, splitSentences } from "./sentences.ts";
import type { TextSpan } from "./sentences.ts";

/** Words of a passage that is as long as it should be. */
const WORDS = 250;
/** A paragraph that ends from here on ends the passage. */
const WORDS_AT_PARAGRAPH = 180;
/** No passage is longer; only a sentence that is longer itself is cut. */
const WORDS_MAX = 350;
/** A shorter rest is put to the passage before it where that leaves room. */
const WORDS_MIN = 60;
/** What goes on without white space counts as a word for every so many characters: no text makes a passage without a bound. */
const RUN_CHARS = 16;
/** No passage goes on behind more white space than this. */
const GAP_CHARS_MAX = 64;

/**
 * The passages of a plain text: stretches of about 250 words that begin and end with a sentence, and with a paragraph
 * where one ends near, in order and without the white space between them. Every word stands in exactly one. A sentence
 * of more than 350 words is cut between words. Time is linear in the length.
 */
export function splitPassages(text: string): TextSpan[] {
  const passages: TextSpan[] = [];
  let start = -1;
  let end = 0;
  let words = 0;
  let wordsBefore = 0;
  const close = (gap: string): void => {
    const last = passages.at(-1);
    const isRest = words < WORDS_MIN && wordsBefore + words <= WORDS_MAX && gap.length <= GAP_CHARS_MAX;
    if (isRest && last !== undefined) passages[passages.length - 1] = { start: last.start, end };
    else passages.push({ start, end });
    wordsBefore = isRest && last !== undefined ? wordsBefore + words : words;
    words = 0;
  };
  const gapBefore = (): string => text.slice(passages.at(-1)?.end ?? 0, start);
  for (const sentence of splitSentences(text)) {
    for (const piece of cutLong(text, sentence)) {
      const gap = text.slice(end, piece.start);
      if (words > 0 && endsBefore(words, piece.words, gap)) close(gapBefore());
      if (words === 0) start = piece.start;
      end = piece.end;
      words += piece.words;
      if (words >= WORDS) close(gapBefore());
    }
  }
  if (words > 0) close(gapBefore());
  return passages;
}

/** Whether a passage of so many words ends before the next piece, `gap` being the white space between. */
function endsBefore(words: number, next: number, gap: string): boolean {
  if (words + next > WORDS_MAX || gap.length > GAP_CHARS_MAX) return true;
  return words >= WORDS_AT_PARAGRAPH && /\n\s*\n/u.test(gap);
}

type Piece = TextSpan & { readonly words: number };

/** A sentence as it is, or, when it is longer than a passage may be, in pieces of a passage's length. */
function cutLong(text: string, { start, end }: TextSpan): readonly Piece[] {
  const whole = piecesOf(text, start, end, WORDS_MAX);
  return whole.length === 1 ? whole : piecesOf(text, start, end, WORDS);
}

function piecesOf(text: string, start: number, end: number, most: number): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = start;
  let to = start;
  let words = 0;
  for (let at = start; at < end;) {
    const next = wordEnd(text, at, end);
    const after = pastWhite(text, next, end);
    const isCutHere = words > 0 && (words >= most || at - to > GAP_CHARS_MAX);
    if (isCutHere) {
      pieces.push({ start: from, end: to, words });
      from = at;
      words = 0;
    }
    words++;
    to = next;
    at = after;
  }
  if (words > 0) pieces.push({ start: from, end: to, words });
  return pieces;
}

/** Where the word at `at` ends, or is cut: never between the halves of a surrogate pair. */
function wordEnd(text: string, at: number, end: number): number {
  const most = Math.min(end, at + RUN_CHARS);
  let next = at;
  while (next < most && !isWhite(text.charCodeAt(next))) next++;
  const splitsPair = next < end && next > at + 1 && isLowSurrogate(text.charCodeAt(next));
  return splitsPair ? next - 1 : next;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

function pastWhite(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && isWhite(text.charCodeAt(at))) at++;
  return at;
}
