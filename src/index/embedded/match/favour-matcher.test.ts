import { array, assert, constantFrom, nat, property, record, uniqueArray } from "fast-check";
import { expect, test } from "vitest";

import type { Bits } from "#index/embedded/segment/bits.ts";
import { emptyBits, hasBit, setBit, WINDOW } from "#index/embedded/segment/bits.ts";

import { AndMatcher, SetMatcher, SomeMatcher } from "./boolean-matchers.ts";
import { FavourMatcher } from "./favour-matcher.ts";
import type { Matcher } from "./matcher.ts";
import { PriorMatcher } from "./prior-matcher.ts";

const PLACES = [0, 31, 32, 100, WINDOW - 1];
const AT = { start: 0, end: 0 };

/** Over two windows, of which the second is looked at. */
function listOf(places: readonly number[]): Int32Array {
  const list = new Int32Array((2 * WINDOW) / 32);
  for (const at of places) list[(WINDOW + at) >>> 5]! |= 1 << (at & 31);
  return list;
}

function bitsOf(places: readonly number[]): Bits {
  const bits = emptyBits();
  for (const at of places) setBit(bits, at);
  return bits;
}

/** What is scored by a number of its own where it is in a list. */
function told(places: readonly number[], numbers: readonly number[]): Matcher {
  const numberOf = (document: number): number => numbers[PLACES.indexOf(document - WINDOW)] ?? Number.NaN;
  const node = { kind: "prior", column: "timesCited", weight: 1, at: AT } as const;
  return new AndMatcher([new SetMatcher(listOf(places), 1), new PriorMatcher(node, numberOf, 2 * WINDOW)]);
}

const places = uniqueArray(constantFrom(...PLACES));
const children = array(
  record({
    places,
    numbers: array(constantFrom(2, 3, 9, 40, 5000), { minLength: PLACES.length, maxLength: PLACES.length }),
  }),
  { minLength: 1, maxLength: 3 },
);

test("scores as the child, so many times where a list has the document; drops none that reaches the threshold", () => {
  assert(
    property(
      children,
      array(places, { maxLength: 2 }),
      constantFrom(0.5, 1.2, 3),
      places,
      nat(5),
      (drawn, lists, factor, wanted, kth) => {
        const child = new SomeMatcher(
          drawn.map((one) => told(one.places, one.numbers)),
          1,
        );
        const matcher = new FavourMatcher(child, factor, lists.map(listOf));
        expect(matcher.next(WINDOW)).toBe(child.next(WINDOW));
        const matched = matcher.match(WINDOW, bitsOf(PLACES));
        const own = new Float64Array(WINDOW);
        child.score(WINDOW, bitsOf(PLACES), 1, own);
        const expected = PLACES.map((at) => own[at]! * (lists.some((list) => list.includes(at)) ? factor : 1));
        expect(PLACES.filter((at) => hasBit(matched, at))).toEqual(
          PLACES.filter((at) => drawn.some((one) => one.places.includes(at))),
        );
        const scores = Float64Array.from({ length: WINDOW }, () => 1);
        matcher.score(WINDOW, bitsOf(wanted), 2, scores);
        PLACES.forEach((at, i) => expect(scores[at]).toBeCloseTo(1 + (wanted.includes(at) ? 2 * expected[i]! : 0), 9));
        const threshold = expected.toSorted((a, b) => b - a)[kth] ?? -Infinity;
        const above = new Float64Array(WINDOW);
        const left = matcher.scoreAbove(WINDOW, threshold, above);
        PLACES.forEach((at, i) => {
          expect(matcher.bound(WINDOW) * (1 + 1e-9)).toBeGreaterThanOrEqual(expected[i]!);
          if (hasBit(left, at)) expect(above[at]).toBeCloseTo(expected[i]!, 9);
          else if (hasBit(matched, at)) expect(expected[i]).toBeLessThan(threshold);
          expect(matcher.explain(WINDOW, at, 2)?.score ?? 0).toBeCloseTo(2 * expected[i]!, 9);
        });
      },
    ),
  );
});

test("of a child that bounds nothing all is scored", () => {
  const node = { kind: "prior", column: "timesCited", weight: 1, at: AT } as const;
  const matcher = new FavourMatcher(new PriorMatcher(node, () => Math.E, 2 * WINDOW), 3, [listOf([31])]);
  matcher.match(WINDOW, bitsOf([0, 31]));
  const scores = new Float64Array(WINDOW);
  const left = matcher.scoreAbove(WINDOW, 100, scores);
  expect([0, 31, 32].map((at) => [hasBit(left, at), scores[at]])).toEqual([
    [true, 1],
    [true, 3],
    [false, 0],
  ]);
});
