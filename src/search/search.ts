import { inPart } from "#base/work-parts.ts";
import type { Asker, SearchEngine } from "#index/index.ts";
import { INDEXED_OPINIONS } from "./collections/opinions.ts";
import { knownOpinions, topicOf } from "./known/known.ts";
import { engineOf, rank } from "./pipeline.ts";
import type { PipelineSources, Stages } from "./pipeline.ts";
import { isLedByWords, isShortPassage } from "./query/plain.ts";
import { pickedMode } from "./read/picked-mode.ts";
import { readSearch } from "./read/read.ts";
import type { ReadSearch, ReadSources } from "./read/read.ts";
import type { Search, SearchRequest, SearchResponse } from "./request.ts";
import { builtInReranker } from "./rerank/built-in.ts";
import type { TimesCitedOf } from "./rerank/built-in.ts";
import { present } from "./results/present.ts";
import type { PresentOptions, Ranked } from "./results/present.ts";
import { askedOf, withNamedYears } from "./retrieve/named-years.ts";
import type { Question } from "./retrieve/question.ts";

export type SearchOptions = PipelineSources &
  PresentOptions &
  ReadSources & {
    /** By how many decisions each of these opinions' decisions is cited, for an order that takes it into account. */
    readonly timesCitedOf?: TimesCitedOf | undefined;
  };

/** The search of opinions, from the typed query to the page of hits. */
export function createSearch(options: SearchOptions): Search {
  return {
    search: (request, asker = {}) => {
      const engine = engineOf("opinions", options, asker);
      return runSearch({ ...options, engine }, request, asker);
    },
  };
}

async function runSearch(options: SearchOptions, asked: SearchRequest, asker: Asker): Promise<SearchResponse> {
  const request = asked.picksMode === true ? { ...asked, mode: await pickedMode(options, asked, asker) } : asked;
  const ranked = await rankSearch(options, request, asker);
  return inPart("present", async () => present(options, ranked));
}

/** A search up to where its hits have their order, without the records that are shown of them. */
export async function rankSearch(options: SearchOptions, request: SearchRequest, asker: Asker = {}): Promise<Ranked> {
  return rank(stagesFor(options), options, async () => readSearch(options, request, asker), asker);
}

/** What is searched otherwise in opinions: records that a query names, years that it prints, and what is typed. */
function stagesFor(options: SearchOptions): Stages<ReadSearch> {
  const { db, timesCitedOf } = options;
  return {
    name: "opinions",
    candidates: INDEXED_OPINIONS.texts,
    known: async (engine, search) => {
      const known = await knownOpinions({ engine, db }, search);
      return { known, question: await besideKnown(options, search, known) };
    },
    asked: (retrievers, engine, question) => ({
      retrievers: withNamedYears(retrievers, engine, question),
      question: askedOf(retrievers, question),
    }),
    weighs: (text) => ({ isTyped: isLedByWords(text), isShort: isShortPassage(text) }),
    builtIn: (engine: SearchEngine) => builtInReranker({ engine, db, timesCitedOf }),
  };
}

async function besideKnown(
  { db }: SearchOptions,
  search: ReadSearch,
  { hits, isRespelled }: Awaited<ReturnType<typeof knownOpinions>>,
): Promise<Question> {
  return {
    ...search.question,
    text: await topicOf(db, search, hits),
    ...(isRespelled === true && hits.length > 0 && { isRespelled: true }),
    ...(hits.length > 0 && { named: new Set(hits.map(({ id }) => id)) }),
  };
}
