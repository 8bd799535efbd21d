import { opinionFilters } from "#search/opinions.ts";
import type { Filter } from "#index/filter.ts";
import type { Span } from "#index/tree.ts";
import { queryWith } from "./fault.ts";
import type { FoundFault } from "./fault.ts";
import { foreignField, isWordOfProse } from "./foreign-fields.ts";
import type { ForeignField } from "./foreign-fields.ts";
import { FIELD_PREFIXES, OWN_PREFIXES, VALUE_PREFIXES } from "./prefixes.ts";
import type { OwnPrefix, ValuePrefix } from "./prefixes.ts";
import type { Gathered } from "./tokens.ts";
import { citedTimes } from "#search/opinions.ts";
import { countsAt, daysAt } from "./value.ts";

const PREFIX = /^([A-Za-z_]{1,30}):/u;
/** A name directly before a group: `ti(`, `docket-number(`, `sy,di(`. */
const SEGMENT = /^([A-Za-z][A-Za-z_-]{0,29}(?:,[A-Za-z][A-Za-z_-]{0,29}){0,5})\(/u;
/** `statute(s)` and `party(ies)` are words. */
const PLURAL = /^\((?:s|es|ies)\)/iu;
const AT_LEAST = /^(?:atleast|atl)(\d{1,4})\s*(?=\()/iu;
const BARE_AT_LEAST = /^atleast(\d{0,4})(?=\s|$)/iu;
/** `DATE AFT 2010`, `DATE >= 5/1/2010`. */
const SPELLED_DATE = /^DATE\s+(?=(?:AFT|BEF|IS|GEQ|LEQ|GTR|LSS)\s|[<>=])/u;

/** Our prefixes that may stand before a group as a function does; the others are words of prose. */
const SEGMENTS_OF_OURS: readonly OwnPrefix[] = [
  "name",
  "docket",
  "cite",
  "judge",
  "author",
  "court",
  "dissent",
  "concurrence",
  "date",
];

/**
 * A field at a place of the query, ours or another system's: its token, note or fault is added, and the place behind it
 * comes back. Undefined where there is none.
 */
export function lexField(text: string, start: number, gathered: Gathered): number | undefined {
  const rest = text.slice(start);
  const atLeast = AT_LEAST.exec(rest);
  if (atLeast !== null) return lexAtLeast(text, start, atLeast, gathered);
  const spelledDate = SPELLED_DATE.exec(rest)?.[0];
  if (spelledDate !== undefined) {
    const read = lexValue(text, { start, end: start + spelledDate.length }, "date", "", gathered);
    gathered.notes.push(
      `${text.slice(start, read).trim()} was read as a range of dates; date:>2010 is how it is written here.`,
    );
    return read;
  }
  const [colon, prefixed] = PREFIX.exec(rest) ?? [];
  if (colon !== undefined && prefixed !== undefined) return lexPrefix(text, start, prefixed, gathered);
  const [open, names] = SEGMENT.exec(rest) ?? [];
  if (open === undefined || names === undefined || PLURAL.test(rest.slice(names.length)))
    return lexBareAtLeast(text, start, rest, gathered);
  return lexSegment(text, start, names, gathered);
}

/** `name:`, `caseName:`. */
function lexPrefix(text: string, start: number, typed: string, gathered: Gathered): number | undefined {
  const at = { start, end: start + typed.length + 1 };
  const behind = text.charAt(at.end);
  const isLast = text.slice(at.end).trim() === "";
  if (/\s/u.test(behind) && !isLast) return undefined;
  const own = OWN_PREFIXES.find((known) => known === typed.toLowerCase());
  if (own !== undefined) return lexMeant(text, at, own, "", gathered);
  if (isLast) return undefined;
  const foreign = foreignField(typed);
  if (foreign !== undefined) return lexForeign(text, at, foreign, typed, gathered);
  if (behind === '"' || behind === "(") {
    gathered.notes.push(
      `${typed}: was read as a word; ${typed} is no field. The fields are ${OWN_PREFIXES.join(", ")}.`,
    );
  }
  return undefined;
}

/** `ti(iqbal)`, `NAME(iqbal)`; several names at once where each is one that we lack. */
function lexSegment(text: string, start: number, typed: string, gathered: Gathered): number | undefined {
  const at = { start, end: start + typed.length };
  const own = SEGMENTS_OF_OURS.find((known) => known === typed.toLowerCase());
  if (own !== undefined) {
    gathered.notes.push(`${typed}( ) was read as ${own}:( ).`);
    return lexMeant(text, at, own, typed, gathered);
  }
  const names = typed.split(",");
  const fields = names.map(foreignField);
  const lacking = fields.find((field) => field !== undefined && field.kind !== "meant");
  const foreign =
    names.length === 1 ? fields[0] : fields.includes(undefined) ? undefined : (lacking ?? severalFields());
  if (foreign === undefined || (isWordOfProse(typed) && !beginsOperand(gathered))) return undefined;
  return lexForeign(text, at, foreign, typed, gathered);
}

function severalFields(): ForeignField {
  return { kind: "lacking", what: "a group is asked for in one field at a time, with OR between" };
}

function beginsOperand({ tokens }: Gathered): boolean {
  const last = tokens.at(-1)?.kind;
  return last !== "word" && last !== "quoted" && last !== "close";
}

function lexForeign(text: string, at: Span, foreign: ForeignField, typed: string, gathered: Gathered): number {
  const shown = text.slice(at.start, at.end).replace(/(?<!:)$/u, "( )");
  if (foreign.kind === "meant") {
    const { prefix } = foreign;
    const own =
      prefix === "dissentby"
        ? "kind:dissent AND author:"
        : prefix === "concurby"
          ? "kind:concurrence AND author:"
          : `${prefix}:`;
    gathered.notes.push(`${shown} was read as ${own}${shown.endsWith(":") ? "" : "( )"}.`);
    return lexMeant(text, at, prefix, typed, gathered);
  }
  gathered.faults.push(foreignFault(text, at, shown, foreign));
  return at.end;
}

function foreignFault(
  text: string,
  at: Span,
  shown: string,
  foreign: Exclude<ForeignField, { kind: "meant" }>,
): FoundFault {
  if (foreign.kind === "filtered") {
    const message = `there is no field ${shown}; the fields are ${OWN_PREFIXES.join(", ")}`;
    const advice = `Take it out of the query and filter by ${foreign.what}.`;
    return { code: "unknown_field", message, at, repaired: "", advice, about: { filter: foreign.filter } };
  }
  const code = foreign.kind === "function" ? "foreign_operator" : "unknown_field";
  const message = `${shown} is another system's: ${foreign.what}`;
  return { code, message, at, repaired: queryWith(text, at, " "), advice: "Ask for the words alone." };
}

/** A token of one of our prefixes, with the value behind it where it takes one. */
function lexMeant(text: string, at: Span, prefix: OwnPrefix, typed: string, gathered: Gathered): number {
  const value = VALUE_PREFIXES.find((known) => known === prefix);
  if (value !== undefined)
    return lexValue(text, at, value, IMPLIED[typed.toLowerCase().replaceAll("_", "")] ?? "", gathered);
  const field = FIELD_PREFIXES.find((known) => known === prefix);
  if (field !== undefined) gathered.tokens.push({ kind: "field", prefix: field, at });
  else gathered.tokens.push({ kind: "authorOf", opinions: prefix === "dissentby" ? "dissent" : "concurrence", at });
  return at.end;
}

/** What a prefix of another system says of the date behind it. */
const IMPLIED: Readonly<Record<string, string>> = { after: ">", before: "<", filedafter: ">=", filedbefore: "<=" };

function lexValue(text: string, at: Span, prefix: ValuePrefix, implied: string, gathered: Gathered): number {
  const written = `${implied}${text.slice(at.end)}`;
  const read = prefix === "date" ? dateFilters(written) : countFilters(written);
  const end = at.end + (read?.length ?? 0) - (read === undefined ? 0 : implied.length);
  const isWhole = read !== undefined && /^(?:$|[\s)"(,;])/u.test(text.slice(end));
  if (!isWhole) {
    const place = { start: at.start, end: at.end + (/^[^\s()]*/u.exec(text.slice(at.end))?.[0].length ?? 0) };
    gathered.faults.push(valueFault(text, place, prefix));
    return Math.max(place.end, at.start + 1);
  }
  const place = { start: at.start, end };
  if (read.filters.length === 0) gathered.faults.push(backwardsFault(text, place));
  gathered.tokens.push({ kind: "condition", filters: read.filters, prefix, at: place });
  return end;
}

type Read = { readonly filters: readonly Filter[]; readonly length: number };

/** Without a filter when the days end before they begin. */
function dateFilters(text: string): Read | undefined {
  const read = daysAt(text);
  if (read === undefined) return undefined;
  const { from, to } = read.value;
  if (from !== undefined && to !== undefined && from > to) return { filters: [], length: read.length };
  const filters = opinionFilters({
    ...(from === undefined ? {} : { dateFrom: from }),
    ...(to === undefined ? {} : { dateTo: to }),
  });
  return { filters, length: read.length };
}

function countFilters(text: string): Read | undefined {
  const read = countsAt(text);
  if (read === undefined) return undefined;
  const { from, to } = read.value;
  if (from !== undefined && to !== undefined && from > to) return { filters: [], length: read.length };
  return { filters: [citedTimes(read.value)], length: read.length };
}

function valueFault(text: string, at: Span, prefix: ValuePrefix): FoundFault {
  const shown = text.slice(at.start, at.end);
  if (prefix === "date") {
    const message = `${shown} gives no date that can be read`;
    const advice = "Write date:>2010-01-31, date:<2010, date:2001..2005 or date:2010.";
    return { code: "bad_value", message, at, repaired: "", advice };
  }
  const message = `${shown} gives no number of citing decisions`;
  const advice = 'Write cited:>50 for those cited so often, cites:"384 U.S. 436" for those that cite a decision.';
  return { code: "bad_value", message, at, repaired: "", advice };
}

function backwardsFault(text: string, at: Span): FoundFault {
  const message = `${text.slice(at.start, at.end)} ends before it begins`;
  return { code: "bad_value", message, at, repaired: "", advice: "Write the lower end first." };
}

/** More occurrences than this no one counts. */
const TIMES_MAX = 255;

function lexAtLeast(text: string, start: number, match: RegExpExecArray, { tokens, faults }: Gathered): number {
  const at = { start, end: start + match[0].length };
  const count = Number(match[1]);
  if (count < 1 || count > TIMES_MAX) {
    const message = `${match[0].trim()}: the number is 1 to ${TIMES_MAX}`;
    const repaired = queryWith(text, at, `atleast${count < 1 ? 1 : TIMES_MAX}`);
    faults.push({ code: "bad_value", message, at, repaired, advice: "Write atleast5(estoppel)." });
  }
  tokens.push({ kind: "atLeast", count, at });
  return at.end;
}

function lexBareAtLeast(text: string, start: number, rest: string, { faults }: Gathered): number | undefined {
  const bare = BARE_AT_LEAST.exec(rest);
  if (bare === null) return undefined;
  const at = { start, end: start + bare[0].length };
  const [word = ""] = /^\s+([^\s()"]+)/u.exec(rest.slice(bare[0].length)) ?? [];
  const meant = `atleast${bare[1] === "" ? "5" : bare[1]}`;
  const whole = { start, end: at.end + word.length };
  const repaired = word === "" ? "" : queryWith(text, whole, `${meant}(${word.trim()})`);
  const message = `${bare[0]} needs a number, and its word in parentheses: atleast5(estoppel)`;
  faults.push({ code: "foreign_operator", message, at, repaired, advice: "Write atleast5(estoppel)." });
  return at.end;
}
