import { expect, test } from "vitest";

import { ANY_BEFORE, BeforeTracker, COMMON_WORDS, wordsToRead } from "./common-words.ts";

const WORDS_READ: readonly [phrase: string, read: string][] = [
  ["due process of law", "due process law"],
  ["preponderance of the evidence", "preponderance evidence"],
  ["the court of appeals", "court appeals"],
  ["in the alternative", "in alternative"],
  ["to the contrary", "to contrary"],
  ["motion to dismiss", "motion dismiss"],
  ["beyond a reasonable doubt", "beyond reasonable doubt"],
  ["search and seizure", "search seizure"],
  ["fruit of the poisonous tree", "fruit poisonous tree"],
  ["cause of", "cause of"],
  ["of the", "the"],
  ["of the of the", "the the"],
  ["to a and in", "a in"],
  ["the", "the"],
  ["the ? of", "? of"],
];

test.each(WORDS_READ)("to find “%s” only “%s” need be read", (phrase, read) => {
  const words = phrase.split(" ").map((word) => (word === "?" ? undefined : word));
  expect(wordsToRead(words).map(({ offset }) => words[offset] ?? "?")).toEqual(read.split(" "));
});

test("what may stand before a word is what the tracker says of a text that has the phrase, and nothing else", () => {
  const vocabulary = [...COMMON_WORDS, "law"];
  let phrases = 0;
  for (const first of vocabulary) {
    for (const second of vocabulary) {
      for (const third of vocabulary) {
        const phrase = [first, second, third];
        const read = wordsToRead(phrase);
        for (const other of phrasesOf(vocabulary)) {
          const codes = codesOf(["law", ...other]).slice(1);
          const fits = read.every(
            ({ offset, before }) => other[offset] === phrase[offset] && ((before >>> codes[offset]!) & 1) === 1,
          );
          expect(fits).toBe(other.join(" ") === phrase.join(" "));
        }
        phrases++;
      }
    }
  }
  expect(phrases).toBe(vocabulary.length ** 3);
  expect(wordsToRead(["law"])).toEqual([{ offset: 0, before: ANY_BEFORE }]);
});

function codesOf(words: readonly string[]): number[] {
  const tracker = new BeforeTracker();
  return words.map((word) => tracker.next(COMMON_WORDS.indexOf(word) + 1));
}

function* phrasesOf(vocabulary: readonly string[]): Generator<string[]> {
  for (const first of vocabulary)
    for (const second of vocabulary) for (const third of vocabulary) yield [first, second, third];
}
