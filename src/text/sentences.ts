import { abbreviationAt } from "./abbreviations.ts";
import type { Abbreviation } from "./abbreviations.ts";
import { beginsWord } from "./alterations.ts";

/**
 * Where sentences end: the one decision for the index (`/s`, one sentence a position), the citator and the snippets.
 *
 * A period, question or exclamation mark ends a sentence when white space follows it (behind closing quotation marks,
 * brackets and a footnote's number) and then something that opens a sentence. A period does not behind an
 * abbreviation, a single letter, three points of an ellipsis, or the number of a paragraph. Where it could be either
 * it ends none, so that a citation is never torn. A blank line always ends one.
 */
export type TextSpan = { readonly start: number; readonly end: number };

const PERIOD = 0x2e;
const LINE_FEED = 0x0a;

/**
 * Where the sentence begins that follows the `.`, `?` or `!` at `stop`, an opening quotation mark or bracket included;
 * -1 where no sentence ends, or none follows.
 */
export function sentenceAfter(text: string, stop: number): number {
  const end = pastClosing(text, stop + 1);
  if (end >= text.length || !isWhite(text.charCodeAt(end))) return -1;
  const next = pastWhite(text, end);
  if (next === text.length) return -1;
  const opening = openingAt(text, next);
  if (opening === "nothing") return -1;
  return text.charCodeAt(stop) !== PERIOD || periodEnds(text, stop, opening) ? next : -1;
}

/** Past closing quotation marks and brackets, and the number of a footnote, in brackets or not. */
function pastClosing(text: string, from: number): number {
  const code = text.charCodeAt(from);
  // Behind most stops stands a space, or the next letter of an abbreviation.
  if (code === 0x20 || (code < 0x80 && (isSmall(code) || isCapital(code)))) return from;
  let at = from;
  while (isClosing(text.charCodeAt(at)) || closesBehindSpace(text, at)) at++;
  const bracket = text.charCodeAt(at) === 0x5b ? 1 : 0;
  let end = at + bracket;
  while (end - at - bracket < 3 && isDigit(text.charCodeAt(end))) end++;
  if (end === at + bracket || (bracket === 1 && text.charCodeAt(end) !== 0x5d)) return at;
  // In `1.50` the digits are a part of the number; behind a year (`in 1983.4`) they are a note's.
  const isYear = /(?<!\d)(?:1[6-9]|20)\d\d[.?!]$/u.test(text.slice(Math.max(0, from - 6), from));
  const decimal = bracket === 0 && at === from && isDigit(text.charCodeAt(from - 2)) && !isYear;
  return decimal ? at : end + bracket;
}

/** A quotation inside another closes with a space between: `.’ ”` */
function closesBehindSpace(text: string, at: number): boolean {
  const next = text.charCodeAt(at + 1);
  return (next === 0x201d || next === 0x2019) && isWhite(text.charCodeAt(at)) && isClosing(text.charCodeAt(at - 1));
}

/** What stands where a sentence may begin. A lower-case letter, or what no sentence begins with, is `nothing`. */
type Opening = "nothing" | "word" | "capitals" | "number" | "sign";

function openingAt(text: string, from: number): Opening {
  let at = from;
  while (at - from < OPENING_CHARS_MAX && isOpening(text.charCodeAt(at))) {
    if (text.charCodeAt(at) === 0x28 && /^\((?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})\)/u.test(text.slice(at, at + 7)))
      return "sign";
    at++;
  }
  const code = text.charCodeAt(at);
  if (isDigit(code) || code === 0x24) return isParagraphNumber(text, at) ? "sign" : "number";
  if (code === 0xa7 || code === 0xb6 || code === 0x2a) return "sign";
  if (!isCapital(code)) return "nothing";
  const isAltered = text.charCodeAt(at + 1) === 0x5d && beginsWord(text, at - 1);
  const next = text.charCodeAt(isAltered ? at + 2 : at + 1);
  if (isWhite(next)) return code === 0x41 || code === 0x49 ? "word" : "capitals";
  return isSmall(next) || isApostrophe(next) ? "word" : "capitals";
}

const OPENING_CHARS_MAX = 4;

