import type { Filter } from "#index/filter.ts";
import type { SearchEngine } from "#index/index.ts";
import type { FilterNode, QueryNode } from "#index/tree.ts";
import { filedWithin } from "#search/opinions.ts";
import { allOf, anyOf } from "#search/query/normalise.ts";
import { isTyped } from "#search/query/plain.ts";
import type { Reading } from "#search/query/reading.ts";
import { yearsIn } from "#search/query/years.ts";
import type { Favour, Question } from "./question.ts";
import type { Found, Retriever, Several } from "./retriever.ts";

/** A passage that prints more years than these is a table or a history, and singles out none. */
const YEARS_MAX = 12;

/** What a decision of a year that a passage prints counts, found by words alone (figures in docs/decisions/ranking.md). */
const TIMES = 1.2;

/**
 * The years that a passage prints, as citations do, and those are likelier years of what it speaks of than others. None of
 * what a person types.
 */
function namedYears(text: string): readonly number[] {
  const years = isTyped(text) ? [] : [...yearsIn(text)];
  return years.length > YEARS_MAX ? [] : years;
}

/** What a list by words favours: for a query read as a passage that prints years, the decisions of these. */
export function namedYearsFavour(query: string, reading: Reading): Favour | undefined {
  const { operators, words, namesake } = reading;
  const years = operators.length > 0 || words !== undefined || namesake !== undefined ? [] : namedYears(query);
  return years.length === 0 ? undefined : { factor: TIMES, within: years.map(decidedIn) };
}

/**
 * The retrievers of a search that fuses several lists, and behind them one more where the query is a passage that prints
 * years: what its words find among the decisions of those years.
 */
export function withNamedYears(
  retrievers: Several<Retriever>,
  engine: SearchEngine,
  { text }: Pick<Question, "text">,
): Several<Retriever> {
  const years = retrievers.length === 1 ? [] : namedYears(text);
  return years.length === 0 ? retrievers : [...retrievers, namedYearsRetriever(engine, years)];
}

/** What these retrievers are asked: where several lists are fused, the years that a passage prints have one of their own. */
export function askedOf(retrievers: Several<Retriever>, question: Question): Question {
  if (retrievers.length === 1) return question;
  const { favour: _inItsOwnList, ...rest } = question;
  return rest;
}

function namedYearsRetriever(engine: SearchEngine, years: readonly number[]): Retriever {
  return {
    retrieve: async (question, { offset, limit }) => {
      const { filters, collapse, leaveOutSource } = question;
      const answer = await engine.search({
        tree: ofYears(years, question.tree),
        filters,
        offset,
        limit,
        facets: [],
        total: false,
        explain: false,
        ...(collapse === undefined ? {} : { collapse }),
        ...(leaveOutSource === undefined ? {} : { leaveOutSource }),
      });
      return {
        hits: answer.hits.map((hit): Found => ({
          ...hit,
          source: "keyword",
          among: "the decisions of the years named",
        })),
        offset,
        total: offset + answer.hits.length,
        facets: [],
        tree: question.tree,
        corrections: [],
        notes: answer.warnings,
        isWhole: false,
      };
    },
  };
}

/** What matches and was decided in one of these years. */
function ofYears(years: readonly number[], tree: QueryNode): QueryNode {
  const { at } = tree;
  const each = years.map((year) =>
    allOf(
      decidedIn(year).map((filter): FilterNode => ({ kind: "filter", filter, at })),
      at,
    ),
  );
  return allOf([tree, anyOf(each, at)], at);
}

function decidedIn(year: number): readonly Filter[] {
  return filedWithin(`${year}-01-01`, `${year}-12-31`);
}
