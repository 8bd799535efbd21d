import fc from "fast-check";
import { expect, test } from "vitest";

import { SCORING } from "#index/embedded/match/scoring.ts";
import { PASSAGE_GAP } from "#index/embedded/positions/passages.ts";
import { RANKING, WORDS_BETWEEN_TEXTS } from "#test/oracle/ranking.ts";
import { wordsOf } from "#test/oracle/words.ts";
import { tokenize } from "#text/tokenize.ts";

test("the engine ranks by the constants that the oracle knows", () => {
  expect(SCORING, "constants differ: if ranking.md says so now, write them into test/oracle/ranking.ts").toEqual(
    RANKING,
  );
  expect(PASSAGE_GAP).toBe(WORDS_BETWEEN_TEXTS);
});

/** What the rules of words and boundaries turn on. */
const PIECES = [
  ..."U S F a B v x 3d 2d 4th 0 1 123 ,345 12,345 . . . , ’ ' s 's § ¶ - ” ( ) é æ ß ﬁ ² Ω İ ? !".split(" "),
  ..."The no No Co Supp plaintiff's O’Connor U.S. U.\u00a0S. F. N.E. co\u00adop".split(" "),
  ...[" ", " ", " ", "\n", "\n\n", "\u00a0", "\t", "\u2014", "\ud83d\ude00"],
];

test("a text has the words and boundaries that its plain reading has", () => {
  const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join(""));
  const abbreviations = new Set(["no", "co", "supp", "f"]);
  fc.assert(
    fc.property(text, (typed) => {
      const read = tokenize(typed).map(({ text: word, position, begins }) => ({ text: word, position, begins }));
      expect(read).toEqual(wordsOf(typed, abbreviations));
    }),
    { numRuns: 5000 },
  );
});
