import type { DocketSighting } from "../model.ts";
import { courtOfPage } from "./court-of-page.ts";
import { BOLD, cellText, linesIn, linksIn, tablesIn, textOf } from "./html/page.ts";
import type { Cell, Page, Row, Table } from "./html/page.ts";
import { Labels } from "./labels.ts";
import { PageFault } from "./page-fault.ts";
import { enteredOn } from "./sheet/entries.ts";
import { provenanceOf } from "./told.ts";
import type { PageTold } from "./told.ts";
import { dayOf, documentLink, orNull } from "./values.ts";

const PAGE = "opinion_report";

type Columns = {
  readonly number: number;
  readonly filed: number;
  readonly document: number;
  readonly description: number;
};

export function isOpinionTable(table: Table): boolean {
  return table.rows.some((row) => columnsOf(row) !== undefined);
}

/** The columns that a row of headings names, whatever their order. */
function columnsOf({ cells }: Row): Columns | undefined {
  const titles = cells.map((cell) => cellText(cell).toLowerCase().replace(/:$/u, ""));
  const at = (pattern: RegExp): number => titles.findIndex((title) => pattern.test(title));
  const columns = {
    number: at(/^case (?:number|no)/u),
    filed: at(/^(?:date )?filed/u),
    document: at(/^doc/u),
    description: at(/^description/u),
  };
  return Object.values(columns).every((column) => column >= 0) ? columns : undefined;
}

/** A report of written opinions, which are free: one entry of each case it lists. */
export function readOpinionReport(page: Page, told: PageTold): readonly DocketSighting[] {
  const lines = linesIn(page).map(textOf);
  const courtId = told.courtId ?? courtOfPage(page, lines.slice(0, 6));
  if (courtId === null) throw new PageFault(PAGE, "nothing on it tells the court");
  return tablesIn(page).flatMap(({ rows }) => {
    const from = rows.findIndex((row) => columnsOf(row) !== undefined);
    const columns = rows[from] === undefined ? undefined : columnsOf(rows[from]);
    if (columns === undefined) return [];
    return rows
      .slice(from + 1)
      .filter(({ cells }) => cells.length > columns.description && cellText(cells[columns.number]) !== "")
      .map((row) => sightingOf(row, columns, courtId, told));
  });
}

function sightingOf({ cells }: Row, columns: Columns, courtId: string, told: PageTold): DocketSighting {
  const named = cells[columns.number];
  const [number = null] = orNull(namedLines(named)[0])?.split(" ") ?? [];
  const day = dayOf(cellText(cells[columns.filed]));
  const link = linksIn(cells[columns.document]).flatMap((one) => documentLink(one) ?? [])[0];
  if (number === null || day === null || link === undefined)
    throw new PageFault(PAGE, `a row of it says "${cellText(named).slice(0, 60)}", which is no opinion`);
  const notes = new Labels();
  for (const cell of cells.slice(columns.description + 1)) for (const line of linesIn(cell)) notes.add(textOf(line));
  const caseId =
    linksIn(named).flatMap(({ href }) => /DktRpt\.pl\?(\d+)/u.exec(href)?.[1] ?? [])[0] ?? link.pacerCaseId;
  const description = cellText(cells[columns.description]);
  const facts = {
    caption: captionIn(named),
    cause: notes.get("cause"),
    natureOfSuit: notes.get("nos", "nature of suit"),
  };
  return {
    kind: "opinion_report",
    ...provenanceOf(told),
    courtId,
    docketNumber: number,
    pacerCaseIds: caseId === null ? [] : [caseId],
    facts: Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null)),
    entries: [
      {
        number: orNull(cellText(cells[columns.document])),
        pacerSeqNo: link.pacerSeqNo,
        dateFiled: day,
        dateEntered: enteredOn(description),
        description: orNull(description),
        shortDescription: null,
        documents: [
          {
            attachment: 0,
            description: null,
            pageCount: null,
            fileSize_bytes: null,
            pacerDocId: link.pacerDocId,
            availability: "free",
            documentType: "opinion",
          },
        ],
      },
    ],
  };
}

function namedLines(cell: Cell | undefined): string[] {
  return cell === undefined ? [] : linesIn(cell).map(textOf);
}

function captionIn(cell: Cell | undefined): string | null {
  if (cell === undefined) return null;
  const [first, ...others] = linesIn(cell);
  if (first !== undefined && others.length === 0) return orNull(textOf(first).split(" ").slice(1).join(" "));
  const bold = others.find(({ runs }) => runs.some(({ style }) => (style & BOLD) !== 0)) ?? others[0];
  return bold === undefined ? null : orNull(textOf(bold));
}
