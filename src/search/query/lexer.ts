import { LIMITS } from "#base/limits.ts";
import { foldTypography } from "#base/text.ts";
import { tokenize } from "#search/lexical/tokenize.ts";
import { type FoundFault, queryWith } from "./fault.ts";
import { FIELDS, type Field, type Span } from "./tree.ts";

export type FieldPrefix = Field | "court";

export type Connector = {
  readonly kind: "near";
  readonly unit: "word" | "sentence" | "paragraph";
  readonly distance: number;
  readonly ordered: boolean;
};

export type QueryToken = { readonly at: Span } & (
  | { readonly kind: "word"; readonly text: string }
  /** `text` is what stands between the quotation marks (to the end when none closes), `textStart` where it begins. */
  | { readonly kind: "quoted"; readonly text: string; readonly textStart: number; readonly closed: boolean }
  | { readonly kind: "open" | "close" }
  /** `not` stands alone or after AND; `but not`, `%` and `and not` are one operator with two operands. */
  | { readonly kind: "and" | "or" | "not" | "andNot"; readonly spelling: string }
  | (Connector & { readonly spelling: string })
  | { readonly kind: "field"; readonly prefix: FieldPrefix }
);

export type Lexed = { readonly tokens: readonly QueryToken[]; readonly faults: readonly FoundFault[] };

export const FIELD_PREFIXES: readonly FieldPrefix[] = [...FIELDS, "court"];

/** What people who know other systems type, and our word for it. */
const FOREIGN_PREFIXES: Record<string, FieldPrefix> = {
  case: "name",
  casename: "name",
  case_name: "name",
  caption: "name",
  title: "name",
  names: "name",
  judges: "judge",
  author: "judge",
  panel: "judge",
  docketnumber: "docket",
  docket_number: "docket",
  citation: "cite",
  cites: "cite",
  court_id: "court",
  courts: "court",
  text: "body",
};

const WORD_OPERATORS: Record<string, "and" | "or" | "not" | "andNot"> = {
  AND: "and",
  "&": "and",
  OR: "or",
  NOT: "not",
  "%": "andNot",
};

const PROXIMITY = /^(?:(w|near|pre)?\/|(\+))(\d+|s|p)$/i;
/** A subsection in parentheses stays with the number before it: `2254(d)(1)`, `12(b)(6)`. */
const SUBSECTIONS = /^(?:\([A-Za-z0-9]{1,5}\))+/;
const PREFIX = /^([A-Za-z_]+):(?=\S)/;

/** Cuts a query into tokens. Every character belongs to a token or is white space; faults are collected, not thrown. */
export function lexQuery(typed: string): Lexed {
  const text = foldTypography(typed);
  const tokens: QueryToken[] = [];
  const faults: FoundFault[] = [];
  let position = 0;
  while (position < text.length) {
    const character = text.charAt(position);
    if (/\s/.test(character)) {
      position += 1;
    } else if (character === "(" || character === ")") {
      tokens.push({ kind: character === "(" ? "open" : "close", at: { start: position, end: position + 1 } });
      position += 1;
    } else if (character === '"') {
      position = lexQuoted(text, position, tokens, faults);
    } else {
      position = lexRun(text, position, tokens, faults);
    }
  }
  return { tokens: joinInitials(text, joinButNot(tokens)), faults };
}

function lexQuoted(text: string, start: number, tokens: QueryToken[], faults: FoundFault[]): number {
  const closing = text.indexOf('"', start + 1);
  const end = closing === -1 ? text.length : closing + 1;
  if (closing === -1) {
    faults.push({
      code: "unbalanced_quote",
      message: "this quotation mark is never closed",
      at: { start, end: start + 1 },
      repaired: `${text.trimEnd()}"`,
      advice: "Put the words of the phrase between two quotation marks.",
    });
  }
  const inner = text.slice(start + 1, closing === -1 ? text.length : closing);
  tokens.push({ kind: "quoted", text: inner, textStart: start + 1, closed: closing !== -1, at: { start, end } });
  return end;
}

