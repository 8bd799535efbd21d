import { brokenWordAt, endOfMc, keepsHyphen } from "./line-hyphens.ts";

export type Span = { readonly start: number; readonly end: number };

/**
 * A text as it would be printed on one endless line: words whole that a line's end has broken, ligatures as letters,
 * nothing between letters that is not seen. For readers of characters (citations, names): the tokeniser reads words
 * so by itself. `æ` and `œ` are letters of their own and stay; spaces, quotation marks and dashes do.
 */
export type NormalForm = {
  readonly text: string;
  /** The place in the text that was given of a span of this one. */
  readonly spanOf: (span: Span) => Span;
  /** The place in this text of a span of the one that was given. */
  readonly spanIn: (span: Span) => Span;
};

const LIGATURES: Readonly<Record<string, string>> = {
  "\ufb00": "ff",
  "\ufb01": "fi",
  "\ufb02": "fl",
  "\ufb03": "ffi",
  "\ufb04": "ffl",
  "\ufb05": "st",
  "\ufb06": "st",
};

/**
 * Inside words and numbers: soft hyphens with the line's end behind them, the space that has no width, ligatures; hyphens
 * that end a line; and, anywhere, marks that are never seen, signs as wide as Chinese ones, and of a page's source that is
 * pasted as it is the space written out and the stars that make a citation bold.
 */
const ODD =
  /[\u00ad\u200b](?<=\p{L}.)(?=\p{L})|\u200b(?<=\d.)(?=\d)|[\u200c-\u200f\u202a-\u202e\u2060-\u2064\ufeff\ufb00-\ufb06]|[-\u2010\u00ad](?=[^\S\n]{0,40}\n)|[\u2024\uff01-\uff5e]|&nbsp;|&#160;|\*\*(?=\d{1,4}\s[A-Z])|(?<=\d)\*\*(?![\d*])/gu;

const UNSEEN = /[\u00ad\u200b-\u200f\u2024\u202a-\u202e\u2060-\u2064\ufeff\ufb00-\ufb06\uff01-\uff5e]/u;

/** Whether anything of `ODD` may stand in a text; most texts hold none of it, which is seen at less cost. */
function mayBeOdd(text: string): boolean {
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1))
    if (mayEndInHyphen(text, end)) return true;
  return UNSEEN.test(text) || OF_SOURCE.some((sign) => text.includes(sign));
}

const OF_SOURCE = ["**", "&nbsp;", "&#160;"];
/** From a wide sign to the one that is meant. */
const WIDER_BY = 0xff01 - 0x21;

/** Whether the line that ends at `end` has a hyphen, or white space that is rarely met, for its last sign. */
function mayEndInHyphen(text: string, end: number): boolean {
  let at = end - 1;
  let code = text.charCodeAt(at);
  while (code === 0x20 || code === 0x0d || code === 0x09 || code === 0xa0) code = text.charCodeAt((at -= 1));
  return (
    code === HYPHEN || (code !== LINE_FEED && !(code > 0x20 && code < 0xa0) && /[\s\u00ad\u2010]/u.test(text[at] ?? ""))
  );
}

const HYPHEN = 0x2d;
const LINE_FEED = 0x0a;

/** Stretches of the given text that stand otherwise in the normal form, in order. */
type Change = { readonly from: number; readonly to: number; readonly at: number; readonly length: number };

/** `leftOut`: stretches, in order, that are none of the running text, as the stamps of pages are. */
export function normalForm(given: string, leftOut: readonly Span[] = []): NormalForm {
  const changes: Change[] = [];
  const parts: string[] = [];
  let length = 0;
  let read = 0;
  for (const { index, change } of changesIn(given, leftOut)) {
    if (index < read) continue;
    parts.push(given.slice(read, index), change.text);
    length += index - read;
    changes.push({ from: index, to: change.to, at: length, length: change.text.length });
    length += change.text.length;
    read = change.to;
  }
  if (changes.length === 0) return { text: given, spanOf: itself, spanIn: itself };
  parts.push(given.slice(read));
  return {
    text: parts.join(""),
    spanOf: ({ start, end }) => spanBy(start, end, (at) => givenPlaces(changes, at)),
    spanIn: ({ start, end }) => spanBy(start, end, (at) => normalPlaces(changes, at)),
  };
}

