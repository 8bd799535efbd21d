import { z } from "zod";
import type { DocketFacts, DocketSighting, OriginatingCourt, SeenDocument, SeenEntry } from "#dockets/model.ts";
import { linesIn, textOf } from "../html/page.ts";
import { readHtml } from "../html/read-html.ts";
import { PageFault } from "../page-fault.ts";
import { provenanceOf } from "../told.ts";
import type { PageTold } from "../told.ts";
import { dayOf, orNull } from "../values.ts";
import { enteredOn } from "../sheet/entries.ts";
import { readAcmsParties } from "./acms-parties.ts";
import { documentTitles } from "./acms-titles.ts";

/** Numbers and names come as texts or as numbers, or not at all. */
const TEXT = z.union([z.string(), z.number().transform(String)]).nullish();
const COUNT = z.union([z.number(), z.string().regex(/^\d+$/u).transform(Number)]).nullish();
const DETAILS = z.object({
  caseId: z.string(),
  caseNumber: z.string(),
  name: TEXT,
  caseOpened: TEXT,
  partyAttorneyList: TEXT,
  court: z.object({ name: TEXT, abbreviatedName: TEXT, identifier: TEXT }).nullish(),
  caseType: TEXT,
  caseSubType: TEXT,
  caseSubSubType: TEXT,
  districtCourtName: TEXT,
  originatingCaseNumber: TEXT,
  feeStatus: TEXT,
});
const ENTRY = z.object({
  endDate: TEXT,
  entryNumber: COUNT,
  docketEntryText: TEXT,
  docketEntryId: z.string(),
  createdOn: TEXT,
  documentCount: COUNT,
  pageCount: COUNT,
  restrictedDocsAvailable: z.boolean().nullish(),
});
const DOCUMENT = z.object({
  docketDocumentDetailsId: TEXT,
  /** `2`, or with the entry before it `14.2`: documents of an entry count from 1. */
  documentNumber: z
    .union([z.string(), z.number().transform(String)])
    .transform((number) => Number(number.split(".").at(-1)))
    .pipe(z.int().min(1)),
  documentPermission: TEXT,
  fileSize: COUNT,
  name: TEXT,
  pageCount: COUNT,
});
const SHEET = z.object({
  caseDetails: DETAILS,
  docketInfo: z.object({ docketEntries: z.array(ENTRY) }),
});
const SEALED = z.object({ docketInfo: z.object({ isCaseSealed: z.literal(true) }) });
const MENU = z.object({ caseDetails: DETAILS, docketEntry: ENTRY, docketEntryDocuments: z.array(DOCUMENT) });

/** What the newer of the two appellate systems answers, which is JSON; undefined for any other. */
export function acmsKind(value: unknown): "appellate_docket" | "appellate_attachment_page" | undefined {
  if (typeof value !== "object" || value === null || !("caseDetails" in value)) return undefined;
  return "docketEntryDocuments" in value
    ? "appellate_attachment_page"
    : "docketInfo" in value
      ? "appellate_docket"
      : undefined;
}

/** Of a sealed case the system may list nothing, which does not say that nothing was filed. */
export function isAcmsSealed(value: unknown): boolean {
  return SEALED.safeParse(value).success;
}

export function readAcmsSheet(value: unknown, told: PageTold): DocketSighting {
  const parsed = SHEET.safeParse(value);
  if (!parsed.success) throw unreadable("appellate_docket", parsed.error);
  const { caseDetails, docketInfo } = parsed.data;
  return {
    ...frameOf("appellate_docket", caseDetails, told),
    kind: "docket_report",
    parties: readAcmsParties(caseDetails.partyAttorneyList ?? ""),
    entries: docketInfo.docketEntries.map((entry) => entryOf(entry, mainOf(entry))),
    range: null,
  };
}

