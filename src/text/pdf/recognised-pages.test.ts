import { describe, expect, test } from "vitest";
import { pdfOf } from "#test/pdf-files.ts";
import { scanOf } from "#test/scan-files.ts";
import type { ScanPage } from "#test/scan-files.ts";
import { readPdf } from "./pdf.ts";
import type { PdfText } from "./pdf.ts";
import type { PagePicture } from "./page-picture.ts";
import type { RecognisedLines, Recogniser } from "./recognised-pages.ts";
import { wordsOfPdf } from "./words.ts";

const PICTURE: ScanPage = {
  images: [{ width: 100, height: 100, samples: new Uint8Array(10_000).fill(255), bits: 8, channels: 1 }],
};
const STAMPED: ScanPage = {
  ...PICTURE,
  stamp: "Case 1:24-cv-01234-IQ   Document 12   Filed 03/04/24   Page 2 of 10",
};
const LINES = ["The motion to compel the heron logs", "is granted in part."];
const READ: RecognisedLines = { lines: LINES, confidence_pct: 92 };

function recogniser(
  answers: readonly (RecognisedLines | undefined)[],
  pages_max = 100,
): Recogniser & { readonly seen: PagePicture[] } {
  const seen: PagePicture[] = [];
  return {
    seen,
    pages_max,
    linesOf: async (picture) => {
      seen.push(picture);
      return answers[seen.length - 1];
    },
  };
}

async function read(file: Buffer, by?: Recogniser): Promise<PdfText> {
  const found = await readPdf(file, { pages_max: 100, recogniser: by });
  if ("fault" in found) throw new Error(found.fault);
  return found;
}

describe("pictures of pages", () => {
  test("are read by a recogniser, and it is told how surely", async () => {
    const by = recogniser([READ, { lines: ["It is so ordered."], confidence_pct: 80 }]);
    const words = wordsOfPdf(await read(scanOf([PICTURE, PICTURE]), by));
    expect(words?.text).toBe(`${LINES.join("\n")}\n\nIt is so ordered.`);
    expect(words?.pageStarts).toHaveLength(2);
    expect(words).toMatchObject({ readBy: "ocr", confidence_pct: 89, unreadPages: 0 });
  });

  test("without one have no words, whatever a court has stamped on them", async () => {
    for (const page of [PICTURE, STAMPED]) expect(wordsOfPdf(await read(scanOf([page, page])))).toBeUndefined();
  });

  test("with a court's stamp are pictures all the same", async () => {
    const words = wordsOfPdf(await read(scanOf([STAMPED]), recogniser([READ])));
    expect(words?.text).toBe(LINES.join("\n"));
  });

  test("that are not read, and those above the bound, are counted and stay empty", async () => {
    const noise: RecognisedLines = { lines: ["~~ ;; ||"], confidence_pct: 30 };
    const by = recogniser([READ, undefined, noise], 3);
    const words = wordsOfPdf(await read(scanOf(Array.from({ length: 5 }, () => PICTURE)), by));
    expect(by.seen).toHaveLength(3);
    expect(words).toMatchObject({ text: LINES.join("\n"), readBy: "ocr", confidence_pct: 92, unreadPages: 4 });
  });

  test("of which none was read have no words", async () => {
    expect(wordsOfPdf(await read(scanOf([PICTURE]), recogniser([undefined])))).toBeUndefined();
  });

  test("pages of words are not looked at", async () => {
    const by = recogniser([READ]);
    const words = wordsOfPdf(await read(pdfOf([[[700, "The motion to compel is granted in part."]]]), by));
    expect(by.seen).toEqual([]);
    expect(words).toMatchObject({ readBy: "pdf", confidence_pct: null, unreadPages: null });
  });
});
