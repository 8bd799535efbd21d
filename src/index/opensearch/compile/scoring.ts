import type { Layout } from "#index/embedded/layout.ts";
import { partsOf } from "#index/node-parts.ts";
import { PATHS } from "#index/opensearch/mapping.ts";
import type { Json } from "#index/opensearch/mapping.ts";
import type { BoostNode, PhraseNode, PriorNode, QueryNode, TermNode, WildcardNode } from "#index/tree.ts";
import type { Unit } from "#index/units.ts";
import { Compiler, hasWildcard } from "./compiler.ts";
import { allOf, anyOf, atLeastOf, noneOf, NOTHING } from "./dsl.ts";
import { fieldsOf } from "./fields.ts";
import { filterQuery } from "./filters.ts";
import { IntervalRules, termOf } from "./intervals.ts";
import { luceneRegexp } from "./pattern.ts";

/** What scores by itself. */
export type ScoredNode = Unit | PriorNode;

export type Scoring = {
  /** Finds what a node matches, and perhaps more. */
  readonly matching: (node: QueryNode) => Json;
  /** BM25's inverse document frequency of each unit. */
  readonly rarities: ReadonlyMap<Unit, number>;
  /** Nodes bear names, by which an answer tells what each scored: that costs for every document of the answer. */
  readonly isTold?: boolean;
  /** Where the texts of one source are passed over. */
  readonly leftOut?: LeftOutScores | undefined;
  /** See `CompileOptions`: a phrase with a wildcard counts once in each field that has all its words. */
  readonly areWildcardsLoose?: boolean;
};

/** Documents of whose texts a source said some: by unit, what the others of these texts add to its weighted frequency. */
export type LeftOutScores = {
  readonly source: string;
  readonly weights: ReadonlyMap<Unit, Readonly<Record<string, number>>>;
};

/** In the order of the tree. A proximity counts as its words do, an exclusion not at all. */
export function scoredNodes(node: QueryNode): readonly ScoredNode[] {
  switch (node.kind) {
    case "term":
    case "wildcard":
    case "phrase":
    case "prior":
      return [node];
    case "not":
    case "filter":
      return [];
    case "near":
    case "together":
    case "and":
    case "or":
    case "ranked":
    case "boost":
    case "atLeast":
      return partsOf(node).flatMap(scoredNodes);
  }
}

