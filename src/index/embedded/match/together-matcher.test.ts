import { array, assert, constantFrom, nat, property, record, tuple, uniqueArray } from "fast-check";
import { describe, expect, test } from "vitest";
import { Layout } from "#index/embedded/layout.ts";
import { WINDOW } from "#index/embedded/segment/bits.ts";
import { WorkMeter } from "#index/embedded/work-meter.ts";
import { OPINIONS } from "#search/opinions.ts";
import { bitsOf, PLAIN_CONTEXT, placesOf, spansIn, ToldSpans } from "#test/index/told-spans.ts";
import type { Spans } from "#test/index/told-spans.ts";
import type { SegmentContext } from "./matcher.ts";
import { SpanBatch } from "./span-batch.ts";
import { TogetherMatcher } from "./together-matcher.ts";

type Span = readonly [start: number, end: number];

const layout = new Layout(OPINIONS);
const contextOf = (meter: WorkMeter): SegmentContext => {
  const lengths = OPINIONS.fields.map(() => new Int32Array(2 * WINDOW).fill(20));
  const segment = { columns: { lengths } };
  const averages = OPINIONS.fields.map(() => 10);
  return { ...PLAIN_CONTEXT, segment, averages, layout, meter, leftOut: new Map() } as unknown as SegmentContext;
};

const other = layout.names.findIndex((_, field) => field !== layout.main);
const PLACES = [0, 31, 32, WINDOW - 1];
/** Close together, in two fields, so that members meet, overlap and stand in several sentences. */
const position = tuple(constantFrom(layout.main, layout.main, other), nat(14)).map(
  ([field, at]) => layout.baseOf(field) + at,
);
const inOrder = (spans: readonly Span[]): readonly Span[] => spans.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
const spansOfOne = uniqueArray(
  tuple(position, nat(2)).map(([start, more]): Span => [start, start + more]),
  { minLength: 1, maxLength: 5, selector: (span) => span.join() },
).map(inOrder);
const member = uniqueArray(record({ at: constantFrom(...PLACES), spans: spansOfOne }), {
  maxLength: 4,
  selector: ({ at }) => at,
});
const breaks = uniqueArray(record({ at: constantFrom(...PLACES), starts: uniqueArray(position, { maxLength: 4 }) }), {
  maxLength: 4,
  selector: ({ at }) => at,
});

const toldOf = (documents: readonly { readonly at: number; readonly spans: readonly Span[] }[]): Spans =>
  new Map(documents.map(({ at, spans }) => [WINDOW + at, spans]));

/** A sentence has no break behind its first position, and ends with its field. */
function isOneSentence(from: number, to: number, starts: readonly number[]): boolean {
  return to < layout.endOfSlot(from) && !starts.some((start) => start > from && start <= to);
}

/** Every choice of a span of each member, no two from one position; of their stretches those with none within. */
function plainly(members: readonly (readonly Span[])[], starts: readonly number[]): readonly Span[] {
  let choices: Span[][] = [[]];
  for (const spans of members) {
    choices = choices.flatMap((chosen) =>
      spans.filter(([start]) => chosen.every(([taken]) => taken !== start)).map((span) => [...chosen, span]),
    );
  }
  const stretches = choices
    .map((chosen): Span => [Math.min(...chosen.map(([start]) => start)), Math.max(...chosen.map(([, end]) => end))])
    .filter(([start, end]) => isOneSentence(start, end, starts));
  const shortest = stretches.filter(
    ([start, end]) => !stretches.some(([from, to]) => from >= start && to <= end && (from !== start || to !== end)),
  );
  return inOrder([...new Map(shortest.map((span) => [span.join(), span])).values()]);
}

/** A word in these documents. */
const standing = (...documents: number[]): ToldSpans =>
  new ToldSpans(new Map(documents.map((one) => [one, [[1, 1] as const]])), [], { cost: documents.length, idf: 1 });

