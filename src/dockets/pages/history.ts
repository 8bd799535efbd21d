import type { DocketSighting, SeenEntry } from "../model.ts";
import { caseHeading } from "./case-heading.ts";
import { courtOfPage } from "./court-of-page.ts";
import { cellText, linksIn, tablesIn } from "./html/page.ts";
import type { Cell, Page, Row, Table } from "./html/page.ts";
import { PageFault } from "./page-fault.ts";
import { receiptOf } from "./receipt.ts";
import { provenanceOf } from "./told.ts";
import type { PageTold } from "./told.ts";
import { dayOf, documentLink, orNull } from "./values.ts";

const PAGE = "history_report";

/** `DktText('543155726125654','58814','1','6','')`: the case, the number, the sequence. */
const TEXT_LINK = /DktText\('[^']*','(\d*)','(\d*)','(\d*)'/u;

export function isHistoryTable({ rows }: Table): boolean {
  return rows.some((row) => row.cells.length >= 3 && isHeading(row));
}

function isHeading({ cells }: Row): boolean {
  const texts = cells.map((cell) => cellText(cell).toLowerCase());
  return /^doc\.? ?no\.?$/u.test(texts[0] ?? "") && texts[1] === "dates" && (texts[2] ?? "").startsWith("description");
}

/** A history of documents or of all events: titles of entries, with their words where the court was asked for them. */
export function readHistoryReport(page: Page, told: PageTold): DocketSighting {
  const tables = tablesIn(page);
  const heading = caseHeading(page);
  if (heading === undefined) throw new PageFault(PAGE, "no docket number is printed above it");
  const lists = tables.filter(isHistoryTable);
  const entries: SeenEntry[] = [];
  const caseIds = new Set<string>();
  for (const { rows } of lists)
    for (const row of rows.slice(rows.findIndex(isHeading) + 1)) addRow(entries, row, caseIds);
  const receipt = receiptOf(tables);
  const courtId = told.courtId ?? courtOfPage(page, []);
  if (courtId === null) throw new PageFault(PAGE, "nothing on it tells the court");
  return {
    kind: "history_report",
    ...provenanceOf(told, receipt),
    courtId,
    docketNumber: heading.number,
    pacerCaseIds: [...caseIds].slice(0, 1),
    facts: heading.facts,
    entries,
  };
}

function addRow(entries: SeenEntry[], { cells }: Row, caseIds: Set<string>): void {
  const texts = cells.map(cellText);
  const text = texts[0] ?? "";
  const last = entries.at(-1);
  const words = texts.find((told) => told !== "") ?? "";
  if (last !== undefined && words.startsWith("Docket Text:")) {
    entries[entries.length - 1] = { ...last, description: orNull(words.slice("Docket Text:".length)) };
    return;
  }
  if (cells.length < 2) {
    if (text === "") return;
    throw new PageFault(PAGE, `a row of it says "${text.slice(0, 60)}", which is no entry`);
  }
  const [numberCell, dateCell, titleCell] = cells;
  const days = daysIn(dateCell);
  if (days.filed === null && days.entered === null)
    throw new PageFault(PAGE, `the entry "${cellText(titleCell).slice(0, 60)}" has no day`);
  const link = linksIn(numberCell).flatMap((one) => documentLink(one) ?? [])[0];
  const [, caseId, , seqNo] =
    linksIn(titleCell)
      .map(({ href, onclick }) => TEXT_LINK.exec(href) ?? TEXT_LINK.exec(onclick))
      .find((found) => found !== null) ?? [];
  for (const id of [link?.pacerCaseId, caseId]) if (id !== undefined && id !== null && id !== "") caseIds.add(id);
  entries.push({
    number: orNull(/^\d+/u.exec(text)?.[0]?.replace(/^0+(?=\d)/u, "")),
    pacerSeqNo: link?.pacerSeqNo ?? orNull(seqNo),
    dateFiled: days.filed ?? days.entered,
    dateEntered: days.entered ?? days.filed,
    description: null,
    shortDescription: orNull(cellText(titleCell)),
    documents:
      link === undefined
        ? []
        : [
            {
              attachment: 0,
              description: null,
              pageCount: null,
              fileSize_bytes: null,
              pacerDocId: link.pacerDocId,
              availability: "available",
              documentType: null,
            },
          ],
  });
}

/** `Filed & Entered: 11/19/2012`, or each with a day of its own. */
function daysIn(cell: Cell | undefined): { readonly filed: string | null; readonly entered: string | null } {
  const text = cellText(cell);
  const both = dayOf(/Filed ?& ?Entered: ?(\S+)/iu.exec(text)?.[1]);
  if (both !== null) return { filed: both, entered: both };
  return { filed: dayOf(/Filed: ?(\S+)/iu.exec(text)?.[1]), entered: dayOf(/Entered: ?(\S+)/iu.exec(text)?.[1]) };
}
