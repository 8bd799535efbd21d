import { monotonicMs } from "#base/clock.ts";
import { OnpointError } from "#base/errors.ts";
import { err, ok } from "#base/result.ts";
import { resolveCourt as resolveCourtName } from "#courts/courts.ts";
import type { Reader } from "#db/connection.ts";
import { withDivisions } from "./divisions.ts";
import type { EngineRequest, EngineResponse, SearchEngine } from "#index/index.ts";
import { engineFilters } from "./filters.ts";
import type { DirectReference } from "./query/direct.ts";
import type { QueryFault } from "./query/fault.ts";
import { namedRecordNode } from "./query/named-record.ts";
import { type ParsedQuery, parseQuery } from "./query/parse.ts";
import type { ResolveCourt } from "./query/parser.ts";
import type { QueryNode } from "#index/tree.ts";
import type { Search, SearchPagination, SearchRequest, SearchResponse } from "./request.ts";
import { explainEmptyAnswer } from "./results/empty-answer.ts";
import { readHits } from "./results/hits.ts";
import type { SnippetsOf } from "./results/snippets.ts";
import { type Correction, corrected, findMisspellings } from "./results/spelling.ts";
import { spellingsOf } from "./results/named-records.ts";

export type SearchOptions = {
  readonly engine: SearchEngine;
  readonly db: Reader;
  /** Makes snippets elsewhere; on this thread when not given. */
  readonly snippetsOf?: SnippetsOf;
};

/** Keyword search from the typed query to the page of hits: the life of a search, stage by stage. */
export function createSearch(options: SearchOptions): Search {
  return { search: (request) => runSearch(options, request) };
}

async function runSearch(options: SearchOptions, request: SearchRequest): Promise<SearchResponse> {
  const { engine, db, snippetsOf } = options;
  const started_ms = monotonicMs();
  refuseWhatIsNotBuilt(request);
  const filters = engineFilters(request.filters);
  const parsed = readQuery(request.query);
  const named = await withNamedRecord(db, parsed);
  const asked: EngineRequest = {
    tree: named.tree,
    filters,
    offset: (request.page - 1) * request.pageSize,
    limit: request.pageSize,
    facets: request.includeFacets,
    total: true,
    explain: request.explain,
    ...(request.leaveOutCitingOf === undefined ? {} : { leaveOutCitingOf: request.leaveOutCitingOf }),
  };
  const { answer, tree, notes: spelling, corrections } = await searchMendingSpelling(engine, asked);
  const { hits, gone } = await readHits({ db, snippetsOf }, answer.hits, tree);
  const total = totalOf(answer, asked);
  const namesake = parsed.direct === undefined ? parsed.namesake : undefined;
  const absence = isIncomplete(answer)
    ? []
    : total === 0
      ? await explainEmptyAnswer(engine, asked)
      : await nameNotHeldNote(engine, asked, namesake && corrected(namesake, corrections));
  return {
    results: hits,
    pagination: paginationOf(request, total),
    metadata: {
      mode: request.mode,
      query: request.query,
      processingTime_ms: monotonicMs() - started_ms,
      ...(parsed.operators.length === 0 ? {} : { booleanQuery: { detected: true, operators: parsed.operators } }),
    },
    ...(answer.facets === undefined ? {} : { facets: answer.facets }),
    warnings: eachOnce([
      ...parsed.notes,
      ...named.notes,
      ...spelling,
      ...answer.warnings,
      ...absence,
      ...pastTheEndNote(request, total),
      ...goneNote(gone),
    ]),
  };
}

/** Answers with so few results on the first page make a misspelling worth looking for. */
const FEW_RESULTS = 10;

type Answered = {
  readonly answer: EngineResponse;
  readonly tree: QueryNode;
  readonly notes: readonly string[];
  /** What was taken to be meant in place of what was typed. */
  readonly corrections: readonly Correction[];
};

/** A plain query that finds nothing as typed is answered as it was probably meant; one that finds little says what it may mean. */
async function searchMendingSpelling(engine: SearchEngine, asked: EngineRequest): Promise<Answered> {
  const answer = await engine.search(asked);
  const total = totalOf(answer, asked);
  const asTyped = { answer, tree: asked.tree, notes: [], corrections: [] };
  if (total >= FEW_RESULTS || asked.offset > 0 || isIncomplete(answer)) return asTyped;
  const corrections = await findMisspellings(engine, asked);
  if (corrections.length === 0) return asTyped;
  if (total > 0) {
    const notes = corrections.map(
      ({ typed, meant, opinions }) => `Did you mean ${meant} (${opinions} opinions) for ${typed}?`,
    );
    return { ...asTyped, notes };
  }
  const tree = corrected(asked.tree, corrections);
  const notes = corrections.map(({ typed, meant }) => `Nothing was found for ${typed}; searched for ${meant}.`);
  return { answer: await engine.search({ ...asked, tree }), tree, notes, corrections };
}

