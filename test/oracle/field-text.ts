import type { PlainText } from "./model.ts";
import { WORDS_BETWEEN_TEXTS } from "./ranking.ts";
import { wordsOf } from "./words.ts";

export type Placed = { readonly text: string; readonly position: number; readonly source: string | undefined };

/** The texts of one field as one run of words, and the positions at which sentences and paragraphs begin. */
export type FieldText = {
  readonly words: readonly Placed[];
  readonly sentences: readonly number[];
  readonly paragraphs: readonly number[];
};

export function readField(texts: readonly PlainText[]): FieldText {
  const words: Placed[] = [];
  const sentences: number[] = [];
  const paragraphs: number[] = [];
  let next = 0;
  for (const { text, source } of texts) {
    const first = next === 0 ? 0 : next + WORDS_BETWEEN_TEXTS;
    const read = wordsOf(text);
    if (read.length === 0) continue;
    if (first > 0) paragraphs.push(first);
    for (const word of read) {
      const position = first + word.position;
      if (word.begins === "sentence") sentences.push(position);
      if (word.begins === "paragraph") paragraphs.push(position);
      words.push({ text: word.text, position, source });
    }
    next = first + read.length;
  }
  return { words, sentences, paragraphs };
}
