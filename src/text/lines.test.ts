import { expect, test } from "vitest";
import { lineStarts, linesOf } from "./lines.ts";

const TEXT = "First line.\n\nSecond line goes on.\n  \nThird.";

test("lines that hold nothing are not counted", () => expect(lineStarts(TEXT)).toEqual([0, 13, 37]));

test.each([
  ["First", 1, 1],
  ["Second line", 2, 2],
  ["line.\n\nSecond", 1, 2],
  [TEXT, 1, 3],
  ["Third.", 3, 3],
])("%j stands in lines %i to %i", (stretch, first, last) => {
  const start = TEXT.indexOf(stretch);
  expect(linesOf(TEXT, { start, end: start + stretch.length })).toEqual({ first, last });
});

test("an empty text has one line", () => expect(linesOf("", { start: 0, end: 0 })).toEqual({ first: 1, last: 1 }));
