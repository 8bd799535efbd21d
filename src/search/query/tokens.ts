import type { Span } from "#index/tree.ts";
import type { FieldPrefix } from "./foreign.ts";

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
    /** `text` is what stands between the quotation marks (to the end when none closes), `textStart` where it begins. */
    | { readonly kind: "quoted"; readonly text: string; readonly textStart: number; readonly closed: boolean }
    | { readonly kind: "open" | "close" }
    /** `not` stands alone or after AND; `but not`, `%` and `and not` are one operator with two operands. */
    | { readonly kind: "and" | "or" | "not" | "andNot"; readonly spelling: string }
    | (Connector & { readonly spelling: string })
    | { readonly kind: "field"; readonly prefix: FieldPrefix }
  );

export type WordToken = QueryToken & { readonly kind: "word" };
export type QuotedToken = QueryToken & { readonly kind: "quoted" };

/** `&`, `%` and `|` stand in prose as often as in queries. */
export function isLooseSign(token: QueryToken): boolean {
  return "spelling" in token && /^[&%|]+$/u.test(token.spelling);
}