/** `12. ` and `12 . `: one to three digits and a period before white space. */
function isParagraphNumber(text: string, from: number): boolean {
  let at = from;
  while (at - from < 3 && isDigit(text.charCodeAt(at))) at++;
  if (at === from) return false;
  if (isWhite(text.charCodeAt(at))) at++;
  return text.charCodeAt(at) === PERIOD && isWhite(text.charCodeAt(at + 1));
}

function periodEnds(text: string, stop: number, opening: Opening): boolean {
  const start = wordStart(text, stop);
  if (stop - start === 1 && !isDigit(text.charCodeAt(start))) return false;
  if (numbersParagraph(text, stop, start)) return endsLine(text, stop);
  if (start === stop) {
    if (opening === "number" && !isClosing(text.charCodeAt(stop - 1))) return endsLine(text, stop);
    return pointsBefore(text, stop) !== ELLIPSIS_POINTS;
  }
  const abbreviation = abbreviationAt(text, start, stop);
  if (abbreviation !== undefined && abbreviates(abbreviation, text, start)) {
    if (abbreviation.kind === "closing") return closes(text, stop, opening);
    return abbreviation.isWord && !isCapital(text.charCodeAt(start)) && opening === "word";
  }
  if (opening !== "number" || endsLine(text, stop)) return true;
  // A number belongs to what stands before it, unless that is a plain word.
  return isSmall(text.charCodeAt(start)) && (abbreviation === undefined || abbreviation.isWord);
}

/** Whether `Id.` and its like end the sentence: not before a place (`Id. § 5`) or what stands in brackets. */
function closes(text: string, stop: number, opening: Opening): boolean {
  const from = pastWhite(text, stop + 1);
  const next = text.charCodeAt(from);
  if (isDigit(next)) return endsLine(text, stop);
  return opening === "word" && next !== 0x28 && (next !== 0x5b || beginsWord(text, from));
}

/** Whether nothing more stands on the line of the stop but what closes with it. */
function endsLine(text: string, stop: number): boolean {
  return /^\S*[^\S\n]*\n/u.test(text.slice(stop, stop + LINE_END_CHARS_MAX));
}

const LINE_END_CHARS_MAX = 8;

/** Whether the word is printed as its abbreviation is: see `AbbreviationKind`. */
function abbreviates({ kind }: Abbreviation, text: string, start: number): boolean {
  switch (kind) {
    case "name":
    case "title":
    case "given":
    case "month":
    case "state":
    case "reporter":
      return isCapital(text.charCodeAt(start));
    case "nominative":
      return isCapital(text.charCodeAt(start)) && isDigit(text.charCodeAt(start - 2));
    case "court":
    case "document":
    case "number":
    case "procedure":
    case "record":
    case "closing":
      return true;
  }
}

const ELLIPSIS_POINTS = 3;

/** The points of the ellipsis that ends at `stop`, spaced or not; 1 for a single period. */
function pointsBefore(text: string, stop: number): number {
  let points = 1;
  for (let at = stop - 1; points <= ELLIPSIS_POINTS;) {
    if (isWhite(text.charCodeAt(at))) at--;
    if (text.charCodeAt(at) !== PERIOD) return points;
    points++;
    at--;
  }
  return points;
}

/**
 * `12.`, `12 .` and `IV.` at the beginning of a paragraph, or of a line behind one that ends a sentence or clause; `word`
 * is where what touches the stop begins.
 */
function numbersParagraph(text: string, stop: number, word: number): boolean {
  const isSpaced = isWhite(text.charCodeAt(stop - 1));
  const end = isSpaced ? stop - 1 : stop;
  const start = isSpaced ? wordStart(text, end) : word;
  if (start === end || end - start > 5 || !mayNumber(text.charCodeAt(start))) return false;
  if (!/^(?:\d{1,3}|[IVXLC]+)$/u.test(text.slice(start, end))) return false;
  let lines = 0;
  let at = start - 1;
  while (at >= 0 && isWhite(text.charCodeAt(at))) if (text.charCodeAt(at--) === LINE_FEED) lines++;
  return at < 0 || lines > 1 || (lines === 1 && !isWordPart(text.charCodeAt(at)) && text.charCodeAt(at) !== 0x2c);
}

