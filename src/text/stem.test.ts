import { assert, constantFrom, property, tuple } from "fast-check";
import { expect, test } from "vitest";

import { stemKeyOf } from "./stem.ts";

test.each([
  ["contract", "contracted"],
  ["deny", "denied"],
  ["feasible", "feasibility"],
  ["die", "dying"],
])("%s and %s are forms of one word", (word, form) => expect(stemKeyOf(word)).toBe(stemKeyOf(form)));

test.each([
  ["use", "us"],
  ["die", "diet"],
  ["f3d", "f3ds"],
])("%s and %s are not", (word, other) => expect(stemKeyOf(word)).not.toBe(stemKeyOf(other)));

test("all forms of a word begin with the same letter", () => {
  const roots = constantFrom("den", "hop", "contract", "feasib", "enjoin", "breach", "try", "tax", "d", "y", "ey");
  const endings = constantFrom("", "s", "ed", "ing", "ies", "ied", "ying", "y", "le", "ility", "es", "er", "e");
  assert(
    property(tuple(roots, endings), tuple(roots, endings), (one, other) => {
      const [word, form] = [one.join(""), other.join("")];
      if (stemKeyOf(word) === stemKeyOf(form)) expect(form[0]).toBe(word[0]);
    }),
    { numRuns: 2000 },
  );
});
