import { textOfPages } from "./page-lines.ts";
import type { PagedText } from "./page-lines.ts";
import { hasWords } from "./pdf.ts";
import type { PdfText } from "./pdf.ts";

/** How words came out of a file; of those that a machine read from pictures, how sure it was and what it could not read. */
export type ReadFrom = {
  readonly readBy: "pdf" | "ocr";
  readonly confidence_pct: number | null;
  /** Pages whose pictures could not be read; null where no picture was looked at. */
  readonly unreadPages: number | null;
};

/** The words of a PDF file; undefined where it holds pictures of pages that nobody has read. */
export function wordsOfPdf({ pages, recognised }: PdfText): (PagedText & ReadFrom) | undefined {
  const words = textOfPages(pages);
  const isRecognised = recognised !== null && recognised.pages > 0;
  if (words.text.trim() === "" || !(isRecognised || hasWords(pages))) return undefined;
  return {
    ...words,
    readBy: isRecognised ? "ocr" : "pdf",
    confidence_pct: isRecognised ? recognised.confidence_pct : null,
    unreadPages: recognised?.unread ?? null,
  };
}
