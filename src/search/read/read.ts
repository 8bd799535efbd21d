import { OnpointError } from "#base/errors.ts";
import type { Asker } from "#index/index.ts";
import { engineFilters } from "#search/filters.ts";
import { opinionList, OPINION_FACETS, TIMES_CITED } from "#search/opinions.ts";
import type { QueryNode } from "#index/tree.ts";
import type { Namesake } from "#search/query/caption-nodes.ts";
import { wordsOf } from "#search/query/parse.ts";
import type { PartyName } from "#search/query/party-name.ts";
import type { Reading } from "#search/query/reading.ts";
import type { SearchRequest } from "#search/request.ts";
import { EXCERPT } from "#search/results/snippet.ts";
import { namedYearsFavour } from "#search/retrieve/named-years.ts";
import type { Question } from "#search/retrieve/question.ts";
import { withCitedDecisions } from "./cited-decisions.ts";
import type { CitedSources } from "./cited-decisions.ts";
import { withNamedRecord } from "./named-record.ts";
import { withLikelyMeant } from "./likely-meant.ts";
import { readQueryAs } from "./query-forms.ts";
import type { OpinionForm } from "./opinion-forms.ts";
import type { ReadQuery } from "./query-thread.ts";
import { toldReading } from "./told-reading.ts";
import type { ToldReading } from "./told-reading.ts";
import { unreadable } from "./unreadable.ts";
import { conditionNotes, wantedBy } from "./wanted.ts";

export type ReadSources = CitedSources & {
  /** On a thread where there is one, else here. */
  readonly readQuery?: ReadQuery | undefined;
};

/** A search of the opinions once it is read. */
export type ReadSearch = {
  readonly request: SearchRequest;
  readonly mode: SearchRequest["mode"];
  readonly question: Question;
  readonly told: ToldReading;
  /** Operators met in the query, each spelling once. */
  readonly operators: readonly string[];
  /** For the person who asked. */
  readonly notes: readonly string[];
  /** For a case name: what the opinions of that name match, and others do not. */
  readonly namesake?: Namesake | undefined;
  /** What the opinions match that the query names, the surest way of telling them first; often nothing. */
  readonly named: readonly QueryNode[];
  /** For a few words that may be the name of one party. */
  readonly party?: PartyName | undefined;
};

type Asked = { readonly request: SearchRequest; readonly reading: Reading };

/** Throws `invalid_input` for a filter that names nothing and for a query that cannot be read. */
export async function readSearch(sources: ReadSources, request: SearchRequest, asker: Asker = {}): Promise<ReadSearch> {
  const filters = engineFilters(request.filters);
  checkOrder(request);
  const { readQuery = readQueryAs } = sources;
  const form = formOf(request);
  const parsed = await readQuery(form, request.query, asker);
  if (!parsed.ok) throw unreadable(request.query, parsed.error);
  const { operators, notes, direct, namesake, cites, words, topic, conditions, party } = parsed.value;
  const named = await withNamedRecord(sources.db, parsed.value);
  const tree = withLikelyMeant(named.tree);
  const { page, pageSize, rerank, collapse, sort, explain, leaveOutCitingOf } = request;
  return {
    request,
    mode: request.mode,
    question: {
      text: topic ?? (operators.length === 0 ? request.query : wordsOf(request.query)),
      tree: cites === undefined ? tree : await withCitedDecisions(sources, tree, cites),
      filters,
      facets: request.includeFacets && request.mode !== "semantic" ? OPINION_FACETS : [],
      page,
      pageSize,
      rerank,
      explain,
      ...opinionList(collapse, sort),
      ...priorFor({ request, reading: parsed.value }),
      ...favourFor({ request, reading: parsed.value }),
      ...(request.sort === "relevance" ? wantedBy(parsed.value.conditions) : {}),
      excerpts: EXCERPT,
      ...(words === undefined ? {} : { words }),
      ...((direct !== undefined || namesake !== undefined || topic === "") && { isName: true }),
      ...(leaveOutCitingOf === undefined ? {} : { leaveOutSource: leaveOutCitingOf }),
    },
    told: toldReading(request.query, parsed.value),
    operators,
    notes: [...notes, ...conditionNotes(conditions), ...named.notes, ...facetsNotes(request)],
    namesake: direct === undefined ? namesake : undefined,
    named: [...(named.record === undefined ? [] : [named.record]), ...(namesake?.ways ?? [])],
    party,
  };
}

function formOf({ mode, asTyped = false }: SearchRequest): OpinionForm {
  if (mode === "keyword") return asTyped ? "opinions as typed" : "opinions";
  return asTyped ? "opinions as words as typed" : "opinions as words";
}

/**
 * Of decisions that answer a few words or a name alike, the one that others cite is likelier meant. A passage has words
 * enough to tell them apart, and what is written with operators is ranked by what it says.
 */
function priorFor({ request, reading }: Asked): Pick<Question, "prior"> {
  const isTypedPlainly = reading.words !== undefined || reading.namesake !== undefined;
  return request.sort === "relevance" && isTypedPlainly ? { prior: TIMES_CITED } : {};
}

/** Of a passage alone, in the order of relevance. */
function favourFor({ request, reading }: Asked): Pick<Question, "favour"> {
  if (request.sort !== "relevance") return {};
  const favour = namedYearsFavour(request.query, reading);
  return favour === undefined ? {} : { favour };
}

/** What is ranked by meaning has no other order: behind what was ranked nothing is known. */
function checkOrder({ mode, sort }: SearchRequest): void {
  if (mode === "keyword" || sort === "relevance") return;
  const message = `a ${mode} search has one order, by relevance`;
  throw new OnpointError("invalid_input", message, {
    hint: "Leave the order out, or ask for a keyword search.",
    faults: [{ path: "sort", message }],
  });
}

function facetsNotes({ mode, includeFacets }: SearchRequest): readonly string[] {
  if (!includeFacets || mode !== "semantic") return [];
  return ["A semantic search ranks and does not count: facets come with keyword and hybrid searches."];
}
