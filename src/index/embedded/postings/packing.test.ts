import { array, assert, integer, property } from "fast-check";
import { expect, test } from "vitest";

import { bitsFor, BLOCK, pack, unpack, unpackRising, unpackSums } from "./packing.ts";

/** A block of numbers that need at most so many bits, and where in an array it is packed. */
const blocks = integer({ min: 0, max: 32 }).chain((bits) =>
  array(integer({ min: 0, max: bits === 0 ? 0 : 2 ** bits - 1 }), { minLength: BLOCK, maxLength: BLOCK }),
);
const places = integer({ min: 0, max: 5 });

function packed(values: readonly number[], at: number): { words: Int32Array; bits: number } {
  const block = Int32Array.from(values, (value) => value | 0);
  const bits = bitsFor(block, BLOCK);
  const words = new Int32Array(at + 4 * bits + 1).fill(-1);
  pack(block, bits, words, at);
  return { words, bits };
}

test("as many bits as the greatest number needs", () => {
  assert(
    property(array(integer({ min: 0, max: 2 ** 32 - 1 }), { maxLength: 9 }), (values) => {
      const needed = Math.max(0, ...values.map((value) => (value === 0 ? 0 : value.toString(2).length)));
      expect(
        bitsFor(
          Int32Array.from(values, (value) => value | 0),
          values.length,
        ),
      ).toBe(needed);
    }),
  );
  expect(bitsFor(Int32Array.of(1, 1 << 9), 1)).toBe(1);
});

test("what is packed comes back, and nothing beside it is touched", () => {
  assert(
    property(blocks, places, (values, at) => {
      const { words, bits } = packed(values, at);
      expect([...words.subarray(0, at), words.at(-1)]).toEqual([...new Int32Array(at).fill(-1), -1]);
      const out = new Int32Array(BLOCK + 1).fill(7);
      unpack(words, at, bits, out);
      expect([...out]).toEqual([...values.map((value) => value | 0), 7]);
    }),
  );
});

test("gaps and counts are summed up as they are read", () => {
  const small = array(integer({ min: 0, max: 2 ** 20 }), { minLength: BLOCK, maxLength: BLOCK });
  assert(
    property(small, places, integer({ min: -1, max: 1000 }), (values, at, before) => {
      const { words, bits } = packed(values, at);
      const sumOf = (count: number): number => values.slice(0, count).reduce((sum, value) => sum + value, 0);
      const rising = new Int32Array(BLOCK);
      unpackRising(words, at, bits, before, rising);
      expect([...rising]).toEqual(values.map((_, i) => before + sumOf(i + 1) + i + 1));
      const sums = new Int32Array(BLOCK + 1).fill(-5);
      unpackSums(words, at, bits, sums);
      expect([...sums]).toEqual(Array.from({ length: BLOCK + 1 }, (_, i) => sumOf(i)));
    }),
  );
});
