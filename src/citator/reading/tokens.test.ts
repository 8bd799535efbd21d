import fc from "fast-check";
import { expect, test } from "vitest";
import { tokensOf } from "./tokens.ts";

const WORD = /\p{L}[\p{L}\p{N}]*(?:['’-][\p{L}]+)*['’]?|\p{N}+|[,;:()[\]—–?!“”"§&]|\.(?=[\s”"’)]*$)/gu;

test("plain words are cut as all words are", () => {
  const unit = fc.constantFrom("a", "B", "é", "7", "'", "’", "-", " ", ",", ";", ".", "\n", "”", ")", "§", "\t");
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 40 }), (text) => {
      expect(tokensOf(text, { start: 0, end: text.length }, []).map(({ word, at }) => [word, at])).toEqual(
        [...text.matchAll(WORD)].map((match) => [match[0].toLowerCase().replaceAll("’", "'"), match.index]),
      );
    }),
    { numRuns: 2000 },
  );
});
