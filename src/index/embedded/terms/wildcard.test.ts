import { assert, constantFrom, property, string } from "fast-check";
import { expect, test } from "vitest";

import { Wildcard } from "./wildcard.ts";

const pattern = string({ unit: constantFrom("a", "b", "é", "§", "*", "?"), minLength: 1, maxLength: 7 });
const word = string({ unit: constantFrom("a", "b", "é", "§"), maxLength: 9 });

test("a pattern takes the words that the regular expression of its signs takes", () => {
  assert(
    property(pattern, word, (typed, text) => {
      const expected = new RegExp(`^${typed.replaceAll("*", ".*").replaceAll("?", ".")}$`, "u").test(text);
      const bytes = Buffer.from(`${text}aa`);
      const wildcard = new Wildcard(typed);
      expect(wildcard.matches(bytes, Buffer.byteLength(text))).toBe(expected);
      if (!expected) return;
      expect(text.startsWith(Buffer.from(wildcard.prefix).toString())).toBe(true);
      for (const run of wildcard.runs) expect(text).toContain(Buffer.from(run).toString());
    }),
    { numRuns: 3000 },
  );
});
