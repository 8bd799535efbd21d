import { array, assert, constantFrom, nat, property, record } from "fast-check";
import { expect, test } from "vitest";

import type { Segment } from "#index/embedded/segment/segment.ts";
import { idsOf } from "#test/index/told-ids.ts";

import { HitOrder } from "./hit-order.ts";
import { TopHits } from "./top-hits.ts";

const DOCUMENTS = 12;

/** Only what the heap asks of a segment: whose id comes first. */
function segmentOf(ids: readonly string[]): Segment {
  return { columns: { ids: idsOf(ids) } } as unknown as Segment;
}

const segments = ["b", "a"].map((name) =>
  segmentOf(Array.from({ length: DOCUMENTS }, (_, i) => `${(i * 7) % DOCUMENTS} ${name}`)),
);
const hit = record({ segment: nat(1), document: nat(DOCUMENTS - 1), rank: constantFrom(-Infinity, 0, 0.5, 1, 2, 3) });

test("the best hits, best first, equal ones by id, and what can still enter", () => {
  assert(
    property(array(hit, { maxLength: 40, size: "max" }), nat(15), nat(6), (drawn, size, offset) => {
      const hits = [...new Map(drawn.map((one) => [`${one.segment} ${one.document}`, one])).values()];
      const idOf = ({ segment, document }: (typeof hits)[number]): string =>
        segments[segment]?.columns.ids.at(document) ?? "";
      const best = hits
        .toSorted((a, b) => (a.rank === b.rank ? (idOf(a) < idOf(b) ? -1 : 1) : b.rank - a.rank))
        .slice(0, size);
      const top = new TopHits(new HitOrder(segments, []), size);
      for (const { segment, document, rank } of hits) top.add(segment, document, rank);
      const full = best.length === size;
      expect(top.threshold).toBe(size === 0 ? Infinity : full ? best.at(-1)?.rank : -Infinity);
      expect(top.ranked(offset)).toEqual(best.slice(offset));
    }),
    { numRuns: 500 },
  );
});
