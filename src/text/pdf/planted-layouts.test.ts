import { describe, expect, test } from "vitest";
import { pdfOf } from "#test/pdf-files.ts";
import type { PdfBeside, PdfLine } from "#test/pdf-files.ts";
import { textOfPages } from "./page-lines.ts";
import { readPdfPages } from "./pdf.ts";

const WORDS = [
  "The owner of the pier let it to the tenants for a term of ten years,",
  "and the tenants paid the rent on the first day of each month until",
  "the storm of June 2021. The deposit had been kept by the owner and",
  "was not returned to the tenants before the hearing began. The court",
  "finds that the deposit was theirs, and that the owner must return it.",
];
const lines: PdfLine[] = WORDS.map((words, at) => [700 - at * 24, words]);
const at = (...places: number[]): PdfLine[] => places.map((place) => lines[place]!);
const ALL = WORDS.join(" ");

const read = async (drawn: readonly PdfLine[], beside: PdfBeside = {}): Promise<string> => {
  const pages = await readPdfPages(pdfOf([drawn], "", beside), 5);
  if ("fault" in pages) throw new Error(pages.fault);
  return textOfPages(pages).text.replace(/\s+/gu, " ").trim();
};

describe("lines stand where the page shows them", () => {
  test.each<[string, PdfLine[]]>([
    ["in their turn", at(0, 1, 2, 3, 4)],
    ["one drawn last", at(0, 1, 2, 4, 3)],
    ["the second drawn last", at(0, 2, 3, 4, 1)],
    ["the first drawn last", at(1, 2, 3, 4, 0)],
    ["two drawn last, from head to foot", at(0, 2, 4, 1, 3)],
    ["two drawn last, from foot to head", at(0, 2, 4, 3, 1)],
    ["from foot to head", at(4, 3, 2, 1, 0)],
    ["in no order", at(2, 0, 4, 1, 3)],
    ["a shorter one drawn last", [...at(0, 1, 2, 3, 4), [590, "It is so ordered."]]],
  ])("%s", async (_name, drawn) => {
    expect(await read(drawn)).toBe(drawn.length > WORDS.length ? `${ALL} It is so ordered.` : ALL);
  });

  test("a block beside another is read as a block", async () => {
    const left: PdfLine[] = ["ROE,", "Plaintiff,", "v.", "DOE,", "Defendant."].map((text, row) => [
      700 - row * 24,
      text,
    ]);
    const right: PdfLine[] = ["Case No. 7", "ORDER", "Judge Ruhl"].map((text, row) => [690 - row * 24, text, 350]);
    expect(await read([...left, ...right])).toBe("ROE, Plaintiff, v. DOE, Defendant. Case No. 7 ORDER Judge Ruhl");
  });
});

describe("values of a form stand beside what asks for them", () => {
  test.each<[string, PdfLine[], PdfBeside, string]>([
    [
      "behind a label",
      [
        [700, "Name of creditor:"],
        [676, "Amount of claim:"],
      ],
      {
        values: [
          [700, 200, "Lark Mills LLC"],
          [676, 200, "12,500.00"],
        ],
      },
      "Name of creditor: Lark Mills LLC Amount of claim: 12,500.00",
    ],
    [
      "in place of a rule to write on",
      [[700, "Name of creditor: ________"]],
      { values: [[700, 200, "Lark Mills LLC"]] },
      "Name of creditor: Lark Mills LLC",
    ],
    [
      "on a line of its own",
      [
        [700, "Basis of the claim"],
        [640, "Signature"],
      ],
      { values: [[670, 72, "goods sold"]] },
      "Basis of the claim goods sold Signature",
    ],
    ["before a label", [[700, "is the debtor", 300]], { values: [[700, 80, "Ada Quill"]] }, "Ada Quill is the debtor"],
    ["of an empty field nothing", [[700, "Name of creditor:"]], { values: [[700, 200, ""]] }, "Name of creditor:"],
  ])("%s", async (_name, drawn, beside, text) => {
    expect(await read(drawn, beside)).toBe(text);
  });
});

describe("what a black bar covers is not told", () => {
  const NUMBER: PdfLine[] = [[700, "The number of the tenant is 123-45-6789 and his name is Roe."]];
  const BAR = "0 0 0 rg 220 696 72 16 re f";
  test.each<[string, PdfLine[], string, string]>([
    ["a number", NUMBER, BAR, "The number of the tenant is ███████████ and his name is Roe."],
    [
      "a whole line",
      at(0, 1, 2),
      "0 g 60 672 500 16 re f",
      `${WORDS[0]} ${WORDS[1]!.replace(/\S/gu, "█")} ${WORDS[2]}`,
    ],
    [
      "by a box drawn in another scale",
      NUMBER,
      "q 2 0 0 2 0 0 cm 0 0 0 rg 110 348 36 8 re f Q",
      "The number of the tenant is ███████████ and his name is Roe.",
    ],
    ["not by one in a light color", NUMBER, "1 1 0.6 rg 220 696 72 16 re f", NUMBER[0]![1]],
    ["not by a rule under it", NUMBER, "0 0 0 rg 220 696 72 1 re f", NUMBER[0]![1]],
    ["not by a box elsewhere", NUMBER, "0 0 0 rg 220 500 72 16 re f", NUMBER[0]![1]],
    [
      "not the light words of a heading, set on a dark ground",
      NUMBER,
      "0 0 0 rg 60 600 300 20 re f 1 1 1 rg BT /F1 12 Tf 72 606 Td (FINDINGS) Tj ET",
      `${NUMBER[0]![1]} FINDINGS`,
    ],
  ])("%s", async (_name, drawn, painted, text) => {
    expect(await read(drawn, { painted })).toBe(text);
  });
});
