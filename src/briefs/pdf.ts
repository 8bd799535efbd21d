import { OnpointError } from "#base/errors.ts";
import { textOfPages } from "#text/pdf/page-lines.ts";
import { hasWords, readPdfPages } from "#text/pdf/pdf.ts";
import type { PdfFault } from "#text/pdf/pdf.ts";
import type { PagedBrief } from "./briefs.ts";

const PAGES_MAX = 1_000;

/** The text of a PDF file, page after page; page numbers at head and foot are left out. */
export async function readPdf(bytes: Uint8Array, name: string): Promise<PagedBrief> {
  const pages = await readPdfPages(bytes, PAGES_MAX);
  if ("fault" in pages) throw explained(pages, name);
  if (!hasWords(pages))
    throw new OnpointError("invalid_input", `${name} holds pictures of pages and no text`, {
      hint: "run it through text recognition (OCR) first",
    });
  const { text, pageStarts } = textOfPages(pages);
  return { text, pageStarts, pagesEnd: text.length };
}

function explained(found: PdfFault, name: string): OnpointError {
  switch (found.fault) {
    case "too_long":
      return new OnpointError("too_large", `${name} has ${found.pages} pages, more than 1,000`, {
        hint: "check it in parts",
      });
    case "protected":
      return new OnpointError("invalid_input", `${name} is protected by a password`, { hint: "save it without one" });
    case "unreadable":
      return new OnpointError(
        "invalid_input",
        `${name} cannot be read: its fonts put other letters for those it prints`,
        {
          hint: "print it to paper or pictures and run it through text recognition (OCR)",
        },
      );
    case "damaged":
      return new OnpointError("invalid_input", `${name} is damaged: ${found.message}`, {
        hint: "print it to a new PDF file",
        cause: found.cause,
      });
  }
}
