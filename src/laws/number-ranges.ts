/**
 * Entries that a code prints for a run of its numbers: `4-40 to 4-44`, `228a to 228c–1`, `40.34-40.36`. Numbers are
 * compared run by run: figures by their value, letters by the alphabet, and a number stands before those that begin with it.
 */
export function isInRange(range: string, number: string): boolean {
  const asked = partsOf(number);
  return asked.length > 0 && rangesIn(range).some(([first, last]) => isAmong(asked, first, last));
}

type Part = number | string;

function isAmong(asked: readonly Part[], first: readonly Part[], last: readonly Part[]): boolean {
  return typeof asked[0] === typeof first[0] && compare(first, asked) <= 0 && compare(asked, last) <= 0;
}

function rangesIn(range: string): [readonly Part[], readonly Part[]][] {
  return range
    .split(/[,;]|\band\b/u)
    .map((part) => part.trim())
    .flatMap((part): [readonly Part[], readonly Part[]][] => {
      const [first, last, ...more] = part.split(/(?<!\s)\s+(?:to|through|thru)\s+/u);
      if (first !== undefined && last !== undefined && more.length === 0) return [[partsOf(first), partsOf(last)]];
      return byDash(part);
    });
}

const DASH = /[-\u2010-\u2015]/gu;

/** A dash parts two ends that are built alike (`40.34-40.36`); else it is within a number (`228c-1`). */
function byDash(part: string): [readonly Part[], readonly Part[]][] {
  for (const { index } of part.matchAll(DASH)) {
    const first = partsOf(part.slice(0, index));
    const last = partsOf(part.slice(index + 1));
    const isAlike = first.length === last.length && first.every((one, at) => typeof one === typeof last[at]);
    if (isAlike && first.length > 0 && compare(first, last) < 0 && (first.length > 1 || isPlain(part)))
      return [[first, last]];
  }
  return [];
}

/** `101-105` may be one number; with spaces around the dash it is two. */
function isPlain(part: string): boolean {
  return /\d\s+[-\u2010-\u2015]\s+\d|\u2013/u.test(part);
}

function partsOf(number: string): Part[] {
  return Array.from(number.toLowerCase().matchAll(/\d{1,9}|\p{L}+/gu), ([part]) =>
    /\d/u.test(part) ? Number(part) : part,
  );
}

function compare(one: readonly Part[], other: readonly Part[]): number {
  for (const [at, part] of one.entries()) {
    const against = other[at];
    if (against === undefined) return 1;
    if (part === against) continue;
    if (typeof part !== typeof against) return typeof part === "number" ? -1 : 1;
    return part < against ? -1 : 1;
  }
  return one.length === other.length ? 0 : -1;
}
