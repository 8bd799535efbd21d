import { monotonicMs } from "#base/clock.ts";
import { inPart, noteReading } from "#base/work-parts.ts";
import type { Completeness, ProjectionName } from "#completeness/completeness.ts";
import type { Reader } from "#db/connection.ts";
import type { Asker, SearchEngine } from "#index/index.ts";
import { askedBy } from "./asked-by.ts";
import { fuse } from "./fuse.ts";
import type { FuseOptions } from "./fuse.ts";
import { NOTHING_KNOWN, withKnownFirst } from "./known/first.ts";
import type { Known } from "./known/first.ts";
import { isPlaced, placeOf } from "./meaning.ts";
import type { Meaning, Point } from "./meaning.ts";
import { shapeOf } from "./query/shape.ts";
import type { SearchMode } from "./request.ts";
import { settledReranker } from "./rerank/settled.ts";
import { readingTexts } from "./rerank/candidate-texts.ts";
import type { ReadCandidates, TextReranker } from "./rerank/candidate-texts.ts";
import { reranking } from "./rerank/rerank.ts";
import type { Reranked, Reranker } from "./rerank/rerank.ts";
import type { Question } from "./retrieve/question.ts";
import { retrieve, retrieversFor, sharedHits, withExcerpts } from "./retrieve/retrieve.ts";
import type { Retrieved, Retriever, Several } from "./retrieve/retriever.ts";
import { telling } from "./telling.ts";

/** A query once it is read: what is asked, and in which mode; what else the presenter of its collection wants to know. */
export type ReadQuestion = { readonly question: Question; readonly mode: SearchMode };

/** What is searched, whichever collection it is. */
export type PipelineSources = {
  readonly engine: SearchEngine;
  readonly db: Reader;
  /** Without it every mode searches words, and says so. */
  readonly meaning?: Meaning | undefined;
  /** A service or model that reranks by reading; without it what is known of the candidates puts them into order. */
  readonly reranker?: TextReranker | undefined;
  /** Knows what the index lacks; without it it is taken for whole. */
  readonly completeness?: Pick<Completeness, "lacks"> | undefined;
};

/** What one collection does otherwise than others between reading a query and its order; most need none of it. */
export type Stages<Read extends ReadQuestion> = {
  /** Of its index; its documents in the plural. */
  readonly name: ProjectionName;
  /** What a reranker that reads is given of each candidate. */
  readonly candidates: ReadCandidates;
  /** The documents that the query names, which stand first, and what is then left to ask. */
  readonly known?: (
    engine: SearchEngine,
    read: Read,
  ) => Promise<{ readonly known: Known; readonly question: Question }>;
  /** Retrievers beside those of the mode, and what all of them are asked. */
  readonly asked?: (
    retrievers: Several<Retriever>,
    engine: SearchEngine,
    question: Question,
  ) => { readonly retrievers: Several<Retriever>; readonly question: Question };
  /** How words and meaning are weighed for what was typed; by their ranks alone without it. */
  readonly weighs?: (text: string) => Pick<FuseOptions, "isTyped" | "isShort">;
  /** Orders candidates by what is known of them, where no reranker reads; without it they stay as they are. */
  readonly builtIn?: (engine: SearchEngine) => Reranker;
};

/** A search that is done but for its page. */
export type RankedSearch<Read extends ReadQuestion> = Reranked & {
  readonly search: Read;
  /** Of a mode that searches by meaning. */
  readonly point: Point | undefined;
  readonly started_ms: number;
  /** What the query names, which stands first; often nothing. */
  readonly known: Known;
  /** What the first list told before it was fused: by words where they were searched. */
  readonly first: Pick<Retrieved, "total" | "isWhole">;
  /** The answer is by meaning alone. */
  readonly isByMeaning: boolean;
};

/** The engine as one search of a collection sees it. */
export function engineOf(name: ProjectionName, { engine, completeness }: PipelineSources, asker: Asker): SearchEngine {
  return telling(askedBy(engine, asker), name, completeness);
}

/** The life of every search up to where its hits have their order, a line for each stage. */
export async function rank<Read extends ReadQuestion>(
  stages: Stages<Read>,
  sources: PipelineSources,
  readQuery: () => Promise<Read>,
  { signal }: Asker = {},
): Promise<RankedSearch<Read>> {
  const started_ms = monotonicMs();
  const { engine, meaning } = sources;
  const isRead = sources.reranker !== undefined;
  const search = await inPart("read", readQuery);
  noteReading(() => shapeOf(search.question.tree));
  const { mode } = search;
  const { known, question } = await knownOf(stages, engine, search);
  const needsPoint = mode !== "keyword" || (question.rerank && !isRead && stages.builtIn !== undefined);
  const point = needsPoint ? await inPart("embed", async () => placeOf(question.text, meaning, signal)) : undefined;
  const ofMode = retrieversFor(mode, engine, stages.name, point);
  const asked = stages.asked?.(ofMode, engine, question) ?? { retrievers: ofMode, question };
  const lists = await inPart("retrieve", async () => retrieve(asked.retrievers, asked.question, known.hits.length > 0));
  const weighs = stages.weighs?.(question.text) ?? {};
  const fused = fuse(lists, await sharedHits(engine, question, lists), { explain: question.explain, ...weighs });
  const isByMeaning = mode === "semantic" && point !== undefined && isPlaced(point);
  const isSettled = !isRead && (lists.length === 2 || isByMeaning) && weighs.isTyped === true;
  const shown = await withExcerpts(engine, isSettled ? { ...question, rerank: false } : question, fused);
  const reranker = isSettled ? settledReranker() : rerankerOf(stages, sources);
  const { rerank, ranking } = question.rerank
    ? await reranked(stages.name, reranker, { question, point }, shown, signal)
    : { ranking: shown };
  const { total, isWhole } = lists[0];
  return {
    search,
    point: mode === "keyword" ? undefined : point,
    started_ms,
    known,
    first: { total, isWhole },
    isByMeaning,
    ranking: withKnownFirst(known, ranking, isByMeaning),
    ...(rerank && { rerank }),
  };
}

async function knownOf<Read extends ReadQuestion>(
  { known }: Stages<Read>,
  engine: SearchEngine,
  search: Read,
): Promise<{ readonly known: Known; readonly question: Question }> {
  if (known === undefined) return { known: NOTHING_KNOWN, question: search.question };
  return inPart("known", async () => known(engine, search));
}

/** The one that is configured, or what needs none, if the collection has such. */
function rerankerOf<Read extends ReadQuestion>(
  { builtIn, candidates }: Stages<Read>,
  { reranker, engine, db }: PipelineSources,
): Reranker | undefined {
  return reranker === undefined ? builtIn?.(engine) : readingTexts(reranker, db, candidates);
}

async function reranked(
  documents: string,
  reranker: Reranker | undefined,
  asked: Parameters<typeof reranking>[1],
  ranking: Retrieved,
  signal: AbortSignal | undefined,
): Promise<Reranked> {
  if (reranker !== undefined) return reranking(reranker, asked, ranking, signal);
  const notes = [`This server has no reranker for ${documents}; they are in the order of the search.`];
  return { ranking, rerank: { isDone: false, model: "none", took_ms: 0, notes } };
}
