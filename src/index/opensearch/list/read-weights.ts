import { partsOf } from "#index/node-parts.ts";
import type { Scoring } from "#index/opensearch/compile/scoring.ts";
import type { CountedNode, Statistics, UnitScoring } from "#index/opensearch/compile/unit-scores.ts";
import { PATHS } from "#index/opensearch/mapping.ts";
import type { Json } from "#index/opensearch/mapping.ts";
import type { QueryNode } from "#index/tree.ts";
import { textIn } from "./answers.ts";
import type { FoundDocument } from "./answers.ts";
import { IDS_ONLY } from "./cluster-search.ts";
import { orderOf } from "./request-parts.ts";
import type { SearchTools } from "./search-list.ts";

/** Documents at the head of a list whose proximities are counted in their words. */
const READ_MAX = 60;
/** Within sentences and paragraphs places are wide, so that Lucene's order tells less of which documents have most. */
const READ_OF_SECTIONS_MAX = 200;

/**
 * Counts the places of proximities in the documents that come first by what the cluster counts of them: Lucene passes over
 * places that hold others, and counts a wide one less. Undefined where the tree has none.
 */
export async function readFirst(
  tools: SearchTools,
  query: Json,
  scoring: Scoring,
  leaveOutSource: string | undefined,
): Promise<UnitScoring["read"]> {
  const nodes = [...scoring.rarities.keys()].filter(({ kind }) => kind === "near" || kind === "together");
  if (nodes.length === 0) return undefined;
  const weights = new Map<CountedNode, Record<string, number>>(nodes.map((node) => [node, {}]));
  const size = nodes.some(hasSections) ? READ_OF_SECTIONS_MAX : READ_MAX;
  const body = { query, sort: orderOf(undefined), size, stored_fields: [PATHS.words], ...IDS_ONLY };
  const { hits } = (await tools.search.ask({ ...body, track_total_hits: false }, tools.signal)).hits;
  if (hits.length > 0) await addWeights(weights, tools, hits, { ...scoring, leaveOutSource });
  return { ids: hits.map((hit) => textIn(hit, PATHS.id)), weights };
}

function hasSections(node: QueryNode): boolean {
  if ((node.kind === "near" || node.kind === "together") && node.unit !== "word") return true;
  return partsOf(node).some(hasSections);
}

/** Adds to `weights` what each of its nodes counts in documents that were asked for with their words. */
export async function addWeights(
  weights: ReadonlyMap<CountedNode, Record<string, number>>,
  { readers, signal }: Pick<SearchTools, "readers" | "signal">,
  documents: readonly FoundDocument[],
  {
    untyped,
    averages,
    leaveOutSource,
  }: Pick<Statistics, "untyped" | "averages"> & { readonly leaveOutSource: string | undefined },
): Promise<void> {
  const input = {
    nodes: [...weights.keys()].map((node) => (untyped.has(node) ? { ...node, formWeight: 1 } : node)),
    documents: documents.map((hit) => textIn(hit, PATHS.words)),
    leaveOutSource,
    averages,
  };
  const counted = await readers.ask("weigh", input, signal === undefined ? {} : { signal });
  documents.forEach((hit, at) => {
    [...weights.values()].forEach((known, place) => {
      const weight = counted[at]?.[place] ?? 0;
      if (weight > 0) known[textIn(hit, PATHS.id)] = weight;
    });
  });
}
