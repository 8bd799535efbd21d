import type { Mention, TextSpan } from "./model.ts";

/** Words kept around one mention, and mentions kept of one decision in one opinion. */
const PASSAGE_CHARS_MAX = 900;
const PASSAGES_MAX = 40;

/** A run of the text that speaks of a decision, and the mentions in it, which are left out of its words. */
export type Passage = TextSpan & { readonly holes: readonly TextSpan[] };

/**
 * Where an opinion speaks of one decision: the sentence of each mention with its neighbours on both sides. Passages that
 * overlap become one; of those that say nothing but the mentions there is none.
 */
export function passagesOf(text: string, mentions: readonly Mention[], sentences: readonly TextSpan[]): Passage[] {
  const windows: { start: number; end: number; holes: TextSpan[] }[] = [];
  for (const mention of mentions) {
    const window = windowAround(text, mention.span, sentences);
    const last = windows.at(-1);
    if (last !== undefined && window.start <= last.end) {
      last.end = Math.max(last.end, window.end);
      last.holes.push(mention.span);
    } else if (windows.length < PASSAGES_MAX) windows.push({ ...window, holes: [mention.span] });
  }
  return windows.filter((window) => wordsOfPassage(window, (start, end) => text.slice(start, end)) !== "");
}

/** What a passage says beside its mentions, with single spaces, read from wherever its text is. */
export function wordsOfPassage({ start, end, holes }: Passage, read: (start: number, end: number) => string): string {
  const parts: string[] = [];
  let at = start;
  for (const hole of holes) {
    if (hole.start > at) parts.push(read(at, hole.start));
    at = Math.max(at, hole.end);
  }
  if (at < end) parts.push(read(at, end));
  return parts
    .join(" ")
    .replace(/[^\S ]\s*| \s+/gu, " ")
    .trim();
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
  const first = sentences[Math.max(0, at - 1)]?.start ?? 0;
  const last = sentences[Math.min(sentences.length - 1, at + 1)]?.end ?? text.length;
  return {
    start: wordStart(text, Math.max(first, earliest)),
    end: last < latest ? Math.max(last, span.end) : wordEnd(text, latest),
  };
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
