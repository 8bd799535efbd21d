import { describe, expect, test } from "vitest";
import { isDoubleSpaced } from "./blank-lines.ts";
import { extractCitations } from "./citations.ts";

describe("a layout with blank lines between lines is told from one between paragraphs", () => {
  const paragraph =
    "A paragraph runs on over the width of any line of a page, since nothing breaks it but its end, and so on.";
  test.each([
    ["lines of a page", Array.from({ length: 20 }, () => "A line of a page that is not long").join("\n\n"), true],
    ["paragraphs", Array.from({ length: 20 }, () => paragraph).join("\n\n"), false],
    ["lines set solid", Array.from({ length: 40 }, () => "A line of a page that is not long").join("\n"), false],
    ["a few lines", "One line\n\nand another", false],
    ["nothing", "", false],
  ])("%s", (_what, text, isDouble) => expect(isDoubleSpaced(text)).toBe(isDouble));
});

test("a citation reaches over a blank line where one stands between any two lines of the page", () => {
  const lines = Array.from({ length: 30 }, (_, at) => `The ${at} line of the page says that notice was due`);
  const text = [...lines, "as was held in Elm v. Fir, 12 F.3d", "34, and again thereafter."].join("\n\n");
  expect(isDoubleSpaced(text)).toBe(true);
  expect(extractCitations(text).map(({ span }) => text.slice(span.start, span.end))).toEqual(["12 F.3d\n\n34"]);
});
