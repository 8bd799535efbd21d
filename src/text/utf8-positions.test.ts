import fc from "fast-check";
import { expect, test } from "vitest";
import { utf8Positions } from "./utf8-positions.ts";

test("every position between characters stands where the text before it ends in UTF-8", () => {
  const character = fc.constantFrom("a", " ", "é", "§", "“", "\u{fffd}", "😀", "𝔸");
  let far = 0;
  fc.assert(
    fc.property(fc.array(character, { minLength: 500, maxLength: 700 }), (characters) => {
      const text = characters.join("");
      const bytesAt = utf8Positions(text);
      let position = 0;
      for (const one of ["", ...characters]) {
        position += one.length;
        if (bytesAt(position) !== Buffer.byteLength(text.slice(0, position))) expect.fail(`${position} in ${text}`);
      }
      far = Math.max(far, position);
    }),
    { numRuns: 30 },
  );
  expect(far).toBeGreaterThan(512);
});

test("the middle of a surrogate pair stands at its end", () => {
  expect([0, 1, 2, 3, 4].map(utf8Positions("a😀b"))).toEqual([0, 1, 5, 5, 6]);
});
