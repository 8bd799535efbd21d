import type { Principal } from "#accounts/principal.ts";
import { OnpointError } from "#base/errors.ts";
import type { ErrorCode } from "#base/errors.ts";
import { docketKey } from "#cases/docket-key.ts";
import type { Completeness } from "#completeness/completeness.ts";
import type { Note } from "../note.ts";
import type { OpinionView } from "../opinions.ts";
import type { OpinionViews } from "../opinion-views.ts";
import type { SearchHit, SearchRequest, SearchResponse } from "../search.ts";
import { searchFilings } from "./filings/search.ts";
import type { FilingQuery, FilingSources, ListedFiling } from "./filings/search.ts";
import type { Unread } from "../unread.ts";
import { isNarrowed } from "./case-query.ts";
import { shownKey } from "./cursor.ts";
import type { Cursors, SearchPlace } from "./cursor.ts";
import { docketOnly, docketQueryOf } from "./docket-queries.ts";
import { documentOf } from "./document-view.ts";
import { mergeLists } from "./merge.ts";
import type { Mergeable } from "./merge.ts";
import { note } from "./model.ts";
import type { CaseHit, CaseQuery, CaseSearchAnswer, CaseSearchAsked, SkippedQuery } from "./model.ts";
import { HITS_OF_QUERY, readCaseQueries } from "./read-query.ts";

/** Contract of the tools, section 8: over all pages of one search. */
const RESULTS_MAX = 100;
const PAGE_SIZE = 20;

export type CaseSearchSources = FilingSources & {
  readonly search: (principal: Principal, request: SearchRequest, signal?: AbortSignal) => Promise<SearchResponse>;
  readonly views: Pick<OpinionViews, "read">;
  readonly cursors: Cursors;
  readonly unread: Unread;
  readonly completeness: Pick<Completeness, "lacks">;
};

/**
 * Several phrasings of one question, searched side by side and merged. A page has twenty hits; a cursor runs the
 * search again and leaves out what has been shown, so that nothing comes twice whatever was imported meanwhile.
 * @throws OnpointError `invalid_input` for filters that cannot be meant and a cursor that is none
 */
export async function searchCases(
  sources: CaseSearchSources,
  principal: Principal,
  asked: CaseSearchAsked,
  signal?: AbortSignal,
): Promise<CaseSearchAnswer> {
  const place = "cursor" in asked ? sources.cursors.read(principal.id, asked.cursor) : { ...asked, shown: [] };
  const unread = await sources.unread("finds");
  const ran = await Promise.all(
    readCaseQueries(place.queries).map(async (read, at): Promise<Ran> => {
      const query = place.queries[at] as CaseQuery;
      if ("skipped" in read) return { skipped: read.skipped };
      if ("filings" in read) return runFilings(sources, principal, read, signal);
      return run(sources, principal, query, read, signal);
    }),
  );
  const found = ran.filter((one) => "hits" in one);
  const skipped = ran.flatMap((one) => ("skipped" in one ? [one.skipped] : []));
  const shown = new Set(place.shown);
  const merged = mergeLists(found.map(({ hits }) => hits)).slice(0, RESULTS_MAX);
  const left = merged.filter(({ documentId }) => !shown.has(shownKey(documentId)));
  const page = left.slice(0, Math.min(PAGE_SIZE, RESULTS_MAX - shown.size));
  return {
    outcome: outcomeOf(ran),
    hits: page.map((one): CaseHit =>
      "filing" in one ? { filing: one.filing } : { ...documentOf(one.view), snippet: one.found.snippet },
    ),
    nextCursor: cursorBehind(sources.cursors, principal, place, page, left.length),
    skipped,
    notes: [...notesOf(found, merged.length, place.queries), ...(page.length === 0 ? [] : unread("finds"))],
  };
}

type Ran =
  | { readonly hits: readonly ListedHit[]; readonly notes: readonly Note[] }
  | { readonly skipped: SkippedQuery };
type ListedHit = ListedOpinion | ListedFiling;
type ListedOpinion = Mergeable & { readonly found: SearchHit; readonly view: OpinionView };

