/** Limits that more than one layer must agree on. A limit only one module knows stands in that module. */
export const LIMITS = {
  /** Opinions looked up at once, by ids or citations (contract, section 8). */
  lookup_items_max: 100,
  /** Characters of opinion text in one answer, markup not counted; later opinions come without. */
  answer_text_chars_max: 10_000_000,
  /** Treatments in one answer, over all its opinions; the longest lists lose their ends. */
  answer_treatments_max: 10_000,
  /** Results on one page (contract, section 8). */
  page_size_max: 100,
  page_size_default: 20,
  /** A request body; above it the answer is 413. Room for the longest text, each character written as `\\uXXXX`. */
  request_body_bytes_max: 2560 * 1024,
  /** Characters of a search query. */
  query_chars_max: 4096,
  /** Nesting of a parsed query. */
  query_depth_max: 32,
  /** Words a wildcard, root or stem may expand to before it is cut and said so. */
  wildcard_expansions_max: 2048,
  /** The largest n of W/n and PRE/n. */
  proximity_span_max: 255,
  /** One field of an imported row; above it the row is rejected. */
  import_field_bytes_max: 16 * 1024 * 1024,
} as const;
