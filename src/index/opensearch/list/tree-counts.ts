import { countingSearches } from "#index/counting.ts";
import type { CountsRequest } from "#index/index.ts";
import { Compiler, isExact } from "#index/opensearch/compile/compiler.ts";
import type { Json } from "#index/opensearch/mapping.ts";
import { TooManyWords } from "./cluster-search.ts";
import { searchList } from "./search-list.ts";
import type { SearchTools } from "./search-list.ts";

/** In how many documents each tree matches: one question for all, where the cluster can say all of them exactly. */
export async function treeCounts(tools: SearchTools, asked: CountsRequest): Promise<readonly number[]> {
  const { trees, enough = true } = asked;
  const found = trees.map((tree) => new Compiler(tools.layout).bounds(tree));
  if (found.every(isExact)) {
    const bodies = found.map(({ over }): Json => ({ query: over, size: 0, track_total_hits: enough }));
    try {
      return (await tools.search.askAll(bodies, tools.signal)).map(({ hits }) => hits.total?.value ?? 0);
    } catch (thrown) {
      if (!(thrown instanceof TooManyWords)) throw thrown;
    }
  }
  const counted: number[] = [];
  for (const request of countingSearches(asked)) counted.push((await searchList(tools, request)).total ?? 0);
  return counted;
}
