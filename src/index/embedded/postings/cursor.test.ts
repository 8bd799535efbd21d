import { array, assert, integer, nat, property } from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";

import { SpanBatch } from "#index/embedded/match/span-batch.ts";
import { ANY_BEFORE } from "#index/embedded/positions/common-words.ts";
import { emptyBits, hasBit, setBit, WINDOW } from "#index/embedded/segment/bits.ts";
import { PagedReader } from "#index/embedded/segment/pages.ts";
import type { View } from "#index/embedded/segment/pages.ts";

import { BlockRoom } from "./block-room.ts";
import { BLOCK } from "./packing.ts";
import type { TermCursor } from "./cursor.ts";
import {
  averages,
  LAYOUT,
  lengths,
  NOTES,
  terms,
  TEXT,
  TITLE,
  UNIVERSE,
  withCursors,
} from "./written-terms.fixture.ts";
import type { Posting } from "./written-terms.fixture.ts";

/** With room for the blocks it reads and their pages, and with none. */
function withCursor(postings: readonly Posting[], look: (cursor: TermCursor) => void): void {
  for (const room of [new BlockRoom(), new BlockRoom(0, 0)]) {
    withCursors(
      [postings],
      ([cursor]) => {
        if (cursor !== undefined) look(cursor);
      },
      room,
    );
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

test("of the words of a wild card only the first some hold on to the pages they have read", () => {
  const seen = new Set<View>();
  const locate = vi.spyOn(PagedReader.prototype, "locate");
  onTestFinished(() => locate.mockRestore());
  const everywhere = emptyBits().fill(-1);
  const [rare, frequent] = [1, BLOCK + 20].map((count) =>
    Array.from({ length: count }, (_, at): Posting => ({ document: at * 2, positions: [[1, 5], [2], []] })),
  );
  const words = [rare!, ...Array.from({ length: 9 }, () => frequent!)];
  const reading_max = 3;
  withCursors(
    words,
    (cursors) => {
      for (const cursor of cursors) {
        cursor.collect(0, everywhere, emptyBits());
        cursor.visit(0, everywhere, () => undefined);
        const out = new SpanBatch();
        out.begin(true);
        cursor.gather({ windowStart: 0, documents: everywhere, before: ANY_BEFORE, fields: 7 }, out);
        expect(out.count).toBe(cursor.frequency * 3);
      }
    },
    new BlockRoom(undefined, reading_max),
  );
  for (const [, , view] of locate.mock.calls) seen.add(view);
  expect(seen.size).toBeGreaterThan(words.length);
  // One view of the file of documents and one of that of positions.
  expect([...seen].filter(({ bytes }) => bytes.length > 0)).toHaveLength(reading_max * 2);
});