/** An engine that had to leave something out says so; what is not in its answer may be held all the same. */
function isIncomplete({ warnings }: EngineResponse): boolean {
  return warnings.length > 0;
}

function refuseWhatIsNotBuilt({ mode, rerank }: SearchRequest): void {
  if (mode !== "keyword") {
    const hint = 'Ask with "mode": "keyword".';
    throw new OnpointError("unsupported", `search mode ${mode} is not available on this server`, { hint });
  }
  if (rerank) {
    const hint = 'Ask with "rerank": false.';
    throw new OnpointError("unsupported", "reranking is not available on this server", { hint });
  }
}

function readQuery(query: string): ParsedQuery {
  const parsed = parseQuery(query, { resolveCourt });
  if (parsed.ok) return parsed.value;
  const [first] = parsed.error;
  throw new OnpointError("invalid_input", "the query cannot be read", {
    ...(first === undefined ? {} : { hint: first.suggestion }),
    faults: parsed.error.map((fault) => ({ path: "query", message: faultMessage(query, fault) })),
  });
}

/** People count characters from 1, and a character outside the basic plane as one. */
function faultMessage(query: string, { at, message }: QueryFault): string {
  const first = charactersIn(query.slice(0, at.start)) + 1;
  const last = charactersIn(query.slice(0, at.end));
  const place = last > first ? `characters ${first} to ${last}` : `character ${first}`;
  return `${place}: ${message}`;
}

function charactersIn(text: string): number {
  return Array.from(text).length;
}

/** A court stands for its divisions too: `court:calctapp` finds what each district decided. */
const resolveCourt: ResolveCourt = (text) => {
  const resolved = resolveCourtName(text);
  if (!resolved.ok) return err(resolved.error.suggestions.map((court) => court.id));
  return ok(withDivisions(resolved.value.map((court) => court.id)));
};

type Named = { readonly tree: QueryNode; readonly notes: readonly string[] };

/** A query that names a record by citation or docket number finds the record first, then what speaks of it. */
async function withNamedRecord(db: Reader, { tree, direct }: ParsedQuery): Promise<Named> {
  if (direct === undefined) return { tree, notes: [] };
  if (direct.kind === "pin") return { tree, notes: [pinNote(direct.pin)] };
  const spellings = await spellingsOf(db, direct);
  const record = namedRecordNode(direct.kind === "citation" ? "cite" : "docket", spellings, tree.at);
  if (record === undefined) return { tree, notes: notHeldNotes(direct) };
  return { tree: { kind: "or", children: [tree, record], at: tree.at }, notes: [] };
}

/** Opinions that cite a case look like the case itself to whoever asked for it by name. */
async function nameNotHeldNote(
  engine: SearchEngine,
  asked: EngineRequest,
  namesake: QueryNode | undefined,
): Promise<readonly string[]> {
  if (namesake === undefined) return [];
  const bearing = await engine.search({
    ...asked,
    tree: namesake,
    filters: {},
    offset: 0,
    limit: 1,
    facets: false,
    total: false,
    explain: false,
  });
  return bearing.hits.length > 0 ? [] : ["No decision of that name is held; opinions that speak of it are shown."];
}

function pinNote(pin: string): string {
  return `${pin} gives no first page to find the decision by; opinions that cite it so are shown.`;
}

function notHeldNotes(direct: DirectReference & { readonly kind: "citation" | "docket" }): readonly string[] {
  if (direct.guessed === true) return [];
  const named = direct.kind === "citation" ? direct.citation : `docket number ${direct.docket}`;
  return [`No decision is held under ${named}; opinions that mention it are shown.`];
}

/** An engine asked for the total gives it; without one, what was seen is the least there can be. */
function totalOf(answer: EngineResponse, asked: EngineRequest): number {
  return answer.total ?? asked.offset + answer.hits.length;
}

function paginationOf({ page, pageSize }: SearchRequest, totalResults: number): SearchPagination {
  const totalPages = Math.ceil(totalResults / pageSize);
  return { page, pageSize, totalResults, totalPages, hasNext: page < totalPages, hasPrev: page > 1 && totalPages > 0 };
}

function eachOnce(warnings: readonly string[]): readonly string[] {
  return [...new Set(warnings)];
}

function pastTheEndNote({ page, pageSize }: SearchRequest, totalResults: number): readonly string[] {
  const last = Math.ceil(totalResults / pageSize);
  return totalResults > 0 && page > last ? [`Page ${page} is past the last one, ${last}.`] : [];
}

function goneNote(gone: number): readonly string[] {
  if (gone === 0) return [];
  return [`${gone} of the results on this page ${gone === 1 ? "was" : "were"} deleted since the index was written.`];
}
