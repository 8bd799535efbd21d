import { bothOf, daysThat, periodAt } from "./date-period.ts";
import type { Comparison, Days, Period, ReadHere } from "./date-period.ts";

/** Counts, both ends included; one left out is open. */
export type Counts = { readonly from?: number; readonly to?: number };

/** A value of some kind and what compares with it in one way. */
type Kind<Item, Range> = {
  /** The item with which a text begins. */
  readonly at: (text: string) => ReadHere<Item> | undefined;
  readonly that: (comparison: Comparison, item: Item) => Range;
  readonly both: (one: Range, other: Range) => Range;
};

const DATES: Kind<Period, Days> = { at: periodAt, that: daysThat, both: bothOf };

const COUNTS: Kind<number, Counts> = {
  at: (text) => {
    const [digits] = /^\d{1,9}(?![\d.]\d|\w)/u.exec(text) ?? [];
    return digits === undefined ? undefined : { value: Number(digits), length: digits.length };
  },
  that: (comparison, count) => {
    if (comparison === ">" || comparison === ">=") return { from: comparison === ">" ? count + 1 : count };
    if (comparison === "<" || comparison === "<=") return { to: comparison === "<" ? count - 1 : count };
    return { from: count, to: count };
  },
  both: (one, other) => ({ ...one, ...other }),
};

/** The days with which a text begins, as people of any system write them; undefined for none. */
export function daysAt(text: string): ReadHere<Days> | undefined {
  return valueAt(DATES, text);
}

export function countsAt(text: string): ReadHere<Counts> | undefined {
  return valueAt(COUNTS, text);
}

const COMPARED =
  /^(?:(>=|<=|>|<|=)\s*|(aft(?:er)?|bef(?:ore)?|is|on|geq|leq|gtr|lss|since|from|until|through|in)\s+)/iu;

const WORDS: Readonly<Record<string, Comparison>> = {
  aft: ">",
  after: ">",
  gtr: ">",
  bef: "<",
  before: "<",
  lss: "<",
  geq: ">=",
  since: ">=",
  from: ">=",
  leq: "<=",
  until: "<=",
  through: "<=",
  is: "=",
  on: "=",
  in: "=",
};

/** `>2010`, `2001..2005`, `[2001 TO 2005]`, `2001-2005`, `(aft 2001 & bef 2005)`, `"2010"`, `2010`. */
function valueAt<Item, Range extends object>(kind: Kind<Item, Range>, text: string): ReadHere<Range> | undefined {
  const forms = [withinMarks, bracketed, between, compared];
  for (const form of forms) {
    const read = form(kind, text);
    if (read !== undefined) return read;
  }
  return undefined;
}

function compared<Item, Range>(kind: Kind<Item, Range>, text: string): ReadHere<Range> | undefined {
  const [lead = "", sign, word = ""] = COMPARED.exec(text) ?? [];
  const item = kind.at(text.slice(lead.length));
  if (item === undefined) return undefined;
  const comparison = (sign as Comparison | undefined) ?? WORDS[word.toLowerCase()] ?? "=";
  return { value: kind.that(comparison, item.value), length: lead.length + item.length };
}

/** Either end may be left out: `2001..`, `..2005`. */
function between<Item, Range extends object>(kind: Kind<Item, Range>, text: string): ReadHere<Range> | undefined {
  const first = kind.at(text);
  const joint = /^\s*(?:\.\.\.?|-(?=\d{4}(?!\d)))\s*/u.exec(text.slice(first?.length ?? 0))?.[0];
  if (joint === undefined) return undefined;
  const start = (first?.length ?? 0) + joint.length;
  const last = kind.at(text.slice(start));
  if (first === undefined && last === undefined) return undefined;
  const length = last === undefined ? (first?.length ?? 0) + joint.trimEnd().length : start + last.length;
  return { value: ranging(kind, first?.value, last?.value), length };
}

/** Lucene's ranges; `*` leaves an end open, a brace leaves it out. */
function bracketed<Item, Range extends object>(kind: Kind<Item, Range>, text: string): ReadHere<Range> | undefined {
  const match = /^(?<open>[[{])(?<inner>[^\]}]*)(?<close>[\]}])/u.exec(text);
  if (match === null) return undefined;
  const { open, inner = "", close } = match.groups ?? {};
  const joint = /(?<=\s)to(?=\s)/iu.exec(inner);
  if (joint === null) return undefined;
  const first = inner.slice(0, joint.index).trim();
  const last = inner.slice(joint.index + joint[0].length).trim();
  const from = whole(kind, first);
  const to = whole(kind, last);
  if ((from === undefined && first !== "*") || (to === undefined && last !== "*")) return undefined;
  const lower = from === undefined ? undefined : kind.that(open === "{" ? ">" : ">=", from);
  const upper = to === undefined ? undefined : kind.that(close === "}" ? "<" : "<=", to);
  const value = lower === undefined || upper === undefined ? (lower ?? upper) : kind.both(lower, upper);
  return value === undefined ? undefined : { value, length: match[0].length };
}

function whole<Item, Range>(kind: Kind<Item, Range>, text: string): Item | undefined {
  const item = kind.at(text);
  return item?.length === text.length ? item.value : undefined;
}

/** Conditions in parentheses or quotation marks, all of which must hold. */
function withinMarks<Item, Range extends object>(kind: Kind<Item, Range>, text: string): ReadHere<Range> | undefined {
  const match = /^(?:\((?<group>[^()]*)\)|"(?<quoted>[^"]*)")/u.exec(text);
  if (match === null) return undefined;
  const inner = match.groups?.["group"] ?? match.groups?.["quoted"] ?? "";
  let value: Range | undefined;
  for (const part of inner.split(/(?<=\s)and(?=\s)|[&;]/iu)) {
    const trimmed = part.trim();
    const read = valueAt(kind, trimmed);
    if (read === undefined || read.length !== trimmed.length) return undefined;
    value = value === undefined ? read.value : kind.both(value, read.value);
  }
  return value === undefined ? undefined : { value, length: match[0].length };
}

function ranging<Item, Range extends object>(
  kind: Kind<Item, Range>,
  first: Item | undefined,
  last: Item | undefined,
): Range {
  const lower = first === undefined ? undefined : kind.that(">=", first);
  const upper = last === undefined ? undefined : kind.that("<=", last);
  return { ...lower, ...upper } as Range;
}
