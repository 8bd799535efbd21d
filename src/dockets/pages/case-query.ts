import type { DocketSighting } from "../model.ts";
import { caseHeading } from "./case-heading.ts";
import { courtOfPage } from "./court-of-page.ts";
import { tablesIn } from "./html/page.ts";
import type { Page } from "./html/page.ts";
import { PageFault } from "./page-fault.ts";
import { receiptOf } from "./receipt.ts";
import { provenanceOf } from "./told.ts";
import type { PageTold } from "./told.ts";

const PAGE = "case_query";
const OWN = /\/(?:qryAlias|qryAscCases|qrySummary|qryParties|HistDocQry|DktRpt)\.pl\?(\d+)/u;

/** The menu of what can be asked of a case: its heading, and its number in the official system. */
export function readCaseQuery(page: Page, told: PageTold): DocketSighting {
  const heading = caseHeading(page);
  if (heading === undefined) throw new PageFault(PAGE, "no docket number is printed above it");
  const receipt = receiptOf(tablesIn(page));
  const courtId = told.courtId ?? courtOfPage(page, []);
  if (courtId === null) throw new PageFault(PAGE, "nothing on it tells the court");
  const caseId = page.links.flatMap(({ href }) => OWN.exec(href)?.[1] ?? [])[0];
  return {
    kind: "case_query",
    ...provenanceOf(told, receipt),
    courtId,
    docketNumber: heading.number,
    pacerCaseIds: caseId === undefined ? [] : [caseId],
    facts: heading.facts,
    entries: [],
  };
}
