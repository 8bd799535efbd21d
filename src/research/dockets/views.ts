import { courtById } from "#courts/courts.ts";
import type { Reader } from "#db/connection.ts";
import { DOCUMENT_TYPES, isRuling } from "#dockets/document-types/document-types.ts";
import type { DocumentType } from "#dockets/document-types/document-types.ts";
import { typeOfFiling } from "#dockets/document-types/title-page.ts";
import type { Docket, DocketEntry, Filing } from "#dockets/model.ts";
import { filingsOfEntries } from "#dockets/store/read-entries.ts";
import { docketCounts, docketsById } from "#dockets/store/read.ts";
import { filingTexts } from "#dockets/store/texts.ts";
import { slugOf } from "#text/slug.ts";
import type { CaseFiling } from "../cases/filings/model.ts";
import type { DocketView, EntryView, EntryWithDocuments, FilingSummary, FilingView } from "./model.ts";

export const UNNAMED = "Unnamed case";

/** The dockets with these ids, those that are held, in the order asked. */
export async function docketViews(db: Reader, ids: readonly string[]): Promise<DocketView[]> {
  const dockets = await docketsById(db, [...new Set(ids)]);
  const ofCase = await docketCounts(
    db,
    dockets.map(({ caseId }) => caseId),
  );
  return dockets.map((docket) => viewOf(docket, ofCase.get(docket.caseId) ?? 1));
}

function viewOf(docket: Docket, docketsOfCase: number): DocketView {
  const caseName = docket.caption ?? UNNAMED;
  return {
    docket,
    caseId: docketsOfCase > 1 ? docket.id : docket.caseId,
    caseName,
    courtName: courtById(docket.courtId)?.fullName ?? docket.courtId,
    slug: slugOf(caseName),
    isInvented: docket.freshness.source.startsWith("sample"),
    hasSheet: true,
  };
}

/** A draft of a ruling is shorter; to read more would cost a page of entries too much. */
const DRAFT_CHARS_MAX = 100_000;

/** Entries with their documents, and what each says it is: that is read from words, so for those that are shown. */
export async function withFilings(db: Reader, entries: readonly DocketEntry[]): Promise<EntryView[]> {
  const told = await withDocuments(db, entries);
  const views = told.map((entry) => ({ ...entry, filings: entry.filings.map((filing) => summaryOf(filing, entry)) }));
  const read = await rulingsRead(
    db,
    views.flatMap((entry) => entry.filings.map((filing) => ({ filing, entry }))),
  );
  return views.map((entry) => ({ ...entry, filings: entry.filings.map((filing) => read.get(filing.id) ?? filing) }));
}

type Shown = { readonly filing: FilingSummary; readonly entry: DocketEntry };

/** Of filings that the docket calls rulings, those whose words are held, as these say: a draft is none. */
export async function rulingsRead(db: Reader, shown: readonly Shown[]): Promise<ReadonlyMap<string, FilingSummary>> {
  const rulings = shown.filter(
    ({ filing }) => isRuling(filing.type) && (filing.text_chars ?? Infinity) <= DRAFT_CHARS_MAX,
  );
  const texts = await filingTexts(
    db,
    rulings.map(({ filing }) => filing.id),
  );
  return new Map(
    rulings.flatMap(({ filing, entry }) => {
      const words = texts.get(filing.id);
      return words === undefined ? [] : [[filing.id, summaryOf(filing, entry, words.text)]];
    }),
  );
}

/** Entries with their documents. */
export async function withDocuments(db: Reader, entries: readonly DocketEntry[]): Promise<EntryWithDocuments[]> {
  const filings = await filingsOfEntries(
    db,
    entries.map(({ id }) => id),
  );
  const ofEntry = Map.groupBy(filings, ({ entryId }) => entryId);
  return entries.map((entry) => ({ ...entry, filings: ofEntry.get(entry.id) ?? [] }));
}

/** A filing with what it is: as its source says, else by its title page, where that is held, and its entry. */
export function summaryOf(filing: Filing, entry: DocketEntry, text: string | null = null): FilingSummary {
  return { ...filing, type: typeOfDocument(filing, entry, text) };
}

/** The filing as edges show filings of any source. */
export function caseFilingOf({ filing, entry, docket }: FilingView): CaseFiling {
  const line = entry.description ?? entry.shortDescription;
  return {
    documentId: filing.id,
    documentType: filing.type,
    caseId: docket.caseId,
    caseName: docket.caseName,
    courtName: docket.courtName,
    docketNumber: docket.docket.docketNumber,
    slug: filingSlug(docket, filing),
    title: null,
    description: filing.attachment === 0 ? line : (filing.description ?? `attachment to: ${line ?? "its entry"}`),
    entryNumber: entry.number,
    attachmentNumber: filing.attachment === 0 ? null : String(filing.attachment),
    dateFiled: entry.dateFiled ?? entry.dateEntered,
    isReadable: filing.text_chars !== null,
    docket,
  };
}

/** What the address of a filing calls it. */
export function filingSlug({ caseName }: DocketView, { type }: Pick<FilingSummary, "type">): string {
  return slugOf(`${caseName} ${type}`);
}

type Line = Pick<DocketEntry, "description" | "shortDescription">;
type Called = Pick<Filing, "attachment" | "description" | "documentType">;

/** What an entry says it is, and what its documents are. */
export function typesOfEntry(entry: Line & { readonly documents: readonly Called[] }): DocumentType[] {
  return [typeOfLine(entry), ...entry.documents.map((document) => typeOfDocument(document, entry, null))];
}

/** What an entry says it is, whatever documents it has. */
export function typeOfLine({ description, shortDescription }: Line): DocumentType {
  return typeOfFiling({ description: description ?? shortDescription ?? "", shortDescription }).type;
}

function typeOfDocument({ documentType, attachment, description }: Called, entry: Line, text: string | null) {
  if (isDocumentType(documentType)) return documentType;
  const line = entry.description ?? entry.shortDescription ?? "";
  const words =
    attachment === 0
      ? { description: line, shortDescription: entry.shortDescription }
      : { description: description ?? "", parent: line, isAttachment: true };
  return typeOfFiling({ ...words, ...(text === null ? {} : { text }) }).type;
}

function isDocumentType(word: string | null): word is DocumentType {
  return DOCUMENT_TYPES.some((type) => type === word);
}
