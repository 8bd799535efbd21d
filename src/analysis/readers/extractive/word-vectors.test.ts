import { statSync } from "node:fs";
import { array, assert, double, property } from "fast-check";
import { expect, test } from "vitest";
import { stemKeyOf } from "#text/stem.ts";
import {
  directionOf,
  dot,
  likeness,
  packVector,
  unpackVector,
  VECTOR_DIMENSIONS,
  VECTORS_FILE,
} from "./word-vectors.ts";

test.each([
  ["lawyer", "counsel", "cargo"],
  ["landlord", "tenant", "jury"],
  ["ship", "vessel", "pension"],
  ["guilty", "convicted", "patent"],
])("%s is more like %s than like %s", (word, like, other) => {
  expect(likeness(stemKeyOf(word), stemKeyOf(like))).toBeGreaterThan(0);
  expect(likeness(stemKeyOf(word), stemKeyOf(like))).toBeGreaterThan(likeness(stemKeyOf(word), stemKeyOf(other)));
});

test("a word is itself, and one that is not known is nothing else", () => {
  expect(likeness("court", "court")).toBeCloseTo(1);
  expect(likeness("zzyzx", "zzyzx")).toBe(1);
  expect(likeness("zzyzx", "court")).toBe(0);
  expect(directionOf([["zzyzx", 1]])).toBeUndefined();
});

test("a vector is kept by its direction", () => {
  const values = array(double({ min: -1, max: 1, noNaN: true }), {
    minLength: VECTOR_DIMENSIONS,
    maxLength: VECTOR_DIMENSIONS,
  });
  assert(
    property(values, (numbers) => {
      const vector = Float32Array.from(numbers);
      const length = Math.sqrt(dot(vector, vector));
      const kept = unpackVector(packVector(vector));
      if (length < 0.1) return;
      expect(dot(vector, kept ?? new Float32Array()) / length).toBeGreaterThan(0.97);
    }),
  );
});

test("the table is small", () => {
  expect(statSync(VECTORS_FILE).size).toBeGreaterThan(100_000);
  expect(statSync(VECTORS_FILE).size).toBeLessThan(500_000);
});
