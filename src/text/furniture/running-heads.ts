import { isSentence, pageBeside } from "./page-line.ts";
import type { Neighbours, PageLine } from "./page-line.ts";

/** How many lines at each edge of a page may be head or foot. */
const EDGE_LINES = 3;
const REPEATED_MIN = 3;
/** Of the pages of a text; those of the left hand may bear another head than those of the right. */
const SHARE_MIN = 0.3;
/** Where nothing says the pages, a head stands again after a page's length of text. */
const PAGE_CHARS_MIN = 600;
const INTERRUPTING_MIN = 0.4;

/** What may be printed across or beside each page. */
const WATERMARK =
  /^(?:DRAFT|(?:HIGHLY )?CONFIDENTIAL(?: [-\u2013\u2014] .{3,40})?|(?:UNOFFICIAL|UNCERTIFIED|CERTIFIED|COURTESY) COPY|COPY|REDACTED(?: VERSION)?|FILED UNDER SEAL|UNDER SEAL|PRIVILEGED(?: (?:AND|&) CONFIDENTIAL)?|ATTORNEYS['\u2019]? EYES ONLY|NOT FOR (?:PUBLICATION|CITATION|DISTRIBUTION)|DO NOT CITE|UNPUBLISHED|SLIP COPY|SAMPLE|PROPOSED)$/u;

/** Marks what stands at the head or foot of page after page: names of the case, of the paper, of the firm. */
export function markRunningHeads(lines: readonly PageLine[], near: Neighbours): void {
  const repeated = Map.groupBy(
    lines.flatMap((line, at) => (near.countAt(at) > 1 && mayBeHead(line) ? [{ line, at }] : [])),
    ({ at }) => near.keyAt(at),
  );
  if (repeated.size === 0) return;
  const edges = edgesOf(lines);
  for (const members of repeated.values()) {
    const isMark = WATERMARK.test(members[0]?.line.words ?? "");
    const isNumbered = !Number.isNaN(pageBeside(members[0]?.line.words ?? ""));
    const isHead = isNumbered ? counts(members, near) : interrupts(members, near);
    const heads = isHead ? members : membersAtEdges(members, edges);
    for (const { line } of heads) line.kind = isMark ? "watermark" : "running head";
  }
}

/** Words of a heading or name: neither what a person says in a transcript nor the middle of a sentence. */
function mayBeHead({ words, kind }: PageLine): boolean {
  if (kind !== undefined || words.length < 4 || words.length > 200) return false;
  if (!/\p{L}{2}/u.test(words) || /^["'(\u2018\u201c[]?\p{Ll}/u.test(words)) return false;
  if (isSentence(words) || /^[QA][.:]?\s|[:,]$|;|\s(?:of|and|the|or|in|to|for|by|a)$/u.test(words)) return false;
  return Number.isNaN(pageBeside(words)) || namesSomething(words);
}

/** Two words, or one in capitals; a note that begins a page may count as pages do (`3 The`). */
function namesSomething(words: string): boolean {
  return words.split(/\s+/u).filter((word) => /\p{L}/u.test(word)).length >= 2 || /\p{Lu}{4}/u.test(words);
}

/** For each line of text the page edge that it stands at, by number; the same line at its own distance from it. */
type Edges = { readonly of: ReadonlyMap<number, string>; readonly count: number };

/** Pages end where the source says so, and at stamps and page numbers. */
function edgesOf(lines: readonly PageLine[]): Edges {
  const of = new Map<number, string>();
  let count = 0;
  const isBreak = (at: number): boolean => {
    const [one, other] = [lines[at - 1], lines[at]];
    if (one === undefined || other === undefined) return false;
    return one.page !== other.page || (other.kind !== undefined && one.kind === undefined && isPageMark(other));
  };
  for (let at = 1; at < lines.length; at += 1) {
    if (!isBreak(at)) continue;
    count += 1;
    walk(at - 1, -1, "foot");
    walk(at, 1, "head");
  }
  walk(0, 1, "head");
  walk(lines.length - 1, -1, "foot");
  return { of, count };

  function walk(from: number, step: 1 | -1, side: string): void {
    let seen = 0;
    for (let at = from; seen < EDGE_LINES; at += step) {
      const line = lines[at];
      if (line === undefined) return;
      if (line.kind !== undefined && line.kind !== "running head") continue;
      seen += 1;
      if (!of.has(at)) of.set(at, `${side} ${seen}`);
    }
  }
}

function isPageMark({ kind }: PageLine): boolean {
  return kind === "stamp" || kind === "page number";
}

/** On several pages at the same place of the page, and nowhere else as often; a number in it counts the pages. */
function membersAtEdges(members: readonly Member[], edges: Edges): readonly Member[] {
  if (edges.count < 2) return [];
  const slots = Map.groupBy(members, ({ at }) => edges.of.get(at) ?? "");
  const elsewhere = slots.get("")?.length ?? 0;
  slots.delete("");
  const most = [...slots.values()].reduce((one, other) => (other.length > one.length ? other : one), []);
  if (most.length < REPEATED_MIN || most.length < edges.count * SHARE_MIN || elsewhere > most.length / 3) return [];
  const isCount = Number.isNaN(pageBeside(most[0]?.line.words ?? "")) || countsPages(most);
  return isCount && !areItems(members)
    ? members.filter(({ at }) => (slots.get(edges.of.get(at) ?? "")?.length ?? 0) > 1)
    : [];
}

function countsPages(members: readonly Member[]): boolean {
  const distances = Map.groupBy(members, ({ line }) => pageBeside(line.words) - line.page);
  const isPaged = members.some(({ line }) => line.page > 0);
  if (isPaged) return Math.max(...[...distances.values()].map(({ length }) => length)) >= members.length * COUNTING_MIN;
  return members.every(
    ({ line }, nth) => nth === 0 || pageBeside(line.words) > pageBeside(members[nth - 1]?.line.words ?? ""),
  );
}

const COUNTING_MIN = 0.7;

/** Lines that stand close to one another are items of a list or rows of a table. */
function areItems(members: readonly Member[]): boolean {
  const close = members.slice(1).filter(({ at, line }, nth) => {
    const before = members[nth];
    return before !== undefined && before.line.page === line.page && at - before.at < EDGE_LINES;
  });
  return close.length > members.length / 4;
}

type Member = { readonly line: PageLine; readonly at: number };

/**
 * The number beside the words counts the pages: `316 ROE v. DOE` and, two pages on, `318 ROE v. DOE`. Notes and headings
 * count so too (`4 The`, `Count 2`): the words must be a case's name behind its page, or stand within sentences.
 */
function counts(members: readonly Member[], near: Neighbours): boolean {
  if (members.length < REPEATED_MIN) return false;
  const values = members.map(({ line }) => pageBeside(line.words));
  const isCount = members.every((member, nth) => {
    const before = members[nth - 1];
    const step = (values[nth] ?? Number.NaN) - (values[nth - 1] ?? Number.NaN);
    return before === undefined || (step >= 1 && step <= STEP_MAX && isPageApart(before, member));
  });
  if (!isCount) return false;
  return members.every(({ line }) => isNameBehindPage(line.words)) || isWithin(members, near);
}

/** Pages of one hand bear it, and some that begin a part bear none. */
const STEP_MAX = 8;

/** The name of a case in capitals behind the page; a scan may have misread a letter of it. */
function isNameBehindPage(words: string): boolean {
  if (!/^\d{1,4}\s/u.test(words)) return false;
  const names = words.split(/\s+/u).filter((word) => word !== "v." && /\p{L}/u.test(word));
  return names.length >= 2 && names.filter((word) => !/\p{Ll}/u.test(word)).length >= names.length * CAPITALS_MIN;
}

const CAPITALS_MIN = 0.8;

function isPageApart(one: Member, other: Member): boolean {
  return other.line.before_chars - one.line.before_chars >= PAGE_CHARS_MIN;
}

function isWithin(members: readonly Member[], near: Neighbours): boolean {
  const within = members.filter(({ at }) => near.interrupts(at)).length;
  return within >= Math.max(2, INTERRUPTING_MIN * members.length);
}

/** Stands within sentences again and again, a page's length of text apart. */
function interrupts(members: readonly Member[], near: Neighbours): boolean {
  if (members.length < REPEATED_MIN) return false;
  return (
    members.slice(1).every((member, nth) => isPageApart(members[nth] ?? member, member)) && isWithin(members, near)
  );
}
