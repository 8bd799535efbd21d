import { getDocumentProxy } from "unpdf";
import { messageOf } from "#base/errors.ts";
import { lettersOf as lettersOfText } from "../shifted-letters.ts";
import { barsOf, withoutCovered } from "./black-bars.ts";
import { formValuesOf } from "./form-values.ts";
import { linesOfPage } from "./page-lines.ts";
import type { PlacedText } from "./page-lines.ts";
import type { PdfPage } from "./placed-images.ts";
import { RecognisedPages } from "./recognised-pages.ts";
import type { Recogniser } from "./recognised-pages.ts";

/** The lines of each page of a PDF file, from head to foot, with all that it bears. A page without text has none. */
export type PdfPages = readonly (readonly string[])[];

/** Pages that were read from their pictures: how many, how sure the recogniser was, and how many it could not read. */
export type Recognised = { readonly pages: number; readonly confidence_pct: number; readonly unread: number };

/** What a PDF file says; `recognised` where a page of it was a picture and a recogniser was there. */
export type PdfText = { readonly pages: PdfPages; readonly recognised: Recognised | null };

/** Why a PDF file was not read. `too_long`: it has `pages`, more than are read; `unreadable`: a font puts letters for others. */
export type PdfFault =
  | { readonly fault: "protected" }
  | { readonly fault: "damaged"; readonly message: string; readonly cause: unknown }
  | { readonly fault: "too_long"; readonly pages: number }
  | { readonly fault: "unreadable" };

/** Reads PDF files; a request that is given up throws `unavailable`. Keeps `bytes` unchanged. */
export type ReadPdf = (bytes: Uint8Array, pages_max: number, signal?: AbortSignal) => Promise<PdfText | PdfFault>;

/** Letters on a page of words; a scan has none, or a stamp. */
const LETTERS_PER_PAGE_MIN = 20;
/** What a federal court's system prints over every page, those of pictures too. */
const FILING_STAMP =
  /^\s*(?:USCA\S*\s+)?(?:Case|Appeal|Bankr?\.? Case)\b.{0,60}?(?:Document|Doc\b|Dkt|ECF|DktEntry).{0,60}?(?:Filed|Entered|Page|Pg)\b.*$/iu;

/** The text that a PDF file holds as text; pictures of pages give none. */
export async function readPdfPages(bytes: Uint8Array, pages_max: number): Promise<PdfPages | PdfFault> {
  const read = await readPdf(bytes, { pages_max });
  return "fault" in read ? read : read.pages;
}

/** On the calling thread; pictures of pages are not read. */
export const readPdfHere: ReadPdf = async (bytes, pages_max) => readPdf(bytes, { pages_max });

/** The text that a PDF file holds, and with a recogniser what the pictures of pages show. */
export async function readPdf(
  bytes: Uint8Array,
  { pages_max, recogniser }: { readonly pages_max: number; readonly recogniser?: Recogniser | undefined },
): Promise<PdfText | PdfFault> {
  const opened = await open(bytes);
  if ("fault" in opened) return opened;
  const recognised = recogniser && new RecognisedPages(recogniser);
  try {
    if (opened.numPages > pages_max) return { fault: "too_long", pages: opened.numPages };
    const pages: (readonly string[])[] = [];
    for (let number = 1; number <= opened.numPages; number += 1) {
      const page = await opened.getPage(number);
      const written = await writtenLines(page);
      const isPicture = recognised !== undefined && lettersOf(written) < LETTERS_PER_PAGE_MIN;
      pages.push((isPicture ? await recognised.linesOf(page) : undefined) ?? written);
      page.cleanup();
    }
    const printed = withPrintedLetters(pages);
    if (printed === undefined) return { fault: "unreadable" };
    return { pages: printed, recognised: recognised?.tally() ?? null };
  } catch (thrown) {
    return { fault: "damaged", message: messageOf(thrown), cause: thrown };
  } finally {
    await opened.loadingTask.destroy();
  }
}

/** Undefined where a font of the file does not say which letters its signs are, and they cannot be told. */
function withPrintedLetters(pages: PdfPages): PdfPages | undefined {
  const letters = lettersOfText(pages.flat().join("\n"));
  if (letters.are === "unreadable") return undefined;
  return letters.are === "printed" ? pages : pages.map((lines) => lines.map(letters.decode));
}

async function writtenLines(page: PdfPage): Promise<string[]> {
  const { items } = await page.getTextContent();
  const words = items.flatMap((item): PlacedText[] => ("str" in item ? [placed(item)] : []));
  const shown = words.length === 0 ? words : withoutCovered(words, await barsOf(page));
  return linesOfPage(shown, await formValuesOf(page));
}

/** Whether there are words, and not pictures of pages with a stamp at most. */
export function hasWords(pages: PdfPages): boolean {
  return lettersOf(pages.flat()) >= pages.length * LETTERS_PER_PAGE_MIN;
}

function lettersOf(lines: readonly string[]): number {
  const own = lines.filter((line) => !FILING_STAMP.test(line));
  return own.join("").replace(/[^\p{L}]+/gu, "").length;
}

type Item = {
  readonly str: string;
  readonly transform: unknown[];
  readonly width: number;
  readonly height: number;
  readonly hasEOL: boolean;
};

function placed({ str, transform, width, height, hasEOL }: Item): PlacedText {
  const [a, b, , , x, y] = transform.map(Number);
  const isTurned = Math.abs(b ?? 0) > Math.abs(a ?? 0) * TURNED_MIN;
  return { text: str.replaceAll("\0", ""), x: x ?? 0, y: y ?? 0, width, height, isLineEnd: hasEOL, isTurned };
}

/** The slope from which letters stand aslant; a scan that was fed askew has less. */
const TURNED_MIN = 0.2;

/** A larger image is left out: a file of a kilobyte may say that it has one of a gigabyte. */
const IMAGE_PIXELS_MAX = 60_000_000;

async function open(bytes: Uint8Array): Promise<Awaited<ReturnType<typeof getDocumentProxy>> | PdfFault> {
  try {
    return await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0, maxImageSize: IMAGE_PIXELS_MAX });
  } catch (thrown) {
    if (thrown instanceof Error && thrown.name === "PasswordException") return { fault: "protected" };
    return { fault: "damaged", message: thrown instanceof Error ? thrown.message : "", cause: thrown };
  }
}
