import type { Reader } from "#db/connection.ts";
import type { Party } from "#dockets/model.ts";
import { heldDocuments } from "#dockets/store/list-entries.ts";
import { entriesById, filingsById } from "#dockets/store/read-entries.ts";
import type { Note } from "../note.ts";
import type { OpinionViews } from "../opinion-views.ts";
import { lookUpDocket, nameAsked } from "./look-up.ts";
import type { DocketKey, DocketNotFound } from "./look-up.ts";
import type { DocketView, FilingView } from "./model.ts";
import { docketNotes } from "./notes.ts";
import { filingSlug, summaryOf } from "./views.ts";

/** A docket with all that is held of it but its entries. */
export type DocketFound = {
  readonly status: "found";
  readonly docket: DocketView;
  /** As many of its parties as one answer has room for. */
  readonly parties: readonly Party[];
  readonly documentsTold: number;
  readonly documentsHeld: number;
  /** The first of those that are held. */
  readonly documents: readonly (FilingView & { readonly slug: string })[];
  /** Opinions held of the same case. */
  readonly opinionIds: readonly string[];
  readonly notes: readonly Note[];
};

export type DocketRecord = DocketFound | DocketNotFound;

/** Parties, attorneys and counts in one answer: a class action has thousands. */
const PARTY_LINES_MAX = 5000;
const DOCUMENTS_MAX = 250;
const OPINIONS_MAX = 100;

/** @throws OnpointError `invalid_input` for what can name no docket */
export async function getDocket(
  sources: { readonly db: Reader; readonly views: OpinionViews },
  key: DocketKey,
): Promise<DocketRecord> {
  const found = await lookUpDocket(sources, key);
  if (found.status !== "found") return found;
  const { docket, decisions, notes } = found;
  const { told, held, ids } = await heldDocuments(sources.db, docket.docket.id, DOCUMENTS_MAX);
  const weighed = docket.docket.coverage.entries;
  return {
    status: "found",
    docket,
    parties: partiesWithin(docket.docket.parties),
    documentsTold: told,
    documentsHeld: held,
    documents: await documentsOf(sources.db, docket, ids),
    opinionIds: [...new Set(decisions.map(({ record }) => record.id))].slice(0, OPINIONS_MAX),
    notes: [
      ...notes,
      ...docketNotes(docket, {
        named: nameAsked(key),
        weighed,
        isWithoutTexts: false,
        decisions: [],
        tried: undefined,
      }),
    ],
  };
}

/** Each party comes whole; the first always does. */
function partiesWithin(parties: readonly Party[]): readonly Party[] {
  let lines = 0;
  const end = parties.findIndex(({ attorneys, counts }, at) => {
    lines += 1 + attorneys.length + counts.length;
    return lines > PARTY_LINES_MAX && at > 0;
  });
  return end === -1 ? parties : parties.slice(0, end);
}

async function documentsOf(db: Reader, docket: DocketView, ids: readonly string[]): Promise<DocketFound["documents"]> {
  const filings = await filingsById(db, ids);
  const entries = new Map(
    (await entriesById(db, [...new Set(filings.map(({ entryId }) => entryId))])).map((entry) => [entry.id, entry]),
  );
  return filings.flatMap((filing) => {
    const entry = entries.get(filing.entryId);
    if (entry === undefined) return [];
    const summary = summaryOf(filing, entry);
    return [{ filing: summary, entry, docket, slug: filingSlug(docket, summary) }];
  });
}
