import type { PagedReader } from "#index/embedded/segment/pages.ts";
import { View } from "#index/embedded/segment/pages.ts";

/** Of the main field's words every so many-th is a place: where it begins in its text is kept. */
export const PLACE_WORDS = 32;

/** Where the words of the main texts of one segment begin. Offsets count bytes of the text in UTF-8. */
export class Places {
  readonly #pages: PagedReader;
  readonly #documents: number;
  readonly #view = new View();

  constructor(pages: PagedReader, documents: number) {
    this.#pages = pages;
    this.#documents = documents;
  }

  /** Where a document's places are in the text, the first one first; none for a text without a word. */
  of(document: number): number[] {
    const [start, end] = this.spanOf(document);
    if (end === start) return [];
    this.#pages.locate(start, end - start, this.#view);
    const { bytes, at } = this.#view;
    const places: number[] = [];
    let place = 0;
    for (let i = at; i < at + end - start;) {
      let gap = 0;
      let shift = 0;
      for (; ((bytes[i] as number) & 0x80) !== 0; shift += 7) gap |= ((bytes[i++] as number) & 0x7f) << shift;
      place += gap | ((bytes[i++] as number) << shift);
      places.push(place);
    }
    return places;
  }

  /** The bytes that hold a document's places, from and to. */
  spanOf(document: number): readonly [start: number, end: number] {
    const view = this.#view;
    this.#pages.locate(document * 4, 8, view);
    const at = view.at >> 2;
    return [(view.words[at] as number) >>> 0, (view.words[at + 1] as number) >>> 0];
  }

  /** The bytes of a span, valid until the next call. */
  bytesOf([start, end]: readonly [number, number]): Uint8Array {
    if (end === start) return new Uint8Array(0);
    this.#pages.locate(start, end - start, this.#view);
    return this.#view.bytes.subarray(this.#view.at, this.#view.at + end - start);
  }

  /** Whether the table of spans is one that `write` makes: each begins where the one before ends, the last with the file. */
  get fits(): boolean {
    let next = (this.#documents + 1) * 4;
    for (let document = 0; document < this.#documents; document++) {
      const [start, end] = this.spanOf(document);
      if (start !== next || end < start) return false;
      next = end;
    }
    return next === this.#pages.size_bytes;
  }
}
