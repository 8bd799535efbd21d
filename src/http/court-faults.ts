import { distance } from "fastest-levenshtein";
import { allCourts, resolveCourt, type Court } from "#courts/courts.ts";

const SUGGESTIONS_MAX = 5;
/** Ids are short: two slips away is another court. */
const SLIPS_MAX = 2;

/** Says that a text names no court, with the courts it may have meant under the name the caller used. */
export function noSuchCourt(given: string, near: readonly Court[], nameOf: (court: Court) => string): string {
  const names = [...new Set(near.map(nameOf))];
  return `no court is called ${given}${names.length === 0 ? "" : `; did you mean ${names.join(" or ")}?`}`;
}

/** The same for an id: a name or abbreviation given in its place is understood, else ids a slip away are. */
export function noSuchCourtId(given: string): string {
  const named = resolveCourt(given);
  return noSuchCourt(given, named.ok ? named.value : idsNear(given), ({ id }) => id);
}

function idsNear(given: string): readonly Court[] {
  if (given.length > 40) return [];
  const text = given.toLowerCase();
  return allCourts()
    .map((court) => ({ court, slips: distance(text, court.id) }))
    .filter(({ slips }) => slips <= SLIPS_MAX)
    .toSorted((left, right) => left.slips - right.slips || Number(right.court.inUse) - Number(left.court.inUse))
    .slice(0, SUGGESTIONS_MAX)
    .map(({ court }) => court);
}
