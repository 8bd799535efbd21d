import type { SeenDocument } from "#dockets/model.ts";
import { cellText, linksIn, tablesIn } from "../html/page.ts";
import type { Cell, Row } from "../html/page.ts";
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
  const [boxedPages, boxedBytes] = boxed(cells);
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

/** Pages and bytes of the box to choose it by: its value is `sequence document pages bytes`, or its script counts them. */
function boxed(cells: readonly Cell[]): readonly (string | undefined)[] {
  const box = cells.flatMap(({ inputs }) => inputs).find(({ name }) => name === "md");
  const [, , pages, bytes] = box?.value.split(" ") ?? [];
  if (pages !== undefined) return [pages, bytes];
  return /\bsumDocSelected\(this, ?(\d+), ?(\d+)/u.exec(box?.onclick ?? "")?.slice(1) ?? [];
}

function countOf(text: string | undefined): number | null {
  return /^\d+$/u.test(text ?? "") ? Number(text) : null;
}
