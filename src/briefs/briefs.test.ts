import { describe, expect, test } from "vitest";
import { extractCitations } from "#citations/citations.ts";
import { ENCRYPTED, pdfOf } from "#test/pdf-files.ts";
import { zipOf } from "#test/zip-files.ts";
import { docxOf } from "./brief-files.fixture.ts";
import { BRIEF_BYTES_MAX, readBriefFile } from "./briefs.ts";

const CITE = "Heron Bay Packing v. Ostrander, 12 Samp. 340 (9th Cir. 1998)";

async function textOf(bytes: Uint8Array): Promise<string> {
  return (await readBriefFile(bytes, "brief")).text;
}

function paragraph(...runs: readonly string[]): string {
  return `<w:p>${runs.map((run) => (run.startsWith("<") ? run : `<w:r><w:t xml:space="preserve">${run}</w:t></w:r>`)).join("")}</w:p>`;
}

describe("a Word file", () => {
  test("is its paragraphs, then its notes, with what was deleted left out", async () => {
    const document = [
      paragraph(
        "Heron Bay Packing",
        " v. Ostrander, 12 Samp. 340",
        '<w:r><w:footnoteReference w:id="2"/></w:r>',
        " (9th Cir. 1998).",
      ),
      paragraph(
        '<w:del w:id="1"><w:r><w:delText>gone</w:delText></w:r></w:del>',
        "It&apos;s &lt;kept&gt;",
        "<w:r><w:tab/></w:r>",
        "here.",
      ),
      paragraph(
        "<mc:AlternateContent><mc:Choice><w:r><w:t>new</w:t></w:r></mc:Choice><mc:Fallback><w:r><w:t>old</w:t></w:r></mc:Fallback></mc:AlternateContent>",
      ),
    ].join("");
    const footnotes = `<w:footnote w:type="separator" w:id="0">${paragraph("-----")}</w:footnote><w:footnote w:id="2">${paragraph("See id. at 341.")}</w:footnote>`;
    expect(await textOf(docxOf({ document, footnotes }))).toBe(
      `${CITE}.\n\nIt's <kept>\there.\n\nnew\n\n1. See id. at 341.`,
    );
  });

  const whole = docxOf({ document: paragraph(CITE) });
  const big = { name: "word/document.xml", content: Buffer.alloc(65 * 1024 * 1024, 32) };
  test.each<[string, Buffer, object]>([
    ["cut off", whole.subarray(0, whole.length - 30), { code: "invalid_input", message: /is damaged/u }],
    ["of other parts", zipOf([{ name: "a.txt", content: Buffer.from("a") }]), { code: "invalid_input" }],
    ["without a word", docxOf({ document: paragraph(" ") }), { code: "invalid_input", message: /holds no text/u }],
    ["a bomb that says so", zipOf([big]), { code: "too_large" }],
    ["a bomb that says it is small", zipOf([{ ...big, saysBytes: 10 }]), { code: "invalid_input" }],
    [
      "with a password on its parts",
      zipOf([{ name: "word/document.xml", content: Buffer.from("x"), isEncrypted: true }]),
      { code: "invalid_input", message: /password/u },
    ],
    ["encrypted as Word does it", Buffer.from("d0cf11e0a1b11ae1", "hex"), { message: /password/u }],
  ])("%s is refused", async (_what, bytes, error) => {
    const { message, ...rest } = error as { message?: RegExp };
    await expect(textOf(bytes)).rejects.toMatchObject({
      ...rest,
      ...(message !== undefined && { message: expect.stringMatching(message) }),
    });
  });
});

describe("a PDF file", () => {
  test("is its lines, paragraphs told by the gap above them, page numbers left out", async () => {
    const file = pdfOf([
      [
        [720, "The pier was let. Heron Bay Packing v."],
        [706, "Ostrander, 12 Samp."],
        [692, "340 (9th Cir. 1998). The town was not"],
        [660, "A second paragraph of the brief begins"],
        [646, "and runs over the page, since 12 Samp."],
        [40, "1"],
      ],
      [
        [720, "340 is cited once more on this one, with"],
        [706, "words enough for a page of a brief."],
        [40, "- 2 -"],
      ],
    ]);
    const text = await textOf(file);
    expect(text.split("\n")).toEqual([
      "The pier was let. Heron Bay Packing v.",
      "Ostrander, 12 Samp.",
      "340 (9th Cir. 1998). The town was not",
      "",
      "A second paragraph of the brief begins",
      "and runs over the page, since 12 Samp. 340 is cited once more on this one, with",
      "words enough for a page of a brief.",
    ]);
    expect(extractCitations(text).map((one) => one.text.replace(/\s+/gu, " "))).toEqual([
      "12 Samp. 340",
      "12 Samp. 340",
    ]);
  });

  const words: [number, string][] = [[720, "Words enough that this is no picture of a page."]];
  test.each<[string, Buffer, RegExp]>([
    ["damaged", Buffer.from("%PDF-1.4\nnothing of a file"), /is damaged/u],
    ["encrypted", pdfOf([words], ENCRYPTED), /password/u],
    ["a scan", pdfOf([[], []]), /pictures of pages/u],
  ])("%s is refused", async (_what, bytes, message) => {
    await expect(textOf(bytes)).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringMatching(message),
    });
  });

  test("of too many pages is refused", async () => {
    const file = pdfOf(Array.from({ length: 1001 }, () => words));
    await expect(textOf(file)).rejects.toMatchObject({ code: "too_large" });
  });
});

describe("a text", () => {
  test("is itself", async () => expect(await textOf(Buffer.from(`“${CITE}”`))).toBe(`“${CITE}”`));
  test.each<[string, Buffer, string]>([
    ["a program", Buffer.from("\u007fELF\0\0"), "invalid_input"],
    ["rich text", Buffer.from("{\\rtf1 Elm}"), "invalid_input"],
    ["more than can be checked", Buffer.alloc(BRIEF_BYTES_MAX + 1, 32), "too_large"],
    ["more than a brief", Buffer.alloc(2_000_001, 97), "too_large"],
  ])("%s is refused", async (_what, bytes, code) => {
    await expect(textOf(bytes)).rejects.toMatchObject({ code });
  });
});
