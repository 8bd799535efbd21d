import fc from "fast-check";
import { expect, test } from "vitest";
import { utf16Positions } from "./utf16-positions.ts";
import { utf8Positions } from "./utf8-positions.ts";

test("leads back from where a position stands in UTF-8 to the position", () => {
  const character = fc.constantFrom("a", " ", "é", "§", "“", "\u{fffd}", "😀", "𝔸");
  fc.assert(
    fc.property(fc.array(character, { minLength: 1, maxLength: 600 }), (characters) => {
      const text = characters.join("");
      const [bytesAt, unitsAt] = [utf8Positions(text), utf16Positions(text)];
      let position = 0;
      for (const one of ["", ...characters]) {
        position += one.length;
        expect(unitsAt(bytesAt(position))).toBe(position);
      }
    }),
    { numRuns: 30 },
  );
});
