import type { Citation, Span } from "./model.ts";
import { splitSentences } from "#text/sentences.ts";

/** The words around a citation. */
export type Context = {
  /** The sentence in which the citation stands. */
  readonly sentence: Span;
  /**
   * What the citation is cited for: the sentence itself, or, where the citation is a sentence of its own, the
   * sentence before it as well.
   */
  readonly passage: Span;
};

/** A citation that leaves fewer letters than this of its sentence is a citation sentence. */
const OWN_WORDS_MIN = 25;

/** Sentence and passage around a citation of `text`. */
export function contextOf(text: string, citation: Citation): Context {
  const first = sentenceAround(text, citation.fullSpan.start);
  const last =
    citation.fullSpan.end > first.end ? sentenceAround(text, Math.max(citation.fullSpan.end - 1, first.end)) : first;
  const sentence = { start: first.start, end: Math.max(first.end, last.end) };
  const before = text.slice(sentence.start, citation.fullSpan.start).replace(/[^\p{L}]+/gu, "");
  if (before.length >= OWN_WORDS_MIN || sentence.start === 0) return { sentence, passage: sentence };
  const previous = sentenceAround(text, previousCharacter(text, sentence.start));
  if (/\n\s*\n/u.test(text.slice(previous.end, sentence.start))) return { sentence, passage: sentence };
  return { sentence, passage: { start: previous.start, end: sentence.end } };
}

function previousCharacter(text: string, at: number): number {
  let index = at - 1;
  while (index > 0 && /\s/u.test(text.charAt(index))) index -= 1;
  return Math.max(0, index);
}

/** How far around a place its sentence is looked for, in characters. */
const WINDOW_CHARS = 2500;

/** The sentence in which the character at `at` stands. */
function sentenceAround(text: string, at: number): Span {
  const from = Math.max(0, at - WINDOW_CHARS);
  const window = text.slice(from, at + WINDOW_CHARS);
  const found = splitSentences(window).find((span) => from + span.end > at);
  return found === undefined
    ? { start: at, end: at }
    : { start: from + Math.min(found.start, at - from), end: from + found.end };
}
