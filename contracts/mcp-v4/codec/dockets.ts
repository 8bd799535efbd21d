import type { z } from "zod";
import type { Addresses } from "#research/address.ts";
import type { CaseFiling } from "#research/cases/filings/model.ts";
import type { DocketView, RelevantEntry } from "#research/dockets/model.ts";
import type { AnalyzeCaseDocketResponse } from "../schema/analyze-case-docket.ts";
import type { candidate } from "../schema/analyze-case-document.ts";
import type { caseIdentity, docketIdentity } from "../schema/cases.ts";

/** Of an entry so much is told; the whole is on its page. Forty of them fit a result. */
const DESCRIPTION_CHARS_MAX = 1200;

export function encodeDocketCase(view: DocketView, addresses: Addresses): z.input<typeof docketIdentity> {
  const { docket, caseId, caseName, courtName } = view;
  return {
    caseId,
    caseName,
    court: courtName,
    ...told("docketNumber", docket.docketNumber),
    ...pageOf(view, addresses),
    ...told("dateFiled", docket.dateFiled),
    ...told("dateTerminated", docket.dateTerminated),
    ...told("dateLastFiling", docket.dateLastFiling),
    ...told("assignedTo", docket.assignedTo),
    ...told("referredTo", docket.referredTo),
    ...told("natureOfSuit", docket.natureOfSuit),
    ...told("cause", docket.cause),
    ...told("chapter", docket.chapter),
  };
}

type Told<Name extends string> = { readonly [Key in Name]?: string };

function told<Name extends string>(name: Name, value: string | null): Told<Name> {
  return value === null ? {} : ({ [name]: value } as Told<Name>);
}

type Entry = NonNullable<AnalyzeCaseDocketResponse["relevantEntries"]>[number];

/** Sealed documents have a reference too: what becomes of it says why they are not read. */
export function encodeRelevant({ entry, filing, namedBy }: RelevantEntry, caseId: string): Entry {
  const attachment = filing === null || filing.attachment === 0 ? null : String(filing.attachment);
  const words = attachment === null ? (entry.description ?? entry.shortDescription) : (filing?.description ?? null);
  return {
    hasDocument: filing !== null && filing.availability !== "unavailable",
    ...told("entryNumber", entry.number),
    ...(filing === null ? {} : { attachmentNumber: attachment }),
    ...told("dateFiled", entry.dateFiled ?? entry.dateEntered),
    ...told("description", words === null ? null : shortened(words)),
    ...(filing === null ? {} : { documentReference: referenceTo({ entry, filing, namedBy }, caseId, attachment) }),
    ...(entry.id === filing?.id ? {} : { entryId: entry.id }),
  };
}

type WithFiling = RelevantEntry["filing"] & object;

function referenceTo(
  { entry, filing, namedBy }: Pick<RelevantEntry, "entry" | "namedBy"> & { readonly filing: WithFiling },
  caseId: string,
  attachmentNumber: string | null,
): NonNullable<Entry["documentReference"]> {
  if (namedBy === "id" || entry.number === null) return { documentId: filing.id };
  return { entry: { caseId, entryNumber: entry.number, attachmentNumber } };
}

function shortened(text: string): string {
  return text.length > DESCRIPTION_CHARS_MAX ? `${text.slice(0, DESCRIPTION_CHARS_MAX).trimEnd()}…` : text;
}

/** What a caller needs to choose a case by. */
export function encodeDocketCandidate(view: DocketView, addresses: Addresses): z.input<typeof candidate> {
  const { docket, caseId, caseName, courtName } = view;
  return {
    caseId,
    caseName,
    court: courtName,
    ...told("docketNumber", docket.docketNumber),
    ...told("dateFiled", docket.dateFiled),
    ...pageOf(view, addresses),
  };
}

/** A case of which filings alone are held has no page of its own. */
function pageOf(view: DocketView, addresses: Addresses): { readonly url?: string } {
  return view.hasSheet ? { url: addresses.docket(view) } : {};
}

/** What a caller needs to choose a filing by. */
export function encodeFilingCandidate(filing: CaseFiling, addresses: Addresses): z.input<typeof candidate> {
  const words = filing.description ?? filing.title;
  return {
    caseId: filing.caseId,
    caseName: filing.caseName,
    court: filing.courtName,
    ...told("docketNumber", filing.docketNumber),
    documentId: filing.documentId,
    ...told("dateFiled", filing.dateFiled),
    ...told("description", words === null ? null : shortened(words)),
    url: addresses.filing(filing),
  };
}

/** The case of a filing; one of which no docket is held has no page of its own. */
export function encodeFilingCase(filing: CaseFiling, addresses: Addresses): z.input<typeof caseIdentity> {
  return {
    caseId: filing.caseId,
    caseName: filing.caseName,
    court: filing.courtName,
    ...told("docketNumber", filing.docketNumber),
    ...(filing.docket === null ? {} : { url: addresses.docket(filing.docket) }),
  };
}

/** The entry of a filing that was read, as far as it is known. */
export function encodeFilingEntry({ entryNumber, attachmentNumber, dateFiled, description, title }: CaseFiling) {
  const words = description ?? title;
  return {
    ...told("entryNumber", entryNumber),
    attachmentNumber,
    ...told("dateFiled", dateFiled),
    ...told("description", words === null ? null : shortened(words)),
  };
}