describe("words together in one sentence, in any order", () => {
  test("the shortest stretches, as if every choice had been tried", () => {
    let seen = 0;
    assert(
      property(
        array(member, { minLength: 2, maxLength: 3 }),
        breaks,
        uniqueArray(constantFrom(...PLACES)),
        (drawn, broken, of) => {
          const told = drawn.map(toldOf);
          const startsAt = (at: number): readonly number[] =>
            (broken.find((one) => one.at === at)?.starts ?? []).toSorted((a, b) => a - b);
          const boundary = toldOf(
            broken.flatMap(({ at }) => {
              const spans = startsAt(at).map((start): Span => [start, start]);
              return spans.length === 0 ? [] : [{ at, spans }];
            }),
          );
          const matcher = new TogetherMatcher(
            contextOf(new WorkMeter()),
            told.map((spans, m) => new ToldSpans(spans, m === 0 ? [WINDOW + 32] : [], { cost: m, idf: m + 1 })),
            [new ToldSpans(boundary, [], { cost: 1, idf: 1 })],
            "together",
          );
          const wanted = placesOf(matcher.approximate(WINDOW, bitsOf(of)));
          expect(wanted).toEqual(
            PLACES.filter(
              (at) => of.includes(at) && told.every((spans, m) => spans.has(WINDOW + at) || (m === 0 && at === 32)),
            ),
          );
          const out = new SpanBatch();
          matcher.gather(WINDOW, bitsOf(wanted), out);
          const expected = wanted.flatMap((at) => {
            const spans = plainly(
              told.map((one) => one.get(WINDOW + at) ?? []),
              startsAt(at),
            );
            return spans.length === 0 ? [] : [{ at, spans }];
          });
          seen += expected.length;
          expect(spansIn(out)).toEqual(expected);
          expect(placesOf(matcher.match(WINDOW, bitsOf(of)))).toEqual(expected.map(({ at }) => at));
        },
      ),
      { numRuns: 300 },
    );
    expect(seen).toBeGreaterThan(100);
  });

  test("two members never take the same word", () => {
    const same: Spans = new Map([[WINDOW, [[4, 4] as const]]]);
    const twice = [1, 2].map(() => new ToldSpans(same, [], { cost: 1, idf: 1 }));
    const matcher = new TogetherMatcher(contextOf(new WorkMeter()), twice, [], "together");
    expect(placesOf(matcher.match(WINDOW, bitsOf([0])))).toEqual([]);
    const more: Spans = new Map([[WINDOW, [[4, 4] as const, [9, 9] as const]]]);
    const three = [same, more].map((spans) => new ToldSpans(spans, [], { cost: 1, idf: 1 }));
    const second = new TogetherMatcher(contextOf(new WorkMeter()), three, [], "together");
    expect(placesOf(second.match(WINDOW, bitsOf([0])))).toEqual([0]);
    expect(second.explain(WINDOW, 0, 1)).toMatchObject({ what: "together", idf: 2 });
  });

  test("the next document is one that every member may have", () => {
    const matcher = new TogetherMatcher(
      contextOf(new WorkMeter()),
      [standing(3, 8, 20), standing(8, 20), standing(2, 8)],
      [],
      "together",
    );
    expect(matcher.cost).toBe(2);
    expect(matcher.idf).toBe(3);
    expect(matcher.next(0)).toBe(8);
    expect(matcher.next(4)).toBe(8);
    expect(matcher.next(9)).toBe(0x7fffffff);
  });

  test("work goes with the spans tried and not with the choices there are", () => {
    const many = Array.from({ length: 60 }, (_, at): Span => [at * 3, at * 3]);
    const meter = new WorkMeter();
    const members = [0, 1, 2, 3].map(
      (m) => new ToldSpans(new Map([[WINDOW, many.map(([at]): Span => [at + m, at + m])]]), [], { cost: 1, idf: 1 }),
    );
    new TogetherMatcher(contextOf(meter), members, [], "together").match(WINDOW, bitsOf([0]));
    expect(meter.spent).toBeGreaterThan(240);
    expect(meter.spent).toBeLessThan(60_000);
  });
});
