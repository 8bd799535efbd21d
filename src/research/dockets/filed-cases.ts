import { courtById } from "#courts/courts.ts";
import type { Reader } from "#db/connection.ts";
import type { FilingRecord } from "#dockets/filings/model.ts";
import { extentOfCase, filedCasesByNumbers, filingsOfCase } from "#dockets/filings/read.ts";
import type { Docket } from "#dockets/model.ts";
import { NO_FACTS } from "#dockets/no-facts.ts";
import { slugOf } from "#text/slug.ts";
import { namedSo } from "./called.ts";
import type { CaseReference, Holding } from "./find.ts";
import type { DocketView, EntryWithDocuments } from "./model.ts";
import { otherSpellings } from "#dockets/numbers/number-spellings.ts";

/** Filings of one case that are weighed; of more the latest. */
const FILINGS_MAX = 5000;

/** What is held of the cases meant, and where that is no docket, the filings of trial courts in the place of one. */
export async function withFiledCases(
  db: Reader,
  reference: CaseReference,
  holdings: readonly Holding[],
): Promise<Holding[]> {
  if (holdings.some(({ docket }) => docket !== null)) return [...holdings];
  const views = await filedCases(db, reference);
  const byCase = new Map(
    holdings.flatMap((holding) => holding.decisions.map(({ record }) => [record.caseId, holding])),
  );
  const filed = views.map((docket) => ({ docket, decisions: byCase.get(docket.caseId)?.decisions ?? [] }));
  const ids = new Set(views.map(({ caseId }) => caseId));
  const others = holdings.filter(({ decisions }) => !decisions.some(({ record }) => ids.has(record.caseId)));
  return namedSo([...filed, ...others], reference.by === "docket" ? reference.caseName : null);
}

/** The cases meant of which filings of trial courts are held. */
async function filedCases(db: Reader, reference: CaseReference): Promise<DocketView[]> {
  const cases = await Promise.all((await idsMeant(db, reference)).map(async (id) => filedCase(db, id)));
  return cases.filter((one) => one !== undefined);
}

async function filedCase(db: Reader, id: string): Promise<DocketView | undefined> {
  const [latest] = await filingsOfCase(db, id, 1);
  return latest === undefined ? undefined : viewOf(latest, await extentOfCase(db, id));
}

/** How many filings of trial courts are held of the cases meant. */
export async function filingsHeld(db: Reader, reference: CaseReference): Promise<number> {
  const extents = await Promise.all((await idsMeant(db, reference)).map(async (id) => extentOfCase(db, id)));
  return extents.reduce((sum, { filings }) => sum + filings, 0);
}

async function idsMeant(db: Reader, reference: CaseReference): Promise<string[]> {
  return reference.by === "case" ? [reference.id] : idsByNumber(db, reference);
}

type ByNumber = Extract<CaseReference, { by: "docket" }>;

async function idsByNumber(db: Reader, { courtIds, docketNumber }: ByNumber): Promise<string[]> {
  const numbered = async (numbers: readonly string[]) =>
    (await Promise.all(courtIds.map(async (courtId) => filedCasesByNumbers(db, courtId, numbers)))).flat();
  const found = await numbered([docketNumber]);
  return found.length > 0 ? found : numbered(otherSpellings(docketNumber));
}

function viewOf(latest: FilingRecord, { filings, latestDay }: Awaited<ReturnType<typeof extentOfCase>>): DocketView {
  const { caseId, courtId, docketNumber, caption, source } = latest;
  const docket: Docket = {
    ...NO_FACTS,
    caption,
    id: caseId,
    caseId,
    courtId,
    docketNumber,
    pacerCaseIds: [],
    parties: [],
    coverage: { kind: "stored_entries", entries: filings, missing: [], isWholeReport: false },
    freshness: {
      kind: "filings",
      source,
      asOf: null,
      fetchedAt: null,
      reportAsOf: null,
      latestEntryDate: latestDay,
    },
  };
  const courtName = courtById(courtId)?.fullName ?? courtId;
  return {
    docket,
    caseId,
    caseName: caption,
    courtName,
    slug: slugOf(caption),
    isInvented: source.startsWith("sample"),
    hasSheet: false,
  };
}

/** The filings of such a case, each an entry of its own, in the order of their days and places. */
export async function entriesFiled(db: Reader, { caseId }: DocketView): Promise<EntryWithDocuments[]> {
  const filings = await filingsOfCase(db, caseId, FILINGS_MAX);
  return filings.toSorted(bySheet).map(entryOf);
}

function bySheet(one: FilingRecord, other: FilingRecord): number {
  const [day, otherDay] = [one.dateFiled ?? "", other.dateFiled ?? ""];
  if (day !== otherDay) return day < otherDay ? -1 : 1;
  const places = (one.entryNumber ?? "").localeCompare(other.entryNumber ?? "", "en", { numeric: true });
  return places !== 0 ? places : (one.attachmentNumber ?? 0) - (other.attachmentNumber ?? 0);
}

function entryOf(record: FilingRecord, ordinal: number): EntryWithDocuments {
  const { id, caseId, entryNumber, dateFiled, title, description, attachmentNumber } = record;
  const words = [title, description].filter((text) => text !== null).join(". ");
  const named = words === "" ? `(${record.type})` : words;
  return {
    id,
    docketId: caseId,
    ordinal,
    number: entryNumber,
    pacerSeqNo: null,
    dateFiled,
    dateEntered: null,
    description: named,
    shortDescription: null,
    toldBy: ["filings"],
    filings: [
      {
        id,
        entryId: id,
        docketId: caseId,
        attachment: attachmentNumber ?? 0,
        description: attachmentNumber === null ? null : named,
        pageCount: null,
        fileSize_bytes: null,
        pacerDocId: null,
        availability: null,
        documentType: record.type,
        text_chars: record.text_chars,
        obtained: null,
      },
    ],
  };
}
