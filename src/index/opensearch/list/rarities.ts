import type { Layout } from "#index/embedded/layout.ts";
import { idf } from "#index/embedded/match/scoring.ts";
import { EVERYTHING } from "#index/opensearch/compile/dsl.ts";
import { holders, isUnit, scoredNodes } from "#index/opensearch/compile/scoring.ts";
import type { QueryNode, TermNode, WildcardNode } from "#index/tree.ts";
import type { Unit } from "#index/units.ts";
import type { ClusterSearch } from "./cluster-search.ts";

/** How rare each unit of a tree is over all shards; a phrase is as rare as its words together. */
export async function raritiesOf(
  layout: Layout,
  search: ClusterSearch,
  tree: QueryNode,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<Unit, number>> {
  const units = scoredNodes(tree).filter(isUnit);
  const words = units.flatMap((unit) => wordsOf(unit).map((word) => holders(layout, word, unit.field)));
  if (words.length === 0) return new Map();
  const [held = 0, ...counts] = await search.lateCounts([EVERYTHING, ...words], signal);
  let next = 0;
  return new Map(
    units.map((unit) => {
      // Counted a little later than the whole, a word may stand in more than there are.
      const rarity = wordsOf(unit).reduce(
        (sum) => sum + idf(Math.max(held, counts[next] ?? 0), counts[next++] ?? 0),
        0,
      );
      return [unit, rarity];
    }),
  );
}

function wordsOf(unit: Unit): readonly (TermNode | WildcardNode)[] {
  return unit.kind === "phrase" ? unit.words : [unit];
}
