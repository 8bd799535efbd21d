import type { Principal } from "#accounts/principal.ts";
import { randomBytes } from "node:crypto";
import { monotonicMs, systemClock } from "#base/clock.ts";
import type { Clock } from "#base/clock.ts";
import { weighLines } from "#analysis/analysis.ts";
import { OnpointError } from "#base/errors.ts";
import { ALWAYS_WHOLE } from "#completeness/completeness.ts";
import type { Completeness } from "#completeness/completeness.ts";
import { allCourts } from "#courts/courts.ts";
import type { Reader } from "#db/connection.ts";
import { dayOf } from "#laws/currency.ts";
import type { FilingSearch } from "#search/filing-search.ts";
import type { LawSearch } from "#search/law-search.ts";
import type { Search } from "#search/request.ts";
import type { Analyst } from "./analyst.ts";
import { checkText, withSuggestions } from "./brief.ts";
import type { CheckedText } from "./brief.ts";
import type { FindByName } from "./by-name.ts";
import { findingsInOrder } from "./checked-citation.ts";
import type { CheckedBrief } from "./checked-citation.ts";
import { countCiters, whoCites } from "./citing.ts";
import type { CitingCount, CitingPage, CitingRequest } from "./citing.ts";
import { createCaseResearch } from "./cases/cases.ts";
import type { CaseResearch } from "./cases/cases.ts";
import { createDocketResearch } from "./dockets/dockets.ts";
import type { DocketResearch } from "./dockets/dockets.ts";
import { downloadsOf } from "./dockets/downloads.ts";
import { STORED_ALONE } from "./dockets/retrieval.ts";
import type { Retrieval } from "./dockets/retrieval.ts";
import type { WeighLines } from "./dockets/select.ts";
import { cursorsOf } from "./cases/cursor.ts";
import { findCourts } from "./courts.ts";
import type { Court, CourtsFound, CourtsRequest } from "./courts.ts";
import { decisionNumbered } from "./decision.ts";
import type { Decision } from "./decision.ts";
import { holdingsOf } from "./holdings.ts";
import type { Holdings } from "./holdings.ts";
import { createLawResearch } from "./laws/laws.ts";
import type { LawResearch } from "./laws/laws.ts";
import { opinionViews } from "./opinion-views.ts";
import { lookUpOpinions } from "./opinions.ts";
import type { OpinionsFound, OpinionsRequest } from "./opinions.ts";
import { relatedTo } from "./related.ts";
import type { Related } from "./related.ts";
import { reliedOn } from "./relied-on.ts";
import type { ReliedOn } from "./relied-on.ts";
import type { SearchRequest, SearchResponse } from "./search.ts";
import { readStandings } from "./standing.ts";
import type { Standing } from "./standing.ts";
import { untimed } from "./timed.ts";
import type { Timed } from "./timed.ts";
import { unreadBy, unreadOfBrief } from "./unread.ts";
import { readDirectHistory, readTreatments } from "./treatments.ts";
import type { CaseStep } from "./treatments.ts";

/**
 * What any edge may ask, as a principal. Requests have the shape their types say; what their values mean is checked
 * here. Failures are `OnpointError`s whose faults stand at places of the request.
 */
export type Research = {
  /**
   * Ends with the signal.
   * @throws `invalid_input` for a query that cannot be read or a filter that names nothing, `unsupported`, `too_costly`
   */
  readonly search: (principal: Principal, request: SearchRequest, signal?: AbortSignal) => Promise<SearchResponse>;
  readonly opinions: (principal: Principal, request: OpinionsRequest, timed?: Timed) => Promise<OpinionsFound>;
  /** @throws `not_found` when the opinion is not held */
  readonly citing: (principal: Principal, request: CitingRequest) => Promise<CitingPage>;
  /** How many decisions cite an opinion's, by what they do to it, their court and their year. */
  readonly citingCounts: (principal: Principal, opinionId: string) => Promise<readonly CitingCount[]>;
  /** Every citation of a text with what the records say of it, in the order of the text, and what is not known of them yet. */
  readonly checkBrief: (principal: Principal, text: string) => Promise<CheckedBrief>;
  /** How the decisions of these opinions stand, by opinion id; one that is not held has no entry. */
  readonly standings: (principal: Principal, opinionIds: readonly string[]) => Promise<ReadonlyMap<string, Standing>>;
  /** The course of the case that each opinion belongs to, by opinion id; one whose case has no other step has no entry. */
  readonly directHistory: (
    principal: Principal,
    opinionIds: readonly string[],
  ) => Promise<ReadonlyMap<string, readonly CaseStep[]>>;
  /** What may be asked of cases by several phrasings, and of their documents. */
  readonly cases: CaseResearch;
  /** What may be asked of dockets and their filings. */
  readonly dockets: DocketResearch;
  /** What may be asked of laws. */
  readonly laws: LawResearch;
  /** What is held, to be looked through without a question. */
  readonly holdings: (principal: Principal) => Holdings;
  readonly courts: (principal: Principal, request: CourtsRequest) => CourtsFound;
  /** Every court there is, in use or historical; the same for the life of the program. */
  readonly allCourts: () => readonly Court[];
  /** The decision with this public number, as an address has it; undefined when there is none. */
  readonly decision: (principal: Principal, publicNumber: string) => Promise<Decision | undefined>;
  /** The dockets and the other decisions of the case that a decision was made in. */
  readonly related: (principal: Principal, decision: Decision) => Promise<Related>;
  /** What a decision cites in the opinions that are given with their content, with the laws of its day. */
  readonly reliedOn: (principal: Principal, opinions: Decision["opinions"]) => Promise<ReliedOn>;
};

