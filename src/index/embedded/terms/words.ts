import type { Layout } from "#index/embedded/layout.ts";
import { TermCursor } from "#index/embedded/postings/cursor.ts";
import type { PagedReader } from "#index/embedded/segment/pages.ts";
import type { Dictionary, FoundTerm } from "./dictionary.ts";

/** One segment's words: the dictionary, and where each stands. */
export class Words {
  readonly dictionary: Dictionary;
  readonly documents: number;
  readonly #docs: PagedReader;
  readonly #positions: PagedReader;
  readonly #layout: Layout;

  constructor(dictionary: Dictionary, docs: PagedReader, positions: PagedReader, layout: Layout, documents: number) {
    this.dictionary = dictionary;
    this.documents = documents;
    this.#docs = docs;
    this.#positions = positions;
    this.#layout = layout;
  }

  cursor(found: FoundTerm): TermCursor {
    const cursor = new TermCursor(this.#docs, this.#positions, this.#layout, this.documents, found.frequency);
    cursor.open(found);
    return cursor;
  }

  /** A cursor to be opened on one term after another. */
  reusableCursor(): TermCursor {
    return new TermCursor(this.#docs, this.#positions, this.#layout, this.documents, this.documents);
  }
}
