import type { EngineRequest, EngineResponse, ScoreExplanation } from "#index/index.ts";
import { favoured } from "#index/favoured.ts";
import { partsOf } from "#index/node-parts.ts";
import { idsQuery } from "#index/opensearch/compile/compiler.ts";
import { isCounted, scoredNodes, scoreNames, scoringQuery } from "#index/opensearch/compile/scoring.ts";
import type { Scoring } from "#index/opensearch/compile/scoring.ts";
import type { CountedNode } from "#index/opensearch/compile/unit-scores.ts";
import { PATHS } from "#index/opensearch/mapping.ts";
import type { BoostNode, PriorNode, QueryNode } from "#index/tree.ts";
import { textIn } from "./answers.ts";
import type { FoundDocument } from "./answers.ts";
import { IDS_ONLY } from "./cluster-search.ts";
import type { SearchTools } from "./search-list.ts";

/** Tells how each hit of a page scored: the cluster by node, the words kept with the document how often it has each. */
export async function withExplanations(
  { layout, search, readers, signal }: SearchTools,
  { tree, leaveOutSource }: EngineRequest,
  scoring: Scoring,
  answer: EngineResponse,
): Promise<EngineResponse> {
  const query = scoringQuery(layout, tree, { ...scoring, isTold: true });
  if (query === undefined || answer.hits.length === 0) return answer;
  const { rarities } = scoring;
  const columns = scoredNodes(tree).flatMap((node) => (isCounted(node) ? [] : [PATHS.value(node.column)]));
  const ids = answer.hits.map(({ id }) => id);
  const body = {
    query: { bool: { filter: [idsQuery(ids)], should: [query], minimum_should_match: 0 } },
    size: ids.length,
    stored_fields: [PATHS.words],
    docvalue_fields: [...IDS_ONLY.docvalue_fields, ...columns],
  };
  const found = (await search.ask(body, signal)).hits.hits;
  const nodes = [...rarities.keys()];
  const input = { nodes, documents: found.map((hit) => textIn(hit, PATHS.words)), leaveOutSource };
  const counted = await readers.ask("count", input, signal === undefined ? {} : { signal });
  const names = scoreNames(tree);
  const byId = new Map(
    found.map((hit, at) => {
      const occurrences = new Map(nodes.map((node, place) => [node, counted[at]?.[place] ?? {}]));
      const known = { k1: layout.k1, rarities, hit, occurrences };
      const scoreOf = (node: QueryNode): number | undefined => hit.matched_queries?.[names.get(node) ?? ""];
      return [textIn(hit, PATHS.id), explained(tree, 1, false, { ...known, scoreOf })];
    }),
  );
  return { ...answer, hits: answer.hits.map((hit) => ({ ...hit, explanation: byId.get(hit.id) })) };
}

/** What is known of one document. */
type Known = {
  readonly k1: number;
  readonly rarities: ReadonlyMap<CountedNode, number>;
  readonly hit: FoundDocument;
  /** By field, where there are any. */
  readonly occurrences: ReadonlyMap<CountedNode, Readonly<Record<string, number>>>;
  readonly scoreOf: (node: QueryNode) => number | undefined;
};

/** Undefined for what does not score in the document. `isChoice` as where the tree is scored (`scoringQuery`). */
function explained(node: QueryNode, factor: number, isChoice: boolean, known: Known): ScoreExplanation | undefined {
  switch (node.kind) {
    case "term":
    case "wildcard":
    case "phrase":
    case "near":
    case "together":
      return explainedUnit(node, factor, known);
    case "prior":
      return explainedPrior(node, factor, known);
    case "boost":
      return explainedBoost(node, factor, isChoice, known);
    case "not":
    case "filter":
      return undefined;
    case "or":
      return whole(node, node.children, factor, true, known);
    case "and":
    case "ranked":
    case "atLeast":
      if (isChoice && known.scoreOf(node) === undefined) return undefined;
      return node.kind === "atLeast"
        ? explained(node.child, factor, false, known)
        : whole(node, partsOf(node), factor, node.kind === "ranked", known);
  }
}

function explainedBoost(
  node: BoostNode,
  factor: number,
  isChoice: boolean,
  known: Known,
): ScoreExplanation | undefined {
  if (node.within === undefined) return explained(node.child, factor * node.factor, isChoice, known);
  const own = explained(node.child, factor, isChoice, known);
  return own && known.scoreOf(node) !== undefined ? favoured(own, node.factor) : own;
}

function whole(
  node: NamedNode,
  nodes: readonly QueryNode[],
  factor: number,
  isChoice: boolean,
  known: Known,
): ScoreExplanation | undefined {
  const parts = nodes.flatMap((part) => explained(part, factor, isChoice, known) ?? []);
  if (parts.length === 0) return undefined;
  return { what: nameOf(node), score: parts.reduce((sum, { score }) => sum + score, 0), parts };
}

function explainedUnit(unit: CountedNode, factor: number, known: Known): ScoreExplanation | undefined {
  const { k1, rarities, scoreOf } = known;
  const score = scoreOf(unit);
  if (score === undefined) return undefined;
  const idf = rarities.get(unit) ?? 0;
  // What was tempered, from what it was tempered to.
  const weightedFrequency = (k1 * score) / (idf * (k1 + 1) - score);
  const occurrences = known.occurrences.get(unit) ?? {};
  return { what: nameOf(unit), score: factor * score, idf, weightedFrequency, occurrences };
}

function explainedPrior(node: PriorNode, factor: number, { hit, scoreOf }: Known): ScoreExplanation {
  const number = hit.fields?.[PATHS.value(node.column)]?.[0] ?? "unknown";
  return { what: `${node.column} ${number}`, score: factor * (scoreOf(node) ?? 0) };
}

type NamedNode = Exclude<QueryNode, { readonly kind: "prior" | "not" | "filter" | "boost" | "atLeast" }>;

/** As the embedded engine calls them. */
function nameOf(node: NamedNode): string {
  switch (node.kind) {
    case "term":
      return node.exact ? `"${node.text}"` : `${node.text}~`;
    case "wildcard":
      return node.pattern;
    case "phrase":
      return node.words.map((word) => (word.kind === "term" ? word.text : word.pattern)).join(" ");
    case "near":
      return `${node.ordered ? "PRE" : "W"}/${node.unit === "word" ? node.distance : node.unit}`;
    case "together":
      return `W/${node.unit}`;
    case "and":
      return "all of";
    case "or":
    case "ranked":
      return "any of";
  }
}
