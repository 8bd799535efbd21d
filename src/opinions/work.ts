import { deriveId } from "#base/ids.ts";
import { tellingWords } from "#text/case-names.ts";
import { possibleDays } from "./filed-days.ts";
import type { FiledDays } from "./filed-days.ts";
import type { FiledDate } from "./model.ts";
import { heldShare, mayHold } from "./shingles.ts";
import type { Sketch } from "./shingles.ts";

/** When two stored decisions are copies of one. The rule with its reasons and figures: docs/internals/works.md. */
export type WorkMember = {
  readonly id: string;
  readonly courtId: string;
  readonly caseName: string;
  readonly caption: string;
  readonly docketKeys: readonly string[];
  readonly filed: FiledDate;
  readonly citations: readonly { readonly key: string; readonly reporter: string }[];
};

/** The work a decision is alone in. A work is named after the smallest id among its members, so order of import is nothing. */
export function workIdOf(smallestClusterId: string): string {
  return deriveId("work", "cluster", smallestClusterId);
}

export type Verdict = "same" | "different" | "by text";

/** A decision with what is compared of it. */
export type Compared = {
  readonly member: WorkMember;
  readonly days: FiledDays | null;
  readonly dockets: ReadonlySet<string>;
  readonly keys: ReadonlySet<string>;
  readonly reporters: ReadonlySet<string>;
  /** Telling words of the first party, of the others, and all. */
  readonly first: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
};

/** A decision amended under the citation it has keeps its text, within this time. */
const AMENDED_DAYS_MAX = 366;

/** Whether two decisions are one, or will be if their texts are. Symmetric; decided from the two alone. */
export function compareDecisions(left: WorkMember, right: WorkMember): Verdict {
  return compare(comparedOf(left), comparedOf(right));
}

export function compare(left: Compared, right: Compared): Verdict {
  if (left.member.courtId !== right.member.courtId) return "different";
  if (contradict(left.dockets, right.dockets)) return "different";
  if (share(left.keys, right.keys)) {
    if (left.all.size > 0 && right.all.size > 0 && !share(left.all, right.all)) return "different";
    const apart = daysApart(left.days, right.days);
    if (apart === 0) return "same";
    return apart <= AMENDED_DAYS_MAX ? "by text" : "different";
  }
  // A reporter prints a decision at one place.
  if (share(left.reporters, right.reporters)) return "different";
  const isOneDay = left.days !== null && right.days !== null && daysApart(left.days, right.days) === 0;
  return isOneDay && partiesAgree(left, right) ? "by text" : "different";
}

function contradict(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  return left.size > 0 && right.size > 0 && !share(left, right);
}

function share(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  for (const one of left) if (right.has(one)) return true;
  return false;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** From the last day of the one that was over first to the first of the other; 0 where a day is possible for both. */
function daysApart(left: FiledDays | null, right: FiledDays | null): number {
  if (left === null || right === null) return 0;
  const [first, second] = left.last < right.first ? [left, right] : [right, left];
  if (first.last >= second.first) return 0;
  return (Date.parse(second.first) - Date.parse(first.last)) / DAY_MS;
}

/** Of a record with neither docket number nor citation one party is enough, for its caption is often short or misspelt. */
function partiesAgree(left: Compared, right: Compared): boolean {
  if (!share(left.all, right.all)) return false;
  if (isBare(left) || isBare(right)) return true;
  return !contradict(left.first, right.first) && !contradict(left.others, right.others);
}

function isBare({ dockets, keys }: Compared): boolean {
  return dockets.size === 0 && keys.size === 0;
}

/** What became of `10-74` in a spreadsheet says nothing of the number. */
const SPREADSHEET_DATE = /^(?:\d+-)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:-\d+)?$/u;

export function comparedOf(member: WorkMember): Compared {
  const sides = [member.caseName, member.caption].map((name) => name.split(/\sv(?:s|ersus)?\.?\s/iu));
  const first = new Set(sides.flatMap(([party = ""]) => tellingWords(party, "copies")));
  const others = new Set(sides.flatMap(([, ...parties]) => tellingWords(parties.join(" "), "copies")));
  return {
    member,
    days: possibleDays(member.filed),
    dockets: new Set(member.docketKeys.filter((key) => !SPREADSHEET_DATE.test(key))),
    keys: new Set(member.citations.map(({ key }) => key)),
    reporters: new Set(member.citations.map(({ reporter }) => reporter)),
    first,
    others,
    all: new Set([...first, ...others]),
  };
}

/** Of the shorter text the other has so much; page numbers, notes and the hand of another transcriber break the rest. */
const HELD_SHARE_MIN = 0.7;
/** Runs of words of a text that may be a part of the other; an order or a list of errata is often all quotation. */
const PART_SHINGLES_MIN = 600;
/** Of a shorter one the other must be a copy; what is shorter than this is a form. */
const COPY_SHINGLES_MIN = 200;

/** Whether two decisions have one text, given the shingles of all their opinions: one of them may lack some. */
export function haveOneText(left: ReadonlySet<number>, right: ReadonlySet<number>): boolean {
  const [less, more] = left.size <= right.size ? [left, right] : [right, left];
  if (less.size < COPY_SHINGLES_MIN) return false;
  const held = heldShare(less, [more]);
  if (held < HELD_SHARE_MIN) return false;
  return less.size >= PART_SHINGLES_MIN || held * less.size >= HELD_SHARE_MIN * more.size;
}

/** What `haveOneText` refuses by the sizes of two texts, or by so much of them that chance explains nothing, is false. */
export function mayHaveOneText(left: Sketch, right: Sketch): boolean {
  const [less, more] = left.size <= right.size ? [left, right] : [right, left];
  if (less.size < COPY_SHINGLES_MIN) return false;
  if (less.size < PART_SHINGLES_MIN && less.size < HELD_SHARE_MIN * more.size) return false;
  return mayHold(more, less, HELD_SHARE_MIN);
}
