import type { DocketSighting } from "#dockets/model.ts";
import { courtOfPage } from "../court-of-page.ts";
import { tablesIn } from "../html/page.ts";
import type { Page } from "../html/page.ts";
import { appellateDocument } from "./document-row.ts";
import { PageFault } from "../page-fault.ts";
import { provenanceOf } from "../told.ts";
import type { PageTold } from "../told.ts";

const PAGE = "appellate_attachment_page";

/**
 * The documents of an entry of a court of appeals, which numbers them from 1: the first is the main document here, and
 * the others are its attachments.
 */
export function readAppellateAttachments(page: Page, told: PageTold): DocketSighting {
  const documents = tablesIn(page).flatMap(({ rows }) => rows.flatMap((row) => appellateDocument(row) ?? []));
  if (documents.length === 0) throw new PageFault(PAGE, "it lists no document");
  const courtId = told.courtId ?? courtOfPage(page, []);
  if (courtId === null) throw new PageFault(PAGE, "nothing on it tells the court");
  const text = `${page.scripts} ${page.links.map(({ href, onclick }) => `${href} ${onclick}`).join(" ")}`;
  const caseId = /caseId=(\d+)/u.exec(text)?.[1];
  const entry = { number: null, dateFiled: null, dateEntered: null, description: null, shortDescription: null };
  return {
    kind: "attachment_page",
    ...provenanceOf(told),
    courtId,
    docketNumber: null,
    pacerCaseIds: caseId === undefined ? [] : [caseId],
    facts: {},
    entries: [{ ...entry, pacerSeqNo: /[?&]d=(\d+)/u.exec(text)?.[1] ?? null, documents }],
  };
}
