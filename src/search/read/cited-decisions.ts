import { citationKey } from "#citations/citation-key.ts";
import type { Reader } from "#db/connection.ts";
import type { QueryNode, TermNode } from "#index/tree.ts";
import { parallelKeysUnder } from "#opinions/store/cited.ts";
import { citesWord } from "#search/opinions.ts";
import { anyOf } from "#search/query/normalise.ts";
import type { CitedDecisions } from "#search/query/reading.ts";

/** The look-up keys that opinions print beside each of these for one decision. */
export type ParallelKeysOf = (db: Reader, keys: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>;

/** Without a reader of parallel citations, decisions that are not held are known by the citation asked for alone. */
export type CitedSources = { readonly db: Reader; readonly parallelKeysOf?: ParallelKeysOf };

/** A decision has a few parallel citations; more under one key are misread ones. */
const PARALLEL_MAX = 24;

/**
 * A query for those that cite a decision finds those that do so by any of its citations: those of the record where the
 * decision is held, else those that its citers print beside one another. Two statements at most.
 */
export async function withCitedDecisions(
  { db, parallelKeysOf }: CitedSources,
  tree: QueryNode,
  cites: CitedDecisions,
): Promise<QueryNode> {
  const keys = [...cites.values()].map(citationKey);
  const held = await parallelKeysUnder(db, keys);
  const unheld = keys.filter((key) => !held.has(key));
  const printed = unheld.length === 0 ? undefined : await parallelKeysOf?.(db, unheld);
  const words = new Map(
    [...cites].map(([word, citation]) => {
      const key = citationKey(citation);
      const parallel = (held.get(key) ?? printed?.get(key) ?? []).slice(0, PARALLEL_MAX);
      return [word, [...new Set([word, ...parallel.map(citesWord)])]] as const;
    }),
  );
  return widened(tree, words);
}

function widened(node: QueryNode, words: ReadonlyMap<string, readonly string[]>): QueryNode {
  switch (node.kind) {
    case "term":
      return node.field === "cites" ? anyCitation(node, words.get(node.text) ?? [node.text]) : node;
    case "and":
    case "or":
      return { ...node, children: node.children.map((child) => widened(child, words)) };
    case "not":
      return { ...node, child: widened(node.child, words) };
    case "wildcard":
    case "phrase":
    case "near":
    case "together":
    case "atLeast":
    case "ranked":
    case "boost":
    case "filter":
    case "prior":
      return node;
  }
}

function anyCitation(node: TermNode, words: readonly string[]): QueryNode {
  return anyOf(
    words.map((text) => ({ ...node, text })),
    node.at,
  );
}
