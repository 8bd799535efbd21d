import { array, assert, boolean, constantFrom, nat, property, record, uniqueArray } from "fast-check";
import { describe, expect, test } from "vitest";

import type { EngineRequest } from "#index/index.ts";
import type { Bits } from "#index/embedded/segment/bits.ts";
import { emptyBits, hasBit, listBits, setBit, WINDOW } from "#index/embedded/segment/bits.ts";

import { AndMatcher, SomeMatcher } from "./boolean-matchers.ts";
import { NEVER } from "./matcher.ts";
import type { Matcher, SegmentContext } from "./matcher.ts";
import { WorkMeter } from "#index/embedded/work-meter.ts";
import { SegmentSearch } from "./search-segments.ts";
import type { TopHits } from "./top-hits.ts";

const WINDOWS = 3;
const DOCUMENTS = WINDOW * WINDOWS - 7;
const listed = new Int32Array(WINDOW);

function placesOf(bits: Bits): number[] {
  return [...listed.subarray(0, listBits(bits, listed))];
}

/** Matches what it is told to, with a bound that is right and close; remembers the windows it was asked about. */
class Told implements Matcher {
  readonly cost = 1;
  readonly matchedWindows: number[] = [];
  readonly scoredWindows: number[] = [];
  readonly #scores: ReadonlyMap<number, number>;
  #matched = emptyBits();

  constructor(scores: ReadonlyMap<number, number>) {
    this.#scores = scores;
  }

