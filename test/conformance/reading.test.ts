import fc from "fast-check";
import { expect, test } from "vitest";

import { PASSAGE_GAP } from "#index/embedded/positions/passages.ts";
import { OPINIONS as ENGINES_OPINIONS } from "#search/opinions.ts";
import { OPINIONS, WORDS_BETWEEN_TEXTS } from "#test/oracle/ranking.ts";
import { stemKey } from "#test/oracle/stem.ts";
import { wordsOf } from "#test/oracle/words.ts";
import { hasStem, stemOf } from "#text/stem.ts";
import { tokenize } from "#text/tokenize.ts";

function constantsOf({ k1, formWeight, fields }: Pick<typeof OPINIONS, "k1" | "formWeight" | "fields">): object {
  return { k1, formWeight, fields: fields.map(({ name, weight, b }) => ({ name, weight, b })) };
}

test("the engine ranks by the constants that the oracle knows", () => {
  const advice = "constants differ: if ranking.md says so now, write them into test/oracle/ranking.ts";
  expect(constantsOf(ENGINES_OPINIONS), advice).toEqual(constantsOf(OPINIONS));
  expect(PASSAGE_GAP).toBe(WORDS_BETWEEN_TEXTS);
});

/** What the rules of words and boundaries turn on. */
const PIECES = [
  ..."U S F a B v x 3d 2d 4th 0 1 123 ,345 12,345 . . . , ’ ' s 's § ¶ - ” ( ) é æ ß ﬁ ² Ω İ ? !".split(" "),
  ..."The no No Co Supp plaintiff's O’Connor U.S. U.\u00a0S. F. N.E. co\u00adop".split(" "),
  ..."-\n|co-\nop|U.S. C.|C.|X. W.2d|N.Y.|self-\nhelp".split("|"),
  ..."[ ] [t] [T] [ing] [’s] [sic] [A] [é]".split(" "),
  ..." |  |\n|\n\n|\u00a0|\t|\u2014|\ud83d\ude00".split("|"),
];

test("a text has the words and boundaries that its plain reading has", () => {
  const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(text, (typed) => {
      const read = tokenize(typed).map(({ text: word, position, begins }) => ({ text: word, position, begins }));
      expect(read).toEqual(wordsOf(typed));
    }),
    { numRuns: 5000 },
  );
});

/** Beginnings and endings that the stemmer's rules turn on, and letters between. */
const BEGINNINGS =
  "inter univers gener past succ inn earr add egg y by contr regul s d fr appl just neg hop overproc exc beginn uneven 1 a1".split(
    " ",
  );
const ENDINGS = (
  "s ss us ies ied sses ed ing edly ingly eed eedly y ly ation ization ational tional fulness iveness ousness bility " +
  "bly ably ally ancy ency ator izer alism ality ently ivity ously ogist ogy lessly icate ative alize icity ical ness " +
  "ful ement ment ent ance ence able ible ant ism ate ous ive ize ion tion sion al er ic e l ll at bl iz"
).split(" ");

test("a word has the stem that the oracle gives it", () => {
  const letters = fc.string({ unit: fc.constantFrom(..."aeiouybcdlnrstwx".split("")), maxLength: 4 });
  const words = fc
    .tuple(fc.constantFrom("", ...BEGINNINGS), letters, fc.array(fc.constantFrom(...ENDINGS), { maxLength: 3 }))
    .map(([beginning, middle, endings]) => `${beginning}${middle}${endings.join("")}`);
  fc.assert(
    fc.property(words, (word) => {
      expect(hasStem(word) ? `stem ${stemOf(word)}` : `word ${word}`).toBe(stemKey(word));
    }),
    { numRuns: 20_000 },
  );
});
