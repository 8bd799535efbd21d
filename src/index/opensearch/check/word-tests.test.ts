import fc from "fast-check";
import { expect, test } from "vitest";
import type { TermNode, WildcardNode } from "#index/tree.ts";
import { hasStem, stemOf } from "#text/stem.ts";
import { FieldWords } from "./field-words.ts";
import { formsBeginning, WordTests } from "./word-tests.ts";

const at = { start: 0, end: 0 };
const word = (text: string, exact = false): TermNode => ({ kind: "term", text, exact, at });
const wildcard = (pattern: string): WildcardNode => ({ kind: "wildcard", pattern, at });

const TEXTS = [
  { words: ":the heron dies .herons died §4 die" },
  { words: ":a heron is dying", source: "crane" },
  { words: ":heronry" },
];

test.each<readonly [TermNode | WildcardNode, readonly number[]]>([
  [word("heron"), [1, 3, 1032]],
  [word("heron", true), [1, 1032]],
  [word("die"), [2, 4, 6, 1034]],
  [word("§4", true), [5]],
  [wildcard("her*y"), [2059]],
  [wildcard("?eron*"), [1, 3, 1032, 2059]],
  [wildcard("*e"), [0, 6]],
])("%o stands where it should", (node, expected) => {
  expect(new FieldWords(TEXTS, undefined).positionsOf(new WordTests().of(node))).toEqual(expected);
});

test("a word is read at its position, and none before, between or behind the texts", () => {
  const any = new WordTests().of(wildcard("*"));
  const read = (words: FieldWords): readonly number[] =>
    Array.from({ length: 2100 }, (_, position) => position - 10).filter((position) => words.isAt(any, position));
  expect(read(new FieldWords(TEXTS, undefined))).toEqual([0, 1, 2, 3, 4, 5, 6, 1031, 1032, 1033, 1034, 2059]);
  expect(read(new FieldWords(TEXTS, "crane"))).toEqual([0, 1, 2, 3, 4, 5, 6, 2059]);
  expect(read(new FieldWords([], undefined))).toEqual([]);
});

test("texts of a source that is left out have no words and take their room", () => {
  const words = new FieldWords(TEXTS, "crane");
  expect(words.positionsOf(new WordTests().of(word("heron")))).toEqual([1, 3]);
  expect(words.length).toBe(8);
  expect([...new Set(words.paragraphs)]).toEqual([0, 1031, 2059]);
  expect([...new Set(words.sentences)]).toEqual([0, 3, 1031, 2059]);
});

test("a word begins as its stem promises", () => {
  const endings =
    "s sses ied ies ing ingly ed edly eed y ly tional ational ization izer ator alism ality fulness ousness iveness bility bly ogy ogist lessly icate ical ness ative ance ible ement ment ion ism ate iti ous ive e ll".split(
      " ",
    );
  const words = fc
    .tuple(fc.stringMatching(/^[a-z]{1,7}$/u), fc.array(fc.constantFrom(...endings), { maxLength: 3 }))
    .map(([stem, ends]) => stem + ends.join(""))
    .filter(hasStem);
  fc.assert(
    fc.property(words, (text) => {
      expect(text.startsWith(formsBeginning(stemOf(text)))).toBe(true);
    }),
    { numRuns: 5000 },
  );
});
