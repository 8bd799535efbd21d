import fc from "fast-check";
import { expect, test } from "vitest";
import { stemKeyOf } from "#text/stem.ts";
import { tokenize } from "#text/tokenize.ts";
import { PassageReader } from "./passage-words.ts";
import { QueryWords } from "./query-words.ts";

/** A query whose words weigh what is given, as its explanations would tell it. */
function queryOf(weights: Readonly<Record<string, number>>, text = Object.keys(weights).join(" ")): QueryWords {
  const parts = Object.entries(weights).map(([what, idf]) => ({ what, score: 1, idf, occurrences: { body: 1 } }));
  return new QueryWords(text, [{ what: "all", score: 1, parts }]);
}

test.each([
  ["nothing of it", "A deed was void.", 0, 0],
  ["one word once", "A pier was built.", 3 / (1 + 1.2) / 5, 0],
  ["another form of a word", "Piers were built.", 3 / (1 + 1.2) / 5, 0],
  ["a word again and again", "Pier, pier and pier.", (3 * 3) / (3 + 1.2) / 5, 0],
  ["both words side by side", "The pier burns.", 1 / (1 + 1.2), 1],
  ["both in the other order", "It burned: the pier.", 1 / (1 + 1.2), 1],
  ["both, far apart", "The pier stood for a hundred years and then burned.", 1 / (1 + 1.2), 0],
])("a passage with %s", (_name, passage, match, pairs) => {
  const read = new PassageReader(queryOf({ pier: 3, burns: 2 })).read(passage);
  expect(read.match).toBeCloseTo(match, 9);
  expect(read.pairs).toBe(pairs);
});

test("words that no candidate holds are no part of what could be held", () => {
  const words = queryOf({ pier: 3 }, "pier zebra");
  expect(new PassageReader(words).read("pier").match).toBeCloseTo(1 / 2.2, 9);
  expect(new PassageReader(queryOf({}, "zebra")).read("zebra")).toEqual({ match: 0, pairs: 0, quoted: 0 });
});

test.each([
  ["nothing of it", "Nothing was built.", 0],
  ["two words in a row", "Then the pier fell.", 0],
  ["three, one of which weighs nothing", "All saw the pier burn that day.", 5],
  ["another form of one", "All saw the piers burn.", 0],
  ["a longer stretch behind a shorter one", "The pier burn, and the pier burn at night.", 9],
  ["all of it to the last word", "the pier burn at night", 9],
])("a passage that quotes %s", (_name, passage, quoted) => {
  const query = queryOf({ pier: 3, burn: 2, night: 4 }, "the pier burn at night");
  expect(new PassageReader(query).read(passage).quoted).toBe(quoted);
});

test("phrases of a query add nothing to their words", () => {
  const phrase = { what: "pier burns", score: 1, idf: 9, occurrences: { body: 1 } };
  const word = { what: "pier", score: 1, idf: 3, occurrences: { citing: 2 } };
  const words = new QueryWords("pier burns", [{ what: "all", score: 2, parts: [phrase, word] }]);
  expect(words.held({ what: "all", score: 2, parts: [phrase, word] })).toEqual({ name: 0, body: 0, citing: 1 });
  expect(words.held(undefined)).toEqual({ name: 0, body: 0, citing: 0 });
});

test("pairs are near where a plain look at all places says so", () => {
  const vocabulary = fc.constantFrom("pier", "fire", "deed", "wharf", "a", "the");
  fc.assert(
    fc.property(fc.array(vocabulary, { minLength: 1, maxLength: 40 }), (passage) => {
      const text = passage.join(" ");
      const stems = tokenize(text).map(({ text: word }) => stemKeyOf(word));
      const isNear = stems.some(
        (one, at) =>
          one === stemKeyOf("pier") &&
          stems.some((other, place) => other === stemKeyOf("fire") && Math.abs(place - at) <= 4),
      );
      const read = new PassageReader(queryOf({ pier: 1, fire: 1 })).read(text);
      expect(read.pairs).toBe(isNear ? 1 : 0);
      expect(read.match).toBeGreaterThanOrEqual(0);
      expect(read.match).toBeLessThan(1);
    }),
  );
});
