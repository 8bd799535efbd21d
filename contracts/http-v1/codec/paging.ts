import type { Pagination } from "#research/search.ts";
import type { PaginationWire } from "../schema/paging.ts";

export function encodePagination(pagination: Pagination): PaginationWire {
  return {
    page: pagination.page,
    page_size: pagination.pageSize,
    total_results: pagination.totalResults,
    total_pages: pagination.totalPages,
    has_next: pagination.hasNext,
    has_prev: pagination.hasPrev,
  };
}
