/**
 * What documents must have besides words. A document without a value passes no `from`, `to` or `prefix`; `anyOf` with
 * the empty string takes it.
 */
export type Filter =
  | { readonly column: string; readonly anyOf: readonly string[] }
  /** Of a date or number: inclusive, either end may be left open. */
  | { readonly column: string; readonly from?: string | number; readonly to?: string | number }
  /** Of a path: it and everything below it. */
  | { readonly column: string; readonly prefix: string };

/** Counts of a column's values; with `by` those of a date's years. */
export type FacetRequest = { readonly column: string; readonly by?: "year" };
