import type { SearchPagination, SearchRequest } from "#search/request.ts";

type Page = Pick<SearchRequest, "page" | "pageSize">;

export function paginationOf({ page, pageSize }: Page, totalResults: number): SearchPagination {
  const totalPages = Math.ceil(totalResults / pageSize);
  return { page, pageSize, totalResults, totalPages, hasNext: page < totalPages, hasPrev: page > 1 && totalPages > 0 };
}

export function pastTheEndNote({ page, totalPages }: SearchPagination): readonly string[] {
  return totalPages > 0 && page > totalPages ? [`Page ${page} is past the last one, ${totalPages}.`] : [];
}
