import type { Neighbours, PageLine } from "./page-line.ts";
import { numberOnLine, saysPage } from "./numbers-on-lines.ts";

type Candidate = { readonly at: number; readonly value: number; readonly line: PageLine };
type Chain = { readonly last: Candidate; readonly before: Chain | undefined; readonly length: number };

/** Text on a page: less between two numbers is an item of a list, more has lost a page. */
const PAGE_CHARS_MIN = 400;
const PAGE_CHARS_MAX = 9_000;
/** A page may have lost its number, or bear none as the first of a part does. */
const STEP_MAX = 3;
const EDGE_LINES = 2;
/** Of a chain's numbers, those that stand before the rest of a sentence: headings and labels of notes never do. */
const GOING_ON_MIN = 0.3;
const CHAIN_MIN = 3;
/** Set in the middle or at the right of a page; the label of a note stands at the left. */
const INDENT_MIN = 12;

/**
 * Marks the numbers of pages: lines with a number alone that count up from page to page. Where the source says its pages
 * they stand at the edge of each and keep their distance to its place; elsewhere they count up by one over a page's
 * length of lines and stand within sentences.
 */
export function markPageNumbers(lines: readonly PageLine[], near: Neighbours): void {
  const candidates = lines.flatMap((line, at): Candidate[] => {
    const value = line.kind === undefined ? numberOnLine(line.words) : undefined;
    return value === undefined ? [] : [{ at, value, line }];
  });
  if (candidates.length === 0) return;
  markByPages(lines, candidates);
  markByCount(
    candidates.filter(({ line }) => line.kind === undefined),
    near,
  );
  markTwice(lines, candidates);
}

/** A program that marks pages may set its own number under the one that is printed: `-9-`, `9`. */
function markTwice(lines: readonly PageLine[], candidates: readonly Candidate[]): void {
  for (const { at, value, line } of candidates) {
    if (line.kind !== undefined) continue;
    const isAgain = [lines[at - 1], lines[at + 1]].some(
      (beside) => beside?.kind === "page number" && numberOnLine(beside.words) === value,
    );
    if (isAgain) line.kind = "page number";
  }
}

function markByPages(lines: readonly PageLine[], candidates: readonly Candidate[]): void {
  const pages = (lines.at(-1)?.page ?? 0) + 1;
  if (pages < 2) return;
  const atEdge = candidates.filter(({ at, line }) => isAtEdge(lines, at, line));
  const byDistance = Map.groupBy(atEdge, ({ value, line }) => value - line.page);
  for (const [distance, members] of byDistance) {
    const first = members[0]?.line.page;
    const isCount = members.some(({ line }) => line.page !== first);
    // A lone one is the page's own where it is the very number of the page, and set off.
    for (const { line } of members) if (isCount || (distance === 1 && line.isApart)) line.kind = "page number";
  }
}

function isAtEdge(lines: readonly PageLine[], at: number, { page }: PageLine): boolean {
  const beyond = (step: number): boolean => lines[at + step]?.page !== page;
  return beyond(EDGE_LINES) || beyond(-EDGE_LINES);
}

function markByCount(candidates: readonly Candidate[], near: Neighbours): void {
  for (const { at, line } of candidates) {
    if (!saysPage(line.words)) continue;
    const isSetOff = line.indent >= INDENT_MIN || near.after(at) === "";
    if (isSetOff || near.interrupts(at)) line.kind = "page number";
  }
  const ends = new Map<number, Chain>();
  const chains: Chain[] = [];
  for (const candidate of candidates) {
    let before: Chain | undefined;
    for (let step = 1; step <= STEP_MAX; step += 1) {
      const chain = ends.get(candidate.value - step);
      if (chain === undefined || !isPageApart(chain.last, candidate, step)) continue;
      if (before === undefined || chain.length > before.length) before = chain;
    }
    const chain = { last: candidate, before, length: (before?.length ?? 0) + 1 };
    const known = ends.get(candidate.value);
    if (known === undefined || known.length <= chain.length || charsBetween(known.last, candidate) > PAGE_CHARS_MAX) {
      ends.set(candidate.value, chain);
    }
    chains.push(chain);
  }
  const bare = candidates.filter(({ line }) => !saysPage(line.words)).length;
  for (const chain of chains.toSorted((one, other) => other.length - one.length)) {
    if (chain.length < 2) break;
    if (chain.last.line.kind !== undefined && !saysPage(chain.last.line.words)) continue;
    const members = membersOf(chain);
    if (arePages(members, near) || isWholeCount(members, bare))
      for (const { line } of members) line.kind = "page number";
  }
}

function isPageApart(one: Candidate, other: Candidate, step: number): boolean {
  const between = charsBetween(one, other);
  return between >= PAGE_CHARS_MIN && between <= PAGE_CHARS_MAX * step;
}

function charsBetween(one: Candidate, other: Candidate): number {
  return other.line.before_chars - one.line.before_chars;
}

function membersOf(last: Chain): Candidate[] {
  const members: Candidate[] = [];
  for (let chain: Chain | undefined = last; chain !== undefined; chain = chain.before) members.push(chain.last);
  return members;
}

/** All numbers on lines of their own, in the middle of the page, counting up by one; the first page bears none, sections begin at 1. */
function isWholeCount(members: readonly Candidate[], bare: number): boolean {
  if (members.length < CHAIN_MIN || members.length !== bare || (members.at(-1)?.value ?? 1) < 2) return false;
  const isByOne = members.every(({ value }, nth) => nth === 0 || value === (members[nth - 1]?.value ?? 0) - 1);
  return isByOne && members.every(({ line }) => line.indent >= INDENT_MIN);
}

function arePages(members: readonly Candidate[], near: Neighbours): boolean {
  const goingOn = members.filter(({ at, line }) => line.isBelowRule || near.standsBeforeRest(at)).length;
  if (members.every(({ line }) => saysPage(line.words))) return goingOn > 0 || members.length >= CHAIN_MIN;
  const isCentred = members.every(({ line }) => line.indent >= INDENT_MIN);
  if (members.length < CHAIN_MIN) return goingOn === members.length;
  return goingOn >= members.length * GOING_ON_MIN && (isCentred || goingOn >= CHAIN_MIN);
}
