import { View } from "#index/embedded/segment/pages.ts";
import type { PagedReader } from "#index/embedded/segment/pages.ts";
import type { SegmentPart } from "#index/embedded/segment/part.ts";
import type { Making } from "#index/embedded/segment/making.ts";
import { comparePassages, PASSAGE_WORDS, sortPassages, sourceHashes } from "./passages.ts";
import type { LeftOut } from "./passages.ts";

const ROW_BYTES = PASSAGE_WORDS * 4;

/** Which stretch of which text which source said. */
export const PASSAGES: SegmentPart<Passages, never, "pass"> = {
  resident: [],
  paged: ["pass"],
  gatherer: () => {
    let rows: number[] = [];
    return {
      words: 0,
      add: ({ number, said }) => {
        for (const { source, start, end } of said) rows.push(...sourceHashes(source), number, start, end);
      },
      write: (making) => write(rows, making),
      clear: () => (rows = []),
    };
  },
  open: ({ paged }) => new Passages(paged.pass),
  merge: (sources, making) => {
    const rows: number[] = [];
    for (const { opened, numbers } of sources) {
      opened.forEach(([first = 0, second = 0, document = 0, start = 0, end = 0]) => {
        const number = numbers[document] as number;
        if (number >= 0) rows.push(first, second, number, start, end);
      });
    }
    write(rows, making);
  },
  verify: (passages, { info, fail }) => {
    let last: Int32Array | undefined;
    passages.forEach((row) => {
      const [, , document = -1, start = 0, end = 0] = row;
      if (document < 0 || document >= info.documents || start >= end) fail("pass", "a row refers to what is not there");
      if (last !== undefined && comparePassages(last, 0, row, 0) > 0) fail("pass", "its rows are out of order");
      last = row.slice();
    });
    return {};
  },
};

function write(rows: readonly number[], making: Making): void {
  const sorted = sortPassages(Int32Array.from(rows));
  making.paged("pass").append(new Uint8Array(sorted.buffer), 0, sorted.byteLength);
}

/** One segment's passages, in the order of their sources. */
export class Passages {
  readonly #pages: PagedReader;

  constructor(pages: PagedReader) {
    this.#pages = pages;
  }

  /** Stretches of the texts of a source, by document. */
  of(source: string): LeftOut {
    const rows = this.#pages.size_bytes / ROW_BYTES;
    const view = new View();
    const wanted = sourceHashes(source);
    const read = (row: number): Int32Array => {
      this.#pages.locate(row * ROW_BYTES, ROW_BYTES, view);
      return view.words.slice(view.at >> 2, (view.at >> 2) + PASSAGE_WORDS);
    };
    let low = 0;
    let high = rows;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const [first = 0, second = 0] = read(middle);
      if (first < wanted[0] || (first === wanted[0] && second < wanted[1])) low = middle + 1;
      else high = middle;
    }
    const found = new Map<number, number[]>();
    for (; low < rows; low++) {
      const [first, second, document = 0, start = 0, end = 0] = read(low);
      if (first !== wanted[0] || second !== wanted[1]) break;
      found.set(document, [...(found.get(document) ?? []), start, end]);
    }
    return found;
  }

  /** Every row in order; `row` is valid only during the call. */
  forEach(visit: (row: Int32Array) => void): void {
    const view = new View();
    for (let offset = 0; offset < this.#pages.size_bytes; offset += ROW_BYTES) {
      this.#pages.locate(offset, ROW_BYTES, view);
      visit(view.words.subarray(view.at >> 2, (view.at >> 2) + PASSAGE_WORDS));
    }
  }
}