export function isUnit(node: ScoredNode): node is Unit {
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
      case "near":
      case "together":
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
      case "wildcard":
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

/** Finds what `query` does, and scores as `scores` says. */
export function withScores(scores: Json | undefined, query: Json): Json {
  return { bool: { filter: [query], ...(scores !== undefined && { should: [scores], minimum_should_match: 0 }) } };
}

/** The documents that hold a word in any of the fields it is looked for in: what makes it rare or not. */
export function holders(layout: Layout, word: TermNode | WildcardNode, inherited?: string): Json {
  const field = word.field ?? inherited;
  return new Compiler(layout).bounds(field === undefined ? word : { ...word, field }).over;
}

/** Painless; a weighted frequency in `_score` becomes a score. */
const TEMPERED = "params.scale * _score / (_score + params.k1)";
const LOOKED_UP = "params.weights[doc[params.id].value]";

function unitScore(layout: Layout, unit: Unit, scoring: Scoring, named: Json): Json | undefined {
  const { rarities, leftOut } = scoring;
  const fields = fieldsOf(layout.schema, unit.field).flatMap((field) => {
    const counted = fieldScore(layout, unit, field, scoring);
    return counted === undefined ? [] : [withoutSource(layout, counted, field, leftOut?.source)];
  });
  const weights = leftOut?.weights.get(unit);
  if (weights !== undefined && Object.keys(weights).length > 0) {
    const query = { constant_score: { filter: { terms: { [PATHS.id]: Object.keys(weights) } } } };
    fields.push({ script_score: { query, script: { source: LOOKED_UP, params: { id: PATHS.id, weights } } } });
  }
  if (fields.length === 0) return undefined;
  const { k1 } = layout;
  const params = { scale: (rarities.get(unit) ?? 0) * (k1 + 1), k1 };
  return {
    script_score: { query: { bool: { should: fields } }, script: { source: TEMPERED, params }, ...named },
  };
}

/** One of a field whose texts have sources counts as `leftOut` says where the source said any of them. */
function withoutSource(layout: Layout, counted: Json, field: string, source: string | undefined): Json {
  const isSourced = layout.schema.fields.some(({ name, hasSources }) => name === field && hasSources === true);
  if (source === undefined || !isSourced) return counted;
  return { bool: { must: [counted], filter: [noneOf({ term: { [PATHS.source(field)]: source } })] } };
}

/** The weighted frequency of a unit in one field. */
function fieldScore(layout: Layout, unit: Unit, field: string, scoring: Scoring): Json | undefined {
  const weight = layout.weights[layout.names.indexOf(field)] ?? 1;
  const path = PATHS.text(field);
  switch (unit.kind) {
    case "term":
      return wordScore(layout, unit, path, weight);
    case "wildcard":
      return { regexp: { [path]: { value: luceneRegexp(unit.pattern), flags: "NONE", boost: weight } } };
    case "phrase":
      return scoring.areWildcardsLoose === true && hasWildcard(unit)
        ? loosePhraseScore(unit, field, weight, scoring)
        : phraseScore(layout, unit, field, weight);
  }
}

/** An occurrence of the form typed counts wholly, one of another form by its share. */
function wordScore(layout: Layout, node: TermNode, path: string, weight: number): Json {
  const { text, formWeight = layout.formWeight } = node;
  const any = termOf(node);
  const counted = (value: string, boost: number): Json => ({ term: { [path]: { value, boost } } });
  if (any === text || formWeight === 1) return counted(any, weight);
  return { bool: { should: [counted(any, weight * formWeight), counted(text, weight * (1 - formWeight))] } };
}

function phraseScore(layout: Layout, node: PhraseNode, field: string, weight: number): Json | undefined {
  const path = PATHS.text(field);
  if (hasWildcard(node)) {
    const rule = new IntervalRules(layout.schema, field).least(node);
    return rule && { intervals: { [path]: { ...rule, boost: weight } } };
  }
  const query = node.words.map((word) => (word.kind === "term" ? termOf(word) : "")).join(" ");
  // A similarity of our own is asked once for each word of a phrase.
  return { match_phrase: { [path]: { query, analyzer: "whitespace", boost: weight / node.words.length } } };
}

/** A cluster does not count the places of one whose wildcards stand for too many words. */
function loosePhraseScore(node: PhraseNode, field: string, boost: number, { matching }: Scoring): Json | undefined {
  const filter = matching({ ...node, field });
  return filter === NOTHING ? undefined : { constant_score: { filter, boost } };
}

/** The name is that of what is favoured. */
function boosted(layout: Layout, { factor, within }: BoostNode, child: Json, named: Json): Json {
  if (within === undefined) return { bool: { ...child, boost: factor } };
  const among = anyOf(within.map((filters) => allOf(filters.map((one) => filterQuery(layout, one)))));
  const favoured = { filter: { bool: { filter: [among], ...named } }, weight: factor };
  return { function_score: { query: { bool: child }, functions: [favoured], boost_mode: "multiply" } };
}

function priorScore({ column, weight }: PriorNode, named: Json): Json {
  const field = PATHS.value(column);
  const counted = { range: { [field]: { gte: 1 } } };
  return {
    function_score: {
      query: { bool: { filter: [counted] } },
      functions: [{ field_value_factor: { field, modifier: "ln" } }],
      boost_mode: "replace",
      boost: weight,
      ...named,
    },
  };
}

function sumOf(parts: readonly (Json | undefined)[]): Json | undefined {
  const known = parts.filter((part) => part !== undefined);
  return known.length < 2 ? known[0] : { bool: { should: known } };
}
