import type { DocketFacts, DocketSighting, OriginatingCourt } from "#dockets/model.ts";
import { courtOfHost, courtOfPage } from "../court-of-page.ts";
import { cellText, linesIn, tablesIn, textOf } from "../html/page.ts";
import type { Cell, Page, Table } from "../html/page.ts";
import { Labels } from "../labels.ts";
import { PageFault } from "../page-fault.ts";
import { receiptOf } from "../receipt.ts";
import { provenanceOf } from "../told.ts";
import type { PageTold } from "../told.ts";
import { dayOf, orNull } from "../values.ts";
import { readAppellateEntries } from "./entries.ts";
import { readAppellateParties } from "./parties.ts";

const PAGE = "appellate_docket";
export const APPELLATE_NUMBER =
  /(?:Court of Appeals|Appellate Panel|BAP|Court) Docket ?#: ?(\S+)|^(?:Docket ?#|Case Number): ?(\S+)$/iu;

/** A docket sheet of a court of appeals, in the older of the two appellate systems. */
export function readAppellateSheet(page: Page, told: PageTold): DocketSighting {
  const tables = tablesIn(page);
  const stub = tables.findLast(({ rows }) =>
    rows.some(({ cells }) =>
      cells.some((cell) => APPELLATE_NUMBER.test(cellText(cell)) && tablesIn(cell).length === 0),
    ),
  );
  const lines = linesIn(page).map(textOf);
  const found = lines.map((line) => APPELLATE_NUMBER.exec(line)).find((match) => match !== null);
  const number = found?.[1] ?? found?.[2];
  if (stub === undefined || number === undefined)
    throw new PageFault(PAGE, "no docket number is printed where it should be");
  const heading = lines
    .slice(
      0,
      lines.findIndex((line) => APPELLATE_NUMBER.test(line)),
    )
    .slice(-2);
  const courtId = told.courtId ?? courtOfPage(page, heading);
  if (courtId === null) throw new PageFault(PAGE, `no court is known as "${heading.join(", ")}"`);

  const parties = readAppellateParties(tables);
  const receipt = receiptOf(tables);
  const list = readAppellateEntries(page, tables);
  // A summary has no list; that a page was cut short shows in that its receipt is missing too.
  if (list === undefined && receipt === undefined)
    throw new PageFault(PAGE, "it has no list of entries, nor does it say that there are none");
  const { entries, pacerCaseIds } = list ?? { entries: [], pacerCaseIds: [] };
  const isFiltered = /filtered|filed (?:on|from)/iu.test(`${receipt?.description ?? ""} ${receipt?.criteria ?? ""}`);
  return {
    kind: list === undefined ? "case_query" : "docket_report",
    ...provenanceOf(told, receipt),
    courtId,
    docketNumber: number,
    pacerCaseIds,
    facts: factsOf(stub, tables, lines),
    ...(parties.length > 0 ? { parties } : {}),
    entries,
    range: isFiltered
      ? {
          firstNumber: null,
          lastNumber: null,
          firstDay: dayOf(/filed (?:on|from):? ?(\S+)/iu.exec(receipt?.criteria ?? "")?.[1]),
          lastDay: null,
        }
      : null,
  };
}

function factsOf(stub: Table, tables: readonly Table[], lines: readonly string[]): Partial<DocketFacts> {
  const labels = new Labels();
  for (const { cells } of stub.rows)
    for (const cell of cells)
      for (const line of linesIn(cell)) if (!APPELLATE_NUMBER.test(textOf(line))) labels.add(textOf(line));
  return {
    caption: orNull(labels.others[0]),
    natureOfSuit: labels.get("nature of suit"),
    dateFiled: dayOf(labels.get("docketed")),
    dateTerminated: dayOf(labels.get("termed")),
    appealFrom: labels.get("appeal from"),
    feeStatus: labels.get("fee status"),
    caseType: caseTypeOf(tables),
    panel: panelOf(lines),
    originatingCourt: originOf(tables),
  };
}

/** `1) civil`, `2) united states`, `3) null`: what the system calls null is not told. */
function caseTypeOf(tables: readonly Table[]): string | null {
  const table = tables.findLast((one) => headed(one, /^Case Type Information:/iu));
  const types = (table?.rows ?? []).flatMap(({ cells }) =>
    cells.flatMap((cell) => /^\d\) ?(.+)$/u.exec(cellText(cell))?.[1] ?? []),
  );
  return orNull(types.filter((type) => !/^(?:null|none|-)$/iu.test(type)).join(", "));
}

function headed({ rows }: Table, heading: RegExp): boolean {
  return rows.some(({ cells }) => cells.some((cell) => tablesIn(cell).length === 0 && heading.test(cellText(cell))));
}

function panelOf(lines: readonly string[]): readonly string[] {
  const line = lines.find((text) => /^Panel: ?\S/u.test(text)) ?? "";
  return line
    .replace(/^Panel:/u, "")
    .split(/\s+/u)
    .filter((name) => name !== "");
}

function originOf(tables: readonly Table[]): OriginatingCourt | null {
  const table = tables.findLast((one) => headed(one, /^Originating Court Information:/iu));
  if (table === undefined) return null;
  const labels = new Labels();
  table.rows.forEach(({ cells }, at) => {
    const texts = cells.map(cellText);
    const below = table.rows[at + 1]?.cells.map(cellText) ?? [];
    const isHeading = texts.length > 1 && texts.every((text) => text === "" || text.endsWith(":"));
    texts.forEach((text, column) => {
      if (isHeading) labels.set(text.slice(0, -1), below[column] ?? "");
      else labels.add(text);
    });
  });
  const docket = /^(?=.*$)\S+ ?: ?(.+)$/u.exec(labels.get("district", "agency") ?? "")?.[1] ?? null;
  return {
    courtId: courtOfLinks(table.rows.flatMap(({ cells }) => cells)),
    name: null,
    docketNumber: orNull(docket),
    assignedTo: labels.get("trial judge"),
    orderingJudge: labels.get("ordering judge"),
    courtReporter: labels.get("court reporter"),
    dateFiled: dayOf(labels.get("date filed")),
    dateDisposed: dayOf(labels.get("date disposed")),
    dateJudgment: dayOf(labels.get("date order/judgment", "date judgment")),
    dateJudgmentEntered: dayOf(labels.get("date order/judgment eod", "date judgment eod")),
    dateNoticeOfAppeal: dayOf(labels.get("date noa filed")),
    dateReceived: dayOf(labels.get("date rec'd coa")),
  };
}

function courtOfLinks(cells: readonly Cell[]): string | null {
  for (const { runs } of cells.flatMap(linesIn)) {
    for (const { link } of runs) {
      const host = /ecf\.([a-z0-9]+)\.uscourts/u.exec(link?.href ?? "")?.[1];
      if (host !== undefined) return courtOfHost(host);
    }
  }
  return null;
}
