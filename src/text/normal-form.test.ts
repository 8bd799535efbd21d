import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normalForm } from "./normal-form.ts";
import { tokenize } from "./tokenize.ts";

describe("a text on one endless line", () => {
  test.each([
    ["juris-\ndiction and juris\u00ad\n diction", "jurisdiction and jurisdiction"],
    ["cross-\nexamine, self-\u0020\n  help", "cross-examine, self-help"],
    ["Plaintiff-\nAppellant, 10-\nday, x-\nray", "Plaintiff-\nAppellant, 10-\nday, x-\nray"],
    ["the ﬁrst oﬃce’s ﬂag", "the first office’s flag"],
    ["co\u00adop\u200berate", "cooperate"],
    ["Mc-\n  Teasel v. Fern-\nRane", "McTeasel v. Fern-\nRane"],
    ["Cæsar — “so”\n\nhe said", "Cæsar — “so”\n\nhe said"],
  ])("%j", (given, text) => expect(normalForm(given).text).toBe(text));
});

test("spans lead back to what was given, and there again", () => {
  const given = "an oﬃ-\ncer of the juris\u00ad\ndiction";
  const { text, spanOf, spanIn } = normalForm(given);
  expect(text).toBe("an officer of the jurisdiction");
  const places = ["an", "officer", "of", "jurisdiction"].map((word) => {
    const start = text.indexOf(word, word === "of" ? 10 : 0);
    return { start, end: start + word.length };
  });
  expect(places.map(spanOf).map(({ start, end }) => given.slice(start, end))).toEqual([
    "an",
    "oﬃ-\ncer",
    "of",
    "juris\u00ad\ndiction",
  ]);
  expect(places.map(spanOf).map(spanIn)).toEqual(places);
});

test("any text: it has the same words, and its words are where it says", () => {
  const piece = fc.constantFrom(..."ab bé ﬁ ﬃ \u00ad - -\n \n , cross A \u200b 1".split(" "), " ", "\n", "-\n ");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const given = pieces.join("");
      const { text, spanOf } = normalForm(given);
      const words = tokenize(text);
      expect(words.map((word) => word.text)).toEqual(tokenize(given).map((word) => word.text));
      for (const word of words) {
        const { start, end } = spanOf(word);
        expect(tokenize(given.slice(start, end)).map((one) => one.text)).toContain(word.text);
      }
      expect(normalForm(text).text).toBe(text);
    }),
    { numRuns: 3000 },
  );
});
