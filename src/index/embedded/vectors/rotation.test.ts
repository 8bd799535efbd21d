import fc from "fast-check";
import { expect, test } from "vitest";
import { Rotation } from "./rotation.ts";

const product = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] as number), 0);
const unit = (values: readonly number[]): Float32Array => {
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
};

test("angles stay what they are, whatever the number of dimensions", () => {
  const value = fc.double({ min: -1, max: 1, noNaN: true });
  const pair = fc.integer({ min: 1, max: 200 }).chain((dimensions) => {
    const vector = fc
      .array(value, { minLength: dimensions, maxLength: dimensions })
      .filter((values) => Math.hypot(...values) > 1e-3);
    return fc.tuple(vector, vector);
  });
  fc.assert(
    fc.property(pair, ([left, right]) => {
      const rotation = new Rotation(left.length);
      const turned = [left, right].map((values) => rotation.turn(Float32Array.from(values)));
      const [a, b] = turned as [Float32Array, Float32Array];
      expect(a.length % 64).toBe(0);
      expect(product(a, a)).toBeCloseTo(1, 4);
      expect(product(a, b)).toBeCloseTo(product(unit(left), unit(right)), 4);
    }),
  );
});

test.each([64, 256, 300, 768])("what stands in one of %d places is spread over all", (dimensions) => {
  const vector = new Float32Array(dimensions);
  vector[7] = 5;
  const turned = new Rotation(dimensions).turn(vector) as Float32Array;
  const largest = turned.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  expect(largest).toBeLessThan(7 / Math.sqrt(turned.length));
});

test("a vector without a direction has no turn", () => {
  const rotation = new Rotation(3);
  for (const values of [
    [0, 0, 0],
    [1, Number.NaN, 0],
    [Infinity, 0, 0],
  ]) {
    expect(rotation.turn(Float32Array.from(values))).toBeUndefined();
  }
});
