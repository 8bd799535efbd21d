import { array, assert, constantFrom, property } from "fast-check";
import { describe, expect, test } from "vitest";
import { splitSentences } from "./sentences.ts";

const split = (text: string): string[] => splitSentences(text).map(({ start, end }) => text.slice(start, end));

describe("splitSentences", () => {
  test.each([
    ["We affirm. The rule is old.", ["We affirm.", "The rule is old."]],
    [
      "See Alder v. Birch, 12 F. 2d 34, 36 (2d Cir. 1950). We agree.",
      ["See Alder v. Birch, 12 F. 2d 34, 36 (2d Cir. 1950).", "We agree."],
    ],
    [
      "In Cedar Mfg. Co. v. Elm, Inc., the court held so.1 It was wrong.",
      ["In Cedar Mfg. Co. v. Elm, Inc., the court held so.1", "It was wrong."],
    ],
    ["He asked “Why?” The court did not say.", ["He asked “Why?”", "The court did not say."]],
    [
      "Justice J. Fir wrote for the Court. Mr. Oak dissented.",
      ["Justice J. Fir wrote for the Court.", "Mr. Oak dissented."],
    ],
    ["First\n\nSecond. Third", ["First", "Second.", "Third"]],
    ["42 U.S.C. § 1983. Section 5 applies.", ["42 U.S.C. § 1983.", "Section 5 applies."]],
    ["", []],
  ])("%j", (text, wanted) => expect(split(text)).toEqual(wanted));

  test("sentences are in order, do not overlap, and leave out nothing but white space", () => {
    const word = constantFrom(
      "We",
      "affirm",
      "v.",
      "Co.",
      "id.",
      "“",
      "”",
      ".",
      "?",
      "\n\n",
      "123",
      "U.S.",
      "Inc.",
      "The",
      "x".repeat(5000),
    );
    assert(
      property(array(word, { maxLength: 40 }), (words) => {
        const text = words.join(" ");
        let end = 0;
        for (const sentence of splitSentences(text)) {
          expect(text.slice(end, sentence.start)).toMatch(/^\s*$/u);
          expect(sentence.end).toBeGreaterThan(sentence.start);
          end = sentence.end;
        }
        expect(text.slice(end)).toMatch(/^\s*$/u);
      }),
    );
  });
});
