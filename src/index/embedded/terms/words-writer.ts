import { PostingsWriter } from "#index/embedded/postings/postings-writer.ts";
import type { ByteSink } from "#index/embedded/segment/byte-sink.ts";
import type { Making } from "#index/embedded/segment/making.ts";
import { DictionaryWriter } from "./dictionary-writer.ts";

/** Writes the words of a segment: the caller feeds terms in byte order, postings and positions, then calls `finish`. */
export class WordsWriter {
  readonly positions: ByteSink;
  readonly postings: PostingsWriter;
  readonly #making: Making;
  readonly #dictionary = new DictionaryWriter();

  constructor(making: Making) {
    this.#making = making;
    this.positions = making.paged("pos");
    this.postings = new PostingsWriter(
      making.paged("docs"),
      this.positions,
      making.layout,
      making.lengths,
      making.averages,
    );
  }

  /** Closes the term whose postings were just written. */
  finishTerm(bytes: Uint8Array, start: number, length: number, stemHash: number | null): void {
    this.#dictionary.add(bytes, start, length, stemHash, this.postings.finishTerm());
    this.#making.terms++;
  }

  finish(): void {
    this.#making.resident("terms", this.#dictionary.parts());
  }
}
