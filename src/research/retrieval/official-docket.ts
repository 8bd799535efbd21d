import { TOOK_TOO_LONG, withinTime } from "#base/within-time.ts";
import type { Principal } from "#accounts/principal.ts";
import { docketKey } from "#cases/docket-key.ts";
import type { Db } from "#db/connection.ts";
import type { Docket, DocketSighting } from "#dockets/model.ts";
import { decodePage } from "#dockets/pages/decode.ts";
import { readPage } from "#dockets/pages/pages.ts";
import { docketsById } from "#dockets/store/read.ts";
import { wholeThrough } from "#dockets/store/sightings.ts";
import type { ReadPdf } from "#text/pdf/pdf.ts";
import type { OfficialRecords } from "#records/official/official.ts";
import type { CaseRef } from "#records/official/pages/case-numbers.ts";
import { boundsOfTarget } from "#records/official/report-options.ts";
import type { DocketNeed, HeldDocket } from "#records/official/report-options.ts";
import type { Bought } from "#records/purchases/purchasing.ts";
import { RecordsRefusal } from "#records/refusal.ts";
import type { CaseTold } from "#records/refusal.ts";
import type { DocketWanted, Retrieved } from "../dockets/retrieval.ts";
import type { Note } from "../note.ts";
import { keepSightings } from "./keep.ts";
import { allowanceOf } from "./ledger-spending.ts";
import { isSameNumber } from "./archived.ts";
import { placeOfPurchase } from "../dockets/original.ts";
import { officialCaseOf, officialCourtOf } from "./official-case.ts";
import { noteOf, outcomeOf, unfetched } from "./outcomes.ts";
import { Tab } from "./tab.ts";

/** The main thread reads it; the longest dockets known take a second. */
const PAGE_MS_MAX = 5_000;

export type OfficialSources = {
  readonly db: Db;
  readonly official: OfficialRecords;
  readonly readPdf: ReadPdf;
  readonly now: () => Date;
};

const OFFICIAL = "official";
/** A report is the latest for so many minutes from its purchase, whatever it was bought for. */
const LATEST_FOR_MIN = 5;
/** A docket of which nothing is held is bought once for all. */
const FIRST = "first";

export async function docketFromOfficial(
  sources: OfficialSources,
  principal: Principal,
  wanted: DocketWanted,
): Promise<Retrieved> {
  const court = officialCourtOf(wanted.courtId);
  if (court === undefined) return unfetched(OFFICIAL, "not_served", "it has cases of federal courts alone");
  const tab = new Tab();
  const retrieved = await reportOf(sources, { principal, court, tab }, wanted).catch((thrown: unknown) => ({
    ...outcomeOf(OFFICIAL, thrown),
    cases: casesIn(thrown).map((one) => ({ ...one, courtId: wanted.courtId })),
  }));
  return tab.toldWith(sources.db, retrieved);
}

function casesIn(thrown: unknown): readonly CaseTold[] {
  return thrown instanceof RecordsRefusal
    ? thrown.cases.map(({ docketNumber, caption }) => ({ docketNumber, caption }))
    : [];
}

async function reportOf(
  sources: OfficialSources,
  { principal, court, tab }: { readonly principal: Principal; readonly court: string; readonly tab: Tab },
  wanted: DocketWanted,
): Promise<Retrieved> {
  const now = sources.now();
  const held = wanted.docketId === null ? undefined : (await docketsById(sources.db, [wanted.docketId]))[0];
  const occasion = wanted.refresh ? `latest ${now.toISOString()}` : FIRST;
  const asGoodAfter = new Date(now.getTime() - LATEST_FOR_MIN * 60_000);
  const allowance = allowanceOf(principal);
  const ref = await officialCaseOf({ official: sources.official, allowance, tab, court, now }, held, wanted);
  const known = held === undefined ? null : await heldOf(sources.db, held);
  const need: DocketNeed = { kind: "whole" };
  const wish = { court, case: ref, need, held: known, occasion, asGoodAfter };
  const bought = await sources.official.docketReport({ allowance, onBegun: tab.of("the docket report") }, wish);
  await keepReport(sources.db, bought, { courtId: wanted.courtId, case: ref });
  return { outcome: "fetched", from: OFFICIAL, at: bought.purchase.begun_at, notes: partiesNote(known) };
}

/** What of the docket need not be paid for again. */
async function heldOf(db: Db, { id, parties }: Docket): Promise<HeldDocket> {
  return { completeThrough: await wholeThrough(db, id), hasParties: parties.length > 0 };
}

/**
 * Brings a report into the store. Throws `PageFault` or `RecordsRefusal` for one that cannot be read, that is of
 * another case, or that says that there is no such case; it stays bought.
 */
export async function keepReport(
  db: Db,
  { purchase, content }: Bought,
  { courtId, case: asked }: { readonly courtId: string; readonly case: CaseRef },
): Promise<readonly string[]> {
  const told = {
    source: OFFICIAL,
    place: placeOfPurchase(purchase.id),
    courtId,
    asOf: null,
    fetchedAt: purchase.begun_at,
  };
  const read = withinTime(PAGE_MS_MAX, () => readPage(decodePage(content.body), told));
  if (read === TOOK_TOO_LONG)
    throw new RecordsRefusal(
      "unreadable",
      `what was bought takes longer to read than ${PAGE_MS_MAX / 1000} s: purchase ${purchase.id}`,
    );
  if (read.kind === "refusal" && read.page === "no_such_case")
    throw new RecordsRefusal("not_found", `it had no case of this number when it was asked on ${dayOf(purchase)}`, {
      hint: "Whoever asks for the latest has it asked again, which is charged again.",
    });
  if (read.kind !== "record")
    throw new RecordsRefusal(
      "unreadable",
      `what was bought is no docket report that can be read: purchase ${purchase.id}`,
    );
  const other = read.sightings.find((sighting) => isOfAnother(sighting, asked));
  if (other !== undefined)
    throw new RecordsRefusal(
      "unreadable",
      `what was bought is the docket of another case, ${other.docketNumber}: purchase ${purchase.id}`,
      { hint: "It was not taken. Whoever asks for the latest has it asked again, which is charged again." },
    );
  const asAsked = (sighting: DocketSighting): DocketSighting => ({
    ...sighting,
    pacerCaseIds: [...new Set([...sighting.pacerCaseIds, ...(asked.caseId === "" ? [] : [asked.caseId])])],
    // Not every receipt prints what was asked for; a part that is taken for the whole would end every later search.
    range: sighting.range ?? boundsOfTarget(purchase.target),
  });
  return keepSightings(db, read.sightings.map(asAsked));
}

/** A court that serves another page than it was asked for must not change what is held of this case. */
function isOfAnother({ docketNumber, pacerCaseIds }: DocketSighting, asked: CaseRef): boolean {
  if (docketKey(docketNumber) === null || docketKey(asked.docketNumber) === null) return false;
  return !isSameNumber(docketNumber ?? "", asked.docketNumber) && !pacerCaseIds.includes(asked.caseId);
}

function dayOf({ begun_at }: Bought["purchase"]): string {
  return begun_at.slice(0, 10);
}

/** Of a docket that is whole already, only what was entered since is asked for. */
function partiesNote(known: HeldDocket | null): Note[] {
  if (known?.hasParties !== true || known.completeThrough === null) return [];
  return [noteOf(OFFICIAL, "parties and counsel are as the report before has them", "parties_as_before")];
}
