import { closeSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { array, constantFrom, nat, record, tuple, uniqueArray } from "fast-check";
import { expect } from "vitest";

import { Layout } from "#index/embedded/layout.ts";
import { BEFORE_BITS } from "#index/embedded/positions/common-words.ts";
import { LARGE } from "#index/embedded/positions/position-reader.ts";
import { WINDOW } from "#index/embedded/segment/bits.ts";
import { ByteSink } from "#index/embedded/segment/byte-sink.ts";
import { PageCache, PagedReader } from "#index/embedded/segment/pages.ts";

import { UNMETERED } from "#index/embedded/work-meter.ts";
import type { BlockRoom } from "./block-room.ts";
import { TermCursor } from "./cursor.ts";
import { PostingsWriter } from "./postings-writer.ts";

export const LAYOUT = new Layout({
  name: "samples",
  k1: 1.2,
  fields: [
    { name: "title", weight: 3, b: 0.5 },
    { name: "text", weight: 1, b: 0.75, isMain: true },
    { name: "notes", weight: 2, b: 0 },
  ],
  columns: [],
});
export const [TITLE, TEXT, NOTES] = [0, 1, 2];
export const UNIVERSE = 3 * WINDOW;

/** Where a word stands in the fields of one document. */
export type Posting = { readonly document: number; readonly positions: readonly (readonly number[])[] };

const positions = uniqueArray(nat(40), { maxLength: 4 }).map((list) => list.toSorted((a, b) => a - b));
const far = constantFrom([3, 70_000], [9000, 9001], [200_000]);
/** Mostly words of the main field, as in any index; now and then places too far apart for sixteen bits. */
const places = constantFrom("main", "main", "main", "any", "far").chain((kind) =>
  kind === "any"
    ? tuple(positions, positions, positions).filter((fields) => fields.some((field) => field.length > 0))
    : (kind === "far" ? far : positions.filter((list) => list.length > 0)).map((main) => [[], main, []]),
);
/** Neighbouring documents as well as such as lie windows apart: a few templates, repeated. */
export const terms = record({
  gaps: array(constantFrom(1, 1, 1, 2, 3, 90), { minLength: 1, maxLength: 9 }),
  count: constantFrom(1, 5, 127, 128, 129, 300, 700),
  places: array(places, { minLength: 1, maxLength: 7 }),
}).map(({ gaps, count, places: own }): Posting[] => {
  let document = -1;
  return Array.from({ length: count }, (_, i) => {
    document += gaps[i % gaps.length] ?? 1;
    return { document, positions: own[i % own.length] ?? [] };
  }).filter((posting) => posting.document < UNIVERSE);
});

function encodePositions(sink: ByteSink, list: readonly number[]): void {
  let before = -1;
  for (const position of list) {
    const value = (position - before - 1) << BEFORE_BITS;
    if (value < LARGE) sink.half(value);
    else for (const half of [LARGE, value & 0xffff, value >>> 16]) sink.half(half);
    before = position;
  }
}

export const lengths = LAYOUT.names.map((_, field) =>
  Int32Array.from({ length: UNIVERSE }, (_item, i) => 5 + ((i + field) % 7)),
);
export const averages = [8, 8, 8];

/** Writes the postings of terms, one behind the other and all behind another's, and reads them back by cursors. */
export function withCursors(
  all: readonly (readonly Posting[])[],
  look: (cursors: readonly TermCursor[]) => void,
  room?: BlockRoom,
): void {
  const dir = mkdtempSync(join(tmpdir(), "onpoint-postings-"));
  try {
    readBack(dir, all, look, room);
  } finally {
    rmSync(dir, { recursive: true });
  }
}

function readBack(
  dir: string,
  all: readonly (readonly Posting[])[],
  look: (cursors: readonly TermCursor[]) => void,
  room?: BlockRoom,
): void {
  const [docs, pos] = ["docs", "pos"].map((file) => new ByteSink(join(dir, file)));
  if (docs === undefined || pos === undefined) throw new Error("two files were asked for");
  const writer = new PostingsWriter(docs, pos, LAYOUT, lengths, averages);
  const write = (list: readonly Posting[]): Parameters<TermCursor["open"]>[0] => {
    const [docsOffset, positionsOffset] = [docs.offset, pos.offset];
    writer.startTerm();
    for (const { document, positions: fields } of list) {
      for (const field of [TEXT, TITLE, NOTES]) encodePositions(pos, fields[field] ?? []);
      const counts = Int32Array.from(fields, (field) => field.length);
      const mask = (fields[TITLE]?.length ? 1 << TITLE : 0) | (fields[NOTES]?.length ? 1 << NOTES : 0);
      writer.posting(document, counts[TEXT] ?? 0, mask, counts, 0);
    }
    const entry = writer.finishTerm();
    for (const field of [TITLE, TEXT, NOTES]) {
      const having = list.filter((posting) => posting.positions[field]?.length);
      expect(entry.fieldFrequencies[field]).toBe(having.length);
    }
    return { ...entry, docsOffset, positionsOffset };
  };
  write([{ document: 3, positions: [[], [1, 2], [5]] }]);
  const entries = all.map(write);
  docs.close(false);
  pos.close(false);
  const cache = new PageCache(1 << 20);
  const files = ["docs", "pos"].map((file) => openSync(join(dir, file), "r"));
  try {
    const [docsReader, posReader] = [docs, pos].map((sink, i) => {
      const sums = Uint32Array.from(sink.pageSums);
      return new PagedReader(cache, files[i] ?? -1, sink.offset, sums, "sample", `sample.${i}`);
    });
    if (docsReader === undefined || posReader === undefined) throw new Error("two files were asked for");
    const cursors = entries.map((entry, i) => {
      expect(entry.frequency).toBe(all[i]?.length);
      const cursor = new TermCursor(
        { docs: docsReader, pos: posReader },
        LAYOUT,
        UNIVERSE,
        entry.frequency,
        UNMETERED,
        room,
      );
      cursor.open(entry);
      return cursor;
    });
    look(cursors);
  } finally {
    for (const file of files) closeSync(file);
  }
}
