import { courtById } from "#courts/courts.ts";
import type { Coverage, DocketSighting } from "../model.ts";

/** Runs told of; a docket with more gaps than this is known in pieces only. */
const RUNS_MAX = 200;
/** Above this it is no count of entries but the number of a document, as appellate courts use it. */
const NUMBER_MAX = 99_999;

type Numbered = { readonly number: string | null };

/**
 * What is held of a docket, and which numbers are known to be missing: those below the highest that is held. What a
 * whole docket report passes over is not missing, for it belongs to another defendant or is shut to the public. Courts of
 * appeals count entries from 1 or number them otherwise (6001, 6002): of which kind a docket is, is known by its first.
 */
export function coverageOf(sightings: readonly DocketSighting[], entries: readonly Numbered[]): Coverage {
  const whole = sightings.filter(({ kind, range }) => kind === "docket_report" && (range ?? null) === null);
  const reported = Math.max(0, ...whole.flatMap((sighting) => numbersOf(sighting.entries)));
  return {
    kind: sightings.some(({ kind }) => kind === "docket_report") ? "docket_report" : "stored_entries",
    entries: entries.length,
    missing: countsFromOne(sightings, entries) ? gapsIn(numbersOf(entries), reported).slice(0, RUNS_MAX) : [],
    isWholeReport: whole.length > 0,
  };
}

function countsFromOne([sighting]: readonly DocketSighting[], entries: readonly Numbered[]): boolean {
  const isAppellate = courtById(sighting?.courtId ?? "")?.jurisdiction === "Federal Appellate";
  return !isAppellate || entries.some(({ number }) => number === "1");
}

function numbersOf(entries: readonly Numbered[]): number[] {
  const numbers = entries.flatMap(({ number }) => (/^\d+$/u.test(number ?? "") ? [Number(number)] : []));
  return numbers.some((number) => number > NUMBER_MAX) ? [] : numbers;
}

function gapsIn(numbers: readonly number[], after: number): [first: number, last: number][] {
  const gaps: [number, number][] = [];
  let expected = after + 1;
  for (const number of [...new Set(numbers)].toSorted((left, right) => left - right)) {
    if (number < expected) continue;
    if (number > expected) gaps.push([expected, number - 1]);
    expected = number + 1;
  }
  return gaps;
}
