import { getDocumentProxy } from "unpdf";
import { OnpointError } from "#base/errors.ts";
import { linesOfPage, textOfPages } from "./pdf-text.ts";
import type { PlacedText } from "./pdf-text.ts";

const PAGES_MAX = 1_000;
/** A page of a brief has two thousand; a scan has none, or a stamp. */
const LETTERS_PER_PAGE_MIN = 20;

/** The text of a PDF file, page after page; page numbers at head and foot are left out. */
export async function readPdf(bytes: Uint8Array, name: string): Promise<string> {
  const file = await open(bytes, name);
  if (file.numPages > PAGES_MAX)
    throw new OnpointError("too_large", `${name} has ${file.numPages} pages, more than 1,000`, {
      hint: "check it in parts",
    });
  const pages: string[][] = [];
  for (let number = 1; number <= file.numPages; number += 1) {
    const page = await file.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(linesOfPage(items.flatMap((item): PlacedText[] => ("str" in item ? [placed(item)] : []))));
    page.cleanup();
  }
  await file.loadingTask.destroy();
  const text = textOfPages(pages);
  if (text.replace(/[^\p{L}]+/gu, "").length < file.numPages * LETTERS_PER_PAGE_MIN)
    throw new OnpointError("invalid_input", `${name} holds pictures of pages and no text`, {
      hint: "run it through text recognition (OCR) first",
    });
  return text;
}

function placed({
  str,
  transform,
  height,
  hasEOL,
}: {
  str: string;
  transform: unknown[];
  height: number;
  hasEOL: boolean;
}): PlacedText {
  return { text: str, y: Number(transform[5]), height, isLineEnd: hasEOL };
}

async function open(bytes: Uint8Array, name: string) {
  try {
    return await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  } catch (thrown) {
    const kind = thrown instanceof Error ? thrown.name : "";
    if (kind === "PasswordException")
      throw new OnpointError("invalid_input", `${name} is protected by a password`, { hint: "save it without one" });
    throw new OnpointError("invalid_input", `${name} is damaged: ${thrown instanceof Error ? thrown.message : ""}`, {
      hint: "print it to a new PDF file",
      cause: thrown,
    });
  }
}