async function run(
  { search, views, db, completeness }: CaseSearchSources,
  principal: Principal,
  { query, jurisdiction }: CaseQuery,
  { request, notes }: { readonly request: SearchRequest; readonly notes: readonly Note[] },
  signal: AbortSignal | undefined,
): Promise<Ran> {
  try {
    const asked = jurisdiction === "state" ? undefined : docketQueryOf(query, request.filters.courtIds ?? []);
    const lacks = asked && (await completeness.lacks(["opinions"], "denies"))("denies");
    const { results, warnings } = await search(principal, request, signal);
    const hits = await withViews(views, results);
    const said = [...notes, ...warnings.map(searchSaid)];
    if (
      asked === undefined ||
      lacks === undefined ||
      hits.some(({ view }) => asked.keys.has(docketKey(view.record.docketNumber)))
    )
      return { hits, notes: said };
    // What bears the number may be among what cannot be searched yet.
    return lacks.length === 0
      ? { skipped: await docketOnly(db, query, asked) }
      : { hits, notes: [...said, ...lacks.map(searchSaid)] };
  } catch (thrown) {
    return notRun(query, thrown);
  }
}

function searchSaid(message: string): Note {
  return note(message, { code: "search_said" });
}

async function runFilings(
  sources: CaseSearchSources,
  principal: Principal,
  { filings: asked, notes: said }: { readonly filings: FilingQuery; readonly notes: readonly Note[] },
  signal: AbortSignal | undefined,
): Promise<Ran> {
  try {
    const { hits, notes } = await searchFilings(sources, principal, asked, { limit: HITS_OF_QUERY, signal });
    return { hits, notes: [...said, ...notes] };
  } catch (thrown) {
    return notRun(asked.query, thrown);
  }
}

function notRun(query: string, thrown: unknown): { readonly skipped: SkippedQuery } {
  if (thrown instanceof OnpointError && thrown.code === "invalid_input") return { skipped: unreadable(query, thrown) };
  if (thrown instanceof OnpointError && PASSING.has(thrown.code)) return { skipped: failed(query) };
  throw thrown;
}

/** What may be over when the query is run again. */
const PASSING: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "unavailable",
  "rate_limited",
  "storage_full",
  "data_directory_in_use",
]);

async function withViews(views: Pick<OpinionViews, "read">, results: readonly SearchHit[]): Promise<ListedOpinion[]> {
  const ids = results.map(({ opinionId }) => opinionId);
  const read = await views.read(ids, { content: false, treatments: false });
  const byId = new Map(read.map((view) => [view.record.id, view]));
  return results.slice(0, HITS_OF_QUERY).flatMap((found) => {
    const view = byId.get(found.opinionId);
    if (view === undefined) return [];
    const { id: documentId, workId, clusterId } = view.record;
    return [{ documentId, workId, clusterId, found, view }];
  });
}

function unreadable(query: string, { message, hint, faults }: OnpointError): SkippedQuery {
  const said = faults[0]?.message ?? message;
  const text = hint === undefined ? said : `${said}. ${hint}`;
  return { query, why: "unreadable", note: note(text, { code: "unreadable" }) };
}

function failed(query: string): SkippedQuery {
  return { query, why: "failed", note: note("the search could not be run just now", { code: "failed" }) };
}

function outcomeOf(ran: readonly Ran[]): CaseSearchAnswer["outcome"] {
  const skipped = ran.flatMap((one) => ("skipped" in one ? [one.skipped] : []));
  if (skipped.length === 0) return "complete";
  return skipped.length === ran.length && skipped.every(({ why }) => why === "failed") ? "failed" : "partial";
}

function cursorBehind(
  cursors: Cursors,
  principal: Principal,
  { queries, shown }: SearchPlace,
  page: readonly ListedHit[],
  left: number,
): string | null {
  const seen = [...shown, ...page.map(({ documentId }) => documentId)];
  if (left <= page.length || seen.length >= RESULTS_MAX) return null;
  return cursors.write(principal.id, { queries, shown: seen });
}

/** Each once. That filters left nothing is said, since it proves nothing. */
function notesOf(
  found: readonly { readonly notes: readonly Note[] }[],
  hits: number,
  queries: readonly CaseQuery[],
): Note[] {
  const notes = new Map(found.flatMap((one) => one.notes).map((one) => [one.message, one]));
  if (found.length > 0 && hits === 0 && queries.some(isNarrowed) && !found.some(isOfNothingHeld)) {
    const message = "nothing was found within these filters, which does not prove that there is no such document";
    notes.set(message, note(message, { code: "filtered_miss" }));
  }
  return [...notes.values()];
}

/** It says more than that the filters left nothing. */
function isOfNothingHeld({ notes }: { readonly notes: readonly Note[] }): boolean {
  return notes.some(({ reason }) => reason.code === "no_trial_filings");
}
