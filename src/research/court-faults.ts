import { courtsOfSimilarId, resolveCourt, type Court } from "#courts/courts.ts";

/** Says that a text names no court, with the courts it may have meant under the name the caller used. */
export function noSuchCourt(given: string, near: readonly Court[], nameOf: (court: Court) => string): string {
  const names = [...new Set(near.map(nameOf))];
  return `no court is called ${given}${names.length === 0 ? "" : `; did you mean ${names.join(" or ")}?`}`;
}

/** The same for an id: a name or abbreviation given in its place is understood, else ids a slip away are. */
export function noSuchCourtId(given: string): string {
  const named = resolveCourt(given);
  return noSuchCourt(given, named.ok ? named.value : courtsOfSimilarId(given), ({ id }) => id);
}