export type ResearchOptions = {
  /** The records; nothing is written through it. */
  readonly db: Reader;
  /** Without one, searches are refused. */
  readonly search?: Search;
  /** Without it, searches of laws are refused. */
  readonly searchLaws?: LawSearch;
  /** Without it, filings of trial courts are told to be unsearchable for now. */
  readonly searchFilings?: FilingSearch;
  /** The day whose law is law today; the system's without it. */
  readonly clock?: Clock;
  /** Who reads documents for questions; without one they cannot be analysed. */
  readonly analyst?: Analyst;
  /** Weighs the lines of dockets elsewhere; on this thread when not given. */
  readonly weighLines?: WeighLines;
  /** What cursors and downloads are signed with; without it they end with the process. */
  readonly cursorSecret?: Uint8Array;
  /** Fetches dockets and filings that are not held; without it what is stored is all there is. */
  readonly retrieval?: Retrieval;
  /** Checks the texts of briefs elsewhere; on this thread when not given. */
  readonly checkText?: (text: string) => Promise<CheckedText>;
  /** Finds decisions by their names; without it a checked citation gets no suggestion. */
  readonly findByName?: FindByName;
  readonly now_ms?: () => number;
  /** Knows what the citator has not read yet; without it, it is taken to have read everything. */
  readonly completeness?: Pick<Completeness, "lacks"> | undefined;
};

export function createResearch(options: ResearchOptions): Research {
  const {
    db,
    search = NO_SEARCH,
    searchFilings = NO_FILING_SEARCH,
    findByName,
    checkText: check = async (text) => checkText(db, text),
  } = options;
  const citator = {
    standings: async (ids: readonly string[]) => readStandings(db, ids),
    treatments: async (ids: readonly string[]) => readTreatments(db, ids),
    directHistory: async (ids: readonly string[]) => readDirectHistory(db, ids),
  };
  const { analyst = NO_ANALYST } = options;
  const views = opinionViews({ db, citator }, options.now_ms ?? monotonicMs);
  const searchOpinions: Research["search"] = async ({ id }, request, signal) =>
    search.search(request, { owner: id, ...(signal && { signal }) });
  const { clock = systemClock, retrieval = STORED_ALONE, completeness = ALWAYS_WHOLE } = options;
  const unread = unreadBy(completeness);
  const secret = options.cursorSecret ?? randomBytes(32);
  const cursors = cursorsOf(secret, clock);
  const holdings = holdingsOf(db, options.now_ms ?? monotonicMs);
  const downloads = downloadsOf(secret, clock);
  return {
    search: searchOpinions,
    cases: createCaseResearch({
      search: searchOpinions,
      searchFilings,
      views,
      cursors,
      db,
      citator,
      analyst,
      weighLines: options.weighLines ?? weighLines,
      retrieval,
      downloads,
      unread,
      completeness,
    }),
    dockets: createDocketResearch({ db, views, downloads, retrieval }),
    opinions: async (_principal, request, timed = untimed) => lookUpOpinions({ db, views, unread }, request, timed),
    citing: async (_principal, request) => whoCites({ db, unread }, request),
    citingCounts: async (_principal, opinionId) => countCiters(db, opinionId),
    checkBrief: async (_principal, text) => {
      const citator = await completeness.lacks(["citator"], "counts");
      const checked = await check(text);
      if (findByName === undefined || checked.unplaced.length === 0)
        return briefOf(checked.citations, unreadOfBrief(checked.citations, { citator }));
      // The index is asked for names alone: without one a text is checked also where it cannot be asked.
      const opinions = await completeness.lacks(["opinions"], "denies");
      const citations = await withSuggestions(checked, findByName);
      return briefOf(citations, unreadOfBrief(citations, { citator, opinions }));
    },
    standings: async (_principal, opinionIds) => citator.standings(opinionIds),
    directHistory: async (_principal, opinionIds) => citator.directHistory(opinionIds),
    laws: createLawResearch({ db, search: options.searchLaws, clock: options.clock, analyst, unread }),
    holdings: () => holdings,
    courts: (_principal, request) => findCourts(request),
    allCourts,
    decision: async (_principal, publicNumber) => decisionNumbered(db, publicNumber),
    related: async (_principal, { first }) => relatedTo(db, first),
    reliedOn: async (_principal, opinions) => reliedOn(db, opinions, dayOf(clock)),
  };
}

function briefOf(citations: CheckedBrief["citations"], warnings: CheckedBrief["warnings"]): CheckedBrief {
  return { citations, findings: findingsInOrder(citations), warnings };
}

const NO_SEARCH: Search = {
  search: async () => {
    throw new OnpointError("unavailable", "no index is open here");
  },
};

const NO_FILING_SEARCH: FilingSearch = async () => {
  throw new OnpointError("unavailable", "no index of filings is open here");
};

const NO_ANALYST: Analyst = {
  analyse: async () => {
    throw new OnpointError("unavailable", "nobody reads documents here");
  },
};
