import type { EngineRequest, EngineResponse, SearchEngine } from "#index/index.ts";
import type { QueryNode } from "#index/tree.ts";
import { findOutOfPlace } from "./in-context.ts";
import type { Question } from "./question.ts";
import type { Retrieved, Retriever, Window } from "./retriever.ts";
import { corrected, findHardlyHeld, findMisspellings } from "./spelling.ts";
import type { Correction } from "./spelling.ts";

/** Answers with so few results on the first page make a misspelling worth looking for. */
const FEW_RESULTS = 10;

/**
 * Finds by words, through the engine. A plain query that finds nothing as typed is answered as it was probably meant;
 * one that finds little says what it may mean. `documents` is what those of the collection are called, in the plural.
 */
export function keywordRetriever(engine: SearchEngine, documents: string): Retriever {
  return {
    retrieve: async (question, window) => {
      const asked = engineRequest(question, window);
      const answer = await engine.search(asked);
      const total = totalOf(answer, asked);
      const asTyped = { answer, tree: question.tree, notes: [], corrections: [] };
      const isEnough = total >= FEW_RESULTS;
      const isFurther = asked.offset > 0;
      // There is no further page of a few; of what was searched for as it was meant each page is, as the first was.
      const isSettled = (isFurther && total > 0 && !isEnough) || question.isRespelled === true;
      if (isSettled || answer.warnings.length > 0) return retrieved(asTyped, asked);
      const corrections = isEnough
        ? await findHardlyHeld(engine, question.tree, question.words)
        : await findMisspellings(engine, question.tree, question.words);
      if (corrections.length === 0) {
        const hints = async (): Promise<readonly string[]> =>
          (await findOutOfPlace(engine, question.words ?? [])).map((one) => suggestion(one, documents));
        return { ...retrieved(asTyped, asked), ...(total > 0 && !isFurther && { hints }) };
      }
      const meant = total === 0 ? corrections : corrections.filter(({ isUnheld = false }) => isEnough && isUnheld);
      const others = corrections.filter((one) => !meant.includes(one)).map((one) => suggestion(one, documents));
      if (meant.length === 0) return retrieved({ ...asTyped, notes: others }, asked);
      const tree = corrected(question.tree, meant);
      const notes = meant.map((one) =>
        isEnough
          ? `None of the ${documents} has ${one.typed}; searched for ${one.meant}.`
          : `Nothing was found for ${one.typed}; searched for ${one.meant}.`,
      );
      return retrieved(
        {
          answer: await engine.search({ ...asked, tree: rankedTree(tree, question) }),
          tree,
          notes: [...notes, ...others],
          corrections: meant,
        },
        asked,
      );
    },
  };
}

function engineRequest(question: Question, { offset, limit }: Window): EngineRequest {
  const { filters, facets, explain, excerpts, sort, collapse, leaveOutSource } = question;
  return {
    tree: rankedTree(question.tree, question),
    filters,
    offset,
    limit,
    facets,
    total: true,
    explain,
    ...(excerpts === undefined ? {} : { excerpts }),
    ...(sort === undefined ? {} : { sort }),
    ...(collapse === undefined ? {} : { collapse }),
    ...(leaveOutSource === undefined ? {} : { leaveOutSource }),
  };
}

/** Prior and favours stand beside what was asked, which other stages read without them. */
export function rankedTree(
  tree: QueryNode,
  { prior, favour, wanted = [] }: Pick<Question, "prior" | "favour" | "wanted">,
): QueryNode {
  const { at } = tree;
  const favours = favour === undefined ? wanted : [...wanted, favour];
  const favoured = favours.reduce<QueryNode>((child, one) => ({ kind: "boost", child, ...one, at }), tree);
  return prior === undefined ? favoured : { kind: "and", children: [favoured, prior], at };
}

function suggestion({ typed, meant, heldBy }: Correction, documents: string): string {
  return `Did you mean ${meant} (${heldBy} ${documents}) for ${typed}?`;
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
    facets: answer.facets,
    tree,
    corrections,
    notes: [...notes, ...answer.warnings],
    isWhole: answer.warnings.length === 0 && answer.isBehind !== true,
  };
}

/** An engine asked for the total gives it; without one, what was seen is the least there can be. */
function totalOf(answer: EngineResponse, asked: EngineRequest): number {
  return answer.total ?? asked.offset + answer.hits.length;
}
