import { assert, constantFrom, property, tuple } from "fast-check";
import { expect, test } from "vitest";

import { leadOf, stemOf } from "./stem.ts";

test.each([
  ["contract", "contract"],
  ["contracted", "contract"],
  ["denied", "den"],
  ["deny", "den"],
  ["hoping", "hop"],
  ["feasibility", "feasib"],
  ["dying", "d"],
  ["die", "d"],
  ["diet", "diet"],
  ["belie", "bel"],
  ["us", "us"],
  ["f3d", "f3d"],
  ["ably", "abl"],
])("all forms of %s begin with %s", (word, lead) => expect(leadOf(word)).toBe(lead));

test("a form of a word begins with its lead", () => {
  const roots = constantFrom("den", "hop", "contract", "feasib", "enjoin", "breach", "try", "tax", "d");
  const endings = constantFrom("", "s", "ed", "ing", "ies", "ied", "ying", "y", "le", "ility", "es", "er", "e");
  assert(
    property(tuple(roots, endings), tuple(roots, endings), (one, other) => {
      const [word, form] = [one.join(""), other.join("")];
      if (stemOf(word) === stemOf(form)) expect(form.startsWith(leadOf(word))).toBe(true);
    }),
    { numRuns: 2000 },
  );
});
