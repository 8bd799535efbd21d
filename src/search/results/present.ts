import { monotonicMs } from "#base/clock.ts";
import type { Reader } from "#db/connection.ts";
import type { SearchEngine } from "#index/index.ts";
import { opinionFacets } from "#search/opinions.ts";
import type { ReadSearch } from "#search/read/read.ts";
import type { SearchResponse } from "#search/request.ts";
import type { Retrieved } from "#search/retrieve/retriever.ts";
import { absenceNotes } from "./absence.ts";
import { goneNote, readHits } from "./hits.ts";
import { onPage, paginationOf, pastTheEndNote } from "./paging.ts";
import type { SnippetsOf } from "./snippets.ts";

export type PresentOptions = {
  readonly engine: SearchEngine;
  readonly db: Reader;
  /** Makes snippets elsewhere; on this thread when not given. */
  readonly snippetsOf?: SnippetsOf;
};

/** The page of a ranking that was asked for: records, passages, facets, and what there is to say of them. */
export async function present(
  { engine, db, snippetsOf }: PresentOptions,
  search: ReadSearch,
  ranking: Retrieved,
  started_ms: number,
): Promise<SearchResponse> {
  const { request, operators } = search;
  const [{ hits, gone }, absence] = await Promise.all([
    readHits({ db, snippetsOf }, onPage(request, ranking), ranking.tree),
    absenceNotes({ engine, db }, search, ranking),
  ]);
  const pagination = paginationOf(request, ranking.total);
  return {
    results: hits,
    pagination,
    metadata: {
      mode: request.mode,
      query: request.query,
      processingTime_ms: monotonicMs() - started_ms,
      ...(operators.length === 0 ? {} : { booleanQuery: { detected: true, operators } }),
    },
    ...(request.includeFacets ? { facets: opinionFacets(ranking.facets) } : {}),
    warnings: eachOnce([
      ...search.notes,
      ...ranking.notes,
      ...absence,
      ...pastTheEndNote(pagination),
      ...goneNote(gone),
    ]),
  };
}

function eachOnce(warnings: readonly string[]): readonly string[] {
  return [...new Set(warnings)];
}
