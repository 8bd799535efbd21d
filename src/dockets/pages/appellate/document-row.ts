import type { SeenDocument } from "#dockets/model.ts";
import { cellText, linksIn, tablesIn } from "../html/page.ts";
import type { Row } from "../html/page.ts";
import { bytesOf, documentLink, orNull } from "../values.ts";

/**
 * A row of a list of an entry's documents: number, link, title, pages, size. Courts of appeals number them from 1; the
 * first is the main document here. Undefined for any other row.
 */
export function appellateDocument({ cells }: Row): SeenDocument | undefined {
  if (cells.length < 3 || cells.some((cell) => tablesIn(cell).length > 0)) return undefined;
  const texts = cells.map(cellText);
  const at = texts.findIndex((text) => /^\d+$/u.test(text));
  const number = Number(texts[at]);
  const linkAt = cells.findIndex((cell) => linksIn(cell).length > 0);
  if (at < 0 || number === 0 || (linkAt >= 0 && linkAt < at)) return undefined;
  const link = linksIn(cells[linkAt]).flatMap((one) => documentLink(one) ?? [])[0];
  const [title, pages, size] = texts.slice(Math.max(at, linkAt) + 1);
  // The box to choose it by has `sequence document pages bytes`.
  const [, , boxedPages, boxedBytes] =
    cells
      .flatMap(({ inputs }) => inputs)
      .find(({ name }) => name === "md")
      ?.value.split(" ") ?? [];
  return {
    attachment: number - 1,
    description: orNull(title),
    pageCount: countOf(boxedPages) ?? countOf(pages),
    fileSize_bytes: countOf(boxedBytes) ?? bytesOf(size ?? ""),
    pacerDocId: link?.pacerDocId ?? null,
    availability: link === undefined ? null : "available",
    documentType: null,
  };
}

function countOf(text: string | undefined): number | null {
  return /^\d+$/u.test(text ?? "") ? Number(text) : null;
}
