import type { Span } from "#index/tree.ts";
import { QueryFaultSignal, queryWith } from "#search/query/fault.ts";
import type { FaultSubject, QueryFaultCode } from "#search/query/fault.ts";
import type { QueryToken } from "#search/query/tokens.ts";

export function faultAt(
  code: QueryFaultCode,
  message: string,
  at: Span,
  repaired: string,
  advice = "Type words, a citation or a case name.",
  about: FaultSubject = {},
): QueryFaultSignal {
  return new QueryFaultSignal({ code, message, at, repaired, advice, about });
}

export function noWords(text: string): QueryFaultSignal {
  return faultAt("empty", "the query has no words", { start: 0, end: text.length }, "");
}

export function neverClosed(text: string, open: Span): QueryFaultSignal {
  return faultAt("unbalanced_parenthesis", "this parenthesis is never closed", open, `${text.trimEnd()})`);
}

export function closesNothing(text: string, close: Span): QueryFaultSignal {
  return faultAt("unbalanced_parenthesis", "this parenthesis closes nothing", close, queryWith(text, close));
}

export function emptyBetween(text: string, signs: "parentheses" | "quotation marks", at: Span): QueryFaultSignal {
  return faultAt("empty_group", `nothing stands between these ${signs}`, at, queryWith(text, at));
}

export function bareWildcard(text: string, at: Span): QueryFaultSignal {
  return faultAt("bare_wildcard", "a wildcard needs at least one letter or digit with it", at, queryWith(text, at));
}

/** An operator or a field prefix with nothing to apply to. */
export function dangling(text: string, { kind, at }: QueryToken): QueryFaultSignal {
  const name = text.slice(at.start, at.end);
  const isPrefix = kind === "field" || kind === "authorOf" || kind === "atLeast";
  const message = `${name} has no word or group ${isPrefix ? "after it" : "on one of its sides"}`;
  return faultAt("dangling_operator", message, at, queryWith(text, at));
}

/** `whole` is the proximity when both its sides are read: what it excludes can then be put behind it. */
export function notInProximity(text: string, at: Span, whole?: Span): QueryFaultSignal {
  const advice = "Exclude beside the proximity: (fraud W/5 deceit) NOT settlement.";
  const message = "NOT cannot stand inside a proximity";
  if (whole === undefined) return faultAt("proximity_operand", message, at, "", advice);
  const excluded = text.slice(at.start, at.end);
  const inside = { start: at.start - whole.start, end: at.end - whole.start };
  const rest = queryWith(text.slice(whole.start, whole.end), inside);
  return faultAt("proximity_operand", message, at, queryWith(text, whole, `(${rest}) ${excluded}`), advice);
}
