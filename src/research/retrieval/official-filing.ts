import type { Principal } from "#accounts/principal.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import type { Docket, DocketEntry, DocketSighting, Filing, SeenDocument } from "#dockets/model.ts";
import { entriesByNumber, filingsOfEntries } from "#dockets/store/read-entries.ts";
import { docketsById } from "#dockets/store/read.ts";
import { writeDockets } from "#dockets/store/write.ts";
import type { WantedDocument } from "#records/official/official.ts";
import { documentIdOf } from "#records/official/pages/menu.ts";
import type { Menu } from "#records/official/pages/menu.ts";
import type { Allowance } from "#records/purchases/spending.ts";
import { RecordsRefusal } from "#records/refusal.ts";
import { chargedFor } from "#records/statement.ts";
import { decisionDays } from "#opinions/store/decision-days.ts";
import type { FilingWanted, Retrieved } from "../dockets/retrieval.ts";
import { keepPdf } from "./keep.ts";
import { allowanceOf } from "./ledger-spending.ts";
import { officialCaseOf, officialCourtOf } from "./official-case.ts";
import { keepReport } from "./official-docket.ts";
import type { OfficialSources } from "./official-docket.ts";
import { outcomeOf, unfetched } from "./outcomes.ts";
import { pricedAs } from "./prices.ts";
import { Tab } from "./tab.ts";

const OFFICIAL = "official";

/** A document by its place in a docket that is held; where the docket does not tell of it, the court is asked for the entry. */
export async function filingFromOfficial(
  sources: OfficialSources,
  principal: Principal,
  wanted: FilingWanted,
): Promise<Retrieved> {
  const [docket] = await docketsById(sources.db, [wanted.docketId]);
  const court = docket && officialCourtOf(docket.courtId);
  if (docket === undefined || court === undefined)
    return unfetched(OFFICIAL, "not_served", "it has filings of federal courts alone");
  const tab = new Tab();
  const asking = { allowance: allowanceOf(principal), tab, court, docket };
  const retrieved = await bought(sources, asking, wanted).catch((thrown: unknown) => outcomeOf(OFFICIAL, thrown));
  return tab.toldWith(sources.db, retrieved);
}

type Asking = {
  readonly allowance: Allowance;
  readonly tab: Tab;
  readonly court: string;
  readonly docket: Docket;
};

async function bought(sources: OfficialSources, asking: Asking, wanted: FilingWanted): Promise<Retrieved> {
  const { db, official, now } = sources;
  const { allowance, tab, court, docket } = asking;
  const ref = await officialCaseOf({ official, allowance, tab, court, now: now() }, docket, {
    courtId: docket.courtId,
    docketNumber: docket.docketNumber,
    caseName: docket.caption,
    docketId: docket.id,
    refresh: false,
  });
  let place = await placeOf(db, wanted);
  if (place?.main?.pacerDocId == null) {
    await askForEntry(sources, asking, ref, wanted);
    place = await placeOf(db, wanted);
  }
  const documentId = place?.main?.pacerDocId ?? place?.filing?.pacerDocId ?? null;
  if (place === undefined || documentId === null)
    throw new RecordsRefusal("not_found", "the court tells of no document at this place");
  const { entry } = place;
  const whole = { court, documentId, caseId: ref.caseId === "" ? null : ref.caseId };
  if (place.filing === undefined || (wanted.attachment > 0 && place.filing.pacerDocId === null)) {
    await keepMenu(db, { docket, entry }, await official.attachments({ allowance }, whole));
    place = await placeOf(db, wanted);
  }
  const filing = place?.filing;
  if (filing === undefined) throw new RecordsRefusal("not_found", `the entry has no attachment ${wanted.attachment}`);
  const document: WantedDocument = {
    ...whole,
    documentId: filing.pacerDocId ?? documentId,
    attachment: filing.pacerDocId === null ? wanted.attachment : 0,
    priced: pricedAs(filing.pageCount, filing.attachment === 0 ? entry.description : filing.description),
  };
  const asker = { allowance, onBegun: tab.of("the filing") };
  const paid = await official.document(asker, document).catch(async (thrown: unknown) => {
    if (thrown instanceof RecordsRefusal && thrown.pages !== null)
      await keepPages(db, { docket, entry, filing, pages: thrown.pages });
    throw thrown;
  });
  const { begun_at: at, id } = paid.purchase;
  const obtained = { source: OFFICIAL, at, cost_cents: await chargedFor(db, id) };
  const fault = await keepPdf(sources, filing.id, paid.content.body, obtained);
  if (fault !== undefined) return unfetched(OFFICIAL, "unreadable", fault);
  return { outcome: "fetched", from: OFFICIAL, at, notes: [] };
}

