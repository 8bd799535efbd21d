import { getDocumentProxy } from "unpdf";
import { messageOf } from "#base/errors.ts";
import { linesOfPage } from "./page-lines.ts";
import type { PlacedText } from "./page-lines.ts";

/** The lines of each page of a PDF file, from head to foot; page numbers are left out. A page without text has none. */
export type PdfPages = readonly (readonly string[])[];

/** Why a PDF file was not read. `too_long`: it has `pages`, more than are read. */
export type PdfFault =
  | { readonly fault: "protected" }
  | { readonly fault: "damaged"; readonly message: string; readonly cause: unknown }
  | { readonly fault: "too_long"; readonly pages: number };

/** Letters on a page of words; a scan has none, or a stamp. */
const LETTERS_PER_PAGE_MIN = 20;

/** Reads the text that a PDF file holds as text; pictures of pages give none. Keeps `bytes` unchanged. */
export async function readPdfPages(bytes: Uint8Array, pages_max: number): Promise<PdfPages | PdfFault> {
  const opened = await open(bytes);
  if ("fault" in opened) return opened;
  try {
    if (opened.numPages > pages_max) return { fault: "too_long", pages: opened.numPages };
    const pages: string[][] = [];
    for (let number = 1; number <= opened.numPages; number += 1) {
      const page = await opened.getPage(number);
      const { items } = await page.getTextContent();
      pages.push(linesOfPage(items.flatMap((item): PlacedText[] => ("str" in item ? [placed(item)] : []))));
      page.cleanup();
    }
    return pages;
  } catch (thrown) {
    return { fault: "damaged", message: messageOf(thrown), cause: thrown };
  } finally {
    await opened.loadingTask.destroy();
  }
}

/** Whether there are words, and not pictures of pages with a stamp at most. */
export function hasWords(pages: PdfPages): boolean {
  const letters = pages
    .flat()
    .join("")
    .replace(/[^\p{L}]+/gu, "").length;
  return letters >= pages.length * LETTERS_PER_PAGE_MIN;
}

type Item = { readonly str: string; readonly transform: unknown[]; readonly height: number; readonly hasEOL: boolean };

function placed({ str, transform, height, hasEOL }: Item): PlacedText {
  return { text: str, y: Number(transform[5]), height, isLineEnd: hasEOL };
}

async function open(bytes: Uint8Array): Promise<Awaited<ReturnType<typeof getDocumentProxy>> | PdfFault> {
  try {
    return await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  } catch (thrown) {
    if (thrown instanceof Error && thrown.name === "PasswordException") return { fault: "protected" };
    return { fault: "damaged", message: thrown instanceof Error ? thrown.message : "", cause: thrown };
  }
}
