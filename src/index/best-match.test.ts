import fc from "fast-check";
import { expect, test } from "vitest";

import { bestMatch, Occurrences } from "./best-match.ts";

type One = { readonly unit: number; readonly word: number; readonly isTyped: boolean };

function matchOf(ones: readonly One[]): ReturnType<typeof bestMatch> {
  const occurrences = new Occurrences();
  for (const { unit, word, isTyped } of ones) occurrences.add(unit, word, word, isTyped);
  return bestMatch(occurrences);
}

/** What a stretch is worth by the rule as it is told, counted anew for each. */
function worthOf(ones: readonly One[], first: number, last: number): number {
  let worth = 0;
  for (const all of Map.groupBy(ones, ({ unit }) => unit).values()) {
    const inside = all.filter(({ word }) => word >= first && word <= last);
    if (inside.length === 0) continue;
    const form = inside.some(({ isTyped }) => isTyped) ? 1 : 0.6;
    worth += (form + 0.1 * Math.min(2, inside.length - 1)) / (1 + Math.log(all.length));
  }
  return worth;
}

const ones = fc
  .uniqueArray(fc.record({ unit: fc.nat(3), word: fc.nat(200), isTyped: fc.boolean() }), {
    selector: ({ word }) => word,
    maxLength: 40,
  })
  .map((drawn) => drawn.sort((a, b) => a.word - b.word));

test("no stretch of 42 words is worth more than the best match, and none as good stands before it", () => {
  fc.assert(
    fc.property(ones, (drawn) => {
      const match = matchOf(drawn);
      if (drawn.length === 0) {
        expect(match).toBeUndefined();
        return;
      }
      const { first, last } = match!;
      expect(last - first).toBeLessThan(42);
      const best = worthOf(drawn, first, last);
      for (const { word } of drawn) {
        const from = drawn.find((other) => word - other.word < 42)!.word;
        const worth = worthOf(drawn, from, word);
        expect(worth).toBeLessThanOrEqual(best + 1e-6);
        if (word < last) expect(worth).toBeLessThan(best - 1e-12);
      }
    }),
    { numRuns: 1000 },
  );
});

test("the form that was typed is preferred to others of the same word, however many", () => {
  const others = [1, 3, 5].map((word) => ({ unit: 0, word, isTyped: false }));
  expect(matchOf([...others, { unit: 0, word: 150, isTyped: true }])).toEqual({ first: 150, last: 150 });
});

test("different words are preferred to many of one", () => {
  const many = Array.from({ length: 10 }, (_, i) => ({ unit: 0, word: i, isTyped: true }));
  const both = [
    { unit: 0, word: 300, isTyped: true },
    { unit: 1, word: 320, isTyped: false },
  ];
  expect(matchOf([...many, ...both])).toEqual({ first: 300, last: 320 });
});
