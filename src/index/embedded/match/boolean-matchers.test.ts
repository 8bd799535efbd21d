import { array, assert, constant, constantFrom, integer, nat, property, record, uniqueArray } from "fast-check";
import { describe, expect, test } from "vitest";

import { emptyBits, hasBit, listBits, setBit, WINDOW } from "#index/embedded/segment/bits.ts";
import type { Bits } from "#index/embedded/segment/bits.ts";

import { AndMatcher, BoostMatcher, NotMatcher, SetMatcher, SomeMatcher } from "./boolean-matchers.ts";
import { NEVER } from "./matcher.ts";
import type { Explanation, Matcher } from "./matcher.ts";

/** Matches what it is told to, and remembers what it was asked. */
class Told implements Matcher {
  readonly cost: number;
  readonly scores: ReadonlyMap<number, number>;
  asked: number[] = [];
  scored: number[] = [];
  #matched = emptyBits();

  constructor(scores: ReadonlyMap<number, number>, cost: number) {
    this.scores = scores;
    this.cost = cost;
  }

  next(target: number): number {
    return Math.min(NEVER, ...[...this.scores.keys()].filter((document) => document >= target));
  }

  match(windowStart: number, candidates: Bits): Bits {
    this.asked = placesOf(candidates);
    this.#matched = emptyBits();
    for (const at of this.asked) if (this.scores.has(windowStart + at)) setBit(this.#matched, at);
    return this.#matched;
  }

  score(windowStart: number, wanted: Bits, factor: number, scores: Float64Array): void {
    this.scored = placesOf(wanted).filter((at) => hasBit(this.#matched, at));
    for (const at of this.scored) scores[at]! += factor * (this.scores.get(windowStart + at) ?? 0);
  }

  bound(): number {
    return Math.max(0, ...this.scores.values());
  }

  explain(windowStart: number, at: number, factor: number): Explanation | undefined {
    if (!hasBit(this.#matched, at)) return undefined;
    return { what: "told", score: factor * (this.scores.get(windowStart + at) ?? 0) };
  }
}

const listed = new Int32Array(WINDOW);
function placesOf(bits: Bits): number[] {
  return [...listed.subarray(0, listBits(bits, listed))];
}

function bitsOf(places: readonly number[]): Bits {
  const bits = emptyBits();
  for (const at of places) setBit(bits, at);
  return bits;
}

/** A few documents of a window, so that they meet. */
const PLACES = [0, 1, 31, 32, 40, 63, 64, 100, 2000, WINDOW - 1];
const place = constantFrom(...PLACES);
const children = array(
  record({
    places: uniqueArray(place, { maxLength: 8 }),
    score: constantFrom(1, 2, 4, 8, 16),
    spread: constantFrom(0, 0.25),
    cost: nat(9),
  }),
  { minLength: 1, maxLength: 4 },
).map((drawn) =>
  drawn.map(({ places, score, spread, cost }) => {
    return new Told(new Map(places.map((at, i) => [WINDOW + at, score - spread * i])), cost);
  }),
);
const candidates = uniqueArray(place, { maxLength: 10, size: "max" });
const whole = constant(PLACES);

const sumOf = (told: readonly Told[], document: number): number =>
  told.reduce((sum, child) => sum + (child.scores.get(document) ?? 0), 0);

function scoresOf(matcher: Matcher, wanted: Bits, factor: number): number[] {
  const scores = new Float64Array(WINDOW);
  matcher.score(WINDOW, wanted, factor, scores);
  return PLACES.map((at) => scores[at] ?? 0);
}

describe.each([
  { name: "all", made: (told: readonly Told[]) => new AndMatcher(told), needed: (count: number) => count },
  { name: "any", made: (told: readonly Told[]) => new SomeMatcher(told, 1), needed: () => 1 },
  { name: "some", made: (told: readonly Told[]) => new SomeMatcher(told, 2), needed: () => 2 },
])("$name of the children", ({ name, made, needed }) => {
  const matches = (told: readonly Told[], at: number): boolean =>
    told.filter((child) => child.scores.has(WINDOW + at)).length >= needed(told.length);

  test("match the candidates that enough of them match, and score as their sum", () => {
    assert(
      property(children, candidates, candidates, integer({ min: 1, max: 3 }), (told, among, wanted, factor) => {
        const matcher = made(told);
        matcher.match(WINDOW, bitsOf(PLACES));
        const expected = PLACES.filter((at) => among.includes(at) && matches(told, at));
        expect(placesOf(matcher.match(WINDOW, bitsOf(among)))).toEqual(expected);
        expect(scoresOf(matcher, bitsOf(wanted), factor)).toEqual(
          PLACES.map((at) => (expected.includes(at) && wanted.includes(at) ? factor * sumOf(told, WINDOW + at) : 0)),
        );
        for (const at of PLACES) {
          const explained = matcher.explain(WINDOW, at, factor);
          expect(explained !== undefined).toBe(expected.includes(at));
          if (explained === undefined) continue;
          expect(explained.score).toBe(factor * sumOf(told, WINDOW + at));
          expect(explained.what).toBe(name === "all" ? "all of" : "any of");
        }
      }),
    );
  });

  test("their next is never behind the first match, and the bound never below a score", () => {
    assert(
      property(children, place, (told, at) => {
        const matcher = made(told);
        const target = WINDOW + at;
        const first = PLACES.find((one) => one >= at && matches(told, one));
        const next = matcher.next(target);
        expect(next).toBeGreaterThanOrEqual(target);
        if (first !== undefined) expect(next).toBeLessThanOrEqual(WINDOW + first);
        const having = told.filter((child) => child.next(target) !== NEVER).length;
        if (having < needed(told.length)) expect(next).toBe(NEVER);
        if (name !== "all" && having >= needed(told.length)) {
          expect(next).toBe(told.map((child) => child.next(target)).toSorted((a, b) => a - b)[needed(0) - 1]);
        }
        expect(matcher.bound(WINDOW)).toBe(told.reduce((sum, child) => sum + child.bound(), 0));
      }),
    );
  });

  test("what is scored above a threshold is whole, and nothing that reaches it is missing", () => {
    assert(
      property(children, constantFrom(-Infinity, 0, 1, 3, 7, 9, 17, 24, 99), whole, (told, threshold, among) => {
        const matcher = made(told);
        matcher.match(WINDOW, bitsOf(among));
        const scores = new Float64Array(WINDOW);
        const left = placesOf(matcher.scoreAbove(WINDOW, threshold, scores));
        const expected = PLACES.filter((at) => matches(told, at));
        const reaching = expected.filter((at) => sumOf(told, WINDOW + at) >= threshold);
        if (threshold === -Infinity) expect(left).toEqual(expected);
        else expect(left).toEqual(reaching);
        for (const at of left) expect(scores[at]).toBe(sumOf(told, WINDOW + at));
      }),
    );
  });
});

test("the cheap are asked first, and what they leave is all that the others see; exclusions come last", () => {
  assert(
    property(children, place, (told, at) => {
      const excluded = new Told(new Map([[WINDOW + at, 1]]), 0);
      const matcher = new AndMatcher([new NotMatcher(excluded, 1), ...told]);
      matcher.match(WINDOW, bitsOf(PLACES));
      let seen = PLACES;
      for (const child of told.toSorted((a, b) => a.cost - b.cost)) {
        if (seen.length === 0) break;
        expect(child.asked).toEqual(seen);
        seen = seen.filter((one) => child.scores.has(WINDOW + one));
      }
      if (seen.length > 0) expect(excluded.asked).toEqual(seen);
      else expect(excluded.asked).toEqual([]);
      expect(matcher.cost).toBe(Math.min(...told.map(({ cost }) => cost)));
    }),
  );
});

test("of a choice, children too weak for the threshold are asked only about what the others matched", () => {
  assert(
    property(children, constantFrom(-Infinity, 0.5, 3, 7, 9, 17, 99), (told, threshold) => {
      const matcher = new SomeMatcher(told, 1);
      const matched = placesOf(matcher.matchAbove(WINDOW, bitsOf(PLACES), threshold));
      const reaching = PLACES.filter((at) => {
        return told.some((child) => child.scores.has(WINDOW + at)) && sumOf(told, WINDOW + at) >= threshold;
      });
      for (const at of reaching) expect(matched).toContain(at);
      for (const at of matched) expect(told.some((child) => child.scores.has(WINDOW + at))).toBe(true);
      const rising = told.toSorted((a, b) => a.bound() - b.bound());
      let together = 0;
      const weak = rising.filter((child) => (together += child.bound() * (1 + 1e-9)) < threshold);
      const strong = told.filter((child) => !weak.includes(child));
      const found = PLACES.filter((at) => strong.some((child) => child.scores.has(WINDOW + at)));
      for (const child of strong) expect(child.asked).toEqual(PLACES);
      for (const child of weak) expect(child.asked).toEqual(found);
      expect(matched).toEqual(found);
    }),
  );
  const several = [1, 2].map((score) => new Told(new Map([[WINDOW, score]]), 1));
  expect(placesOf(new SomeMatcher(several, 2).matchAbove(WINDOW, bitsOf([0, 1]), 99))).toEqual([0]);
});

test("exclusions, sets and boosts", () => {
  assert(
    property(uniqueArray(place), candidates, constantFrom(0.5, 2), (places, among, factor) => {
      const told = new Told(new Map(places.map((at) => [WINDOW + at, 3])), 5);
      const not = new NotMatcher(told, 70);
      const without = PLACES.filter((at) => among.includes(at) && !places.includes(at));
      expect(placesOf(not.match(WINDOW, bitsOf(among)))).toEqual(without);
      expect([not.next(9), not.cost, not.bound(), not.explain()]).toEqual([9, 70, 0, undefined]);
      const members = new Int32Array((2 * WINDOW) / 32);
      members.set(bitsOf(places), WINDOW / 32);
      const set = new SetMatcher(members, 80);
      const within = PLACES.filter((at) => among.includes(at) && places.includes(at));
      expect(placesOf(set.match(WINDOW, bitsOf(among)))).toEqual(within);
      expect(placesOf(set.match(0, bitsOf(among)))).toEqual([]);
      expect([set.next(9), set.cost, set.bound(), set.explain()]).toEqual([9, 80, 0, undefined]);
      const boosted = new BoostMatcher(told, factor);
      expect(placesOf(boosted.match(WINDOW, bitsOf(among)))).toEqual(within);
      expect([boosted.cost, boosted.bound(WINDOW), boosted.next(0)]).toEqual([5, told.bound() * factor, told.next(0)]);
      expect(scoresOf(boosted, bitsOf(among), 2)).toEqual(PLACES.map((at) => (within.includes(at) ? 6 * factor : 0)));
      const [first] = within;
      if (first !== undefined) expect(boosted.explain(WINDOW, first, 2)?.score).toBe(6 * factor);
    }),
  );
});
