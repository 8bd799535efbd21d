import type { QueryNode, Span } from "#index/tree.ts";
import type { Filter } from "#index/filter.ts";
import type { FoundFault } from "./fault.ts";
import type { FieldPrefix, ValuePrefix } from "./prefixes.ts";

export type Connector = {
  readonly kind: "near";
  readonly unit: "word" | "sentence" | "paragraph";
  readonly distance: number;
  readonly ordered: boolean;
};

export type QueryToken = { readonly at: Span } &
  /** `exact` when it is a citation, which is not stemmed. */
  (
    | { readonly kind: "word"; readonly text: string; readonly exact?: true }
    /** A section of a code, found with its section sign and without. */
    | { readonly kind: "statute"; readonly code: string; readonly section: string }
    /** A rule of a court or a section, found in each of the ways in which it is written. */
    | { readonly kind: "equivalent"; readonly node: QueryNode }
    /** `text` is what stands between the quotation marks (to the end when none closes), `textStart` where it begins. */
    | { readonly kind: "quoted"; readonly text: string; readonly textStart: number; readonly closed: boolean }
    | { readonly kind: "open" | "close" }
    /** `not` stands alone or after AND; `but not`, `%` and `and not` are one operator with two operands. */
    | { readonly kind: "and" | "or" | "not" | "andNot"; readonly spelling: string }
    | (Connector & { readonly spelling: string })
    | { readonly kind: "field"; readonly prefix: FieldPrefix }
    /** Who wrote the dissent, or the concurrence, stands behind it. */
    | { readonly kind: "authorOf"; readonly opinions: "dissent" | "concurrence" }
    /** A date or a number with its prefix; all of the filters must hold. */
    | { readonly kind: "condition"; readonly filters: readonly Filter[]; readonly prefix: ValuePrefix }
    /** A group must follow. */
    | { readonly kind: "atLeast"; readonly count: number }
  );

export type WordToken = QueryToken & { readonly kind: "word" };
export type QuotedToken = QueryToken & { readonly kind: "quoted" };

/** What is found while a query is cut into tokens. */
export type Gathered = { readonly tokens: QueryToken[]; readonly faults: FoundFault[]; readonly notes: string[] };

/** `&`, `%` and `|` stand in prose as often as in queries. */
export function isLooseSign(token: QueryToken): boolean {
  return "spelling" in token && /^[&%|]+$/u.test(token.spelling);
}
