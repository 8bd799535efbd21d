import { PASSAGE_GAP } from "#index/embedded/positions/passages.ts";
import type { KeptText } from "#index/opensearch/words/kept-words.ts";
import { PARAGRAPH_SIGN, SENTENCE_SIGN } from "#index/opensearch/words/word-stream.ts";
import { firstWhere } from "./spans.ts";
import type { WordTest } from "./word-tests.ts";

const SENTENCE = SENTENCE_SIGN.charCodeAt(0);
const PARAGRAPH = PARAGRAPH_SIGN.charCodeAt(0);

/** One text: where each of its words stands in `words`, behind its sign. */
type Run = {
  readonly words: string;
  /** The position of its first word. */
  readonly first: number;
  readonly starts: readonly number[];
};

/**
 * One field of a document as a run of words: where sentences and paragraphs begin, and each word's positions. Words
 * are looked for as stretches of letters, since a query has few and a document thousands.
 */
export class FieldWords {
  readonly paragraphs: number[] = [];
  /** Paragraphs begin sentences too. */
  readonly sentences: number[] = [];
  /** Words, those left out not counted. */
  length = 0;
  readonly #runs: Run[] = [];
  readonly #positions = new Map<WordTest, readonly number[]>();

  /** Texts that `leaveOutSource` said have no words, and take their room. */
  constructor(texts: readonly KeptText[], leaveOutSource: string | undefined) {
    let next = 0;
    for (const { words, source } of texts) {
      const first = next === 0 ? 0 : next + PASSAGE_GAP;
      if (first > 0) this.#begin(first, PARAGRAPH);
      const run = this.#read(words, first);
      next = first + run.starts.length;
      if (source !== undefined && source === leaveOutSource) continue;
      this.length += run.starts.length;
      this.#runs.push(run);
    }
  }

  /** Of the words that pass, rising. */
  positionsOf(test: WordTest): readonly number[] {
    const known = this.#positions.get(test);
    if (known !== undefined) return known;
    const positions = this.#runs.flatMap((run) => positionsIn(run, test));
    this.#positions.set(test, positions);
    return positions;
  }

  isAt({ isMet }: WordTest, position: number): boolean {
    const run = this.#runs[firstWhere(this.#runs.length, (at) => (this.#runs[at] as Run).first > position) - 1];
    const start = run?.starts[position - run.first];
    return run !== undefined && start !== undefined && isMet(run.words.slice(start, endOf(run.words, start)));
  }

  #read(words: string, first: number): Run {
    const starts: number[] = [];
    for (let at = 0; at < words.length; at = endOf(words, at) + 1) {
      const sign = words.charCodeAt(at);
      if (sign === SENTENCE || sign === PARAGRAPH) {
        this.#begin(first + starts.length, sign);
        at++;
      }
      starts.push(at);
    }
    return { words, first, starts };
  }

  #begin(position: number, sign: number): void {
    if (sign === PARAGRAPH) this.paragraphs.push(position);
    this.sentences.push(position);
  }
}

function positionsIn({ words, first, starts }: Run, { prefix, isMet }: WordTest): readonly number[] {
  const positions: number[] = [];
  const look = (place: number, start: number): void => {
    if (isMet(words.slice(start, endOf(words, start)))) positions.push(first + place);
  };
  if (prefix === "") {
    starts.forEach((start, place) => look(place, start));
    return positions;
  }
  for (let at = words.indexOf(prefix); at !== -1; at = words.indexOf(prefix, at + 1)) {
    const place = placeOf(starts, at);
    if (place !== undefined) look(place, at);
  }
  return positions;
}

/** Which word begins there; undefined inside of one. */
function placeOf(starts: readonly number[], at: number): number | undefined {
  const place = firstWhere(starts.length, (one) => (starts[one] as number) >= at);
  return starts[place] === at ? place : undefined;
}

function endOf(words: string, start: number): number {
  const end = words.indexOf(" ", start);
  return end === -1 ? words.length : end;
}
