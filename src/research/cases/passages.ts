import { isFunctionWord } from "#text/function-words.ts";
import { splitSentences } from "#text/sentences.ts";
import { stemKeyOf } from "#text/stem.ts";
import { tokenize } from "#text/tokenize.ts";
import { stemsIn } from "#text/word-stems.ts";
import type { SourcePart } from "../analyst.ts";
import type { Passage } from "./answers.ts";

const PASSAGES_MAX = 10;
const CHARS_MAX = 1500;

type Scored = Passage & { readonly found: number; readonly times: number; readonly place: number };

/**
 * The sentences that hold words of a query, in any form of them: those with more of the words first, then those that
 * repeat them, then in the order of the text. Neighbours are one passage as long as they stay short.
 */
export function passagesWith(parts: readonly SourcePart[], query: string): Passage[] {
  const words = new Set(tokenize(query).map(({ text }) => text));
  const telling = [...words].filter((word) => !isFunctionWord(word));
  const asked = new Set((telling.length > 0 ? telling : [...words]).map(stemKeyOf));
  const scored = parts.flatMap((part, place) =>
    joined(sentencesWith(part, asked), part).map((one) => ({ ...one, place })),
  );
  return scored
    .toSorted(
      (left, right) =>
        right.found - left.found || right.times - left.times || left.place - right.place || left.start - right.start,
    )
    .slice(0, PASSAGES_MAX)
    .map(({ partId, start, end, text }) => ({ partId, start, end, text }));
}

type Sentence = { readonly start: number; readonly end: number; readonly stems: readonly string[] };

function sentencesWith({ text }: SourcePart, asked: ReadonlySet<string>): Sentence[] {
  return splitSentences(text).flatMap(({ start, end }) => {
    const stems = stemsIn(text.slice(start, end)).filter((stem) => asked.has(stem));
    return stems.length === 0 ? [] : [{ start, end, stems }];
  });
}

function joined(sentences: readonly Sentence[], { id, text }: SourcePart): Omit<Scored, "place">[] {
  const groups: Sentence[] = [];
  for (const sentence of sentences) {
    const last = groups.at(-1);
    const isNext = last !== undefined && text.slice(last.end, sentence.start).trim() === "";
    if (isNext && sentence.end - last.start <= CHARS_MAX) {
      groups[groups.length - 1] = { start: last.start, end: sentence.end, stems: [...last.stems, ...sentence.stems] };
    } else groups.push(sentence);
  }
  return groups.map(({ start, end, stems }) => {
    const to = Math.min(end, start + CHARS_MAX);
    return { partId: id, start, end: to, text: text.slice(start, to), found: new Set(stems).size, times: stems.length };
  });
}