export function readAcmsAttachments(value: unknown, told: PageTold): DocketSighting {
  const parsed = MENU.safeParse(value);
  if (!parsed.success) throw unreadable("appellate_attachment_page", parsed.error);
  const { caseDetails, docketEntry, docketEntryDocuments } = parsed.data;
  const titles = documentTitles(docketEntryDocuments.map(({ name }) => orNull(name)));
  const documents = docketEntryDocuments.map((document, at): SeenDocument => {
    const isPublic = /^public$/iu.test(document.documentPermission ?? "");
    return {
      attachment: document.documentNumber - 1,
      description: titles[at] ?? null,
      pageCount: document.pageCount ?? null,
      fileSize_bytes: document.fileSize === null || document.fileSize === undefined ? null : document.fileSize * 1024,
      pacerDocId: orNull(document.docketDocumentDetailsId),
      availability: isPublic ? "available" : "sealed",
      documentType: null,
    };
  });
  return {
    ...frameOf("appellate_attachment_page", caseDetails, told),
    kind: "attachment_page",
    entries: [entryOf(docketEntry, documents)],
  };
}

function unreadable(page: string, error: z.ZodError): PageFault {
  const [issue] = error.issues;
  return new PageFault(page, `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "it has another shape"}`);
}

function frameOf(
  page: string,
  details: z.infer<typeof DETAILS>,
  told: PageTold,
): Omit<DocketSighting, "kind" | "entries" | "parties"> {
  if (told.courtId === null) throw new PageFault(page, "nothing in it tells the court; say which one it is of");
  return {
    ...provenanceOf(told),
    courtId: told.courtId,
    docketNumber: details.caseNumber,
    pacerCaseIds: [details.caseId],
    facts: factsOf(details),
  };
}

function factsOf(details: z.infer<typeof DETAILS>): Partial<DocketFacts> {
  const types = [details.caseType, details.caseSubType, details.caseSubSubType]
    .map(orNull)
    .filter((type) => type !== null);
  return {
    caption: orNull(details.name),
    dateFiled: dayOf(details.caseOpened),
    appealFrom: orNull(details.court?.name),
    caseType: orNull(types.join(", ")),
    feeStatus: orNull(details.feeStatus),
    originatingCourt: originOf(details),
  };
}

function originOf({ court, districtCourtName, originatingCaseNumber }: z.infer<typeof DETAILS>): OriginatingCourt {
  const unknown = { assignedTo: null, orderingJudge: null, courtReporter: null, dateFiled: null, dateDisposed: null };
  const days = { dateJudgment: null, dateJudgmentEntered: null, dateNoticeOfAppeal: null, dateReceived: null };
  const name = orNull(court?.name) ?? orNull(districtCourtName);
  const identifier = orNull(court?.identifier);
  return { courtId: null, name, identifier, docketNumber: orNull(originatingCaseNumber), ...unknown, ...days };
}

function entryOf(entry: z.infer<typeof ENTRY>, documents: readonly SeenDocument[]): SeenEntry {
  const description = textOfHtml(entry.docketEntryText ?? "");
  return {
    number: entry.entryNumber === null || entry.entryNumber === undefined ? null : String(entry.entryNumber),
    pacerSeqNo: null,
    dateFiled: dayOf(entry.endDate),
    dateEntered: enteredOn(description) ?? dayOf(entry.createdOn),
    description: orNull(description),
    shortDescription: null,
    documents,
  };
}

/** The sheet tells how many pages an entry has, all its documents together. */
function mainOf(entry: z.infer<typeof ENTRY>): SeenDocument[] {
  if ((entry.documentCount ?? 0) === 0) return [];
  const pageCount = entry.documentCount === 1 ? (entry.pageCount ?? null) : null;
  const availability = entry.restrictedDocsAvailable === true ? "sealed" : "available";
  return [
    {
      attachment: 0,
      description: null,
      pageCount,
      fileSize_bytes: null,
      pacerDocId: entry.docketEntryId,
      availability,
      documentType: null,
    },
  ];
}

function textOfHtml(html: string): string {
  return linesIn(readHtml(html)).map(textOf).join(" ");
}
