import { OnpointError } from "#base/errors.ts";
import type { Fault } from "#base/errors.ts";
import { nothingLeft } from "#base/nothing-left.ts";
import { allCourts } from "#courts/courts.ts";
import type { Court } from "#courts/courts.ts";
import { stateCalled } from "#laws/states.ts";
import { withDivisions } from "#search/divisions.ts";
import type { SearchFilters, SearchRequest } from "../search.ts";
import { courtsNamed } from "./courts-asked.ts";
import { note } from "./model.ts";
import type { FilingQuery } from "./filings/search.ts";
import type { CaseQuery, DocumentType, SkippedQuery } from "./model.ts";
import type { Note } from "../note.ts";

/** A query as the search takes it, or why it is passed over. */
export type ReadCaseQuery =
  | { readonly request: SearchRequest; readonly notes: readonly Note[] }
  | { readonly skipped: SkippedQuery }
  /** Of filings of trial courts. */
  | { readonly filings: FilingQuery; readonly notes: readonly Note[] };

/** Hits of one query that the merged list may hold. */
export const HITS_OF_QUERY = 100;

/** Kinds of court, as the table of courts names them. */
const STATE_COURTS: readonly string[] = [
  "State Supreme",
  "State Appellate",
  "State Trial",
  "State Special",
  "State Attorney General",
  "U.S. Territory",
];
const FEDERAL_COURTS: readonly string[] = [
  "Federal Appellate",
  "Federal District",
  "Federal Bankruptcy",
  "Federal Bankruptcy Panel",
  "Federal Special",
  "Military Appellate",
  "Committee",
];

/** Courts of a state that try cases. */
const TRIAL_COURTS: ReadonlySet<string> = new Set(["State Trial", "State Special", "U.S. Territory"]);

/** Types that an opinion of a court may bear; where none are asked for, these are. */
const OPINION_LIKE: ReadonlySet<DocumentType> = new Set<DocumentType>(["opinion", "order", "judgment"]);

/**
 * What cannot be meant refuses the whole search: filters that do not agree, a search of filings without exactly one
 * state, a day after another.
 * @throws OnpointError `invalid_input`, each fault at `queries[n]`
 */
export function readCaseQueries(queries: readonly CaseQuery[]): ReadCaseQuery[] {
  const read = queries.map((query, at) => readCaseQuery(query, `queries[${at}]`));
  const faults = read.flatMap((one) => ("faults" in one ? one.faults : []));
  const [first] = faults;
  if (first !== undefined) throw new OnpointError("invalid_input", first.message, { faults });
  return read.flatMap((one) => ("faults" in one ? [] : [one]));
}

type Faulty = { readonly faults: readonly Fault[] };

function readCaseQuery(query: CaseQuery, place: string): ReadCaseQuery | Faulty {
  const courts: Court[] = [];
  const notes: Note[] = [];
  for (const given of query.courts) {
    const named = courtsNamed(given);
    if ("unknown" in named) return { skipped: { query: query.query, why: "no_such_court", note: named.unknown } };
    courts.push(...named.courts);
    if (named.respelled !== undefined) notes.push(named.respelled);
  }
  const states: string[] = [];
  for (const given of query.states) {
    const found = stateCalled(given, statesOfCourts());
    if (!("state" in found) || found.state === "Federal") return { skipped: noSuchState(query, given, found) };
    states.push(found.state);
  }
  const faults = [
    ...dayFaults(query, place),
    ...agreementFaults(query, courts, states, place),
    ...trialFaults(query, courts, states, place),
  ];
  if (faults.length > 0) return { faults };
  if (query.jurisdiction === "trial") return { filings: filingQueryOf(query, courts, states), notes };
  const types = typesAsked(query);
  if ("skipped" in types) return types;
  return { request: requestOf(query, courts, states), notes: [...notes, ...types.notes] };
}

/** Where no type is asked for, what a court has given is meant. */
function filingQueryOf(
  { query, documentTypes, dateFrom, dateTo }: CaseQuery,
  courts: readonly Court[],
  states: readonly string[],
): FilingQuery {
  const isOpen = documentTypes !== "all" && documentTypes.length === 0;
  return {
    query,
    mode: modeOf(query),
    state: states[0] ?? courts[0]?.state ?? "",
    courtIds: withDivisions(courts.map(({ id }) => id)),
    types: isOpen ? [...OPINION_LIKE] : documentTypes,
    filed: { ...(dateFrom !== undefined && { from: dateFrom }), ...(dateTo !== undefined && { to: dateTo }) },
  };
}

let courtStates: readonly string[] | undefined;

function statesOfCourts(): readonly string[] {
  courtStates ??= [...new Set(allCourts().map(({ state }) => state))];
  return courtStates;
}

function noSuchState({ query }: CaseQuery, given: string, found: ReturnType<typeof stateCalled>): SkippedQuery {
  const meant = "nearest" in found ? found.nearest : [];
  const hint = meant.length === 0 ? "give a state's full name" : `did you mean ${meant.join(" or ")}?`;
  return {
    query,
    why: "no_such_state",
    note: note(`no state is called ${given}; ${hint}`, { code: "unknown_state", given, meant }),
  };
}

