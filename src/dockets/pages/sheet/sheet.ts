import type { DocketFacts, DocketSighting, ReportRange } from "#dockets/model.ts";
import { courtOfPage } from "../court-of-page.ts";
import { linesIn, tablesIn, textOf } from "../html/page.ts";
import type { Cell, Page, Table } from "../html/page.ts";
import { addLabels, Labels } from "../labels.ts";
import { PageFault } from "../page-fault.ts";
import { receiptOf } from "../receipt.ts";
import type { Receipt } from "../receipt.ts";
import { provenanceOf } from "../told.ts";
import type { PageTold } from "../told.ts";
import { dayOf, officialNumber } from "../values.ts";
import { entryLists, readEntries } from "./entries.ts";
import type { SheetEntries } from "./entries.ts";
import { readParties } from "./parties.ts";
import type { Party } from "#dockets/model.ts";

/** What the sheets of district and bankruptcy courts have in common. */
export type Sheet = {
  readonly page: string;
  readonly number: string;
  /** The lines above the number: the court, its district. */
  readonly heading: readonly string[];
  readonly labels: Labels;
  readonly parties: readonly Party[];
  readonly isPartiesListed: boolean;
  readonly entries: SheetEntries;
  readonly receipt: Receipt | undefined;
  readonly courtId: string | null;
};

const NO_ENTRIES =
  /there are (?:no )?proceedings for (?:this )?case|none satisfy the selection criteria|no docket entries/iu;

/** The line that names the docket is a heading. */
export const NUMBER_LINE_CHARS_MAX = 1000;

/** Reads a sheet whose number stands in a line of this form. Throws PageFault where it has no list of entries. */
export function readSheet(page: Page, name: string, numberLine: RegExp): Sheet {
  const tables = tablesIn(page);
  const lines = linesIn(page).map(textOf);
  const at = lines.findIndex((line) => numberLine.test(line.slice(0, NUMBER_LINE_CHARS_MAX)));
  const number = numberLine.exec((lines[at] ?? "").slice(0, NUMBER_LINE_CHARS_MAX))?.[1];
  if (number === undefined) throw new PageFault(name, "no docket number is printed where it should be");
  const heading = lines.slice(Math.max(0, at - 3), at);
  const lists = entryLists(tables);
  const receipt = receiptOf(tables);
  if (lists.length === 0 && !lines.some((line) => NO_ENTRIES.test(line))) {
    throw new PageFault(name, "it has no list of entries, nor does it say that there are none");
  }
  if (receipt === undefined && !page.isClosed)
    throw new PageFault(name, "it has no end: it was cut short when it was saved");
  const others = tables.slice(0, lists[0] === undefined ? tables.length : tables.indexOf(lists[0]));
  const labels = labelsOf(others);
  const parties = readParties(others);
  return {
    page: name,
    number,
    heading,
    labels,
    parties,
    isPartiesListed: parties.length > 0,
    entries: readEntries(name, lists),
    receipt,
    courtId: courtOfPage(page, heading),
  };
}

/** The first table that says when the case was filed says what else it is; who judges may stand with the parties. */
function labelsOf(tables: readonly Table[]): Labels {
  const labels = new Labels();
  const told = tables.find((table) =>
    cellsOf(table).some((cell) => linesIn(cell).some((line) => /^Date filed:/iu.test(textOf(line)))),
  );
  if (told !== undefined) for (const cell of cellsOf(told)) addLabels(labels, cell);
  for (const table of tables.filter((other) => other !== told)) {
    for (const [cell, ...others] of table.rows.map(({ cells }) => cells)) {
      if (others.length > 0 || cell === undefined) continue;
      for (const line of linesIn(cell)) if (BESIDE_PARTIES.test(textOf(line))) labels.add(textOf(line));
    }
  }
  return labels;
}

const BESIDE_PARTIES = /^(?:Assigned to|Referred to|Appeals court case numbers?|Demand):/iu;

function cellsOf({ rows }: Table): Cell[] {
  return rows.flatMap(({ cells }) => cells);
}

/** Parts of a sighting that all sheets tell alike. */
export function sightingOf(
  sheet: Sheet,
  told: PageTold,
  facts: Partial<DocketFacts>,
  caseIds: readonly string[],
): DocketSighting {
  const courtId = told.courtId ?? sheet.courtId;
  if (courtId === null) throw new PageFault(sheet.page, `no court is known as "${sheet.heading.join(", ")}"`);
  return {
    kind: "docket_report",
    ...provenanceOf(told, sheet.receipt),
    courtId,
    docketNumber: officialNumber(sheet.number),
    pacerCaseIds: caseIds,
    facts,
    ...(sheet.isPartiesListed ? { parties: sheet.parties } : {}),
    entries: sheet.entries.entries,
    range: rangeOf(sheet),
  };
}

/** Numbers above this are how the forms of courts say "all". */
const NUMBER_ALL = 99_999;

/**
 * What the report was asked for, from its receipt. Bankruptcy courts always print bounds; those that hold all that the
 * court can have are none.
 */
function rangeOf({ receipt, entries, labels }: Sheet): ReportRange | null {
  const criteria = receipt?.criteria ?? "";
  const from = dayOf(/(?:From|Start(?:ing)? date): ?(\S+)/iu.exec(criteria)?.[1]);
  const to = dayOf(/(?:To|End(?:ing)? date): ?(\d\S+)/iu.exec(criteria)?.[1]);
  const firstNumber = numberOf(/(?:Doc From|Starting with document): ?(\d+)/iu.exec(criteria)?.[1]);
  const lastNumber = numberOf(/(?:Doc To|Ending with document): ?(\d+)/iu.exec(criteria)?.[1]);
  const filed = dayOf(labels.get("date filed")) ?? entries.entries[0]?.dateFiled ?? null;
  const range: ReportRange = {
    firstNumber: firstNumber !== null && firstNumber > 1 ? firstNumber : null,
    lastNumber,
    firstDay: from !== null && (filed === null || from > filed) ? from : null,
    lastDay: to !== null && to < (receipt?.at ?? "").slice(0, 10) ? to : null,
  };
  return Object.values(range).every((bound) => bound === null) ? null : range;
}

function numberOf(digits: string | undefined): number | null {
  const number = Number(digits ?? "");
  return digits === undefined || number === 0 || number > NUMBER_ALL ? null : number;
}
