import type { Layout } from "#index/embedded/layout.ts";
import type { BlockRoom } from "#index/embedded/postings/block-room.ts";
import { TermCursor } from "#index/embedded/postings/cursor.ts";
import type { PagedReader } from "#index/embedded/segment/pages.ts";
import { UNMETERED } from "#index/embedded/work-meter.ts";
import type { WorkMeter } from "#index/embedded/work-meter.ts";
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

  cursor(found: FoundTerm, meter: WorkMeter = UNMETERED, room?: BlockRoom): TermCursor {
    const files = { docs: this.#docs, pos: this.#positions };
    const cursor = new TermCursor(files, this.#layout, this.documents, found.frequency, meter, room);
    cursor.open(found);
    return cursor;
  }

  /** A cursor to be opened on one term after another. */
  reusableCursor(): TermCursor {
    const files = { docs: this.#docs, pos: this.#positions };
    return new TermCursor(files, this.#layout, this.documents, this.documents, UNMETERED);
  }
}
