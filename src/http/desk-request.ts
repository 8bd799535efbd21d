import type { Fault } from "#base/errors.ts";
import { err, ok } from "#base/result.ts";
import type { Result } from "#base/result.ts";
import { decodeSearch } from "#contracts/http-v1/codec/search.ts";
import { searchRequest } from "#contracts/http-v1/schema/search.ts";
import { readRequest } from "#contracts/request-faults.ts";
import type { CourtsFound } from "#research/courts.ts";
import type { SearchRequest } from "#research/search.ts";
import type { Standing } from "#research/standing.ts";

/** What the page at `/` was asked, as its address has it: everything as typed. */
export type DeskQuestion = {
  readonly tab: DeskTab;
  readonly query: string;
  readonly mode: DeskMode;
  /** Names or ids of courts, between commas. */
  readonly court: string;
  readonly jurisdiction: string;
  /** Of laws: whose they are; of decisions: where their court sits. */
  readonly state: string;
  readonly publication: DeskPublication | "";
  /** Of decisions: how they stand. */
  readonly standing: DeskStanding | "";
  readonly from: string;
  readonly to: string;
  readonly sort: DeskSort;
  readonly page: string;
  readonly size: DeskSize;
  /** What the query says of courts, days and judges is searched for as words. */
  readonly isAsTyped: boolean;
  /** What the address has that this page does not know, each with what is done in its place. */
  readonly unknown: readonly string[];
};

export const DESK_TABS = ["cases", "laws", "dockets"] as const;
export type DeskTab = (typeof DESK_TABS)[number];
export const DESK_MODES = ["best", "words", "meaning"] as const;
export type DeskMode = (typeof DESK_MODES)[number];
export const DESK_SORTS = ["relevance", "newest", "oldest", "most_cited"] as const;
export type DeskSort = (typeof DESK_SORTS)[number];

export const DESK_SIZES = ["10", "25", "50"] as const;
export type DeskSize = (typeof DESK_SIZES)[number];
export const DESK_PUBLICATIONS = ["published", "unpublished"] as const;
export type DeskPublication = (typeof DESK_PUBLICATIONS)[number];

export const DESK_STANDINGS = [
  "Negative",
  "Caution",
  "Positive",
  "Neutral",
  "unknown",
] as const satisfies Standing["status"][];
export type DeskStanding = (typeof DESK_STANDINGS)[number];

export const DESK_PAGE_SIZE = 10;
/** The results that one file holds: as many as one search answers. */
export const EXPORTED_MAX = 100;
/** Courts in one filter of the page. */
const COURTS_MAX = 20;

const MODES = { best: "auto", words: "keyword", meaning: "semantic" } as const satisfies Record<DeskMode, string>;

/** The values that a part of the address may have, and what a sentence calls it. */
const CHOICES = {
  tab: { known: DESK_TABS, name: "tab" },
  mode: { known: DESK_MODES, name: "way to search" },
  publication: { known: DESK_PUBLICATIONS, name: "publication" },
  standing: { known: DESK_STANDINGS, name: "standing" },
  sort: { known: DESK_SORTS, name: "order" },
  size: { known: DESK_SIZES, name: "number of results per page" },
} as const;
type Choices = typeof CHOICES;

const TOLD_CHARS_MAX = 60;

export function readDesk(address: URLSearchParams): DeskQuestion {
  const given = (name: string): string => address.get(name)?.trim() ?? "";
  const unknown: string[] = [];
  const note = (value: string, called: string, known: readonly string[]): void => {
    const told = value.length > TOLD_CHARS_MAX ? `${value.slice(0, TOLD_CHARS_MAX)}…` : value;
    unknown.push(
      `The address asks for ${called} “${told}”, which does not exist and was ignored; use ${known.join(", ")}`,
    );
  };
  const chosen = <Part extends keyof Choices>(part: Part): Choices[Part]["known"][number] | undefined => {
    const { known, name } = CHOICES[part];
    const value = given(part);
    const found = known.find((one) => one === value);
    if (found === undefined && value !== "") note(value, `the ${name}`, known);
    return found;
  };
  const page = given("page");
  if (page !== "" && !PAGE_NUMBER.test(page)) note(page, "page", ["a number from 1"]);
  return {
    tab: chosen("tab") ?? "cases",
    query: given("q"),
    mode: chosen("mode") ?? "best",
    court: given("court"),
    jurisdiction: given("jurisdiction"),
    state: given("state"),
    publication: chosen("publication") ?? "",
    standing: chosen("standing") ?? "",
    from: given("from"),
    to: given("to"),
    sort: chosen("sort") ?? "relevance",
    page: PAGE_NUMBER.test(page) ? page : "",
    size: chosen("size") ?? "10",
    isAsTyped: given("typed") === "yes",
    unknown,
  };
}

