import type { Mention, TextSpan } from "./model.ts";

/** A sentence in which each mention has become `⟦n⟧`, n being its place in `mentions`. */
export type MarkedSentence = {
  readonly span: TextSpan;
  readonly marked: string;
  readonly mentions: readonly Mention[];
  /** Position in the text for each position in `marked`; a mark maps to the start of its mention. */
  toText(position: number): number;
};

/** Longer sentences are read up to here only; the longest honest ones are a few thousand characters. */
const SENTENCE_CHARS_MAX = 4000;

/** `mentions` are those that start inside `span`, in order and not overlapping. White space runs become one space. */
export function markSentence(text: string, span: TextSpan, mentions: readonly Mention[]): MarkedSentence {
  const end = Math.min(span.end, span.start + SENTENCE_CHARS_MAX);
  const parts: string[] = [];
  const starts: number[] = [];
  const origins: number[] = [];
  let length = 0;
  let at = span.start;
  const push = (part: string, origin: number): void => {
    if (part === "") return;
    parts.push(part);
    starts.push(length);
    origins.push(origin);
    length += part.length;
  };
  const pushWords = (from: number, to: number): void => {
    let start = from;
    for (const run of text.slice(from, to).matchAll(/\s{2,}/gu)) {
      push(`${text.slice(start, from + run.index)} `, start);
      start = from + run.index + run[0].length;
    }
    push(text.slice(start, to), start);
  };
  mentions.forEach((mention, index) => {
    if (mention.span.start >= end) return;
    pushWords(at, mention.span.start);
    push(`⟦${index}⟧`, mention.span.start);
    at = Math.max(at, mention.span.end);
  });
  if (at < end) pushWords(at, end);
  const marked = parts.join("").replace(/\s/gu, " ");
  return {
    span,
    marked,
    mentions,
    toText(position): number {
      let low = 0;
      for (let index = 0; index < starts.length && (starts[index] ?? 0) <= position; index += 1) low = index;
      const within = position - (starts[low] ?? 0);
      return (origins[low] ?? span.start) + (parts[low]?.startsWith("⟦") === true ? 0 : within);
    },
  };
}

/** The numbers of the marks in a run of marked text, in order. */
export function marksIn(run: string): number[] {
  return [...run.matchAll(/⟦(\d+)⟧/gu)].map((match) => Number(match[1]));
}