type Place = { readonly entry: DocketEntry; readonly main: Filing | undefined; readonly filing: Filing | undefined };

/** The one entry of this number, with its documents. */
async function placeOf(
  db: Db,
  { docketId, entryNumber, attachment, filingId }: FilingWanted,
): Promise<Place | undefined> {
  const entries = entryNumber === null ? [] : await entriesByNumber(db, docketId, entryNumber);
  const filings = await filingsOfEntries(
    db,
    entries.map(({ id }) => id),
  );
  const wanted = filings.find(({ id }) => id === filingId) ?? filings.find((one) => one.attachment === attachment);
  const entry = entries.find(({ id }) => id === wanted?.entryId) ?? entries[0];
  if (entry === undefined) return undefined;
  const own = filings.filter(({ entryId }) => entryId === entry.id);
  return { entry, main: own.find((one) => one.attachment === 0), filing: wanted };
}

/** The one line of the docket, bought once: it tells by which number the court calls the document. */
async function askForEntry(
  { db, official }: OfficialSources,
  { allowance, tab, court, docket }: Asking,
  ref: Awaited<ReturnType<typeof officialCaseOf>>,
  { entryNumber }: FilingWanted,
): Promise<void> {
  // What only reads as a number, `2.` or `2e0`, is none: the report of another entry would be bought.
  const number = /^\d{1,5}$/u.test(entryNumber ?? "") ? Number(entryNumber) : 0;
  if (number === 0) throw new RecordsRefusal("not_found", "an entry without a number cannot be asked for");
  const need = { kind: "entries", from: number, to: number } as const;
  const asker = { allowance, onBegun: tab.of(`the docket's entry ${number}`) };
  const report = await official.docketReport(asker, { court, case: ref, need, held: null, occasion: "first" });
  await keepReport(db, report, { courtId: docket.courtId, case: ref });
}

/**
 * The pages that the court counted of a document it asked more for than the pages that are held allow. Nobody is charged
 * more than was told, so without them it could never be had.
 */
async function keepPages(
  db: Db,
  told: { readonly docket: Docket; readonly entry: DocketEntry; readonly filing: Filing; readonly pages: number },
): Promise<void> {
  const { docket, entry, filing, pages } = told;
  const { attachment, description, pacerDocId } = filing;
  await keepDocuments(db, { docket, entry }, [seenDocument({ attachment, description, pages, pacerDocId })]);
}

/** What the menu of an entry says of its documents; it is free. */
async function keepMenu(
  db: Db,
  { docket, entry }: { readonly docket: Docket; readonly entry: DocketEntry },
  menu: Menu | undefined,
): Promise<void> {
  if (menu === undefined) return;
  const documents = menu.items.map(({ documentId, attachment, description, pages }) =>
    seenDocument({
      attachment,
      description: description === "" ? null : description,
      pages,
      pacerDocId: documentIdOf(`/doc1/${documentId}`) ?? documentId,
    }),
  );
  await keepDocuments(db, { docket, entry }, documents);
}

function seenDocument({
  pages,
  ...told
}: Pick<SeenDocument, "attachment" | "description" | "pacerDocId"> & { readonly pages: number | null }): SeenDocument {
  return { ...told, pageCount: pages, fileSize_bytes: null, availability: null, documentType: null };
}

/** What the court says of documents of an entry, as its menu would. */
async function keepDocuments(
  db: Db,
  { docket, entry }: { readonly docket: Docket; readonly entry: DocketEntry },
  documents: readonly SeenDocument[],
): Promise<void> {
  const sighting: DocketSighting = {
    kind: "attachment_page",
    source: OFFICIAL,
    place: null,
    asOf: null,
    fetchedAt: null,
    billedPages: null,
    cost_cents: null,
    courtId: docket.courtId,
    docketNumber: docket.docketNumber,
    pacerCaseIds: docket.pacerCaseIds,
    facts: {},
    entries: [
      {
        number: entry.number,
        pacerSeqNo: null,
        dateFiled: null,
        dateEntered: null,
        description: null,
        shortDescription: null,
        documents,
      },
    ],
  };
  await transaction(db, async (trx) => writeDockets(trx, [sighting], decisionDays));
}
