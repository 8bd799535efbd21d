import { isFunctionWord } from "#text/function-words.ts";
import { splitSentences } from "#text/sentences.ts";
import type { TextSpan } from "#text/sentences.ts";

/** Sentences, those put together that the layout of pages has torn: a blank line within a sentence ends none. */
export function wholeSentences(text: string): TextSpan[] {
  const whole: { start: number; end: number }[] = [];
  for (const { start, end } of splitSentences(text)) {
    const last = whole.at(-1);
    if (
      last !== undefined &&
      isTorn(text.slice(last.start, last.end), text.slice(start, start + 40)) &&
      end - last.start < TORN_CHARS_MAX
    )
      last.end = end;
    else whole.push({ start, end });
  }
  return whole;
}

const TORN_CHARS_MAX = 1_500;

function isTorn(before: string, after: string): boolean {
  if (/[.?!:;)\]"'\u201d\u2019*_]$/u.test(before)) return false;
  if (/^\p{Ll}/u.test(after)) return true;
  const word = /(?<!\p{Ll})(\p{Ll}+)$/u.exec(before)?.[1];
  return word !== undefined && isFunctionWord(word) && /^[\p{Lu}\d\u201c"(]/u.test(after);
}