/** Reads up to white space, a quotation mark or a parenthesis: an operator, a field prefix or a word. */
function lexRun(text: string, start: number, tokens: QueryToken[], faults: FoundFault[]): number {
  const prefixed = PREFIX.exec(text.slice(start, start + 40));
  const name = prefixed?.[1]?.toLowerCase();
  const prefix = FIELD_PREFIXES.find((known) => known === name);
  if (prefixed !== null && name !== undefined) {
    const at = { start, end: start + prefixed[0].length };
    if (prefix !== undefined) {
      tokens.push({ kind: "field", prefix, at });
      return at.end;
    }
    if (Object.hasOwn(FOREIGN_PREFIXES, name)) faults.push(unknownField(text, name, at));
  }
  const end = endOfRun(text, start);
  const run = text.slice(start, end);
  const at = { start, end };
  const operator = Object.hasOwn(WORD_OPERATORS, run) ? WORD_OPERATORS[run] : undefined;
  const proximity = PROXIMITY.exec(run);
  if (operator !== undefined) tokens.push({ kind: operator, spelling: run, at });
  else if (proximity !== null) tokens.push(proximityToken(text, proximity, at, faults));
  else tokens.push({ kind: "word", text: run, at });
  if (/^(?:W|PRE|NEAR)\/$/.test(run)) faults.push(missingDistance(text, run, at));
  return end;
}

function endOfRun(text: string, start: number): number {
  let end = start;
  while (end < text.length && !/[\s"()]/.test(text.charAt(end))) end += 1;
  if (!/\d/.test(text.slice(start, end)) || PROXIMITY.test(text.slice(start, end))) return end;
  const subsections = SUBSECTIONS.exec(text.slice(end, end + 60));
  return subsections === null ? end : end + subsections[0].length;
}

function proximityToken(text: string, match: RegExpExecArray, at: Span, faults: FoundFault[]): QueryToken {
  const spelling = match[0];
  const reach = (match[3] ?? "").toLowerCase();
  const ordered = match[2] === "+" || match[1]?.toLowerCase() === "pre";
  if (reach === "s" || reach === "p") {
    return { kind: "near", unit: reach === "s" ? "sentence" : "paragraph", distance: 0, ordered, spelling, at };
  }
  const distance = Number(reach);
  if (distance < 1 || distance > LIMITS.proximity_span_max) {
    const nearest = distance < 1 ? "1" : String(LIMITS.proximity_span_max);
    faults.push({
      code: "proximity_distance",
      message: `${spelling}: the distance is 1 to ${LIMITS.proximity_span_max} words`,
      at,
      repaired: queryWith(text, at, spelling.replace(/\d+/, nearest)),
      advice: "Try W/5.",
    });
  }
  return { kind: "near", unit: "word", distance, ordered, spelling, at };
}

function missingDistance(text: string, run: string, at: Span): FoundFault {
  return {
    code: "proximity_distance",
    message: `${run} needs a number of words directly after it`,
    at,
    repaired: queryWith(text, at, `${run}5`),
    advice: "Try W/5.",
  };
}

function unknownField(text: string, name: string, at: Span): FoundFault {
  return {
    code: "unknown_field",
    message: `there is no field ${name}; the fields are ${FIELD_PREFIXES.join(", ")}`,
    at,
    repaired: queryWith(text, at, `${FOREIGN_PREFIXES[name] ?? "name"}:`),
    advice: "Use one of those.",
  };
}

/** `BUT NOT` and `AND NOT` read as one operator. */
function joinButNot(tokens: readonly QueryToken[]): QueryToken[] {
  const joined: QueryToken[] = [];
  for (const token of tokens) {
    const last = joined.at(-1);
    const opens = last?.kind === "and" || (last?.kind === "word" && last.text === "BUT");
    if (token.kind === "not" && opens) {
      const spelling = last.kind === "and" ? `${last.spelling} NOT` : "BUT NOT";
      joined[joined.length - 1] = { kind: "andNot", spelling, at: { start: last.at.start, end: token.at.end } };
    } else {
      joined.push(token);
    }
  }
  return joined;
}

/** Words that the index closes up over a space (`U. S.`, `F. 3d`) are one word here too. */
function joinInitials(text: string, tokens: readonly QueryToken[]): QueryToken[] {
  const joined: QueryToken[] = [];
  for (const token of tokens) {
    const last = joined.at(-1);
    if (last?.kind !== "word" || token.kind !== "word" || !/[A-Z]\.$/.test(last.text)) {
      joined.push(token);
      continue;
    }
    const at = { start: last.at.start, end: token.at.end };
    const both = text.slice(at.start, at.end);
    const closesUp = tokenize(both).length < tokenize(last.text).length + tokenize(token.text).length;
    if (closesUp) joined[joined.length - 1] = { kind: "word", text: both, at };
    else joined.push(token);
  }
  return joined;
}
