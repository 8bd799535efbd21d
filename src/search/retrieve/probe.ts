import type { EngineRequest, SearchEngine } from "#index/index.ts";
import type { QueryNode } from "#index/tree.ts";
import type { Question } from "./question.ts";

/** A question beside the one that was asked, whatever its filters, of which no page is wanted; it counts alike. */
export function probe({ collapse, leaveOutSource }: Question, tree: QueryNode): EngineRequest {
  return {
    tree,
    filters: [],
    offset: 0,
    limit: 1,
    facets: [],
    total: true,
    explain: false,
    ...(collapse === undefined ? {} : { collapse }),
    ...(leaveOutSource === undefined ? {} : { leaveOutSource }),
  };
}

/** How many documents match, whatever the filters of the question. */
export async function countOf(engine: SearchEngine, question: Question, tree: QueryNode): Promise<number> {
  const answer = await engine.search(probe(question, tree));
  return answer.total ?? answer.hits.length;
}
