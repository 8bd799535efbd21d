import { array, assert, constantFrom, integer, nat, property, record, uniqueArray } from "fast-check";
import { expect, test } from "vitest";
import { hasBit, WINDOW } from "#index/embedded/segment/bits.ts";
import type { Bits } from "#index/embedded/segment/bits.ts";
import { bitsOf, placesOf, ToldSpans } from "#test/index/told-spans.ts";
import { AtLeastMatcher } from "./at-least-matcher.ts";
import type { Explanation } from "./matcher.ts";

const PLACES = [0, 1, 31, 32, 63, 100, WINDOW - 1];
const place = constantFrom(...PLACES);
const BOUND = 7;

/** Scores a document by its place. */
class Scored extends ToldSpans {
  asked: number[] = [];

  override match(windowStart?: number, candidates?: Bits): Bits {
    this.asked = placesOf(candidates as Bits);
    return this.approximate(windowStart as number, candidates as Bits);
  }

  override score(_windowStart?: number, wanted?: Bits, factor?: number, scores?: Float64Array): void {
    for (const at of placesOf(wanted as Bits)) (scores as Float64Array)[at]! += (factor as number) * (at + 1);
  }

  override bound(): number {
    return BOUND;
  }

  override explain(_windowStart?: number, at?: number, factor?: number): undefined {
    return {
      what: "scored",
      score: (factor as number) * ((at as number) + 1),
    } satisfies Explanation as unknown as undefined;
  }
}

const documents = uniqueArray(record({ at: place, count: integer({ min: 1, max: 6 }) }), {
  maxLength: 6,
  selector: ({ at }) => at,
});

test("keeps the documents with so many spans, which score as they do without the count", () => {
  let kept = 0;
  assert(
    property(
      documents,
      integer({ min: 1, max: 5 }),
      array(place),
      array(place),
      nat(1),
      (drawn, count, of, wanted, isSame) => {
        const spans = new Map(
          drawn.map(({ at, count: own }) => [WINDOW + at, Array.from({ length: own }, (_, k) => [k, k] as const)]),
        );
        const counted = new Scored(spans, [], { cost: 3, idf: 1 });
        const scored = isSame === 1 ? counted : new Scored(spans, [], { cost: 9, idf: 1 });
        const matcher = new AtLeastMatcher(scored, counted, count);
        expect(matcher.cost).toBe(3);
        expect(matcher.bound(WINDOW)).toBe(BOUND);
        expect(matcher.next(0)).toBe(scored.next(0));
        const expected = PLACES.filter((at) => of.includes(at) && (spans.get(WINDOW + at)?.length ?? 0) >= count);
        kept += expected.length;
        const bits = matcher.match(WINDOW, bitsOf(of));
        expect(placesOf(bits)).toEqual(expected);
        expect(scored.asked).toEqual(PLACES.filter((at) => of.includes(at)));
        const scores = new Float64Array(WINDOW);
        matcher.score(WINDOW, bitsOf(wanted), 2, scores);
        for (const at of PLACES) {
          expect(scores[at]).toBe(wanted.includes(at) && expected.includes(at) ? 2 * (at + 1) : 0);
          expect(matcher.explain(WINDOW, at, 3)).toEqual(
            expected.includes(at) ? { what: "scored", score: 3 * (at + 1) } : undefined,
          );
          expect(hasBit(bits, at)).toBe(expected.includes(at));
        }
      },
    ),
    { numRuns: 200 },
  );
  expect(kept).toBeGreaterThan(50);
});
