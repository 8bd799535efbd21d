import fc from "fast-check";
import { expect, test } from "vitest";
import { barsOf } from "./bars.ts";

const years = fc.array(
  fc.record({ year: fc.integer({ min: 1700, max: 2030 }), count: fc.integer({ min: 1, max: 99 }) }),
  { minLength: 1, maxLength: 60 },
);

test("bars follow one another, count every year once, and are never more than can be told apart", () => {
  fc.assert(
    fc.property(years, (given) => {
      const bars = barsOf(given);
      expect(bars.length).toBeLessThanOrEqual(40);
      for (const [at, bar] of bars.slice(1).entries()) expect(bar.from).toBe((bars[at]?.to ?? 0) + 1);
      for (const { from, to, count } of bars) {
        const inside = given.filter(({ year }) => year >= from && year <= to);
        expect(count).toBe(inside.reduce((sum, one) => sum + one.count, 0));
      }
      const all = given.reduce((sum, { count }) => sum + count, 0);
      expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(all);
    }),
  );
});
