import fc from "fast-check";
import { expect, test } from "vitest";
import { MostFrequent } from "./most-frequent.ts";

const WORDS = fc.uniqueArray(
  fc.record({ text: fc.string({ maxLength: 3 }), frequency: fc.integer({ min: 1, max: 9 }) }),
  {
    selector: ({ text }) => text,
    maxLength: 60,
  },
);

test("the most frequent words are those that sorting all of them would put first", () => {
  fc.assert(
    fc.property(WORDS, fc.nat({ max: 20 }), (words, size) => {
      const most = new MostFrequent(size);
      for (const { text, frequency } of words) most.offer(frequency, () => ({ text, ordinals: [] }));
      const sorted = words.toSorted((a, b) => b.frequency - a.frequency || (a.text < b.text ? -1 : 1));
      expect(most.ranked().map(({ text }) => text)).toEqual(sorted.slice(0, size).map(({ text }) => text));
      expect(most.offered).toBe(words.length);
    }),
  );
});

test("of a word that cannot enter nothing is made, so that as much is held of a million words as of a few", () => {
  const most = new MostFrequent(100);
  let made = 0;
  for (let at = 0; at < 1_000_000; at++) {
    most.offer(at < 100 ? 3 : 1 + (at % 2), () => {
      made++;
      return { text: `w${at}`, ordinals: [] };
    });
  }
  expect(made).toBe(100);
  expect(most.ranked()).toHaveLength(100);
});
