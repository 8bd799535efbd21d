import type { NearestHit, ScoreExplanation } from "#index/index.ts";
import type { Placed } from "#search/meaning.ts";
import type { Question } from "./question.ts";
import type { Found, Retriever } from "./retriever.ts";

/** Opinions that a search by meaning ranks: what is farther off is no answer. */
export const SEMANTIC_DEPTH = 500;

/**
 * Finds by meaning. A document counts by its nearest passage alone, of its own text or of what others say where they
 * cite it; what is shown is the nearest passage of its own. The list ends at SEMANTIC_DEPTH, which the total counts.
 */
export function semanticRetriever({ engine, vector, notes }: Placed): Retriever {
  return {
    retrieve: async (question, { offset, limit }) => {
      const { filters, collapse, leaveOutSource } = question;
      const answer = await engine.nearest({
        vector,
        filters,
        depth: SEMANTIC_DEPTH,
        offset: Math.min(offset, SEMANTIC_DEPTH),
        limit,
        ...(collapse === undefined ? {} : { collapse }),
        ...(leaveOutSource === undefined ? {} : { leaveOutSource }),
      });
      return {
        hits: answer.hits.map((hit) => foundOf(hit, question)),
        offset,
        total: answer.total,
        facets: [],
        tree: question.tree,
        corrections: [],
        notes: [...notes, ...answer.warnings, ...endNotes(question, offset, answer.total)],
        // What is not among the nearest may be held all the same.
        isWhole: false,
      };
    },
  };
}

function foundOf({ id, score, passage, isOwn }: NearestHit, { explain }: Question): Found {
  const cosine = Math.max(0, score);
  return {
    id,
    score: cosine,
    source: "semantic",
    ...(passage === undefined ? {} : { passage: { from: passage.from, bytes: passage.to - passage.from } }),
    ...(explain ? { explanation: explanationOf(cosine, isOwn) } : {}),
  };
}

function explanationOf(score: number, isOwn: boolean): ScoreExplanation {
  return { what: isOwn ? "its nearest passage" : "the nearest words of those who cite it", score };
}

function endNotes({ filters }: Question, offset: number, total: number): readonly string[] {
  if (total === 0) return [`Nothing${filters.length === 0 ? "" : " within the filters"} can be found by meaning yet.`];
  if (total < SEMANTIC_DEPTH || offset < total) return [];
  return [`A semantic search ranks the first ${SEMANTIC_DEPTH} opinions; there are no pages behind them.`];
}
