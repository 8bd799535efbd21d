import { collapseSpace } from "#text/typography.ts";
import type { Span } from "#index/tree.ts";

export type QueryFaultCode =
  | "empty"
  | "too_long"
  | "too_deep"
  | "too_many_words"
  | "unbalanced_quote"
  | "unbalanced_parenthesis"
  | "empty_group"
  | "dangling_operator"
  | "bare_wildcard"
  | "proximity_distance"
  | "proximity_operand"
  | "only_exclusions"
  | "foreign_operator"
  | "unknown_field"
  | "unknown_court"
  | "bad_value";

/** Why a query cannot be read, where (UTF-16 units of the typed query), and what would work. */
export type QueryFault = {
  readonly code: QueryFaultCode;
  readonly message: string;
  readonly at: Span;
  /** A whole query that would be read, or a sentence of advice. */
  readonly suggestion: string;
  /** That query alone; absent where there is only advice. */
  readonly repaired?: string;
  readonly about?: FaultSubject;
};

/** What a fault is about, where its code does not say: a name that is no court's, the filter that was meant. */
export type FaultSubject = { readonly court?: string; readonly filter?: string };

/** A fault as the lexer and parser find it, before its repair has been tried out. */
export type FoundFault = Omit<QueryFault, "suggestion" | "repaired"> & {
  /** The query with this fault taken out; it may have others. Empty when there is no obvious repair. */
  readonly repaired: string;
  /** What to say when no repair gives a query that can be read. */
  readonly advice: string;
};

/** Carries one fault out of the parser's recursion; never leaves `parseQuery`. */
export class QueryFaultSignal extends Error {
  readonly fault: FoundFault;

  constructor(fault: FoundFault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** The query with one stretch taken out or replaced, as a suggestion shows it. */
export function queryWith(text: string, at: Span, replacement = ""): string {
  const before = text.slice(0, at.start);
  const behind = text.slice(at.end);
  if (replacement !== "") return collapseSpace(`${before}${replacement}${behind}`);
  // What is taken out leaves no space inside the parentheses it stood in.
  const left = /^\s*\)/u.test(behind) ? before.trimEnd() : before;
  const right = /\(\s*$/u.test(before) ? behind.trimStart() : behind;
  return collapseSpace(`${left}${right}`);
}

/** The fault of a text without a word. */
export function emptyFault(text: string): FoundFault {
  const message = text.trim() === "" ? "the query is empty" : "the query has no words";
  const at = { start: 0, end: text.length };
  return { code: "empty", message, at, repaired: "", advice: "Type words, a citation (410 U.S. 113) or a case name." };
}
