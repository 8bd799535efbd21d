import type { SearchPagination, SearchRequest } from "#search/request.ts";
import { pageOf } from "#search/retrieve/retrieve.ts";
import type { Found, Retrieved } from "#search/retrieve/retriever.ts";

type Page = Pick<SearchRequest, "page" | "pageSize">;

/** The hits of the page, wherever in the ranking those at hand begin. */
export function onPage(page: Page, { hits, offset }: Pick<Retrieved, "hits" | "offset">): readonly Found[] {
  const asked = pageOf(page);
  const first = asked.offset - offset;
  return hits.slice(first, first + asked.limit);
}

export function paginationOf({ page, pageSize }: Page, totalResults: number): SearchPagination {
  const totalPages = Math.ceil(totalResults / pageSize);
  return { page, pageSize, totalResults, totalPages, hasNext: page < totalPages, hasPrev: page > 1 && totalPages > 0 };
}

export function pastTheEndNote({ page, totalPages }: SearchPagination): readonly string[] {
  return totalPages > 0 && page > totalPages ? [`Page ${page} is past the last one, ${totalPages}.`] : [];
}
