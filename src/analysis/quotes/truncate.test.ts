import { array, assert, constantFrom, property } from "fast-check";
import { expect, test } from "vitest";
import { countWords, shortened } from "./truncate.ts";

const cut = (text: string, words: number): string | undefined => {
  const found = shortened(text, { start: 0, end: text.length }, words);
  return found === undefined ? undefined : text.slice(found.start, found.end);
};

test.each([
  ["One two three.", 5, "One two three."],
  [
    "One two three four five six seven eight nine, ten eleven twelve thirteen",
    12,
    "One two three four five six seven eight nine,",
  ],
  [
    "One two three four five six seven eight nine because ten eleven twelve",
    11,
    "One two three four five six seven eight nine",
  ],
  ["one two three four five six seven eight nine ten eleven twelve thirteen fourteen", 12, undefined],
])("%s in %i words", (text, words, wanted) => expect(cut(text, words)).toBe(wanted));

test("what is cut is a beginning of at most so many words, and says that it was cut", () => {
  const word = constantFrom("elm", "fir,", "oak;", "and", "which", "ash.", "“bay”", "\n", "—", "3.5");
  assert(
    property(array(word, { minLength: 1, maxLength: 60 }), (words) => {
      const text = words.join(" ").trim();
      const found = shortened(text, { start: 0, end: text.length }, 20);
      if (found === undefined) return;
      expect(countWords(text.slice(0, found.end))).toBeLessThanOrEqual(20);
      expect(found.isTruncated).toBe(found.end < text.length);
    }),
  );
});
