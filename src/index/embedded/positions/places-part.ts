import type { Making } from "#index/embedded/segment/making.ts";
import type { MergeSource, SegmentPart } from "#index/embedded/segment/part.ts";
import { PLACE_WORDS, Places } from "./places.ts";

/** Where in its text every PLACE_WORDS-th word of the main field begins. */
export const PLACES: SegmentPart<Places, never, "place"> = {
  resident: [],
  paged: ["place"],
  gatherer: ({ names, main }) => {
    let encoded: Uint8Array[] = [];
    return {
      words: 0,
      add: ({ document, places }) => {
        const text = document.texts[names[main] ?? ""];
        encoded.push(encode(typeof text === "string" ? inBytes(text, places) : places));
      },
      write: (making) => write(making, encoded),
      clear: () => (encoded = []),
    };
  },
  open: ({ paged, documents }) => new Places(paged.place, documents),
  merge: (sources, making) => {
    const sizes = new Uint32Array(making.documents);
    forEachLiving(sources, (places, document, number) => {
      const [start, end] = places.spanOf(document);
      sizes[number] = end - start;
    });
    writeTable(making, sizes);
    forEachLiving(sources, (places, document) => append(making, places.bytesOf(places.spanOf(document))));
  },
  verify: (places, { info, layout, fail }) => {
    if (!places.fits) fail("place", "its table does not fit");
    const [words = 0] = info.fieldWords.slice(layout.main);
    let kept = 0;
    for (let document = 0; document < info.documents; document++) kept += places.of(document).length;
    if (kept * PLACE_WORDS < words) fail("place", "words have no place");
    return {};
  },
};

/** In the order of their new numbers. */
function forEachLiving(
  sources: readonly MergeSource<Places>[],
  visit: (places: Places, document: number, number: number) => void,
): void {
  for (const { opened, numbers } of sources) {
    numbers.forEach((number, document) => {
      if (number >= 0) visit(opened, document, number);
    });
  }
}

function write(making: Making, encoded: readonly Uint8Array[]): void {
  writeTable(
    making,
    Uint32Array.from(encoded, ({ length }) => length),
  );
  for (const bytes of encoded) append(making, bytes);
}

/** Where each document's places begin in the file, and where the last one's end. */
function writeTable(making: Making, sizes: Uint32Array): void {
  const table = new Uint32Array(sizes.length + 1);
  table[0] = table.byteLength;
  sizes.forEach((size, document) => (table[document + 1] = (table[document] as number) + size));
  append(making, new Uint8Array(table.buffer));
}

function append(making: Making, bytes: Uint8Array): void {
  making.paged("place").append(bytes, 0, bytes.length);
}

/** The gaps between places, as varints. */
function encode(places: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  let last = 0;
  for (const place of places) {
    let gap = place - last;
    for (; gap >= 0x80; gap >>>= 7) bytes.push((gap & 0x7f) | 0x80);
    bytes.push(gap);
    last = place;
  }
  return Uint8Array.from(bytes);
}

/** Offsets in UTF-16 units as offsets in bytes of UTF-8. */
function inBytes(text: string, offsets: readonly number[]): readonly number[] {
  let bytes = 0;
  let last = 0;
  return offsets.map((offset) => {
    bytes += Buffer.byteLength(text.slice(last, offset));
    last = offset;
    return bytes;
  });
}
