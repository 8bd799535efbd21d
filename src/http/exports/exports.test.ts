import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { readBriefFile } from "#briefs/briefs.ts";
import { csvOf } from "./csv.ts";
import { docxOf } from "./docx.ts";

test("a table reads back as it was, but for what a spreadsheet would run", () => {
  const rows = [
    ["Name", "Passage"],
    ['Alder v. "Birch", Inc.', "two\r\nlines, and a comma"],
    ["=HYPERLINK(1)", "–"],
  ];
  const read: unknown = parse(csvOf(rows), { bom: true });
  expect(read).toEqual([...rows.slice(0, 2), ["'=HYPERLINK(1)", "–"]]);
});

test("a Word file reads back with its words, tables and all", async () => {
  const file = docxOf([
    { kind: "title", runs: ["Survey: tides & <tolls>"] },
    { kind: "paragraph", runs: [{ text: "Alder v. Birch", isItalic: true }, ", 1 Samp. 2\u0000"] },
    {
      kind: "table",
      rows: [
        [["State"], ["Section"]],
        [["Federal"], ["99 U.S.C. § 7001"]],
      ],
    },
  ]);
  const { text } = await readBriefFile(file, "survey.docx");
  for (const words of ["Survey: tides & <tolls>", "Alder v. Birch, 1 Samp. 2", "State", "99 U.S.C. § 7001"])
    expect(text).toContain(words);
});
