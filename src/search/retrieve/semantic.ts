import type { NearestHit, NearestRequest, NearestResponse, ScoreExplanation, SearchEngine } from "#index/index.ts";
import type { Placed } from "#search/meaning.ts";
import type { Question } from "./question.ts";
import { rankedTree } from "./keyword.ts";
import type { Found, Retriever } from "./retriever.ts";

/** Documents that a search by meaning ranks: what is farther off is no answer. */
export const SEMANTIC_DEPTH = 500;

/**
 * What the farther of a document's two kinds of passages, its own and what others say where they cite it, counts beside
 * the nearer. Over citing sentences whose cited decision was to be found, R@10 was .627 without it and .684 with it.
 */
const OTHER_SHARE = 0.3;

/**
 * What a document's words count beside its nearness. The dense vectors know what a text is about and pass over rare words,
 * which tell one case from others like it; those are kept in the index of words, where each is weighed by how rare it is
 * (figures in docs/decisions/ranking.md).
 */
const WORDS_SHARE = 0.8;
const WHOLE = 1 + WORDS_SHARE;
/** How many of the nearest, and of the best by words, are put into one order; the nearest behind them follow. */
const HEAD = 200;

/**
 * Finds by meaning. Of several passages of one kind the nearest alone counts; what is shown is the nearest of a
 * document's own. The list ends at SEMANTIC_DEPTH, which the total counts. `documents` is what those of the collection
 * are called, in the plural. With `words`, the engine that knows them, a document is also near by the words that it has
 * of the query, as a share of the best; its score is still 0 to 1.
 */
export function semanticRetriever(
  { engine, vector, notes }: Placed,
  documents: string,
  words?: Pick<SearchEngine, "search">,
): Retriever {
  return {
    retrieve: async (question, { offset, limit }) => {
      const { filters, within = [], collapse, leaveOutSource } = question;
      const asked = {
        vector,
        filters: [...filters, ...within],
        depth: SEMANTIC_DEPTH,
        offset: words === undefined ? Math.min(offset, SEMANTIC_DEPTH) : 0,
        limit: words === undefined ? limit : offset + limit <= HEAD ? HEAD : SEMANTIC_DEPTH,
        otherShare: OTHER_SHARE,
        ...(collapse === undefined ? {} : { collapse }),
        ...(leaveOutSource === undefined ? {} : { leaveOutSource }),
      };
      const nearest = async (): Promise<Near> => {
        const kept = await engine.nearest(asked);
        if (kept.total > 0 || within.length === 0) return { answer: kept, asked };
        return { answer: await engine.nearest({ ...asked, filters }), asked: { ...asked, filters } };
      };
      const [near, byWords] = await Promise.all([
        nearest(),
        question.isName === true ? undefined : words && wordsOf(words, question),
      ]);
      const { total: count, warnings } = near.answer;
      const hits = byWords === undefined ? near.answer.hits : await withWords(engine, near, byWords);
      const isAllRead = byWords !== undefined && near.answer.hits.length === count;
      const total = isAllRead ? hits.length : count;
      const page = words === undefined ? hits : hits.slice(offset, offset + limit);
      return {
        hits: page.map((hit) => foundOf(hit, question)),
        offset,
        total,
        facets: [],
        tree: question.tree,
        corrections: [],
        notes: [...notes, ...warnings, ...endNotes(question, { offset, total, documents })],
        // What is not among the nearest may be held all the same.
        isWhole: false,
      };
    },
  };
}

type Near = { readonly answer: NearestResponse; readonly asked: NearestRequest };
/** A hit with what it has of the best score by words, 0 to 1. */
type Weighed = NearestHit & { readonly words?: number };

/** The best by words, each with its share of the best. */
async function wordsOf(engine: Pick<SearchEngine, "search">, question: Question): Promise<ReadonlyMap<string, number>> {
  const { filters, collapse, leaveOutSource, named } = question;
  const { hits } = await engine.search({
    tree: rankedTree(question.tree, question),
    filters,
    offset: 0,
    limit: HEAD,
    facets: [],
    total: false,
    explain: false,
    ...(collapse === undefined ? {} : { collapse }),
    ...(leaveOutSource === undefined ? {} : { leaveOutSource }),
  });
  const others = hits.filter(({ id }) => named?.has(id) !== true);
  const best = Math.max(Number.MIN_VALUE, ...others.map(({ score }) => score));
  return new Map(others.map(({ id, score }) => [id, Math.max(0, score) / best]));
}

/**
 * The heads of both lists as one, and what is nearest behind them. What is found by words alone is asked for its
 * nearness too, so that filters and what is collapsed hold for all. The total stays that of the nearest: where there are
 * fewer than the list may have, those by words are among them.
 */
async function withWords(
  engine: Placed["engine"],
  { answer, asked }: Near,
  words: ReadonlyMap<string, number>,
): Promise<readonly Weighed[]> {
  const nearest = answer.hits.slice(0, HEAD);
  const known = new Set(nearest.map(({ id }) => id));
  const others = [...words.keys()].filter((id) => !known.has(id));
  const among = [...known, ...others];
  const { hits } =
    others.length === 0 || known.size === 0
      ? { hits: nearest }
      : await engine.nearest({ ...asked, among, depth: among.length, limit: among.length });
  const head = hits
    .map((hit): Weighed => {
      const share = words.get(hit.id) ?? 0;
      return { ...hit, words: share, score: (Math.max(0, hit.score) + WORDS_SHARE * share) / WHOLE };
    })
    .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
  const least = head.at(-1)?.score ?? 1;
  const inHead = new Set(among);
  const tail = answer.hits
    .filter(({ id }) => !inHead.has(id))
    .map((hit): Weighed => ({ ...hit, words: 0, score: Math.min(least, Math.max(0, hit.score) / WHOLE) }));
  return [...head, ...tail].slice(0, SEMANTIC_DEPTH);
}

function foundOf(hit: Weighed, { explain }: Question): Found {
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

function explanationOf({ own, said, words }: Weighed, score: number): ScoreExplanation {
  const whole = words === undefined ? 1 : WHOLE;
  const parts = [
    ...(own === undefined ? [] : [{ what: "its nearest passage", score: own / whole }]),
    ...(said === undefined ? [] : [{ what: "the nearest words of those who cite it", score: said / whole }]),
    ...(words === undefined || words === 0
      ? []
      : [{ what: "the words of the query in it", score: (WORDS_SHARE * words) / whole }]),
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