/** A digit or a Roman one: most words need no closer look. */
function mayNumber(code: number): boolean {
  if (code < 0x41) return isDigit(code);
  return code === 0x49 || code === 0x56 || code === 0x58 || code === 0x4c || code === 0x43;
}

/** Of the letters, digits and inner apostrophes that end at `stop`; no further than any abbreviation is long. */
function wordStart(text: string, stop: number): number {
  let at = stop;
  while (at > 0 && stop - at < WORD_CHARS_MAX && isWordPart(text.charCodeAt(at - 1))) at--;
  while (at < stop && isApostrophe(text.charCodeAt(at))) at++;
  return at;
}

const WORD_CHARS_MAX = 24;

function isWordPart(code: number): boolean {
  return isDigit(code) || isSmall(code) || isCapital(code) || isApostrophe(code);
}

function isApostrophe(code: number): boolean {
  return code === 0x27 || code === 0x2019;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isCapital(code: number): boolean {
  if (code < 0x80) return code >= 0x41 && code <= 0x5a;
  return code >= 0xc0 && !isPunctuation(code) && /\p{Lu}/u.test(String.fromCharCode(code));
}

function isSmall(code: number): boolean {
  if (code < 0x80) return code >= 0x61 && code <= 0x7a;
  return code >= 0xdf && !isPunctuation(code) && /\p{Ll}/u.test(String.fromCharCode(code));
}

/** General punctuation and currency: quotation marks and dashes are met everywhere, so they are told at once. */
function isPunctuation(code: number): boolean {
  return code >= 0x2000 && code < 0x2100;
}

/** ” " ’ ' ) ] » */
function isClosing(code: number): boolean {
  return (
    code === 0x201d ||
    code === 0x22 ||
    code === 0x2019 ||
    code === 0x27 ||
    code === 0x29 ||
    code === 0x5d ||
    code === 0xbb
  );
}

/** “ " ‘ ' ( [ « */
function isOpening(code: number): boolean {
  return (
    code === 0x201c ||
    code === 0x22 ||
    code === 0x2018 ||
    code === 0x27 ||
    code === 0x28 ||
    code === 0x5b ||
    code === 0xab
  );
}

/** White space as `\s` has it. */
export function isWhite(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  if (code < 0x1680) return code === 0xa0;
  if (code <= 0x200a) return code === 0x1680 || code >= 0x2000;
  if (code <= 0x205f) return code === 0x2028 || code === 0x2029 || code === 0x202f || code === 0x205f;
  return code === 0x3000 || code === 0xfeff;
}

function pastWhite(text: string, from: number): number {
  let at = from;
  while (at < text.length && isWhite(text.charCodeAt(at))) at++;
  return at;
}

/** Longer stretches without an end are cut at a space, so that no reader of sentences meets one without a bound. */
const SENTENCE_CHARS_MAX = 4000;

/** The sentences of a plain text, in order, without the white space between them. Time is linear in the length. */
export function splitSentences(text: string): TextSpan[] {
  const sentences: TextSpan[] = [];
  let start = 0;
  for (const { index, 0: found } of text.matchAll(/[.?!]|\n\s*\n/gu)) {
    if (index < start) continue;
    const next = found.startsWith("\n") ? index + found.length : sentenceAfter(text, index);
    if (next < 0) continue;
    pushTrimmed(text, start, next, sentences);
    start = next;
  }
  pushTrimmed(text, start, text.length, sentences);
  return sentences;
}

function pushTrimmed(text: string, from: number, to: number, sentences: TextSpan[]): void {
  let start = from;
  let end = to;
  while (start < end && isWhite(text.charCodeAt(start))) start += 1;
  while (end > start && isWhite(text.charCodeAt(end - 1))) end -= 1;
  while (end - start > SENTENCE_CHARS_MAX) {
    const space = text.lastIndexOf(" ", start + SENTENCE_CHARS_MAX);
    const cut = space > start ? space : start + SENTENCE_CHARS_MAX;
    sentences.push({ start, end: cut });
    start = space > start ? cut + 1 : cut;
  }
  if (end > start) sentences.push({ start, end });
}
