import { courtById } from "#courts/courts.ts";
import type { OpinionView } from "../opinions.ts";
import type { CaseDocument } from "./model.ts";

/** An opinion as a document of its case. */
export function documentOf({ record, standing }: OpinionView): CaseDocument {
  return {
    documentId: record.id,
    documentType: "opinion",
    caseId: record.caseId,
    caseName: record.caseName,
    courtName: courtById(record.courtId)?.fullName ?? record.courtId,
    docketNumber: record.docketNumber,
    publicNumber: record.publicNumber,
    slug: record.slug,
    citations: record.citations.map(({ citedAs }) => citedAs),
    dateFiled: record.dateFiled,
    datePrecision: record.datePrecision,
    publishStatus: record.publishStatus,
    standing,
  };
}
