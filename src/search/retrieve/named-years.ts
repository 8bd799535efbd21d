import type { SearchEngine } from "#index/index.ts";
import type { FilterNode, QueryNode } from "#index/tree.ts";
import { filedWithin } from "#search/opinions.ts";
import { allOf, anyOf } from "#search/query/normalise.ts";
import { isPassage } from "#search/query/plain.ts";
import { yearsIn } from "#search/query/years.ts";
import type { Question } from "./question.ts";
import type { Found, Retriever, Several } from "./retriever.ts";

/** A passage that prints more years than these is a table or a history, and singles out none. */
const YEARS_MAX = 12;

/**
 * The retrievers of a search that fuses several lists, and behind them one more where the query is a passage that prints
 * years, as citations do: what its words find among the decisions of those years. What a person types is left as it is.
 */
export function withNamedYears(
  retrievers: Several<Retriever>,
  engine: SearchEngine,
  { text }: Pick<Question, "text">,
): Several<Retriever> {
  if (retrievers.length === 1 || !isPassage(text)) return retrievers;
  const years = [...yearsIn(text)];
  return years.length === 0 || years.length > YEARS_MAX
    ? retrievers
    : [...retrievers, namedYearsRetriever(engine, years)];
}

function namedYearsRetriever(engine: SearchEngine, years: readonly number[]): Retriever {
  return {
    retrieve: async (question, { offset, limit }) => {
      const { filters, collapse, leaveOutSource } = question;
      const answer = await engine.search({
        tree: decidedIn(years, question.tree),
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
function decidedIn(years: readonly number[], tree: QueryNode): QueryNode {
  const { at } = tree;
  const each = years.map((year) => {
    const bounds = filedWithin(`${year}-01-01`, `${year}-12-31`);
    return allOf(
      bounds.map((filter): FilterNode => ({ kind: "filter", filter, at })),
      at,
    );
  });
  return allOf([tree, anyOf(each, at)], at);
}
