/** What a request may hold and an answer brings in this version; the program may allow itself more. */
export const LOOKUP_ITEMS_MAX = 100;
export const PAGE_SIZE_MAX = 100;
export const PAGE_SIZE_DEFAULT = 20;
export const QUERY_CHARS_MAX = 4096;
export const ANSWER_TEXT_CHARS_MAX = 10_000_000;
export const LAW_PAGE_SIZE_MAX = 50;
