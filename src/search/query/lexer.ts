import { LIMITS } from "#base/limits.ts";
import { foldTypography } from "#text/typography.ts";
import { tokenize } from "#text/tokenize.ts";
import { queryWith } from "./fault.ts";
import type { FoundFault } from "./fault.ts";
import { exactNote, foreignNote, luceneSuffix, misshapenProximity, notNearFault, noSegmentFault } from "./foreign.ts";
import { lexField } from "./lex-field.ts";
import type { Gathered, QueryToken, QuotedToken } from "./tokens.ts";
import type { Span } from "#index/tree.ts";

export type Lexed = {
  readonly tokens: readonly QueryToken[];
  readonly faults: readonly FoundFault[];
  /** What was read otherwise than it may have been meant. */
  readonly notes: readonly string[];
};

/** Faults told of one query. */
export const FAULTS_MAX = 20;

const WORD_OPERATORS: Record<string, "and" | "or" | "not" | "andNot"> = {
  AND: "and",
  "&": "and",
  "&&": "and",
  OR: "or",
  "||": "or",
  "|": "or",
  NOT: "not",
  "%": "andNot",
};

const PROXIMITY = /^(?:(w|near|pre|N|ONEAR)?\/|(\+))(\d+|s(?:ent(?:ence)?)?|p(?:ara(?:graph)?)?|seg(?:ment)?)$/iu;
/** Google's `AROUND(5)`. */
const AROUND = /^(?:AROUND|NEAR)\((\d{1,3})\)(?=\s|$)/u;
/** Westlaw's sign for a word as it stands. */
const THIS_FORM = /^#\p{L}[\p{L}\p{N}'-]*$/u;
/** A subsection in parentheses stays with the number before it: `2254(d)(1)`, `12(b)(6)`. */
const SUBSECTIONS = /^(?:\([A-Za-z0-9]{1,5}\))+/u;

const SINGLE_QUOTED = /(?<=^|[\s(])'[^'"\s]+\s[^'"]*'(?=$|[\s)])/u;

/** Cuts a query into tokens. Every character belongs to a token or is white space; faults are collected, not thrown. */
export function lexQuery(typed: string): Lexed {
  const text = foldTypography(typed).replace(/[«»]/gu, '"');
  const tokens: QueryToken[] = [];
  const faults: FoundFault[] = [];
  const notes: string[] = [];
  const gathered = { tokens, faults, notes };
  let position = 0;
  while (position < text.length) {
    const character = text.charAt(position);
    if (/\s/u.test(character)) {
      position += 1;
    } else if (character === "(" || character === ")") {
      tokens.push({ kind: character === "(" ? "open" : "close", at: { start: position, end: position + 1 } });
      position += 1;
    } else if (character === '"') {
      position = lexQuoted(text, position, tokens, faults);
    } else {
      position = lexField(text, position, gathered) ?? lexRun(text, position, gathered);
    }
  }
  if (SINGLE_QUOTED.test(text)) notes.push("Single quotation marks make no phrase; put the words between double ones.");
  const joined = joinInitials(text, joinButNot(tokens));
  faults.push(...joined.flatMap((token, index) => faultOfNotNear(token, joined[index + 1])));
  return { tokens: joined, faults, notes };
}

function lexQuoted(text: string, start: number, tokens: QueryToken[], faults: FoundFault[]): number {
  const closing = text.indexOf('"', start + 1);
  const end = closing === -1 ? text.length : closing + 1;
  if (closing === -1) {
    faults.push({
      code: "unbalanced_quote",
      message: "this quotation mark is never closed",
      at: { start, end: start + 1 },
      repaired: withQuoteClosed(text, start, tokens),
      advice: "Put the words of the phrase between two quotation marks.",
    });
  }
  const inner = text.slice(start + 1, closing === -1 ? text.length : closing);
  tokens.push({ kind: "quoted", text: inner, textStart: start + 1, closed: closing !== -1, at: { start, end } });
  return end;
}

function faultOfNotNear(token: QueryToken, next: QueryToken | undefined): readonly FoundFault[] {
  const isNot = token.kind === "not" || token.kind === "andNot";
  return isNot && next?.kind === "near" ? [notNearFault(token, next)] : [];
}

/** Parentheses opened before the quotation mark and closed at the very end are no part of the phrase. */
function withQuoteClosed(text: string, start: number, tokens: readonly QueryToken[]): string {
  const count = (kind: QueryToken["kind"]): number => tokens.filter((token) => token.kind === kind).length;
  const isOpen = count("open") > count("close");
  const behind = isOpen ? (/(?:(?<!\s)\s+)?\)$/u.exec(text.trimEnd())?.[0] ?? "") : "";
  const phrase = text.trimEnd().slice(start, -behind.length || undefined);
  return `${text.slice(0, start)}${phrase}"${behind.trim()}`;
}

