import { array, assert, constantFrom, integer, property, tuple } from "fast-check";
import { describe, expect, test } from "vitest";
import { splitPassages } from "./passages.ts";
import { splitSentences } from "./sentences.ts";

const sentence = (words: number): string => `The ${"word ".repeat(words - 2)}ends.`;
const wordsOf = (text: string): string[] => text.split(/\s+/u).filter((word) => word !== "");
const passagesOf = (text: string): string[] => splitPassages(text).map(({ start, end }) => text.slice(start, end));
const counts = (text: string): number[] => passagesOf(text).map((passage) => wordsOf(passage).length);

describe("splitPassages", () => {
  test.each([
    ["nothing", "", []],
    ["white space", " \n\n ", []],
    ["a short text is one", sentence(20), [20]],
    ["sentences up to 250 words", Array.from({ length: 30 }, () => sentence(25)).join(" "), [250, 250, 250]],
    ["a paragraph that ends near ends the passage", `${sentence(190)}\n\n${sentence(190)}`, [190, 190]],
    ["one that ends early does not", `${sentence(100)}\n\n${sentence(120)}`, [220]],
    ["what would make it too long begins the next", `${sentence(200)} ${sentence(200)}`, [200, 200]],
    ["a short rest stays with the passage before", `${sentence(260)} ${sentence(30)}`, [290]],
    ["unless that would be too long", `${sentence(330)} ${sentence(30)}`, [330, 30]],
    ["a sentence a little long is whole", sentence(340), [340]],
    ["one that is longer is cut between words", sentence(600), [250, 250, 100]],
    ["much white space ends a passage", `${sentence(20)}${"\n".repeat(300)}${sentence(20)}`, [20, 20]],
  ])("%s", (_what, text, wanted) => expect(counts(text)).toEqual(wanted));

  test("what has no white space at all is cut, and never within a character", () => {
    const text = "\u{1F4D6}".repeat(50_000);
    const passages = passagesOf(text);
    expect(passages.join("")).toBe(text);
    expect(passages.every((passage) => passage.isWellFormed())).toBe(true);
    expect(Math.max(...passages.map(({ length }) => length))).toBeLessThanOrEqual(350 * 16);
  });

  test("every word stands in one passage, which is bounded and ends where a sentence ends", () => {
    const word = constantFrom("We", "affirm", "v.", "Co.", "id.", "“", "”", ".", "?", "\n\n", "123", "x".repeat(700));
    const stretch = tuple(array(word, { maxLength: 12 }), integer({ min: 0, max: 120 }));
    assert(
      property(array(stretch, { maxLength: 12 }), (stretches) => {
        const text = stretches.map(([words, plain]) => `${words.join(" ")} ${"plain ".repeat(plain)}`).join(" ");
        const ends = new Set(splitSentences(text).map(({ end }) => end));
        const longest = Math.max(0, ...splitSentences(text).map(({ start, end }) => end - start));
        let at = 0;
        for (const { start, end } of splitPassages(text)) {
          expect(text.slice(at, start)).toMatch(/^\s*$/u);
          expect(text.slice(start, end)).toMatch(/^\S(?:[\s\S]*\S)?$/u);
          expect(wordsOf(text.slice(start, end)).length).toBeLessThanOrEqual(350);
          if (longest < 250) expect(ends).toContain(end);
          at = end;
        }
        expect(text.slice(at)).toMatch(/^\s*$/u);
      }),
    );
  });
});
