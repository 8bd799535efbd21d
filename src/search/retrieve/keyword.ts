import type { EngineRequest, EngineResponse, SearchEngine } from "#index/index.ts";
import type { QueryNode } from "#index/tree.ts";
import { OPINION_FACETS, opinionFacets } from "#search/opinions.ts";
import type { ReadSearch } from "#search/read/read.ts";
import type { Retrieved, Retriever, Window } from "./retriever.ts";
import { corrected, findMisspellings } from "./spelling.ts";
import type { Correction } from "./spelling.ts";

/** Answers with so few results on the first page make a misspelling worth looking for. */
const FEW_RESULTS = 10;

/**
 * Finds by words, through the engine. A plain query that finds nothing as typed is answered as it was probably meant;
 * one that finds little says what it may mean.
 */
export function keywordRetriever(engine: SearchEngine): Retriever {
  return {
    retrieve: async (search, window) => {
      const asked = engineRequest(search, window);
      const answer = await engine.search(asked);
      const total = totalOf(answer, asked);
      const asTyped = { answer, tree: asked.tree, notes: [], corrections: [] };
      if (total >= FEW_RESULTS || asked.offset > 0 || answer.warnings.length > 0) return retrieved(asTyped, asked);
      const corrections = await findMisspellings(engine, asked.tree);
      if (corrections.length === 0) return retrieved(asTyped, asked);
      if (total > 0) return retrieved({ ...asTyped, notes: corrections.map(suggestion) }, asked);
      const tree = corrected(asked.tree, corrections);
      const notes = corrections.map(({ typed, meant }) => `Nothing was found for ${typed}; searched for ${meant}.`);
      return retrieved({ answer: await engine.search({ ...asked, tree }), tree, notes, corrections }, asked);
    },
  };
}

function engineRequest({ request, tree, filters }: ReadSearch, { offset, limit }: Window): EngineRequest {
  return {
    tree,
    filters,
    offset,
    limit,
    facets: request.includeFacets ? OPINION_FACETS : [],
    total: true,
    explain: request.explain,
    ...(request.leaveOutCitingOf === undefined ? {} : { leaveOutSource: request.leaveOutCitingOf }),
  };
}

function suggestion({ typed, meant, opinions }: Correction): string {
  return `Did you mean ${meant} (${opinions} opinions) for ${typed}?`;
}

type Answered = {
  readonly answer: EngineResponse;
  readonly tree: QueryNode;
  readonly notes: readonly string[];
  readonly corrections: readonly Correction[];
};

function retrieved({ answer, tree, notes, corrections }: Answered, asked: EngineRequest): Retrieved {
  return {
    hits: answer.hits.map((hit) => ({ ...hit, source: "keyword" as const })),
    offset: asked.offset,
    total: totalOf(answer, asked),
    facets: asked.facets.length === 0 ? undefined : opinionFacets(answer.facets),
    tree,
    corrections,
    notes: [...notes, ...answer.warnings],
    isWhole: answer.warnings.length === 0,
  };
}

/** An engine asked for the total gives it; without one, what was seen is the least there can be. */
function totalOf(answer: EngineResponse, asked: EngineRequest): number {
  return answer.total ?? asked.offset + answer.hits.length;
}
