import type { Layout } from "#index/embedded/layout.ts";
import { partsOf } from "#index/node-parts.ts";
import { PATHS } from "#index/opensearch/mapping.ts";
import type { Json } from "#index/opensearch/mapping.ts";
import type { BoostNode, PriorNode, QueryNode, TermNode, WildcardNode } from "#index/tree.ts";
import { Compiler } from "./compiler.ts";
import { allOf, anyOf, atLeastOf, NOTHING } from "./dsl.ts";
import { filterQuery } from "./filters.ts";
import { unitScore } from "./unit-scores.ts";
import type { CountedNode, UnitScoring } from "./unit-scores.ts";

/** What scores by itself. */
export type ScoredNode = CountedNode | PriorNode;

export type Scoring = UnitScoring & {
  /** Nodes bear names, by which an answer tells what each scored: that costs for every document of the answer. */
  readonly isTold?: boolean;
};

/** In the order of the tree. An exclusion does not count. */
export function scoredNodes(node: QueryNode): readonly ScoredNode[] {
  switch (node.kind) {
    case "term":
    case "wildcard":
    case "phrase":
    case "near":
    case "together":
    case "prior":
      return [node];
    case "not":
    case "filter":
      return [];
    case "and":
    case "or":
    case "ranked":
    case "boost":
    case "atLeast":
      return partsOf(node).flatMap(scoredNodes);
  }
}

export function isCounted(node: ScoredNode): node is CountedNode {
  return node.kind !== "prior";
}

/** The name by which an answer tells what each node of a tree scored. */
export function scoreNames(tree: QueryNode): ReadonlyMap<QueryNode, string> {
  const names = new Map<QueryNode, string>();
  const name = (node: QueryNode): void => {
    names.set(node, `score ${names.size}`);
    partsOf(node).forEach(name);
  };
  name(tree);
  return names;
}

/**
 * What scores in a tree, as a query that finds nothing by itself: BM25F as in the embedded engine. The similarity of a
 * field gives its share of a unit's weighted frequency; their sum is tempered here. Undefined for a tree in which
 * nothing scores.
 */
export function scoringQuery(layout: Layout, tree: QueryNode, scoring: Scoring): Json | undefined {
  const names = scoring.isTold === true ? scoreNames(tree) : undefined;
  const named = (node: QueryNode): Json => (names === undefined ? {} : { _name: names.get(node) });
  /** What one of several need not match counts only where it does. */
  const scored = (node: QueryNode, isChoice: boolean): Json | undefined => {
    switch (node.kind) {
      case "term":
      case "wildcard":
      case "phrase":
      case "near":
      case "together":
        return unitScore(layout, node, scoring, named(node));
      case "prior":
        return priorScore(node, named(node));
      case "boost": {
        const child = scored(node.child, isChoice);
        return child && boosted(layout, node, { should: [child] }, named(node));
      }
      case "not":
      case "filter":
        return undefined;
      case "or":
        return sumOf(node.children.map((child) => scored(child, true)));
      case "and":
      case "ranked":
      case "atLeast": {
        const whole = sumOf(partsOf(node).map((part) => scored(part, node.kind === "ranked")));
        return whole && isChoice
          ? { bool: { must: [whole], filter: [scoring.matching(node)], ...named(node) } }
          : whole;
      }
    }
  };
  return scored(tree, false);
}

/**
 * What a tree matches, with its scores: a word is looked for once, where `scoringQuery` beside a query of what matches has
 * it looked for twice. Of a tree that `matching` finds exactly, and no text left out.
 */
export function scoredMatches(layout: Layout, tree: QueryNode, scoring: Scoring): Json {
  const beside = (node: QueryNode): Json => withScores(scoringQuery(layout, node, scoring), scoring.matching(node));
  const scored = (node: QueryNode): Json => {
    switch (node.kind) {
      case "term":
        return unitScore(layout, node, scoring, {}) ?? NOTHING;
      case "phrase":
        return node.words.some(({ field }) => field !== undefined)
          ? beside(node)
          : (unitScore(layout, node, scoring, {}) ?? NOTHING);
      case "boost":
        return boosted(layout, node, { must: [scored(node.child)] }, {});
      case "and":
        return scoredAll(node.children);
      case "or":
        return atLeastOf(node.children.map(scored), 1);
      case "ranked":
        return atLeastOf(node.children.map(scored), Math.max(1, node.required));
      case "wildcard":
      case "near":
      case "together":
      case "atLeast":
      case "prior":
      case "not":
      case "filter":
        return beside(node);
    }
  };
  /** What does not score stands in a filter: it is not asked how well it matches. */
  const scoredAll = (children: readonly QueryNode[]): Json => {
    const [silent, heard] = [children.filter(isSilent), children.filter((child) => !isSilent(child))];
    const must = heard.map(scored);
    return { bool: { ...(must.length > 0 && { must }), filter: [allOf(silent.map(scoring.matching))] } };
  };
  return scored(tree);
}

function isSilent(node: QueryNode): boolean {
  return scoredNodes(node).length === 0;
}

/** Of all the words by which wildcards are counted: a cluster takes 8,192 in a query as it is set up here. */
const COUNTED_MAX = 6_000;
const COUNTED_OF_ONE_MAX = 1_000;

/** By how many words each wildcard of a tree is counted in a field. */
export function wordsCounted({ names }: Layout, tree: QueryNode): number {
  const wildcards = scoredNodes(tree).filter(({ kind }) => kind === "wildcard").length;
  return Math.min(COUNTED_OF_ONE_MAX, Math.ceil(COUNTED_MAX / Math.max(1, wildcards * names.length)));
}

/** Finds what `query` does, and scores as `scores` says. */
export function withScores(scores: Json | undefined, query: Json): Json {
  return { bool: { filter: [query], ...(scores !== undefined && { should: [scores], minimum_should_match: 0 }) } };
}

/** The documents that hold a word in any of the fields it is looked for in: what makes it rare or not. */
export function holders(layout: Layout, word: TermNode | WildcardNode, inherited?: string): Json {
  const field = word.field ?? inherited;
  return new Compiler(layout).bounds(field === undefined ? word : { ...word, field }).over;
}

/** The name is that of what is favoured. */
function boosted(layout: Layout, { factor, within }: BoostNode, child: Json, named: Json): Json {
  if (within === undefined) return { bool: { ...child, boost: factor } };
  const among = anyOf(within.map((filters) => allOf(filters.map((one) => filterQuery(layout, one)))));
  const favoured = { filter: { bool: { filter: [among], ...named } }, weight: factor };
  return { function_score: { query: { bool: child }, functions: [favoured], boost_mode: "multiply" } };
}

/** Multiplied with the 1 of what it is asked of, to which factors of the tree above are handed down. */
function priorScore({ column, weight }: PriorNode, named: Json): Json {
  const field = PATHS.value(column);
  return {
    function_score: {
      query: { constant_score: { filter: { range: { [field]: { gte: 1 } } } } },
      functions: [{ field_value_factor: { field, modifier: "ln" }, weight }],
      boost_mode: "multiply",
      ...named,
    },
  };
}

function sumOf(parts: readonly (Json | undefined)[]): Json | undefined {
  const known = parts.filter((part) => part !== undefined);
  return known.length < 2 ? known[0] : { bool: { should: known } };
}