/** Reads up to white space, a quotation mark or a parenthesis: an operator or a word. */
function lexRun(text: string, start: number, { tokens, faults, notes }: Gathered): number {
  const around = AROUND.exec(text.slice(start, start + 20));
  if (around !== null) {
    const at = { start, end: start + around[0].length };
    notes.push(`${around[0]} was read as W/${around[1]}.`);
    tokens.push(wordProximity(text, { spelling: around[0], distance: Number(around[1]), ordered: false, at }, faults));
    return at.end;
  }
  const end = endOfRun(text, start);
  const run = text.slice(start, end);
  const at = { start, end };
  const operator = Object.hasOwn(WORD_OPERATORS, run) ? WORD_OPERATORS[run] : undefined;
  const proximity = proximityIn(run);
  if (operator !== undefined) tokens.push({ kind: operator, spelling: run, at });
  else if (proximity !== null) tokens.push(proximityToken(text, proximity, at, faults));
  else if (THIS_FORM.test(run)) {
    notes.push(exactNote(run));
    tokens.push({ kind: "quoted", text: run.slice(1), textStart: start + 1, closed: true, at });
  } else {
    const fault =
      faults.length >= FAULTS_MAX
        ? undefined
        : (misshapenProximity(text, run, at) ?? luceneSuffix(text, run, at, lastQuoted(tokens)));
    const note = fault === undefined ? foreignNote(run, text) : undefined;
    if (fault !== undefined) faults.push(fault);
    if (note !== undefined) notes.push(note);
    tokens.push({ kind: "word", text: run, at });
  }
  return end;
}

/** Bloomberg's `N/5` and `ONEAR/5` are capitals, as `n/5` is no operator. */
function proximityIn(run: string): RegExpExecArray | null {
  const match = PROXIMITY.exec(run);
  return match?.[1] === "n" || match?.[1] === "onear" ? null : match;
}

function lastQuoted(tokens: readonly QueryToken[]): QuotedToken | undefined {
  const last = tokens.at(-1);
  return last?.kind === "quoted" ? last : undefined;
}

/** A comma or semicolon with a word directly behind it (`fraud,deceit`) is one with the space left out. */
function isLooseComma(text: string, at: number): boolean {
  return /[,;]/u.test(text.charAt(at - 1)) && /\p{L}/u.test(text.charAt(at));
}

function endOfRun(text: string, start: number): number {
  let end = start;
  while (end < text.length && !/[\s"()]/u.test(text.charAt(end)) && !(end > start && isLooseComma(text, end))) end += 1;
  if (!/\d/u.test(text.slice(start, end)) || PROXIMITY.test(text.slice(start, end))) return end;
  const subsections = SUBSECTIONS.exec(text.slice(end, end + 60));
  return subsections === null ? end : end + subsections[0].length;
}

function proximityToken(text: string, match: RegExpExecArray, at: Span, faults: FoundFault[]): QueryToken {
  const spelling = match[0];
  const reach = (match[3] ?? "").toLowerCase();
  const ordered = match[2] === "+" || /^(?:pre|onear)$/iu.test(match[1] ?? "");
  if (/^\d/u.test(reach)) return wordProximity(text, { spelling, distance: Number(reach), ordered, at }, faults);
  if (reach.startsWith("seg")) faults.push(noSegmentFault(text, spelling, at));
  const unit = reach.startsWith("s") && !reach.startsWith("seg") ? "sentence" : "paragraph";
  return { kind: "near", unit, distance: 0, ordered, spelling, at };
}

type WordProximity = {
  readonly spelling: string;
  readonly distance: number;
  readonly ordered: boolean;
  readonly at: Span;
};

function wordProximity(text: string, proximity: WordProximity, faults: FoundFault[]): QueryToken {
  const { spelling, distance, at } = proximity;
  if (distance < 1 || distance > LIMITS.proximity_span_max) {
    const nearest = distance < 1 ? "1" : String(LIMITS.proximity_span_max);
    faults.push({
      code: "proximity_distance",
      message: `${spelling}: the distance is 1 to ${LIMITS.proximity_span_max} words`,
      at,
      repaired: queryWith(text, at, spelling.replace(/\d+/u, nearest)),
      advice: "Try W/5.",
    });
  }
  return { kind: "near", unit: "word", ...proximity };
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

/** Longer runs of initials stay apart; they are no word of the law. */
const INITIALS_CHARS_MAX = 40;

/** Words that the index closes up over a space (`U. S.`, `F. 3d`) are one word here too. */
function joinInitials(text: string, tokens: readonly QueryToken[]): QueryToken[] {
  const joined: QueryToken[] = [];
  for (const token of tokens) {
    const last = joined.at(-1);
    const mayJoin = last?.kind === "word" && last.text.length < INITIALS_CHARS_MAX && /[A-Z]\.$/u.test(last.text);
    if (!mayJoin || token.kind !== "word") {
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
