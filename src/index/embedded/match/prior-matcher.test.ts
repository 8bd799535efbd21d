import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PriorNode } from "#index/tree.ts";
import { emptyBits, hasBit, setBit, WINDOW } from "#index/embedded/segment/bits.ts";
import { PriorMatcher } from "./prior-matcher.ts";

const NODE: PriorNode = { kind: "prior", column: "timesCited", weight: 2, at: { start: 0, end: 0 } };
const NUMBERS = [Number.NaN, -3, 0, 0.5, 1, 2, 40];

const matcherOf = (numbers: readonly number[]): PriorMatcher =>
  new PriorMatcher(NODE, (document) => numbers[document] ?? Number.NaN, numbers.length);

function scoresOf(matcher: PriorMatcher, windowStart: number, documents: number): Float64Array {
  const all = emptyBits();
  for (let at = 0; at < documents; at++) setBit(all, at);
  const scores = new Float64Array(WINDOW);
  matcher.score(windowStart, matcher.match(windowStart, all), 1, scores);
  return scores;
}

describe("a prior", () => {
  test("adds the weighted logarithm of a number, and nothing for less than one or for none", () => {
    const scores = scoresOf(matcherOf(NUMBERS), 0, NUMBERS.length);
    expect(Array.from(scores.subarray(0, NUMBERS.length + 1))).toEqual([
      0,
      0,
      0,
      0,
      0,
      2 * Math.log(2),
      2 * Math.log(40),
      0,
    ]);
  });

  test("adds to what is there, as often as the factor says, and to no document that is not wanted", () => {
    const matcher = matcherOf([10, 10, 10]);
    const wanted = emptyBits();
    setBit(wanted, 1);
    const scores = Float64Array.from({ length: WINDOW }, () => 1);
    matcher.score(0, wanted, 3, scores);
    expect(Array.from(scores.subarray(0, 3))).toEqual([1, 1 + 3 * 2 * Math.log(10), 1]);
  });

  test("matches every candidate", () => {
    const candidates = emptyBits();
    setBit(candidates, 5);
    const matched = matcherOf(NUMBERS).match(0, candidates);
    expect(matched).toEqual(candidates);
    expect(hasBit(matched, 4)).toBe(false);
  });

  test("has in each window the bound that its greatest score reaches", () => {
    const numbers = fc.array(fc.constantFrom(...NUMBERS, 7, 900), { minLength: WINDOW - 2, maxLength: WINDOW + 40 });
    fc.assert(
      fc.property(numbers, (drawn) => {
        const matcher = matcherOf(drawn);
        for (const windowStart of [0, WINDOW]) {
          const documents = Math.max(0, Math.min(WINDOW, drawn.length - windowStart));
          expect(matcher.bound(windowStart)).toBe(Math.max(0, ...scoresOf(matcher, windowStart, documents)));
        }
      }),
      { numRuns: 10 },
    );
  });

  test("is explained by the number", () => {
    const matcher = matcherOf(NUMBERS);
    scoresOf(matcher, 0, NUMBERS.length);
    expect(matcher.explain(0, 6, 2)).toEqual({ what: "timesCited 40", score: 4 * Math.log(40) });
    expect(matcher.explain(0, 0, 1)).toEqual({ what: "timesCited unknown", score: 0 });
    expect(matcher.explain(0, 100, 1)).toBeUndefined();
  });
});
