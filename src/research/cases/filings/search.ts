import type { Principal } from "#accounts/principal.ts";
import type { Reader } from "#db/connection.ts";
import { filingsById, holdsFilings } from "#dockets/filings/read.ts";
import type { DocumentType } from "#dockets/document-types/document-types.ts";
import { allCourts } from "#courts/courts.ts";
import type { FilingSearch, FilingSearchAnswer } from "#search/filing-search.ts";
import type { FilingFilters } from "#search/filings.ts";
import type { SearchMode } from "#search/request.ts";
import type { Note } from "#research/note.ts";
import { note } from "../model.ts";
import type { Mergeable } from "../merge.ts";
import type { FilingHit } from "./model.ts";
import { filingOf } from "./view.ts";

/** A query of filings whose filters are known to name something. */
export type FilingQuery = {
  readonly query: string;
  readonly mode: SearchMode;
  readonly state: string;
  /** Empty: all of the state's. */
  readonly courtIds: readonly string[];
  readonly types: readonly DocumentType[] | "all";
  readonly filed: NonNullable<FilingFilters["filed"]>;
};

export type ListedFiling = Mergeable & { readonly filing: FilingHit };
export type FilingsFound = { readonly hits: readonly ListedFiling[]; readonly notes: readonly Note[] };

export type FilingSources = { readonly searchFilings: FilingSearch; readonly db: Reader };

/**
 * What a query finds among the filings of a state's trial courts. Where a restriction to types leaves nothing that its
 * words match it is lifted, and then that to courts, each said. Something is near to every query: what is found by
 * meaning alone is the answer only where the words match nowhere.
 */
export async function searchFilings(
  { searchFilings: search, db }: FilingSources,
  { id: owner }: Principal,
  asked: FilingQuery,
  { limit, signal }: { readonly limit: number; readonly signal?: AbortSignal | undefined },
): Promise<FilingsFound> {
  const { query, mode, state } = asked;
  const said: Note[] = [];
  let notes: Note[] = [];
  let found: FilingSearchAnswer | undefined;
  let isWhole = true;
  for (const { why, ...wider } of wideningOf(asked)) {
    if (why !== undefined) said.push(why(isWhole));
    const answer = await search(
      { query, mode, filters: filtersOf(state, wider), page: 1, pageSize: limit },
      { owner, ...(signal && { signal }) },
    );
    isWhole &&= answer.isWhole;
    if (answer.matched > 0 || found === undefined || found.hits.length === 0) [found, notes] = [answer, [...said]];
    if (answer.matched > 0) break;
  }
  const hits = found?.hits ?? [];
  if (hits.length === 0 && !(await holdsFilings(db, courtsOf(state)))) return { hits: [], notes: [noneOf(state)] };
  const records = new Map(
    (
      await filingsById(
        db,
        hits.map(({ id }) => id),
      )
    ).map((record) => [record.id, record]),
  );
  return {
    hits: hits.flatMap(({ id, snippets }): ListedFiling[] => {
      const record = records.get(id);
      if (record === undefined) return [];
      const filing = { ...filingOf(record), snippet: snippets[0] ?? "" };
      return [{ documentId: id, workId: id, clusterId: id, filing }];
    }),
    notes: [...notes, ...(found?.notes ?? []).map((message) => note(message, { code: "search_said" }))],
  };
}

type Narrowed = Pick<FilingQuery, "courtIds" | "types" | "filed">;

/** Why a query was run less narrowly; `isWhole`: what went before was asked of all that is held. */
type Why = (isWhole: boolean) => Note;
type Step = Narrowed & { readonly why?: Why };

/** The query as it was asked, and then less narrow, as long as nothing is found. */
function wideningOf({ courtIds, types, filed }: FilingQuery): Step[] {
  const steps: Step[] = [{ courtIds, types, filed }];
  if (types !== "all") {
    const why: Why = (isWhole) =>
      note(`no filing of type ${types.join(" or ")} ${found(isWhole)}, so the query was run again over all types`, {
        code: "retried_with_all_types",
        types: [...types],
      });
    steps.push({ courtIds, types: "all", filed, why });
  }
  if (courtIds.length > 0) {
    const why: Why = (isWhole) =>
      note(`nothing ${found(isWhole)} in the courts named, so the query was run again over all of the state's`, {
        code: "retried_statewide",
      });
    steps.push({ courtIds: [], types: "all", filed, why });
  }
  return steps;
}

function found(isWhole: boolean): string {
  return isWhole ? "was found" : "can be found yet while filings are still being read in";
}

function filtersOf(state: string, { courtIds, types, filed }: Narrowed): FilingFilters {
  return {
    states: [state],
    ...(courtIds.length > 0 && { courtIds }),
    ...(types !== "all" && { types }),
    filed,
  };
}

function courtsOf(state: string): string[] {
  return allCourts().flatMap((court) => (court.state === state ? [court.id] : []));
}

function noneOf(state: string): Note {
  const message = `no filings of trial courts of ${state} are held here, so a search of them finds nothing; opinions of state courts are found without it`;
  return note(message, { code: "no_trial_filings", state });
}
