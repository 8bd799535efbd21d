import { captionOf, nameOf, partyDifference } from "./parties.ts";
import type { CaseName } from "./model.ts";

/** What the held decisions that cite something print of it. Each count is of works, so copies of one say it once. */
export type CitersSay = {
  readonly works: number;
  readonly names: ReadonlyMap<string, number>;
  readonly years: ReadonlyMap<number, number>;
  /** Look-up keys printed beside it for the same decision. */
  readonly beside: ReadonlyMap<string, number>;
};

export type Citers = (key: string) => CitersSay | undefined;

/** A decision that is not held, as those who cite it agree on it. */
export type KnownByCiters = { readonly name: string; readonly year: number | null; readonly works: number };

/** Who cites a decision that is not held, and whether any of them calls it as a citation does. */
export type HeardOf = { readonly works: number; readonly isNamedSo: boolean };

/** A name that none of them prints beside the place speaks for nothing, and so does a citation without one. */
export function heardOf(say: CitersSay | undefined, cited: CaseName | null): HeardOf {
  if (say === undefined) return { works: 0, isNamedSo: false };
  const printed = [...say.names.keys()];
  const whole = printed.filter((name) => captionOf(name).length === 2);
  // A party alone, as short forms print it, bears out no other one.
  const names = whole.length === 0 || cited?.defendant === null ? printed : whole;
  const isNamedSo =
    cited === null || names.length === 0 || names.some((name) => partyDifference(cited, [name]) === null);
  return { works: say.works, isNamedSo };
}

/** So many must say it, and of those who say anything so large a share. */
const WORKS_MIN = 3;
const SHARE_MIN = 0.6;
/** One may repeat another's slip; two that print a rarer form still show that it is in use. */
const SUPPORT_MIN = 2;
const SUPPORT_SHARE_MIN = 0.1;

/** What the citers of a key agree on; undefined where fewer than three do. */
export function knownByCiters(say: CitersSay | undefined): KnownByCiters | undefined {
  if (say === undefined || say.works < WORKS_MIN) return undefined;
  const names = [...say.names].filter(([name]) => captionOf(name).length === 2);
  const total = sum(names);
  const ranked = names
    .map(([name, works]) => ({ name, works, support: supportOf(name, names) }))
    .toSorted((one, other) => other.support - one.support || other.works - one.works);
  const [best] = ranked;
  if (best === undefined || best.support < WORKS_MIN || best.support < total * SHARE_MIN) return undefined;
  return { name: best.name.replace(/\s+/gu, " "), year: agreedYear(say) ?? null, works: say.works };
}

function supportOf(name: string, names: readonly (readonly [string, number])[]): number {
  return sum(names.filter(([other]) => partyDifference(nameOf(other), [name]) === null));
}

/** The year on which the citers agree; undefined where they do not, or are fewer than three. */
export function agreedYear(say: CitersSay | undefined): number | undefined {
  if (say === undefined) return undefined;
  const total = sum([...say.years]);
  const [best] = [...say.years].toSorted((one, other) => other[1] - one[1]);
  return best !== undefined && best[1] >= WORKS_MIN && best[1] >= total * SHARE_MIN ? best[0] : undefined;
}

/** Whether others print this year too, not by a slip. */
export function isYearInUse(say: CitersSay | undefined, year: number): boolean {
  return say !== undefined && isInUse(say.years.get(year) ?? 0, sum([...say.years]));
}

/** Whether others call it by both these parties too. */
export function isNameInUse(say: CitersSay | undefined, cited: CaseName): boolean {
  if (say === undefined) return false;
  const named = [...say.names].filter(([name]) => captionOf(name).length === 2 || cited.defendant === null);
  return isInUse(sum(named.filter(([name]) => partyDifference(cited, [name]) === null)), sum(named));
}

function isInUse(works: number, total: number): boolean {
  return works >= SUPPORT_MIN && works >= total * SUPPORT_SHARE_MIN;
}

function sum(counted: readonly (readonly [unknown, number])[]): number {
  return counted.reduce((total, [, works]) => total + works, 0);
}