function dayFaults({ dateFrom, dateTo }: CaseQuery, place: string): Fault[] {
  if (dateFrom === undefined || dateTo === undefined || dateFrom <= dateTo) return [];
  const message = `the range starts (${dateFrom}) after it ends (${dateTo})`;
  return [{ path: `${place}.dateFrom`, message, reason: { code: "range_backwards", start: dateFrom, end: dateTo } }];
}

/** Filters are all to hold, so each named court must be of the kind and, if a state's, of the states asked for. */
function agreementFaults(
  { jurisdiction }: CaseQuery,
  courts: readonly Court[],
  states: readonly string[],
  place: string,
): Fault[] {
  return courts.flatMap((court) => {
    const isOfState = STATE_COURTS.includes(court.jurisdiction);
    const isExcluded = jurisdiction === "federal" ? isOfState : jurisdiction !== "state_and_federal" && !isOfState;
    const isNoTrialCourt = jurisdiction === "trial" && isOfState && !TRIAL_COURTS.has(court.jurisdiction);
    const message = isNoTrialCourt
      ? `${court.fullName} is no trial court, so no filing in it can be found`
      : isExcluded
        ? `${court.fullName} is no ${jurisdiction === "federal" ? "federal" : "state"} court, so nothing can be found`
        : isOfState && states.length > 0 && !states.includes(court.state)
          ? `${court.fullName} is a court of ${court.state}, which is not among the states asked for`
          : undefined;
    return message === undefined
      ? []
      : [{ path: `${place}.courts`, message, reason: { code: "filters_disagree", courtId: court.id } }];
  });
}

function trialFaults(
  { jurisdiction }: CaseQuery,
  courts: readonly Court[],
  states: readonly string[],
  place: string,
): Fault[] {
  if (jurisdiction !== "trial") return [];
  const meant = new Set(states.length > 0 ? states : courts.map(({ state }) => state));
  if (meant.size === 1) return [];
  const given = meant.size === 0 ? "none is given" : `${[...meant].join(" and ")} are given`;
  const message = `filings of trial courts are searched in exactly one state; ${given}`;
  return [{ path: `${place}.states`, message, reason: { code: "one_state_wanted" } }];
}

/** Opinions are all that is held outside state trial courts, whatever a court calls them. */
function typesAsked({
  query,
  documentTypes,
}: CaseQuery): { readonly notes: readonly Note[] } | { skipped: SkippedQuery } {
  if (documentTypes === "all" || documentTypes.length === 0) return { notes: [] };
  const others = documentTypes.filter((type) => !OPINION_LIKE.has(type));
  if (others.length === documentTypes.length) {
    const message = `only opinions are searched outside state trial courts, no ${others.join(", ")}`;
    return {
      skipped: { query, why: "document_types", note: note(message, { code: "only_opinions", types: others }) },
    };
  }
  const notes: Note[] = [];
  if (others.length > 0) {
    const message = `only opinions were searched: no ${others.join(", ")} are held outside state trial courts`;
    notes.push(note(message, { code: "only_opinions", types: others }));
  }
  if (!documentTypes.includes("opinion")) {
    const message = `nothing is kept apart as ${documentTypes.join(" or ")}, so the query was run again over all types`;
    notes.push(note(message, { code: "retried_with_all_types", types: [...documentTypes] }));
  }
  return { notes };
}

/** Words and operators that only a search by words understands. A text all in capitals has none. */
const OPERATORS = /"[^"]+"|\b(?:AND|OR|NOT)\b|\b(?:W|PRE)\/\d|\s\/[sp\d]/u;

function modeOf(query: string): FilingQuery["mode"] {
  return /\p{Ll}{2}/u.test(query) && OPERATORS.test(query) ? "keyword" : "hybrid";
}

function requestOf(query: CaseQuery, courts: readonly Court[], states: readonly string[]): SearchRequest {
  return {
    query: query.query,
    mode: "hybrid",
    picksMode: true,
    filters: filtersOf(query, courts, states),
    includeFacets: false,
    page: 1,
    pageSize: HITS_OF_QUERY,
    rerank: false,
    collapse: "decision",
    sort: "relevance",
    explain: false,
  };
}

/** Courts and states as they have been read; types of documents narrow nothing among opinions. */
function filtersOf(asked: CaseQuery, courts: readonly Court[], states: readonly string[]): SearchFilters {
  const { query: _, courts: _courts, states: _states, documentTypes: _types, ...filters } = asked;
  const { jurisdiction, dateFrom, dateTo, publishStatus, ...left } = filters;
  nothingLeft(left);
  const hasDays = dateFrom !== undefined || dateTo !== undefined;
  return {
    ...(courts.length > 0 ? { courtIds: [...new Set(courts.map(({ id }) => id))] } : kindsOf(jurisdiction, states)),
    ...(publishStatus === undefined ? {} : { publishStatus }),
    ...(hasDays ? { dateFiled: { ...(dateFrom && { start: dateFrom }), ...(dateTo && { end: dateTo }) } } : {}),
  };
}

/** States narrow state courts alone: federal courts stay where both are searched. */
function kindsOf(jurisdiction: CaseQuery["jurisdiction"], states: readonly string[]): SearchFilters {
  if (jurisdiction === "federal") return { jurisdictions: FEDERAL_COURTS };
  if (jurisdiction === "state") return { jurisdictions: STATE_COURTS, ...(states.length > 0 && { states }) };
  return states.length > 0
    ? { jurisdictions: [...FEDERAL_COURTS, ...STATE_COURTS], states: ["Federal", ...states] }
    : {};
}