const PAGE_NUMBER = /^[1-9]\d{0,6}$/u;

/** The same question in the letters of an address, what is not said left out. */
export function deskAddress(asked: DeskQuestion): string {
  const { tab, query, mode, court, jurisdiction, state, publication, standing } = asked;
  const { from, to, sort, page, size, isAsTyped } = asked;
  const parts = {
    q: query,
    tab: tab === "cases" ? "" : tab,
    mode: mode === "best" ? "" : mode,
    court,
    jurisdiction,
    state,
    publication,
    standing,
    from,
    to,
    sort: sort === "relevance" ? "" : sort,
    page: page === "1" ? "" : page,
    size: size === "10" ? "" : size,
    typed: isAsTyped ? "yes" : "",
  };
  const said = Object.entries(parts).filter(([, value]) => value !== "");
  return `?${new URLSearchParams(said).toString()}`;
}

/** What takes every filter of a list of decisions back. */
export const UNNARROWED: Partial<DeskQuestion> = {
  court: "",
  jurisdiction: "",
  state: "",
  publication: "",
  standing: "",
  from: "",
  to: "",
};

/** The same words asked of another kind of document, without what narrows this one. */
export function tabAddress({ query }: DeskQuestion, tab: DeskTab): string {
  return query === "" && tab === "cases" ? "./" : deskAddress({ ...readDesk(new URLSearchParams()), query, tab });
}

export type ReadQuestion = { readonly request: SearchRequest; readonly notes: readonly string[] };

/** The search that the page asks for, with the limits of the API, or what is wrong with it; `whole`: for a file. */
export function searchOfDesk(
  asked: DeskQuestion,
  courtsNamed: (given: readonly string[]) => CourtsFound,
  whole = false,
): Result<ReadQuestion, readonly Fault[]> {
  const { query, court, jurisdiction, state, publication, from, to, sort, page, size, isAsTyped } = asked;
  const given = court.split(/[,;]/u).flatMap((name) => (name.trim() === "" ? [] : [name.trim().slice(0, 200)]));
  if (given.length > COURTS_MAX) return err([{ path: "court", message: `Name at most ${COURTS_MAX} courts.` }]);
  const { courts, notes } = courtsNamed(given);
  const told = notes.map(({ message }) => message);
  if (given.length > 0 && courts.length === 0) return err(told.map((message) => ({ path: "court", message })));
  // Only a list by words can be put into another order.
  const isSorted = sort !== "relevance";
  const wanted =
    isSorted && asked.mode !== "words" ? [...told, "Results in this order are found by their words."] : told;
  const mode = isSorted ? "keyword" : MODES[asked.mode];
  const read = readRequest(searchRequest, {
    query,
    mode,
    filters: {
      ...(jurisdiction !== "" && { jurisdictions: [jurisdiction] }),
      ...(state !== "" && { states: [state] }),
      ...(publication !== "" && { publish_status: publication }),
      ...(courts.length > 0 && { court_ids: courts.map(({ id }) => id) }),
      ...((from !== "" || to !== "") && {
        date_filed: { ...(from !== "" && { start: from }), ...(to !== "" && { end: to }) },
      }),
    },
    page: !whole && page !== "" ? Number(page) : 1,
    page_size: whole ? EXPORTED_MAX : Number(size),
    include_facets: !whole && mode !== "semantic",
    sort,
    as_typed: isAsTyped,
  });
  return read.ok ? ok({ request: decodeSearch(read.value), notes: wanted }) : read;
}
