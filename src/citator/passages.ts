import type { Mention, TextSpan } from "./model.ts";

/** Words kept around one mention, and mentions kept of one decision in one opinion. */
const PASSAGE_CHARS_MAX = 900;
const PASSAGES_MAX = 40;

/** A sentence with fewer letters than this says nothing of its own, and so many in a row are looked through. */
const OWN_LETTERS_MIN = 12;
const NEIGHBOURS_MAX = 4;

/**
 * The words an opinion says around its mentions of one decision: the sentence of each mention with its neighbours on
 * both sides, the mention itself left out. Passages that overlap become one.
 */
export function passagesOf(text: string, mentions: readonly Mention[], sentences: readonly TextSpan[]): string[] {
  const windows: { start: number; end: number; holes: TextSpan[] }[] = [];
  for (const mention of mentions) {
    const window = windowAround(text, mention.span, sentences);
    const last = windows.at(-1);
    if (last !== undefined && window.start <= last.end) {
      last.end = Math.max(last.end, window.end);
      last.holes.push(mention.span);
    } else if (windows.length < PASSAGES_MAX) windows.push({ ...window, holes: [mention.span] });
  }
  return windows.map((window) => cutOut(text, window, window.holes)).filter((passage) => passage !== "");
}

/** The sentence around a mention, verbatim: cut at a word where it runs long. */
export function quoteAround(text: string, { start, end }: TextSpan, sentences: readonly TextSpan[]): TextSpan {
  const half = Math.floor(PASSAGE_CHARS_MAX / 2);
  const sentence = sentences[sentenceAt(sentences, start)] ?? { start: 0, end: text.length };
  const from = sentence.start < start - half ? wordStart(text, start - half) : sentence.start;
  const to = sentence.end > end + half ? wordEnd(text, end + half) : Math.max(sentence.end, end);
  return { start: from, end: from + text.slice(from, to).trimEnd().length };
}

function windowAround(text: string, span: TextSpan, sentences: readonly TextSpan[]): TextSpan {
  const at = sentenceAt(sentences, span.start);
  const half = Math.floor(PASSAGE_CHARS_MAX / 2);
  const earliest = Math.max(0, span.start - half);
  const latest = Math.min(text.length, span.end + half);
  const first = sentences[neighbour(text, sentences, at, -1)]?.start ?? 0;
  const last = sentences[neighbour(text, sentences, at, 1)]?.end ?? text.length;
  return {
    start: wordStart(text, Math.max(first, earliest)),
    end: last < latest ? Math.max(last, span.end) : wordEnd(text, latest),
  };
}

/** The next sentence in a direction that says something of its own: `Id.` and the number of a note do not. */
function neighbour(text: string, sentences: readonly TextSpan[], at: number, step: 1 | -1): number {
  let index = at;
  for (let passed = 0; passed < NEIGHBOURS_MAX; passed += 1) {
    const next = sentences[index + step];
    if (next === undefined) break;
    index += step;
    if (text.slice(next.start, next.end).replace(/\P{L}+/gu, "").length >= OWN_LETTERS_MIN) break;
  }
  return index;
}

/** Index of the last sentence that starts at or before a position. */
function sentenceAt(sentences: readonly TextSpan[], position: number): number {
  let low = 0;
  let high = sentences.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sentences[middle]?.start ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

function wordStart(text: string, from: number): number {
  let at = from;
  while (at > 0 && /\S/u.test(text[at - 1] ?? " ") && from - at < 40) at -= 1;
  return at;
}

function wordEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\S/u.test(text[at] ?? " ") && at - from < 40) at += 1;
  return at;
}

function cutOut(text: string, window: TextSpan, holes: readonly TextSpan[]): string {
  const parts: string[] = [];
  let at = window.start;
  for (const hole of holes) {
    if (hole.start > at) parts.push(text.slice(at, hole.start));
    at = Math.max(at, hole.end);
  }
  if (at < window.end) parts.push(text.slice(at, window.end));
  return parts.join(" ").replace(/\s+/gu, " ").trim();
}
