import { array, assert as holds, nat, property } from "fast-check";
import { expect, test } from "vitest";
import { textsLeftOut } from "./opinion-texts.ts";

const sized = (lengths: readonly number[]): { id: string; textChars: number }[] =>
  lengths.map((textChars, index) => ({ id: String(index), textChars }));

test.each<[number[], string[]]>([
  [[], []],
  [[40, 60], []],
  [[40, 61], ["1"]],
  [[400], []],
  [
    [400, 0, 1],
    ["1", "2"],
  ],
  [
    [40, 61, 60, 1],
    ["1", "3"],
  ],
])("of texts of %j characters, %j do not fit into 100", (lengths, leftOut) => {
  expect(textsLeftOut(sized(lengths), 100)).toEqual(leftOut);
});

test("asking again for what was left out gives every text once, in answers that keep the limit", () => {
  holds(
    property(array(nat(150), { maxLength: 30 }), (lengths) => {
      let asked = sized(lengths);
      let given = 0;
      while (asked.length > 0) {
        const leftOut = new Set(textsLeftOut(asked, 100));
        const withText = asked.filter(({ id }) => !leftOut.has(id));
        const chars = withText.reduce((sum, { textChars }) => sum + textChars, 0);
        expect(withText.length === 1 || chars <= 100).toBe(true);
        given += withText.length;
        asked = asked.filter(({ id }) => leftOut.has(id));
      }
      expect(given).toBe(lengths.length);
    }),
  );
});
