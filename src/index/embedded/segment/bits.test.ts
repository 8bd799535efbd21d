import { assert, integer, property, uniqueArray } from "fast-check";
import { expect, test } from "vitest";

import { anyBetween, clearBit, emptyBits, hasBit, isEmpty, listBits, onesIn, onlyBit, setBit, WINDOW } from "./bits.ts";

const place = integer({ min: 0, max: WINDOW - 1 });
const sets = uniqueArray(place, { maxLength: 40, size: "max" });

function bitsOf(places: readonly number[]): Int32Array {
  const bits = emptyBits();
  for (const at of places) setBit(bits, at);
  return bits;
}

test("a set of bits is a set of places", () => {
  assert(
    property(sets, sets, (places, gone) => {
      const model = new Set(places);
      const bits = bitsOf(places);
      for (const at of gone) {
        expect(hasBit(bits, at)).toBe(model.has(at));
        clearBit(bits, at);
        model.delete(at);
      }
      const out = new Int32Array(WINDOW);
      expect(listBits(bits, out)).toBe(model.size);
      expect([...out.subarray(0, model.size)]).toEqual([...model].toSorted((a, b) => a - b));
      expect(isEmpty(bits)).toBe(model.size === 0);
      expect(bits.reduce((sum, word) => sum + onesIn(word), 0)).toBe(model.size);
    }),
  );
});

test("any between two places, both included", () => {
  assert(
    property(sets, place, place, (places, one, other) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)];
      expect(anyBetween(bitsOf(places), from, to)).toBe(places.some((at) => at >= from && at <= to));
      expect(anyBetween(onlyBit(one), from, to)).toBe(true);
      expect(anyBetween(onlyBit(other), from, to)).toBe(true);
      if (from > 0) expect(anyBetween(onlyBit(from - 1), from, to)).toBe(false);
      if (to < WINDOW - 1) expect(anyBetween(onlyBit(to + 1), from, to)).toBe(false);
    }),
  );
});
