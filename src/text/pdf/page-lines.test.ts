import { describe, expect, test } from "vitest";
import { pdfOf } from "#test/pdf-files.ts";
import type { PdfLine } from "#test/pdf-files.ts";
import { textOfPages } from "./page-lines.ts";
import type { PagedText } from "./page-lines.ts";
import { readPdfPages } from "./pdf.ts";

async function read(pages: readonly (readonly PdfLine[])[]): Promise<PagedText> {
  const lines = await readPdfPages(pdfOf(pages), 20);
  if ("fault" in lines) throw new Error(lines.fault);
  return textOfPages(lines);
}

const flat = (text: string): string => text.replace(/\s+/gu, " ").trim();
const LINE = "goods that the owner of the pier had let to the tenants, and";
const page = (words: string): PdfLine[] =>
  Array.from({ length: 14 }, (_, at): PdfLine => [700 - at * 24, `${words} ${"abcdefghijklmn"[at]} ${LINE}`]);
const wordsOf = (pages: readonly string[]): string =>
  pages.flatMap((words) => page(words).map(([, text]) => text)).join(" ");
const PAGES = ["first", "second", "third"];

describe("the running text of a PDF file is without", () => {
  const dressed: Record<string, (lines: PdfLine[], at: number) => PdfLine[]> = {
    "the stamps of a filing system": (lines, at) => [
      [770, `Case 1:19-cv-01234-ABC   Document 12   Filed 01/02/20   Page ${at + 1} of 3`, 120],
      ...lines,
    ],
    "the numbers of pages": (lines, at) => [...lines, [40, String(at + 1), 300]],
    "heads and feet": (lines, at) => [[750, "Brief of the Harbor Master"], ...lines, [40, `${at + 1} of 3`, 300]],
    "the numbers of pleading paper, in one run": (lines) => [
      ...lines.map(([y], at): PdfLine => [y + 1, String(at + 1), 40]),
      ...lines,
    ],
    "the numbers of pleading paper, line by line": (lines) =>
      lines.flatMap(([y, text], at): PdfLine[] => [
        [y, String(at + 1), 40],
        [y, text],
      ]),
    "a watermark": (lines) => [[300, "FILE COPY - HARBOR COUNTY", 150, "aslant"], ...lines],
  };
  test.each(Object.keys(dressed))("%s", async (what) => {
    const dress = dressed[what] ?? ((lines: PdfLine[]) => lines);
    const { text, marks, pageStarts } = await read(PAGES.map((words, at) => dress(page(words), at)));
    expect(flat(text)).toBe(wordsOf(PAGES));
    expect(marks.length).toBeGreaterThanOrEqual(3);
    expect(pageStarts.map((start) => text.slice(start, start + 5))).toEqual(["first", "secon", "third"]);
    for (const { at } of marks) expect(` ${text} `.slice(at, at + 2)).toMatch(/\s/u);
  });
});

const LEFT = "the pier was let to the town for a term";
const RIGHT = "of ten years and the rent was paid by it";
const columns = (left: readonly string[], right: readonly string[]): PdfLine[] =>
  left.flatMap((words, at): PdfLine[] => [
    [700 - at * 14, words, 60],
    [700 - at * 14, right[at] ?? "", 320],
  ]);
const numbered = (words: string): string[] => Array.from({ length: 14 }, (_, at) => `${words} ${"abcdefghijklmn"[at]}`);

describe("two columns", () => {
  test("are read one after the other, a heading over both before them", async () => {
    const head: PdfLine = [730, "An order of the harbor court upon the petition of the owners of the old pier", 90];
    const { text } = await read([[head, ...columns(numbered(LEFT), numbered(RIGHT))]]);
    expect(flat(text)).toBe([head[1], ...numbered(LEFT), ...numbered(RIGHT)].join(" "));
  });

  test("of a caption, a table or a list of authorities are lines", async () => {
    const rows = Array.from({ length: 14 }, (_, at) => `Roe ${"abcdefghijklmn"[at]} v. Doe`);
    const values = rows.map((_row, at) => `at ${at + 3}`);
    const { text } = await read([columns(rows, values)]);
    expect(flat(text)).toBe(rows.map((row, at) => `${row} ${values[at]}`).join(" "));
  });
});

test("a number of the text in a page's margin stays: ten that do not count are a table's", async () => {
  const lines = page("first").flatMap(([y, text], at): PdfLine[] => [
    [y, String((at * 7) % 40), 40],
    [y, text],
  ]);
  const { text, marks } = await read([lines]);
  expect(marks).toEqual([]);
  for (let at = 0; at < 14; at += 1) expect(text).toContain(`${(at * 7) % 40} first`);
});
