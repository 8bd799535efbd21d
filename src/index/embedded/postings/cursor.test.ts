import { closeSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { array, assert, constantFrom, integer, nat, property, record, tuple, uniqueArray } from "fast-check";
import { afterAll, expect, test } from "vitest";

import { Layout } from "#index/embedded/layout.ts";
import { SpanBatch } from "#index/embedded/match/span-batch.ts";
import { ANY_BEFORE, BEFORE_BITS } from "#index/embedded/positions/common-words.ts";
import { LARGE } from "#index/embedded/positions/position-reader.ts";
import { emptyBits, hasBit, setBit, WINDOW } from "#index/embedded/segment/bits.ts";
import { ByteSink } from "#index/embedded/segment/byte-sink.ts";
import { PageCache, PagedReader } from "#index/embedded/segment/pages.ts";

import { TermCursor } from "./cursor.ts";
import { PostingsWriter } from "./postings-writer.ts";

const LAYOUT = new Layout({
  name: "samples",
  k1: 1.2,
  fields: [
    { name: "title", weight: 3, b: 0.5 },
    { name: "text", weight: 1, b: 0.75, isMain: true },
    { name: "notes", weight: 2, b: 0 },
  ],
  columns: [],
});
const [TITLE, TEXT, NOTES] = [0, 1, 2];
const UNIVERSE = 3 * WINDOW;

const dir = mkdtempSync(join(tmpdir(), "onpoint-postings-"));
afterAll(() => rmSync(dir, { recursive: true }));

/** Where a word stands in the fields of one document. */
type Posting = { readonly document: number; readonly positions: readonly (readonly number[])[] };

const positions = uniqueArray(nat(40), { maxLength: 4 }).map((list) => list.toSorted((a, b) => a - b));
const far = constantFrom([3, 70_000], [9000, 9001], [200_000]);
/** Mostly words of the main field, as in any index; now and then places too far apart for sixteen bits. */
const places = constantFrom("main", "main", "main", "any", "far").chain((kind) =>
  kind === "any"
    ? tuple(positions, positions, positions).filter((fields) => fields.some((field) => field.length > 0))
    : (kind === "far" ? far : positions.filter((list) => list.length > 0)).map((main) => [[], main, []]),
);
/** Neighbouring documents as well as such as lie windows apart: a few templates, repeated. */
const terms = record({
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

const lengths = LAYOUT.names.map((_, field) =>
  Int32Array.from({ length: UNIVERSE }, (_item, i) => 5 + ((i + field) % 7)),
);
const averages = [8, 8, 8];

/** Writes the postings behind those of another term, reads them back, and hands a cursor to `look`. */
function withCursor(postings: readonly Posting[], look: (cursor: TermCursor) => void): void {
  const [docs, pos] = ["docs", "pos"].map((file) => new ByteSink(join(dir, file)));
  if (docs === undefined || pos === undefined) throw new Error("two files were asked for");
  const writer = new PostingsWriter(docs, pos, LAYOUT, lengths, averages);
  const write = (list: readonly Posting[]): ReturnType<PostingsWriter["finishTerm"]> => {
    writer.startTerm();
    for (const { document, positions: fields } of list) {
      for (const field of [TEXT, TITLE, NOTES]) encodePositions(pos, fields[field] ?? []);
      const counts = Int32Array.from(fields, (field) => field.length);
      const mask = (fields[TITLE]?.length ? 1 << TITLE : 0) | (fields[NOTES]?.length ? 1 << NOTES : 0);
      writer.posting(document, counts[TEXT] ?? 0, mask, counts, 0);
    }
    return writer.finishTerm();
  };
  write([{ document: 3, positions: [[], [1, 2], [5]] }]);
  const [docsOffset, positionsOffset] = [docs.offset, pos.offset];
  const entry = write(postings);
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
    const cursor = new TermCursor(docsReader, posReader, LAYOUT, UNIVERSE, entry.frequency);
    cursor.open({ ...entry, docsOffset, positionsOffset });
    expect(entry.frequency).toBe(postings.length);
    for (const field of [TITLE, TEXT, NOTES]) {
      const having = postings.filter((posting) => posting.positions[field]?.length);
      expect(entry.fieldFrequencies[field]).toBe(having.length);
    }
    look(cursor);
  } finally {
    for (const file of files) closeSync(file);
  }
}

function inWindow(postings: readonly Posting[], start: number, wanted: Int32Array): Posting[] {
  const within = postings.filter(({ document }) => document >= start && document < start + WINDOW);
  return within.filter(({ document }) => hasBit(wanted, document - start));
}

/** Documents of a window: all, or every so many. */
const wantedBits = integer({ min: 1, max: 600 }).map((step) => {
  const bits = emptyBits();
  for (let at = 0; at < WINDOW; at += step) setBit(bits, at);
  return bits;
});
const windows = [0, WINDOW, 2 * WINDOW];

test("documents and counts come back, and only where a candidate is", () => {
  assert(
    property(terms, wantedBits, (postings, wanted) => {
      withCursor(postings, (cursor) => {
        for (const start of windows) {
          const expected = inWindow(postings, start, wanted);
          const collected = emptyBits();
          cursor.collect(start, wanted, collected);
          for (let at = 0; at < WINDOW; at++) collected[at >>> 5]! &= hasBit(wanted, at) ? -1 : ~(1 << (at & 31));
          const bits = emptyBits();
          for (const { document } of expected) setBit(bits, document - start);
          expect(collected).toEqual(bits);
          const visited: unknown[] = [];
          cursor.visit(start, wanted, (at, i) => {
            const mask = cursor.anyOther ? (cursor.masks[i] ?? 0) : 0;
            const other = (field: number): number =>
              (mask & (1 << field)) === 0 ? 0 : (cursor.others[i * LAYOUT.fields + field] ?? 0);
            visited.push([start + at, other(TITLE), cursor.mains[i], other(NOTES)]);
          });
          expect(visited).toEqual(expected.map((one) => [one.document, ...one.positions.map((list) => list.length)]));
        }
      });
    }),
    { numRuns: 60 },
  );
});

test("the next document is never passed over, and a bound is never too low", () => {
  assert(
    property(terms, array(nat(UNIVERSE - 1), { maxLength: 6 }), (postings, targets) => {
      withCursor(postings, (cursor) => {
        for (const target of targets.toSorted((a, b) => a - b)) {
          const next = postings.find(({ document }) => document >= target)?.document ?? UNIVERSE;
          const told = cursor.next(target);
          expect(told).toBeLessThanOrEqual(next);
          expect(told).toBeGreaterThanOrEqual(Math.min(target, next));
        }
      });
      withCursor(postings, (cursor) => {
        for (const start of windows) {
          for (const { document, positions: fields } of postings) {
            if (document < start || document >= start + WINDOW) continue;
            const weight = (field: number): number =>
              LAYOUT.occurrenceWeight(field, lengths[field]?.[document] ?? 0, averages[field] ?? 0);
            const weighted = fields.reduce((sum, list, field) => sum + list.length * weight(field), 0);
            expect(cursor.bound(start)).toBeGreaterThanOrEqual(weighted);
          }
        }
      });
    }),
    { numRuns: 40 },
  );
});

test("positions come back, of the fields asked for", () => {
  assert(
    property(terms, wantedBits, integer({ min: 1, max: 7 }), (postings, wanted, fields) => {
      withCursor(postings, (cursor) => {
        for (const start of windows) {
          const out = new SpanBatch();
          out.begin(true);
          cursor.gather({ windowStart: start, documents: wanted, before: ANY_BEFORE, fields }, out);
          const read = Array.from({ length: out.size }, (_, k) => [
            start + (out.documents[k] ?? 0),
            ...out.starts.subarray(out.offsets[k], out.offsets[k + 1]),
          ]);
          const expected = inWindow(postings, start, wanted).flatMap(({ document, positions: of }) => {
            const own = [TEXT, TITLE, NOTES].flatMap((field) =>
              (fields & (1 << field)) === 0 ? [] : (of[field] ?? []).map((at) => at + LAYOUT.baseOf(field)),
            );
            return own.length === 0 ? [] : [[document, ...own]];
          });
          expect(read).toEqual(expected);
        }
      });
    }),
    { numRuns: 60 },
  );
});