  next(target: number): number {
    return Math.min(NEVER, ...[...this.#scores.keys()].filter((document) => document >= target));
  }

  match(windowStart: number, candidates: Bits): Bits {
    this.matchedWindows.push(windowStart / WINDOW);
    this.#matched = emptyBits();
    for (const at of placesOf(candidates)) if (this.#scores.has(windowStart + at)) setBit(this.#matched, at);
    return this.#matched;
  }

  score(windowStart: number, wanted: Bits, factor: number, scores: Float64Array): void {
    this.scoredWindows.push(windowStart / WINDOW);
    for (const at of placesOf(wanted)) {
      if (hasBit(this.#matched, at)) scores[at]! += factor * (this.#scores.get(windowStart + at) ?? 0);
    }
  }

  bound(windowStart: number): number {
    const within = [...this.#scores].filter(([document]) => Math.floor(document / WINDOW) * WINDOW === windowStart);
    return Math.max(0, ...within.map(([, score]) => score));
  }

  explain(): undefined {
    return undefined;
  }
}

/** Keeps the best `size` as they come, and what it was offered. */
class Best {
  readonly offered: [number, number, number][] = [];
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  get threshold(): number {
    const scores = this.offered.map(([, , score]) => score).toSorted((a, b) => b - a);
    return scores.length < this.#size ? -Infinity : (scores[this.#size - 1] ?? Infinity);
  }

  add(...hit: [number, number, number]): void {
    this.offered.push(hit);
  }
}

const request = (total: boolean): EngineRequest => ({ total, facets: [], filters: [] }) as unknown as EngineRequest;

function contextOf(admitted: ReadonlySet<number> | undefined, meter: WorkMeter): SegmentContext {
  const bits = new Int32Array((WINDOWS * WINDOW) / 32);
  for (let document = 0; document < DOCUMENTS; document++) {
    if (admitted?.has(document) ?? true) bits[document >>> 5]! |= 1 << (document & 31);
  }
  return { segment: { documents: DOCUMENTS, admittedAmong: () => bits }, meter } as unknown as SegmentContext;
}

function searched(
  matcher: Matcher,
  options: { size: number; total: boolean; admitted?: ReadonlySet<number> },
): { total: number; best: Best; checks: number; counted: number[] } {
  let checks = 0;
  const counted: number[] = [];
  // A window is told of as this much.
  const meter = new WorkMeter(() => checks++, 512);
  const best = new Best(options.size);
  const opened = { context: contextOf(options.admitted, meter), matcher };
  const search = new SegmentSearch(opened, 7, request(options.total), undefined);
  const facets = {
    add: (windowStart: number, list: Int32Array, count: number) => {
      counted.push(
        ...list
          .subarray(0, count)
          .toSorted()
          .map((at) => windowStart + at),
      );
    },
  };
  const total = search.run(best as unknown as TopHits, facets as never, undefined);
  return { total, best, checks, counted };
}

const document = nat(WINDOWS - 1).chain((window) =>
  constantFrom(0, 1, 31, 32, 100, WINDOW - 8).map((at) => window * WINDOW + at),
);
const told = array(record({ document, score: constantFrom(1, 2, 3, 5, 8) }), { maxLength: 12 }).map(
  (drawn) => new Map(drawn.map((one) => [one.document, one.score])),
);

describe("the walk through a segment", () => {
  test("counts all that match and are admitted, and offers the best of them", () => {
    assert(
      property(told, uniqueArray(document), nat(4), boolean(), (scores, shut, size, total) => {
        const admitted = new Set([...scores.keys()].filter((one) => !shut.includes(one)));
        const expected = [...scores].filter(([one]) => admitted.has(one)).toSorted(([a], [b]) => a - b);
        for (const matcher of [
          new Told(scores),
          new SomeMatcher([new Told(scores)], 1),
          new AndMatcher([new Told(scores)]),
        ]) {
          const found = searched(matcher, { size, total, admitted });
          if (total) {
            expect(found.total).toBe(expected.length);
            expect(found.counted).toEqual(expected.map(([one]) => one));
          }
          const best = expected.map(([, score]) => score).toSorted((a, b) => b - a);
          const offered = found.best.offered.map(([, , score]) => score).toSorted((a, b) => b - a);
          expect(offered.slice(0, size)).toEqual(best.slice(0, size));
          for (const [segment, one, score] of found.best.offered) {
            expect([segment, score]).toEqual([7, scores.get(one)]);
            expect(admitted.has(one)).toBe(true);
          }
        }
      }),
    );
  });

  const inEach = new Map([
    [5, 9],
    [WINDOW + 5, 1],
    [2 * WINDOW + 5, 9],
  ]);

  test("looks in once a window that has a match, and in none without", () => {
    expect(searched(new Told(inEach), { size: 10, total: true }).checks).toBe(3);
    expect(searched(new Told(new Map([[2 * WINDOW, 1]])), { size: 10, total: true }).checks).toBe(1);
    expect(searched(new Told(new Map()), { size: 10, total: true }).checks).toBe(0);
    expect(searched(new Told(new Map([[DOCUMENTS, 1]])), { size: 10, total: true })).toMatchObject({
      total: 0,
      checks: 0,
    });
  });

  test("a window that cannot reach the page is counted without being scored, and not looked at if nothing counts", () => {
    const counting = new Told(inEach);
    expect(searched(counting, { size: 1, total: true }).total).toBe(3);
    expect([counting.matchedWindows, counting.scoredWindows]).toEqual([
      [0, 1, 2],
      [0, 2],
    ]);
    const hits = new Told(inEach);
    searched(hits, { size: 1, total: false });
    expect([hits.matchedWindows, hits.scoredWindows]).toEqual([
      [0, 2],
      [0, 2],
    ]);
  });

  test("a window of which nothing is admitted is not matched, one of which nothing matches is not scored", () => {
    const some = new Told(inEach);
    searched(some, { size: 10, total: true, admitted: new Set([5, 2 * WINDOW + 6]) });
    expect([some.matchedWindows, some.scoredWindows]).toEqual([[0, 2], [0]]);
  });

  test("what is below the worst of a full page is not offered", () => {
    const scores = new Map([
      [0, 5],
      [1, 4],
      [2, 5],
      [3, 6],
      [4, 5],
    ]);
    const { best } = searched(new Told(scores), { size: 1, total: true });
    expect(best.offered.map(([, one]) => one)).toEqual([0, 2, 3]);
  });

  test("of a choice only what can reach the page is matched when nothing is counted", () => {
    const strong = new Told(new Map([...inEach].filter(([, score]) => score === 9)));
    const weak = new Told(
      new Map([
        [6, 1],
        [2 * WINDOW + 6, 1],
      ]),
    );
    const { best, total } = searched(new SomeMatcher([strong, weak], 1), { size: 1, total: false });
    expect(best.offered.map(([, one]) => one)).toEqual([5, 6, 2 * WINDOW + 5].filter((one) => one !== 6));
    expect(total).toBe(3);
    expect(searched(new SomeMatcher([strong, weak], 1), { size: 1, total: true }).total).toBe(4);
  });
});
