import { array, assert, constantFrom, property } from "fast-check";
import { expect, test } from "vitest";
import { changedWords } from "./compare.ts";

const text = array(constantFrom("any", "person", "shall", "may", "not", "(a)", "\n\n", ".", "liable", " "), {
  maxLength: 60,
}).map((words) => words.join(" "));

test("what is kept or removed is the older text, what is kept or added the newer", () => {
  assert(
    property(text, text, (older, newer) => {
      const changes = changedWords(older, newer);
      const without = (kind: string): string =>
        changes
          .filter((change) => change.kind !== kind)
          .map((change) => change.text)
          .join("");
      expect(without("added")).toBe(older);
      expect(without("removed")).toBe(newer);
      expect(changes.every((change, at) => change.text !== "" && change.kind !== changes[at + 1]?.kind)).toBe(true);
      if (older === newer) expect(changes.every(({ kind }) => kind === "same")).toBe(true);
    }),
  );
});

test.each([
  ["a passage without a likeness", "x ".repeat(9_000), "y ".repeat(9_000)],
  ["paragraphs without a likeness", "x\n".repeat(9_000), "y\n".repeat(9_000)],
])("%s counts as replaced", (_, older, newer) => {
  expect(changedWords(older, newer)).toEqual([
    { kind: "removed", text: older },
    { kind: "added", text: newer },
  ]);
});

test("texts that are too long are refused", () => {
  expect(() => changedWords("x".repeat(600_000), "x".repeat(600_000))).toThrow("too long");
});
