import type { Clock } from "#base/clock.ts";
import type { LawCaveat } from "./model.ts";

/**
 * Which version of a provision is law on a day. A version is current when it is not marked historical, its effective
 * date has come, no newer version is in force, and it is no tombstone. Nothing of this is kept: it is worked out from
 * the chain and the day.
 */
export type Dated = {
  readonly versionKey: string;
  readonly edition: string | null;
  readonly effectiveDate: string | null;
  readonly publicationDate: string | null;
  readonly isHistorical: boolean;
  readonly isTombstone: boolean;
  readonly caveat?: LawCaveat;
  /** From this day on its words are law no more; of `amended` words some are, and which is not known. */
  readonly expiresOn?: string;
};

/** The days on which a version stands above all others: from the first up to the day before `until`, if any. */
export type Span = { readonly from: string; readonly until: string | null };

export type Standing = { readonly isCurrent: boolean; readonly isHistorical: boolean };

/** The day of a moment, in UTC. */
export function dayOf(clock: Clock): string {
  return clock().toISOString().slice(0, 10);
}

/**
 * The first day on which a version can be law: its effective date; else the day of the edition that showed it, for
 * what stood before that day is not known; else its publication. Empty, which is before every day, when the source
 * states none of them.
 */
export function startOf({ effectiveDate, edition, publicationDate }: Dated): string {
  return effectiveDate ?? edition ?? publicationDate ?? "";
}

/**
 * Oldest first. A version of a later edition is newer than what it replaced, also when the source dates it back; one
 * that is only announced comes at its effective date.
 */
export function inOrder<Version extends Dated>(versions: readonly Version[]): Version[] {
  return versions.toSorted((left, right) => {
    const one = placeInTime(left);
    const other = placeInTime(right);
    for (const [index, key] of one.entries()) {
      const against = other[index] ?? "";
      if (key !== against) return key < against ? -1 : 1;
    }
    return 0;
  });
}

/** A text that sorts versions as `inOrder` does. */
export function ageOf(version: Dated): string {
  return placeInTime(version).join(" ");
}

function placeInTime(version: Dated): readonly string[] {
  const start = startOf(version);
  const edition = version.edition ?? "";
  return [start > edition ? start : edition, edition, start, version.publicationDate ?? "", version.versionKey];
}

/**
 * For each version of a chain in order, the days on which it is the last that has begun; null when there are none. A
 * mark of the source speaks of today: a marked version has no days, unless a newer one has begun since and so tells
 * when it ended.
 */
export function spansOf(ordered: readonly Dated[], today: string): (Span | null)[] {
  const spans: (Span | null)[] = ordered.map(() => null);
  let until: string | null = null;
  for (let index = ordered.length - 1; index >= 0; index--) {
    const version = ordered[index];
    if (version === undefined) continue;
    if (version.isHistorical && (until === null || until > today)) continue;
    const from = startOf(version);
    if (until === null || from < until) {
      spans[index] = { from, until };
      until = from;
    }
  }
  return spans;
}

/** The flags of each version of a chain in order, on a day. */
export function standingsOf(ordered: readonly Dated[], date: string, today: string): Standing[] {
  const spans = spansOf(ordered, today);
  return ordered.map((version, index) => {
    const covers = holds(spans[index] ?? null, date);
    const isCurrent = covers && isLaw(version, date);
    const hasBegun = startOf(version) <= date;
    return { isCurrent, isHistorical: !isCurrent && (hasBegun || version.isHistorical) };
  });
}

/** The version that is law on a day: none when nothing has begun, or the provision is repealed. */
export function currentAt<Version extends Dated>(
  ordered: readonly Version[],
  date: string,
  today: string,
): Version | undefined {
  const spans = spansOf(ordered, today);
  const current = ordered.find((_, index) => holds(spans[index] ?? null, date));
  return current !== undefined && isLaw(current, date) ? current : undefined;
}

/** What is printed in the place of a text, or has lapsed by itself, is no law, and neither is what it took the place of. */
function isLaw({ isTombstone, caveat, expiresOn }: Dated, date: string): boolean {
  if (isTombstone || caveat === "placeholder" || caveat === "displaced") return false;
  return caveat === "amended" || expiresOn === undefined || date < expiresOn;
}

/** The first and the last day on which a version with these days is law; null for one that never is. */
export function daysOfLaw(
  version: Dated,
  span: Span | null,
): { readonly from: string; readonly through: string | null } | null {
  if (span === null || !isLaw(version, span.from)) return null;
  const ends = [span.until, version.caveat === "amended" ? null : version.expiresOn]
    .filter((day) => day != null)
    .toSorted();
  return { from: span.from, through: ends[0] === undefined ? null : dayBefore(ends[0]) };
}

const DAY_MS = 86_400_000;

export function dayBefore(day: string): string {
  return new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
}

function holds(span: Span | null, date: string): boolean {
  return span !== null && span.from <= date && (span.until === null || date < span.until);
}
