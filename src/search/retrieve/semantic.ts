import type { NearestHit, ScoreExplanation } from "#index/index.ts";
import type { Placed } from "#search/meaning.ts";
import type { Question } from "./question.ts";
import type { Found, Retriever } from "./retriever.ts";

/** Documents that a search by meaning ranks: what is farther off is no answer. */
export const SEMANTIC_DEPTH = 500;

/**
 * What the farther of a document's two kinds of passages, its own and what others say where they cite it, counts beside
 * the nearer. Over citing sentences whose cited decision was to be found, R@10 was .627 without it and .684 with it.
 */
const OTHER_SHARE = 0.3;

/**
 * Finds by meaning. Of several passages of one kind the nearest alone counts; what is shown is the nearest of a
 * document's own. The list ends at SEMANTIC_DEPTH, which the total counts. `documents` is what those of the collection
 * are called, in the plural.
 */
export function semanticRetriever({ engine, vector, notes }: Placed, documents: string): Retriever {
  return {
    retrieve: async (question, { offset, limit }) => {
      const { filters, within = [], collapse, leaveOutSource } = question;
      const asked = {
        vector,
        filters: [...filters, ...within],
        depth: SEMANTIC_DEPTH,
        offset: Math.min(offset, SEMANTIC_DEPTH),
        limit,
        otherShare: OTHER_SHARE,
        ...(collapse === undefined ? {} : { collapse }),
        ...(leaveOutSource === undefined ? {} : { leaveOutSource }),
      };
      const kept = await engine.nearest(asked);
      const answer = kept.total === 0 && within.length > 0 ? await engine.nearest({ ...asked, filters }) : kept;
      return {
        hits: answer.hits.map((hit) => foundOf(hit, question)),
        offset,
        total: answer.total,
        facets: [],
        tree: question.tree,
        corrections: [],
        notes: [...notes, ...answer.warnings, ...endNotes(question, { offset, total: answer.total, documents })],
        // What is not among the nearest may be held all the same.
        isWhole: false,
      };
    },
  };
}

function foundOf(hit: NearestHit, { explain }: Question): Found {
  const { id, score, passage } = hit;
  const cosine = Math.max(0, score);
  return {
    id,
    score: cosine,
    source: "semantic",
    own: ownNearness(hit),
    ...(passage === undefined ? {} : { passage: { from: passage.from, bytes: passage.to - passage.from } }),
    ...(explain ? { explanation: explanationOf(hit, cosine) } : {}),
  };
}

/** The cosine behind what its own text adds to the score, of two kinds the farther by its share. */
function ownNearness({ own = 0, said = 0 }: NearestHit): number {
  return Math.max(0, own * (1 + OTHER_SHARE)) / (own < said ? OTHER_SHARE : 1);
}

function explanationOf({ own, said }: NearestHit, score: number): ScoreExplanation {
  const parts = [
    ...(own === undefined ? [] : [{ what: "its nearest passage", score: own }]),
    ...(said === undefined ? [] : [{ what: "the nearest words of those who cite it", score: said }]),
  ];
  return { what: "nearness", score, parts };
}

function endNotes(
  { filters }: Question,
  { offset, total, documents }: { readonly offset: number; readonly total: number; readonly documents: string },
): readonly string[] {
  if (total === 0) return [`Nothing${filters.length === 0 ? "" : " within the filters"} can be found by meaning yet.`];
  if (total < SEMANTIC_DEPTH || offset < total) return [];
  return [`A semantic search ranks the first ${SEMANTIC_DEPTH} ${documents}; there are no pages behind them.`];
}
