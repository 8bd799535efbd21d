import type { Principal } from "#accounts/principal.ts";
import { courtById } from "#courts/courts.ts";
import type { Reader } from "#db/connection.ts";
import type { Docket } from "#dockets/model.ts";
import { entriesOf } from "#dockets/store/read-entries.ts";
import type { Analyst } from "../analyst.ts";
import type { DecisionsRead, DocketAnswer, DocketAsked } from "../cases/answers.ts";
import { cut } from "../cases/cut.ts";
import { analyseDecisions } from "../cases/decisions.ts";
import { documentOf } from "../cases/document-view.ts";
import type { Note } from "../note.ts";
import type { OpinionViews } from "../opinion-views.ts";
import type { Downloads } from "./downloads.ts";
import { otherNameNotes } from "./called.ts";
import { entriesFiled, withFiledCases } from "./filed-cases.ts";
import { holdingsOf, notesOfReference, readReference } from "./find.ts";
import type { CaseReference, Holding } from "./find.ts";
import { requirePremium } from "./read-filing.ts";
import type {
  CaseCandidate,
  CaseHeld,
  DocketNotRead,
  DocketOrigin,
  DocketRead,
  DocketView,
  EntryWithDocuments,
  RelevantEntry,
} from "./model.ts";
import { withCharges } from "./charges.ts";
import { costNote } from "./cost-note.ts";
import { docketNotes } from "./notes.ts";
import { offerOf } from "./report.ts";
import type { CaseElsewhere, Price, Retrieval } from "./retrieval.ts";
import { retrieveDocket } from "./retrieve-docket.ts";
import type { Tried } from "./retrieve-docket.ts";
import { answerFromSheet } from "./read-sheet.ts";
import type { WeighLines } from "./select.ts";
import { rulingsRead, UNNAMED, withDocuments } from "./views.ts";

export type DocketSources = {
  readonly db: Reader;
  readonly views: OpinionViews;
  readonly analyst: Analyst;
  readonly weighLines: WeighLines;
  readonly retrieval: Retrieval;
  readonly downloads: Downloads;
};

/** Entries of one docket that are weighed; of a longer one the latest. */
const ENTRIES_MAX = 5000;
const CANDIDATES_MAX = 10;

/**
 * Answers from the docket that is held of a case, else from its decisions. What is not held is fetched, where a source is
 * given that can have it; so is the latest, when it is asked for. That a source failed is told, and what is stored
 * answers all the same.
 */
export async function analyseDocket(
  sources: DocketSources,
  principal: Principal,
  asked: DocketAsked,
  signal?: AbortSignal,
): Promise<DocketAnswer> {
  if (asked.needsPremium) await requirePremium(sources.retrieval, principal);
  const reference = readReference(asked.named);
  if ("fault" in reference) return notRead("invalid_reference", reference.fault);
  const named = reference.by === "docket" ? reference.caseName : null;
  const before = await heldOf(sources, reference);
  if (before.length > 1) return ambiguous(before);
  const tried = await retrieveDocket(sources.retrieval, principal, { reference, held: before[0], asked }, signal);
  const after = tried?.outcome === "fetched" ? await heldOf(sources, reference) : before;
  const answer = await answerFrom(sources, reference, after, { asked, named, tried, signal });
  const said = notesOfReference(reference);
  if (!("note" in answer)) return { ...answer, notes: [...said, ...answer.notes] };
  return withCharges(answer, tried?.notes ?? []);
}

async function answerFrom(
  sources: DocketSources,
  reference: CaseReference,
  after: readonly Holding[],
  { asked, named, tried, signal }: Asking,
): Promise<DocketAnswer> {
  if (after.length > 1) return ambiguous(after);
  const [held] = after;
  if (held === undefined) return nothingHeld(sources.retrieval, reference, tried);
  if (held.docket !== null) return readDocket(sources, held.docket, held, { asked, named, tried, signal });
  return readDecisions(sources, held, { asked, named, tried, signal });
}

async function heldOf(sources: DocketSources, reference: CaseReference): Promise<Holding[]> {
  return withFiledCases(sources.db, reference, await holdingsOf(sources, reference));
}

type Asking = {
  readonly asked: DocketAsked;
  /** The case as whoever asked named it. */
  readonly named: string | null;
  readonly tried: Tried | undefined;
  readonly signal: AbortSignal | undefined;
};

async function readDocket(
  sources: DocketSources,
  view: DocketView,
  holding: Holding,
  { asked, named, tried, signal }: Asking,
): Promise<DocketRead | DocketNotRead> {
  const { docket } = view;
  const entries = view.hasSheet ? await entriesOfSheet(sources.db, view) : await entriesFiled(sources.db, view);
  const { coverage, freshness } = docket;
  const isPart = !coverage.isWholeReport || coverage.missing.length > 0 || entries.length < coverage.entries;
  const answered = await answerFromSheet(sources, asked.question, { view, entries, isWhole: !isPart }, signal);
  const report = await offerOf(sources.db, view, sources.downloads);
  if (answered === undefined) return { ...failure({ docket: view }), report };
  const { chosen, analysis } = answered;
  const fetched = tried?.outcome === "fetched" ? tried : undefined;
  return {
    status: "ok",
    docket: view,
    entries: await asRead(sources.db, chosen.entries),
    coverage: { kind: coverage.kind, entries: entries.length, isTruncated: isPart || chosen.isCut },
    freshness: {
      isLive: fetched?.from === "official",
      fetchedAt: fetched?.at ?? freshness.fetchedAt,
      latestEntryDate: freshness.latestEntryDate,
    },
    origin: originOf(tried),
    report,
    analysis,
    notes: [
      ...docketNotes(view, {
        named,
        weighed: entries.length,
        isWithoutTexts: isWithoutTexts(entries),
        decisions: holding.decisions,
        tried,
      }),
      ...(fetched?.from === "official" || !view.hasSheet ? [] : costNotes(sources.retrieval, docket)),
    ],
  };
}

