import { array, assert, boolean, constantFrom, nat, property, record, uniqueArray } from "fast-check";
import { expect, test } from "vitest";

import { WINDOW } from "#index/embedded/segment/bits.ts";
import { bitsOf, PLAIN_CONTEXT, placesOf, spansIn, ToldSpans } from "#test/index/told-spans.ts";
import type { Spans } from "#test/index/told-spans.ts";
import { SpanBatch } from "./span-batch.ts";
import { SpanChoice } from "./span-choice.ts";

const PLACES = [0, 1, 31, 32, 63, 100, WINDOW - 1];
const place = constantFrom(...PLACES);
const spansOfOne = uniqueArray(record({ start: nat(20), more: nat(2) }), {
  minLength: 1,
  maxLength: 4,
  selector: ({ start, more }) => start * 10 + more,
}).map((drawn) =>
  drawn
    .toSorted((a, b) => a.start - b.start || a.more - b.more)
    .map((one) => [one.start, one.start + one.more] as const),
);
const child = record({
  documents: uniqueArray(record({ at: place, spans: spansOfOne }), { maxLength: 5, selector: ({ at }) => at }),
  perhaps: uniqueArray(place, { maxLength: 2 }),
  cost: nat(50),
  idf: constantFrom(0.5, 1, 3),
});

test("has the spans of all its operands in the candidates, in order and once", () => {
  assert(
    property(
      array(child, { minLength: 1, maxLength: 4 }),
      uniqueArray(place),
      uniqueArray(place),
      (drawn, among, of) => {
        const told = drawn.map(({ documents, perhaps, cost, idf }) => {
          const spans: Spans = new Map(documents.map(({ at, spans: own }) => [WINDOW + at, own]));
          return {
            spans,
            matcher: new ToldSpans(
              spans,
              perhaps.map((at) => WINDOW + at),
              { cost, idf },
            ),
          };
        });
        const choice = new SpanChoice(
          PLAIN_CONTEXT,
          told.map(({ matcher }) => matcher),
        );
        const mayMatch = (at: number): boolean =>
          drawn.some(({ documents, perhaps }) => documents.some((one) => one.at === at) || perhaps.includes(at));
        const approximated = placesOf(choice.approximate(WINDOW, bitsOf(among)));
        expect(approximated).toEqual(PLACES.filter((at) => among.includes(at) && mayMatch(at)));
        const wanted = approximated.filter((at) => of.includes(at));
        const out = new SpanBatch();
        choice.gather(WINDOW, bitsOf(wanted), out);
        const expected = wanted.flatMap((at) => {
          const all = told.flatMap(({ spans }) => spans.get(WINDOW + at) ?? []);
          const once = [...new Map(all.map((one) => [one.join(), one])).values()];
          return once.length === 0 ? [] : [{ at, spans: once.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]) }];
        });
        expect(spansIn(out)).toEqual(expected);
        expect(choice.certain).toBe(drawn.every(({ perhaps }) => perhaps.length === 0));
        expect(choice.cost).toBe(drawn.reduce((sum, { cost }) => sum + cost, 0));
        expect(choice.idf).toBe(Math.min(...drawn.map(({ idf }) => idf)));
        const firsts = told.map(({ matcher }) => matcher.next(WINDOW + 32));
        expect(choice.next(WINDOW + 32)).toBe(Math.min(...firsts));
        expect(choice.bound(WINDOW)).toBeGreaterThanOrEqual(choice.idf);
      },
    ),
    { numRuns: 300 },
  );
});

test("asked twice of different windows it forgets the first", () => {
  assert(
    property(child, child, boolean(), (first, second, both) => {
      const spans: Spans = new Map([
        ...first.documents.map(({ at, spans: own }) => [at, own] as const),
        ...(both ? second.documents.map(({ at, spans: own }) => [WINDOW + at, own] as const) : []),
      ]);
      const choice = new SpanChoice(PLAIN_CONTEXT, [new ToldSpans(spans, [], { cost: 1, idf: 1 })]);
      const out = new SpanBatch();
      for (const window of [0, WINDOW]) {
        const found = choice.approximate(window, bitsOf(PLACES));
        const documents = PLACES.filter((at) => spans.has(window + at));
        expect(placesOf(found)).toEqual(documents);
        choice.gather(window, found.slice(), out);
        expect([...out.documents.subarray(0, out.size)]).toEqual(documents);
      }
    }),
  );
});
