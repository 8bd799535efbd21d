import { monotonicMs } from "#base/clock.ts";
import { inPart, noteReading } from "#base/work-parts.ts";
import type { Completeness } from "#completeness/completeness.ts";
import type { Asker, SearchEngine } from "#index/index.ts";
import { askedBy } from "./asked-by.ts";
import { fuse } from "./fuse.ts";
import { knownOpinions, topicOf, withKnownFirst } from "./known/known.ts";
import { isPlaced, placeOf } from "./meaning.ts";
import type { Meaning } from "./meaning.ts";
import { OPINIONS } from "./opinions.ts";
import { isLedByWords, isShortPassage } from "./query/plain.ts";
import { shapeOf } from "./query/shape.ts";
import { pickedMode } from "./read/picked-mode.ts";
import { readSearch } from "./read/read.ts";
import type { ReadSources } from "./read/read.ts";
import type { Search, SearchRequest, SearchResponse } from "./request.ts";
import { builtInReranker, settledReranker } from "./rerank/built-in.ts";
import type { TimesCitedOf } from "./rerank/built-in.ts";
import { readingTexts } from "./rerank/candidate-texts.ts";
import type { TextReranker } from "./rerank/candidate-texts.ts";
import { reranking } from "./rerank/rerank.ts";
import type { Reranker } from "./rerank/rerank.ts";
import { present } from "./results/present.ts";
import type { PresentOptions, Ranked } from "./results/present.ts";
import { telling } from "./telling.ts";
import { askedOf, withNamedYears } from "./retrieve/named-years.ts";
import { retrieve, retrieversFor, sharedHits, withExcerpts } from "./retrieve/retrieve.ts";

export type SearchOptions = PresentOptions &
  ReadSources & {
    /** Without it every mode searches words, and says so. */
    readonly meaning?: Meaning | undefined;
    /** A service that reranks; without it what is known of the candidates puts them into order. */
    readonly reranker?: TextReranker | undefined;
    /** By how many decisions each of these opinions' decisions is cited, for an order that takes it into account. */
    readonly timesCitedOf?: TimesCitedOf | undefined;
    /** Knows what the index lacks; without it it is taken for whole. */
    readonly completeness?: Pick<Completeness, "lacks"> | undefined;
  };

/** From the typed query to the page of hits: the life of a search, a line for each stage. */
export function createSearch(options: SearchOptions): Search {
  return {
    search: (request, asker = {}) => runSearch({ ...options, engine: engineFor(options, asker) }, request, asker),
  };
}

function engineFor({ engine, completeness }: SearchOptions, asker: Asker): SearchEngine {
  return telling(askedBy(engine, asker), "opinions", completeness);
}

async function runSearch(options: SearchOptions, asked: SearchRequest, asker: Asker): Promise<SearchResponse> {
  const request = asked.picksMode === true ? { ...asked, mode: await pickedMode(options, asked, asker) } : asked;
  const ranked = await rankSearch(options, request, asker);
  return inPart("present", async () => present(options, ranked));
}

/** A search up to where its hits have their order, without the records that are shown of them. */
export async function rankSearch(options: SearchOptions, request: SearchRequest, asker: Asker = {}): Promise<Ranked> {
  const started_ms = monotonicMs();
  const { engine, meaning } = options;
  const { signal } = asker;
  const search = await inPart("read", async () => readSearch(options, request, asker));
  noteReading(() => shapeOf(search.question.tree));
  const known = await inPart("known", async () => knownOpinions({ engine, db: options.db }, search));
  const question = {
    ...search.question,
    text: await topicOf(options.db, search, known.hits),
    ...(known.isRespelled === true && known.hits.length > 0 && { isRespelled: true }),
    ...(known.hits.length > 0 && { named: new Set(known.hits.map(({ id }) => id)) }),
  };
  const needsPoint = request.mode !== "keyword" || (request.rerank && options.reranker === undefined);
  const point = needsPoint ? await inPart("embed", async () => placeOf(question.text, meaning, signal)) : undefined;
  const retrievers = retrieversFor(request.mode, engine, OPINIONS.name, point);
  const lists = await inPart("retrieve", async () =>
    retrieve(withNamedYears(retrievers, engine, question), askedOf(retrievers, question), known.hits.length > 0),
  );
  const isTyped = isLedByWords(question.text);
  const isShort = isShortPassage(question.text);
  const fused = fuse(lists, await sharedHits(engine, question, lists), { explain: question.explain, isTyped, isShort });
  const isByMeaning = request.mode === "semantic" && point !== undefined && isPlaced(point);
  const isSettled = options.reranker === undefined && (lists.length === 2 || isByMeaning) && isTyped;
  const shown = await withExcerpts(engine, isSettled ? { ...question, rerank: false } : question, fused);
  const { rerank, ranking } = request.rerank
    ? await reranking(isSettled ? settledReranker() : rerankerOf(options), { question, point }, shown, signal)
    : { ranking: shown };
  return {
    search,
    point: request.mode === "keyword" ? undefined : point,
    started_ms,
    known,
    ranking: withKnownFirst(known, ranking, isByMeaning),
    ...(rerank && { rerank }),
  };
}

/** The service that is configured, or what needs none. */
function rerankerOf({ reranker, ...sources }: SearchOptions): Reranker {
  return reranker === undefined ? builtInReranker(sources) : readingTexts(reranker, sources.db);
}
