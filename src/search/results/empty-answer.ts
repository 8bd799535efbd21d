import type { EngineRequest, SearchEngine } from "#search/engine.ts";
import { printQuery } from "#search/query/print.ts";
import type { QueryNode } from "#search/query/tree.ts";
import { unitsOf } from "./occurrences.ts";

/** Words asked for one by one to explain an empty answer. */
const PROBES_MAX = 12;

/** Says why nothing was found, in sentences: which words stand nowhere, or that only the filters are in the way. */
export async function explainEmptyAnswer(engine: SearchEngine, request: EngineRequest): Promise<readonly string[]> {
  const found = async (tree: QueryNode): Promise<number> => {
    const answer = await engine.search({
      ...request,
      tree,
      filters: {},
      offset: 0,
      limit: 1,
      facets: false,
      explain: false,
      total: true,
    });
    return answer.total ?? answer.hits.length;
  };
  const unfiltered = Object.keys(request.filters).length === 0 ? 0 : await found(request.tree);
  if (unfiltered > 0) {
    const noun = unfiltered === 1 ? "opinion matches" : "opinions match";
    return [`Nothing matches within the filters; ${unfiltered} ${noun} without them.`];
  }
  const missing: string[] = [];
  for (const unit of unitsOf(request.tree).slice(0, PROBES_MAX)) {
    if ((await found(unit)) === 0) missing.push(printQuery(unit));
  }
  if (missing.length > 0) return missing.map((words) => `No opinion holds ${words}.`);
  return ["Every word is held, but no opinion has them together as asked; fewer words or a wider distance finds more."];
}