type Replacement = { readonly text: string; readonly to: number };

function* changesIn(given: string, leftOut: readonly Span[]): Generator<{ index: number; change: Replacement }> {
  let next = 0;
  for (const { 0: found, index } of mayBeOdd(given) ? given.matchAll(ODD) : []) {
    for (let span = leftOut[next]; span !== undefined && span.start <= index; span = leftOut[next]) {
      yield { index: span.start, change: gapOf(given, span) };
      next += 1;
    }
    const change = replacementOf(given, found, index);
    if (change !== undefined) yield { index, change };
  }
  for (const span of leftOut.slice(next)) yield { index: span.start, change: gapOf(given, span) };
}

/** What is left out between two words of a sentence parts them like a space; behind a sentence a paragraph may have ended. */
function gapOf(given: string, { start, end }: Span): Replacement {
  const endsSentence = /[.!?:]["'\u2019\u201d)\]]{0,2}$/u.test(given.slice(Math.max(0, start - 4), start));
  const beginsSentence = /^["'\u2018\u201c([]{0,2}\p{Lu}/u.test(given.slice(end, end + 4));
  return { text: endsSentence && beginsSentence ? "\n\n" : " ", to: end };
}

function replacementOf(text: string, found: string, at: number): Replacement | undefined {
  if (!/[-\u2010]/u.test(found) && !/^\u00ad[^\S\n]*\n/u.test(text.slice(at, at + 42)))
    return { text: LIGATURES[found] ?? plainOf(found), to: at + found.length };
  const on = brokenWordAt(text, at) || endOfMc(text, at);
  if (on > 0) return { text: "", to: on };
  const head = /(?<!\p{L})\p{Ll}+$/u.exec(text.slice(Math.max(0, at - 12), at))?.[0];
  if (head === undefined || !keepsHyphen(head)) return undefined;
  const gap = /^[^\S\n]{0,40}\n[^\S\n]{0,40}(?=\p{Ll})/u.exec(text.slice(at + 1, at + 84));
  return gap === null ? undefined : { text: found, to: at + 1 + gap[0].length };
}

/** A wide sign's own letter or figure, a space for one that is written out; nothing for what is never seen. */
function plainOf(found: string): string {
  const code = found.charCodeAt(0);
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - WIDER_BY);
  if (code === 0x2024) return ".";
  return found.startsWith("&") ? " " : "";
}

const itself = (span: Span): Span => span;

/** The first and the last place that one character of the other text stands for. */
type Places = readonly [first: number, end: number];

function spanBy(start: number, end: number, placesOf: (at: number) => Places): Span {
  const from = placesOf(start)[0];
  return { start: from, end: end <= start ? from : Math.max(from, placesOf(end - 1)[1]) };
}

function givenPlaces(changes: readonly Change[], at: number): Places {
  const last = lastUpTo(changes, at, (change) => change.at);
  if (last === undefined) return [at, at + 1];
  if (at < last.at + last.length) return [last.from, last.to];
  const place = last.to + (at - last.at - last.length);
  return [place, place + 1];
}

function normalPlaces(changes: readonly Change[], at: number): Places {
  const last = lastUpTo(changes, at, (change) => change.from);
  if (last === undefined) return [at, at + 1];
  if (at < last.to) return [last.at, last.at + last.length];
  const place = last.at + last.length + (at - last.to);
  return [place, place + 1];
}

/** The last change that begins at `limit` or before. */
function lastUpTo(changes: readonly Change[], limit: number, of: (change: Change) => number): Change | undefined {
  let low = 0;
  let high = changes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const change = changes[middle];
    if (change !== undefined && of(change) <= limit) low = middle + 1;
    else high = middle;
  }
  return changes[low - 1];
}
