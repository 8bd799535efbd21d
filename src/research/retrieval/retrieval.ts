import type { Principal } from "#accounts/principal.ts";
import type { Clock } from "#base/clock.ts";
import { docketKey } from "#cases/docket-key.ts";
import type { Db } from "#db/connection.ts";
import { docketsById } from "#dockets/store/read.ts";
import type { PublicArchive } from "#records/archive/archive.ts";
import type { OfficialRecords } from "#records/official/official.ts";
import type { PricePeriod } from "#records/official/prices.ts";
import { readPdfHere } from "#text/pdf/pdf.ts";
import type { ReadPdf } from "#text/pdf/pdf.ts";
import { asFederalCourtsPrint } from "#dockets/numbers/federal-numbers.ts";
import { hasPremiumAccess, mayHaveBought } from "../dockets/retrieval.ts";
import type { DocketWanted, FilingWanted, Retrieval, Retrieved, Unfetched } from "../dockets/retrieval.ts";
import { docketFromArchive, filingFromArchive } from "./archived.ts";
import { Flights } from "./flights.ts";
import { officialCourtOf } from "./official-case.ts";
import { docketFromOfficial } from "./official-docket.ts";
import { filingFromOfficial } from "./official-filing.ts";
import { both, unfetched } from "./outcomes.ts";
import { priceOf } from "./prices.ts";

export type RetrievalOptions = {
  readonly db: Db;
  readonly archive: PublicArchive;
  /** Null: nothing is bought. */
  readonly official: OfficialRecords | null;
  readonly prices: readonly PricePeriod[];
  readonly clock: Clock;
  /** Reads PDF files elsewhere; on this thread, and no pictures of pages, when not given. */
  readonly readPdf?: ReadPdf;
};

/** A retrieval that has to be ended: what is under way, and may be paid for, is waited for. */
export type OpenRetrieval = Retrieval & { readonly settled: () => Promise<void> };

/**
 * From the public archive, then from the official records. The archive costs nothing and is asked for anyone; the latest
 * is the official system's to tell, so a refresh goes there first, and to the archive only where nothing is held.
 */
export function createRetrieval(options: RetrievalOptions): OpenRetrieval {
  const { prices, clock, official } = options;
  const flights = new Flights();
  return {
    hasPremium: async (principal) => hasPremiumAccess(principal),
    docket: async (principal, asked, signal) => {
      const wanted = asPrinted(asked);
      return flights.join(nameOf(wanted), async () => fetchDocket(options, principal, wanted), signal);
    },
    filing: async (principal, wanted, signal) => {
      const { docketId, entryNumber, attachment, filingId } = wanted;
      const name = ["filing", docketId, entryNumber ?? filingId, attachment].join(" ");
      return flights.join(name, async () => fetchFiling(options, principal, wanted), signal);
    },
    price: (thing) => (official === null ? undefined : priceOf(thing, prices, clock)),
    settled: async () => flights.settled(),
  };
}

/** Other records are asked for the number as the court prints it, whatever way it was typed. */
function asPrinted(wanted: DocketWanted): DocketWanted {
  const { courtId, docketNumber } = wanted;
  return docketNumber === null ? wanted : { ...wanted, docketNumber: asFederalCourtsPrint(docketNumber, courtId) };
}

function nameOf({ courtId, docketNumber, caseName, docketId, refresh }: DocketWanted): string {
  const which = docketId ?? `${docketKey(docketNumber) ?? docketNumber ?? ""} ${caseName ?? ""}`;
  return ["docket", courtId, which, refresh ? "latest" : ""].join(" ");
}

async function fetchDocket(options: RetrievalOptions, principal: Principal, wanted: DocketWanted): Promise<Retrieved> {
  const fromOfficial = async (): Promise<Retrieved> => {
    const refusal = refusalOf(options, principal, wanted);
    return refusal ?? docketFromOfficial(officialOf(options), principal, wanted);
  };
  if (wanted.refresh) {
    const latest = await fromOfficial();
    if (latest.outcome === "fetched" || wanted.docketId !== null) return latest;
    const { retrieved } = await docketFromArchive(archiveOf(options), wanted);
    return retrieved.outcome === "fetched" ? withNotes(retrieved, latest) : both(latest, retrieved);
  }
  const { retrieved: archived, hasEntries } = await docketFromArchive(archiveOf(options), wanted);
  if (archived.outcome === "fetched" && hasEntries) return archived;
  const bought = await fromOfficial();
  if (bought.outcome === "fetched") return archived.outcome === "failed" ? withNotes(bought, archived) : bought;
  return archived.outcome === "fetched" ? withNotes(archived, bought) : both(archived, bought);
}

async function fetchFiling(options: RetrievalOptions, principal: Principal, wanted: FilingWanted): Promise<Retrieved> {
  const [docket] = await docketsById(options.db, [wanted.docketId]);
  if (docket === undefined) return unfetched("archive", "absent", "no docket is held of this filing");
  const archived = await filingFromArchive(archiveOf(options), docket, wanted);
  if (archived.outcome === "fetched") return archived;
  const refusal = refusalOf(options, principal, docket);
  const bought = refusal ?? (await filingFromOfficial(officialOf(options), principal, wanted));
  return bought.outcome === "fetched" ? bought : both(archived, bought);
}

/** Why the official records are not asked for this caller at all. */
function refusalOf(
  { official }: RetrievalOptions,
  principal: Principal,
  { courtId }: { readonly courtId: string },
): Unfetched | undefined {
  if (official === null) return unfetched("official", "not_served", "this service buys nothing from it");
  if (officialCourtOf(courtId) === undefined)
    return unfetched("official", "not_served", "it has cases of federal courts alone");
  if (mayHaveBought(principal)) return undefined;
  const granted = principal.kind === "key" ? "keys that are granted official records" : "callers with premium access";
  return unfetched("official", "refused", `it is asked only for ${granted}`, "no_premium");
}

function withNotes(fetched: Extract<Retrieved, { outcome: "fetched" }>, { notes }: Unfetched): Retrieved {
  return { ...fetched, notes: [...fetched.notes, ...notes] };
}

function archiveOf({ db, archive, clock, readPdf = readPdfHere }: RetrievalOptions) {
  return { db, archive, readPdf, now: clock };
}

function officialOf({ db, official, clock, readPdf = readPdfHere }: RetrievalOptions) {
  if (official === null) throw new TypeError("the official records were asked where there are none");
  return { db, official, readPdf, now: clock };
}
