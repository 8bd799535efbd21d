import fc from "fast-check";
import { expect, test } from "vitest";
import { BitProducts } from "./bit-products.ts";

const ROWS_MAX = 5;

test("the sum of a row is that of the query's numbers at its set bits", () => {
  const shapes = [1, 2, 3, 16].flatMap((words) => [2, 4, 8].map((planes) => ({ places: words * 64, planes })));
  fc.assert(
    fc.property(
      fc.constantFrom(...shapes).chain(({ places, planes }) => {
        const number = fc.integer({ min: -(2 ** (planes - 1)), max: 2 ** (planes - 1) - 1 });
        const row = fc.array(fc.boolean(), { minLength: places, maxLength: places });
        return fc.record({
          places: fc.constant(places),
          planes: fc.constant(planes),
          query: fc.array(number, { minLength: places, maxLength: places }),
          rows: fc.array(row, { minLength: 1, maxLength: ROWS_MAX }),
        });
      }),
      ({ places, planes, query, rows }) => {
        const products = new BitProducts(places, planes, ROWS_MAX);
        products.setQuery(Int32Array.from(query));
        rows.forEach((row, r) => {
          row.forEach((isSet, place) => {
            const word = r * (places / 32) + (place >> 5);
            if (isSet) products.rows[word] = (products.rows[word] as number) | (1 << (place & 31));
          });
        });
        products.run(rows.length);
        const expected = rows.map((row) =>
          query.reduce((sum, number, place) => (row[place] === true ? sum + number : sum), 0),
        );
        expect(Array.from(products.sums.subarray(0, rows.length))).toEqual(expected);
      },
    ),
    { numRuns: 60 },
  );
});

test("a query takes the place of the one before", () => {
  const products = new BitProducts(64, 4, 1);
  products.rows.fill(-1);
  products.setQuery(new Int32Array(64).fill(7));
  products.setQuery(new Int32Array(64).fill(-8));
  products.run(1);
  expect(products.sums[0]).toBe(-8 * 64);
});
