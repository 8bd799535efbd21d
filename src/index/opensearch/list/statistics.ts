import type { Layout } from "#index/embedded/layout.ts";
import { idf } from "#index/embedded/match/scoring.ts";
import { partsOf, placed } from "#index/node-parts.ts";
import { EVERYTHING } from "#index/opensearch/compile/dsl.ts";
import { termOf } from "#index/opensearch/compile/intervals.ts";
import { holders, isCounted, scoredNodes } from "#index/opensearch/compile/scoring.ts";
import type { Statistics } from "#index/opensearch/compile/unit-scores.ts";
import { PATHS } from "#index/opensearch/mapping.ts";
import type { QueryNode, TermNode, WildcardNode } from "#index/tree.ts";
import type { ClusterSearch } from "./cluster-search.ts";

type Word = TermNode | WildcardNode;

export const NO_STATISTICS: Statistics = { rarities: new Map(), untyped: new Set(), averages: {} };

/** What the scores of a tree rest on, asked of all shards. */
export async function statisticsOf(
  layout: Layout,
  search: ClusterSearch,
  tree: QueryNode,
  signal: AbortSignal | undefined,
): Promise<Statistics> {
  const nodes = scoredNodes(tree).filter(isCounted);
  if (nodes.length === 0) return NO_STATISTICS;
  const asked = new Map(nodes.flatMap(wordsOf).map(([word, field]) => [word, holders(layout, word, field)]));
  const weighed = nodes.filter((node) => node.kind === "term").filter((node) => countsFormsLess(layout, node));
  const typed = weighed.map((node) => holders(layout, { ...node, exact: true }));
  const [counts, lengths] = await Promise.all([
    search.lateCounts([EVERYTHING, ...asked.values(), ...typed], signal),
    search.lateAverages(
      layout.names.map((field) => PATHS.length(field)),
      signal,
    ),
  ]);
  const [held = 0, ...found] = counts;
  const words = new Map([...asked.keys()].map((word, at) => [word, found[at] ?? 0]));
  const untyped = weighed.filter((_, at) => found[asked.size + at] === 0);
  // Counted a little later than the whole, a word may stand in more than there are.
  const rarityOf = (word: Word): number => idf(Math.max(held, words.get(word) ?? 0), words.get(word) ?? 0);
  return {
    rarities: new Map(nodes.map((node) => [node, rarity(node, rarityOf)])),
    untyped: new Set(untyped),
    averages: Object.fromEntries(layout.names.map((field, at) => [field, lengths[at] ?? 0])),
  };
}

/** What stands together is as rare as its parts together, a choice as its most frequent. */
function rarity(node: QueryNode, of: (word: Word) => number): number {
  const one = placed(node);
  const sum = (parts: readonly QueryNode[]): number => parts.reduce((all, part) => all + rarity(part, of), 0);
  switch (one.kind) {
    case "term":
    case "wildcard":
      return of(one);
    case "phrase":
      return sum(one.words);
    case "near":
      return sum([one.left, one.right]);
    case "together":
      return sum(one.members);
    case "or":
      return Math.min(...one.children.map((child) => rarity(child, of)));
    case "boost":
      return rarity(one.child, of);
  }
}

/** The words of a node, each with the field that it is looked for in where it names none. */
function wordsOf(node: QueryNode): readonly (readonly [Word, string | undefined])[] {
  if (node.kind === "term" || node.kind === "wildcard") return [[node, undefined]];
  if (node.kind === "phrase") return node.words.map((word) => [word, node.field] as const);
  return partsOf(node).flatMap(wordsOf);
}

function countsFormsLess(layout: Layout, node: TermNode): boolean {
  const { text, formWeight = layout.formWeight } = node;
  return formWeight !== 1 && termOf(node) !== text;
}
