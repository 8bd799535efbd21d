import type { SeenDocument, SeenEntry } from "#dockets/model.ts";
import { cellText, linesIn, linksIn, tablesIn, textOf } from "../html/page.ts";
import type { Page, Row, Table } from "../html/page.ts";

import type { SheetEntries } from "../sheet/entries.ts";
import { enteredOn } from "../sheet/entries.ts";
import { dayOf, documentLink, orNull } from "../values.ts";
import { appellateDocument } from "./document-row.ts";

const NONE = /^No docket entries found/iu;

/**
 * The entries of an appellate sheet: a day, a cell with the document's link, its number and size, and the words. Undefined
 * where the page has no list of them.
 */
export function readAppellateEntries(page: Page, tables: readonly Table[]): SheetEntries | undefined {
  const rows = tables.filter((table) => table.rows.some(isEntry)).flatMap((table) => table.rows);
  const isToldNone = linesIn(page).some((line) => NONE.test(textOf(line)));
  if (rows.length === 0 && !isToldNone) return undefined;
  const caseIds = new Set<string>();
  const entries: SeenEntry[] = [];
  for (const row of rows) {
    const listed = row.cells
      .flatMap(tablesIn)
      .flatMap((table) => table.rows.flatMap((one) => appellateDocument(one) ?? []));
    const last = entries.at(-1);
    if (isEntry(row)) entries.push(readRow(row, caseIds));
    else if (listed.length > 0 && last !== undefined) entries[entries.length - 1] = { ...last, documents: listed };
  }
  return { entries, pacerCaseIds: [...caseIds].slice(0, 1) };
}

/** Days side by side are of the court below. */
function isEntry({ cells }: Row): boolean {
  return (
    cells.length === 3 &&
    dayOf(cellText(cells[1])) === null &&
    dayOf(cellText(cells[0])) !== null &&
    /^\d{2}\/\d{2}\/\d{4}$/u.test(cellText(cells[0]))
  );
}

function readRow({ cells }: Row, caseIds: Set<string>): SeenEntry {
  const [dayCell, numberCell, words] = cells;
  const [link] = linksIn(numberCell);
  const told = link === undefined ? null : documentLink(link);
  if (told?.pacerCaseId !== undefined && told.pacerCaseId !== null) caseIds.add(told.pacerCaseId);
  const text = cellText(numberCell);
  const printed = /^(\d{1,6})\b(?! pg)/u.exec(text)?.[1] ?? null;
  const description = cellText(words);
  const sequence = numberCell?.inputs.find(({ name }) => name === "d")?.value.split("-")[0];
  const main: SeenDocument[] = told === null ? [] : [mainOf(told.pacerDocId, text, link?.title ?? "")];
  return {
    number: printed ?? told?.pacerDocId ?? null,
    pacerSeqNo: orNull(sequence),
    dateFiled: dayOf(cellText(dayCell)),
    dateEntered: enteredOn(description),
    description: orNull(description),
    shortDescription: null,
    documents: main,
  };
}

/** `7 pg, 245.11 KB`: zero is printed where the size is withheld. */
function mainOf(pacerDocId: string | null, text: string, title: string): SeenDocument {
  const [, pages] = /(?<!\d)(\d+) pg/u.exec(text) ?? [];
  const isRestricted = /restricted/iu.test(title);
  return {
    attachment: 0,
    description: null,
    pageCount: pages === undefined || pages === "0" ? null : Number(pages),
    fileSize_bytes: null,
    pacerDocId,
    availability: isRestricted ? "sealed" : "available",
    documentType: null,
  };
}
