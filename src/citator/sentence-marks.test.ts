import fc from "fast-check";
import { expect, test } from "vitest";
import { markSentence, marksIn } from "./sentence-marks.ts";
import type { Mention } from "./model.ts";

const mention = (authority: number, start: number, end: number): Mention => ({
  authority,
  span: { start, end },
  form: "name",
});

test("mentions become marks, and white space runs one space", () => {
  const text = "We  overrule\n\tAlder v. Birch and follow Cedar.";
  const { marked } = markSentence(text, { start: 0, end: text.length }, [mention(0, 14, 28), mention(1, 40, 45)]);
  expect(marked).toBe("We overrule ⟦0⟧ and follow ⟦1⟧.");
  expect(marksIn(marked)).toEqual([0, 1]);
});

test("every position of a word leads back to that word", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.stringMatching(/^[a-z]{1,6}$/u), fc.constantFrom(" ", "  ", "\n\n ", "\t")), {
        maxLength: 12,
      }),
      fc.nat({ max: 12 }),
      (words, marked) => {
        const text = words.map(([word, space]) => word + space).join("");
        const starts = words.map((_, at) =>
          words.slice(0, at).reduce((sum, [word, space]) => sum + word.length + space.length, 0),
        );
        const start = starts[marked];
        const mentions = start === undefined ? [] : [mention(0, start, start + (words[marked]?.[0].length ?? 0))];
        const sentence = markSentence(text, { start: 0, end: text.length }, mentions);
        expect(sentence.marked).not.toMatch(/\s{2}/u);
        let at = 0;
        words.forEach(([word], index) => {
          const shown = index === marked ? "⟦0⟧" : word;
          at = sentence.marked.indexOf(shown, at);
          expect(sentence.toText(at)).toBe(starts[index]);
          at += shown.length;
        });
      },
    ),
  );
});
