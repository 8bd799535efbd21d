import { monotonicMs } from "#base/clock.ts";
import type { Reader } from "#db/connection.ts";
import type { SearchEngine } from "#index/index.ts";
import { respelledNote } from "#search/known/known.ts";
import { isPlaced, wordsInstead } from "#search/meaning.ts";
import { opinionFacets } from "#search/opinions.ts";
import type { Facets } from "#search/opinions.ts";
import type { ReadSearch } from "#search/read/read.ts";
import type { SearchMetadata, SearchResponse } from "#search/request.ts";
import type { RankedSearch } from "#search/pipeline.ts";
import { hintsOf } from "#search/retrieve/retrieve.ts";
import type { Retrieved } from "#search/retrieve/retriever.ts";
import { absenceNotes } from "./absence.ts";
import { goneNote, readHits } from "./hits.ts";
import { onPage, paginationOf, pastTheEndNote } from "./paging.ts";
import type { SnippetsOf } from "./snippets.ts";

export type PresentOptions = {
  readonly engine: SearchEngine;
  readonly db: Reader;
  /** Makes snippets elsewhere; on this thread when not given. */
  readonly snippetsOf?: SnippetsOf | undefined;
};

/** A search of opinions that is done but for its page. */
export type Ranked = RankedSearch<ReadSearch>;

const FACETS_NOTE = "Counted over what the words of the query match; what is found by meaning alone is not in them.";

/** The page of a ranking that was asked for: records, passages, facets, and what there is to say of them. */
export async function present({ engine, db, snippetsOf }: PresentOptions, ranked: Ranked): Promise<SearchResponse> {
  const { search, ranking, rerank, point } = ranked;
  const { request } = search;
  const [{ hits, gone }, besides] = await Promise.all([
    readHits({ db, snippetsOf }, onPage(request, ranking), ranking.tree),
    besidesNotes({ engine, db }, ranked),
  ]);
  const pagination = paginationOf(request, ranking.total);
  const facets = facetsOf(search, ranking);
  return {
    results: hits,
    pagination,
    metadata: metadataOf(ranked),
    ...(facets === undefined ? {} : { facets }),
    warnings: eachOnce([
      ...wordsInstead(point),
      ...search.notes,
      ...ranking.notes,
      ...besides,
      ...pastTheEndNote(pagination),
      ...goneNote(gone),
      ...(rerank?.notes ?? []),
    ]),
  };
}

/** One after another: a search has one question before the engine at a time. */
async function besidesNotes(
  { engine, db }: PresentOptions,
  { search, ranking, known }: Ranked,
): Promise<readonly string[]> {
  if (known.isRespelled === true && known.hits.length > 0) {
    return respelledNote(db, known);
  }
  return [...(await hintsOf(ranking)), ...(await absenceNotes({ engine, db }, search, ranking))];
}

function metadataOf({
  search: { request, operators, told },
  point,
  rerank,
  started_ms,
  known,
}: Ranked): SearchMetadata {
  return {
    mode: request.mode,
    isPicked: request.picksMode === true,
    query: request.query,
    processingTime_ms: monotonicMs() - started_ms,
    ...(point === undefined ? {} : { vectors: isPlaced(point) ? { model: point.model } : { reason: point.reason } }),
    ...rerankOf(rerank),
    ...(known.hits.length === 0 ? {} : { namedOpinionIds: known.hits.map(({ id }) => id) }),
    reading: told,
    ...(operators.length === 0 ? {} : { booleanQuery: { detected: true, operators } }),
  };
}

function rerankOf(rerank: Ranked["rerank"]): Pick<SearchMetadata, "rerank"> {
  if (rerank === undefined) return {};
  const { notes: _amongTheWarnings, ...told } = rerank;
  return { rerank: told };
}

function facetsOf({ request, question }: ReadSearch, { facets }: Retrieved): Facets | undefined {
  if (question.facets.length === 0) return undefined;
  return { ...opinionFacets(facets), ...(request.mode === "hybrid" && { note: FACETS_NOTE }) };
}

function eachOnce(warnings: readonly string[]): readonly string[] {
  return [...new Set(warnings)];
}
