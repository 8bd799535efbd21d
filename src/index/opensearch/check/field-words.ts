import { PASSAGE_GAP } from "#index/embedded/positions/passages.ts";
import type { KeptText } from "#index/opensearch/words/kept-words.ts";
import { bare, PARAGRAPH_SIGN, SENTENCE_SIGN } from "#index/opensearch/words/word-stream.ts";

/** One field of a document as a run of words: each word's positions, and where sentences and paragraphs begin. */
export class FieldWords {
  readonly paragraphs: number[] = [];
  /** Paragraphs begin sentences too. */
  readonly sentences: number[] = [];
  /** Words, those left out not counted. */
  length = 0;
  readonly #positions = new Map<string, number[]>();

  /** Texts that `leaveOutSource` said have no words, and take their room. */
  constructor(texts: readonly KeptText[], leaveOutSource: string | undefined) {
    let next = 0;
    for (const { words, source } of texts) {
      const first = next === 0 ? 0 : next + PASSAGE_GAP;
      if (first > 0) this.#begin(first, PARAGRAPH_SIGN);
      next = first;
      const isLeftOut = source !== undefined && source === leaveOutSource;
      for (const signed of words.split(" ")) {
        this.#begin(next, signed);
        if (!isLeftOut) this.#add(bare(signed), next);
        next++;
      }
    }
  }

  /** Rising. */
  positionsOf(word: string): readonly number[] {
    return this.#positions.get(word) ?? [];
  }

  get words(): Iterable<string> {
    return this.#positions.keys();
  }

  #begin(position: number, signed: string): void {
    if (signed.startsWith(PARAGRAPH_SIGN)) this.paragraphs.push(position);
    if (signed.startsWith(PARAGRAPH_SIGN) || signed.startsWith(SENTENCE_SIGN)) this.sentences.push(position);
  }

  #add(word: string, position: number): void {
    this.length++;
    const known = this.#positions.get(word);
    if (known === undefined) this.#positions.set(word, [position]);
    else known.push(position);
  }
}