function isWithoutTexts(entries: readonly EntryWithDocuments[]): boolean {
  const filings = entries.flatMap((entry) => entry.filings);
  return filings.length > 0 && filings.every(({ text_chars }) => text_chars === null);
}

async function entriesOfSheet(db: Reader, { docket }: DocketView): Promise<EntryWithDocuments[]> {
  const afterOrdinal = Math.max(0, docket.coverage.entries - ENTRIES_MAX) - 1;
  return withDocuments(db, await entriesOf(db, docket.id, { afterOrdinal, limit: ENTRIES_MAX }));
}

/** What is called a ruling and is none by its own words is told as what it is. */
async function asRead(db: Reader, entries: readonly RelevantEntry[]): Promise<RelevantEntry[]> {
  const shown = entries.flatMap(({ filing, entry }) => (filing === null ? [] : [{ filing, entry }]));
  const read = await rulingsRead(db, shown);
  return entries.map((one) => ({ ...one, filing: read.get(one.filing?.id ?? "") ?? one.filing }));
}

/** What asking for the latest would cost, before it is asked for. */
function costNotes(retrieval: Retrieval, { courtId, docketNumber }: Docket): Note[] {
  const price = retrieval.price({ kind: "report", courtId, docketNumber });
  return price === undefined ? [] : [costNote(price, "the latest docket report")];
}

function originOf(tried: Tried | undefined): DocketOrigin {
  return tried?.outcome === "fetched" ? tried.from : "stored";
}

async function readDecisions(
  sources: DocketSources,
  holding: Holding,
  { asked, named, tried, signal }: Asking,
): Promise<DecisionsRead | DocketNotRead> {
  const { decisions } = holding;
  const answer = await analyseDecisions(sources, asked.question, decisions, signal);
  if (answer === undefined) return failure(candidateOf({ docket: null, decisions }));
  return {
    ...answer,
    notes: [...otherNameNotes(named, holding, tried?.notes), ...answer.notes, ...(tried?.notes ?? [])],
  };
}

/** Nothing is held, and why nothing came: each source that was asked is told with what it said. */
function nothingHeld(retrieval: Retrieval, reference: CaseReference, tried: Tried | undefined): DocketNotRead {
  const what =
    reference.by === "case"
      ? `the case ${reference.id}`
      : `the docket ${cut(reference.docketNumber)} in ${reference.courtName}`;
  const nothing = `nothing is held of ${what}`;
  if (tried === undefined || tried.outcome === "not_served") {
    const message = `${nothing}, and no other records were asked`;
    return notRead("not_found", { message, reason: { code: "docket_not_held" } });
  }
  if (tried.outcome === "fetched") {
    const message = `${nothing}: what was fetched by that number is another case`;
    return notRead("not_found", { message, reason: { code: "another_case" } });
  }
  const price = tried.outcome === "refused" ? priceOfFirst(retrieval, reference) : undefined;
  const said = [...tried.notes, ...(price ? [costNote(price, "this docket")] : [])].map(({ message }) => message);
  const refused = notRead(STATUS[tried.outcome], {
    message: `${nothing}: ${said.join("; ")}`,
    reason: { code: (tried.outcome === "ambiguous" ? undefined : tried.notes[0]?.reason.code) ?? tried.outcome },
  });
  return { ...refused, candidates: (tried.cases ?? []).slice(0, CANDIDATES_MAX).map(elsewhere) };
}

function elsewhere({ courtId, docketNumber, caption }: CaseElsewhere): CaseCandidate {
  const courtName = courtById(courtId)?.fullName ?? courtId;
  return { elsewhere: { caseName: caption ?? UNNAMED, courtName, docketNumber } };
}

function priceOfFirst(retrieval: Retrieval, reference: CaseReference): Price | undefined {
  if (reference.by === "case") return undefined;
  const [courtId] = reference.courtIds;
  const { docketNumber } = reference;
  return courtId === undefined ? undefined : retrieval.price({ kind: "report", courtId, docketNumber });
}

const STATUS: Record<Exclude<Tried["outcome"], "fetched" | "not_served">, DocketNotRead["status"]> = {
  absent: "not_found",
  ambiguous: "ambiguous",
  refused: "courtrecords_fetch_failed",
  failed: "courtrecords_fetch_failed",
  unreadable: "courtrecords_fetch_failed",
};

function ambiguous(holdings: readonly Holding[]): DocketNotRead {
  const message = "several cases are meant by this";
  const candidates = holdings.slice(0, CANDIDATES_MAX).flatMap((holding) => candidateOf(holding) ?? []);
  return { ...notRead("ambiguous", { message, reason: { code: "several_cases" } }), candidates };
}

function candidateOf({ docket, decisions }: Holding): CaseHeld | null {
  if (docket !== null) return { docket };
  const [decision] = decisions;
  return decision === undefined ? null : { decision: documentOf(decision) };
}

function failure(held: CaseHeld | null): DocketNotRead {
  const note = { message: "the docket could not be analysed just now", reason: { code: "analysis_failed" } };
  return { ...notRead("analysis_failed", note), held };
}

function notRead(status: DocketNotRead["status"], note: Note): DocketNotRead {
  return { status, note, candidates: [], held: null, report: null };
}
