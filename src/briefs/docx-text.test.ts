import { expect, test } from "vitest";
import { notesOf, textOfPart } from "./docx-text.ts";

const paragraph = (inside: string): string => `<w:p><w:r>${inside}</w:r></w:p>`;
const words = (text: string): string => `<w:t>${text}</w:t>`;
const PAGE = "<w:lastRenderedPageBreak/>";

test("pages begin where Word last laid them out, within a paragraph and before an empty one", () => {
  const xml = `<w:body>${[words("one"), words("two ") + PAGE + words("three"), PAGE, words("four")].map(paragraph).join("")}</w:body>`;
  const { text, pageStarts } = textOfPart(xml);
  expect(text).toBe("one\n\ntwo three\n\nfour");
  expect(pageStarts.map((at) => text.slice(at, at + 5))).toEqual(["one\n\n", "three", "four"]);
});

test("a file that Word never laid out has no pages, and notes are on none", () => {
  expect(textOfPart(`<w:body>${paragraph(words("one"))}</w:body>`)).toEqual({ text: "one", pageStarts: [] });
  expect(notesOf(`<w:footnotes><w:footnote>${paragraph(PAGE + words("see"))}</w:footnote></w:footnotes>`)).toEqual([
    "1. see",
  ]);
});
