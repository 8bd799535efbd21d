import { expect, test } from "vitest";
import type { EntryWithDocuments } from "./model.ts";
import { linesOf } from "./sheet.ts";

test.each<[string, readonly [attachment: number, description: string | null][], readonly string[]]>([
  ["NOTICE of Appearance", [], []],
  [
    "MOTION (Attachments: # 1 Exhibit A, # 2 Proposed  Order)",
    [
      [1, "exhibit a"],
      [2, "Proposed Order"],
    ],
    [],
  ],
  [
    "MOTION",
    [
      [0, "Main Document"],
      [1, "Exhibit A"],
      [2, null],
    ],
    ["Attachment 1: Exhibit A."],
  ],
])("%s with %j", (description, documents, attached) => {
  const filings = documents.map(([attachment, name]) => ({ attachment, description: name }));
  const entry = {
    number: "7",
    dateFiled: "2020-01-02",
    dateEntered: null,
    description,
    shortDescription: null,
    filings,
  };
  const [line, ...lines] = linesOf(entry as unknown as EntryWithDocuments);
  expect(line).toBe(`2020-01-02 [7] ${description}`);
  expect(lines).toEqual(attached);
});
