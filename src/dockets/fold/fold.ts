import { DERIVATIONS } from "#derivations/derivations.ts";
import { NO_FACTS } from "#dockets/no-facts.ts";
import { SIGHTING_KINDS } from "../model.ts";
import type { Coverage, DocketFacts, DocketSighting, Freshness, Party } from "../model.ts";
import { coverageOf } from "./coverage.ts";
import { foldEntries, latestDayOf } from "./entries.ts";
import type { FoldedEntry } from "./entries.ts";
import { foldParties } from "./parties.ts";

/** Goes up whenever the same sightings make another docket: what is held is then folded again. */
export const FOLD_RULES: number = DERIVATIONS.dockets.number;

/** A sighting with the hash of what it says. */
export type HeldSighting = DocketSighting & { readonly id: string };

/** A docket as all that was said of it makes it. */
export type FoldedDocket = {
  readonly courtId: string;
  readonly docketNumber: string | null;
  readonly pacerCaseIds: readonly string[];
  readonly facts: DocketFacts;
  readonly parties: readonly Party[];
  readonly entries: readonly FoldedEntry[];
  readonly coverage: Coverage;
  readonly freshness: Freshness;
};

/**
 * Makes one docket of what was said of it. Pure: the same sightings give the same docket in whatever order they came,
 * so one that is imported late, or twice, leaves no trace of that.
 */
export function foldSightings(given: readonly HeldSighting[]): FoldedDocket {
  const sightings = [...new Map(given.map((sighting) => [sighting.id, sighting])).values()].toSorted(byTime);
  const last = sightings.at(-1);
  if (last === undefined) throw new TypeError("a docket is made of at least one sighting");
  const entries = foldEntries(sightings.toReversed().toSorted((left, right) => rankOf(left) - rankOf(right)));
  const sheets = sightings.filter(isSheet);
  return {
    courtId: last.courtId,
    docketNumber: lastTold(sheets, numberOf) ?? lastTold(sightings, numberOf) ?? null,
    pacerCaseIds: [...new Set(sightings.flatMap(({ pacerCaseIds }) => pacerCaseIds))].toSorted(),
    facts: factsOf(sightings, sheets),
    parties: foldParties(sightings),
    entries,
    coverage: coverageOf(sightings, entries),
    freshness: freshnessOf(last, sightings, entries),
  };
}

/** What was true later comes later; at one time what is better told. */
function byTime(left: HeldSighting, right: HeldSighting): number {
  return compare(timeOf(left), timeOf(right)) || rankOf(right) - rankOf(left) || compare(left.id, right.id);
}

function timeOf(sighting: DocketSighting): string {
  return sighting.asOf ?? latestDayOf(sighting.entries) ?? "";
}

function rankOf({ kind }: DocketSighting): number {
  return SIGHTING_KINDS.indexOf(kind);
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The court's own sheet, or a copy of it: its caption and number are whole, where those of notices are shortened. */
function isSheet({ kind }: DocketSighting): boolean {
  return kind === "docket_report" || kind === "archive";
}

const captionOf = ({ facts }: DocketSighting): string | undefined | null => facts.caption;
const numberOf = ({ docketNumber }: DocketSighting): string | null => docketNumber;

function lastTold<Value>(
  sightings: readonly DocketSighting[],
  read: (sighting: DocketSighting) => Value | null | undefined,
): Value | undefined {
  return sightings.map(read).findLast((value) => value !== null && value !== undefined) ?? undefined;
}

function factsOf(sightings: readonly DocketSighting[], sheets: readonly DocketSighting[]): DocketFacts {
  const told: Record<string, unknown> = {};
  for (const { facts } of sightings) {
    for (const [name, value] of Object.entries(facts)) if (value !== undefined) told[name] = value;
  }
  return { ...NO_FACTS, ...told, caption: lastTold(sheets, captionOf) ?? lastTold(sightings, captionOf) ?? null };
}

function freshnessOf(
  last: DocketSighting,
  sightings: readonly DocketSighting[],
  entries: readonly FoldedEntry[],
): Freshness {
  const reports = sightings.filter(({ kind }) => kind === "docket_report");
  return {
    kind: last.kind,
    source: last.source,
    asOf: last.asOf,
    fetchedAt: last.fetchedAt,
    reportAsOf: lastTold(reports, ({ asOf }) => asOf) ?? null,
    latestEntryDate: latestDayOf(entries) ?? null,
  };
}
