import { isTermYear, isWithin } from "#citations/differences.ts";
import { nameOf, partyDifference } from "#citations/parties.ts";
import { isSameCourt } from "#courts/courts.ts";
import type { FiledYears } from "#opinions/filed-days.ts";

/** A decision held under one of the keys by which an opinion cites it. */
export type Candidate = {
  readonly clusterId: string;
  readonly workId: string;
  readonly courtId: string;
  /** The years in which it can have been filed. */
  readonly years: FiledYears | null;
  readonly caseName: string;
};

export type CitedAs = {
  readonly keys: readonly string[];
  readonly year: number | null;
  readonly courtId: string | null;
  readonly name: string | null;
};

export type Link =
  | { readonly resolution: "found"; readonly clusterId: string }
  | { readonly resolution: "ambiguous" | "mismatch" | "own" | "not_held"; readonly clusterId: null };

/**
 * Which held decision a citation means. Volume, reporter and page find the candidates; among several works the one that
 * most keys lead to, then court, year and name decide; what stays undecided is ambiguous, never guessed. A single
 * candidate that contradicts the printed year and the printed name both is a mismatch: the citation or the record is
 * wrong, and nothing is linked. Nor is a citation of `ownWork`, to which the citing decision belongs: an opinion prints
 * its own citation, and copies of a decision each other's.
 */
export function linkTo(cited: CitedAs, byKey: ReadonlyMap<string, readonly Candidate[]>, ownWork?: string): Link {
  const votes = new Map<string, { readonly candidate: Candidate; readonly keys: number }>();
  for (const key of cited.keys) {
    for (const [workId, copies] of Map.groupBy(byKey.get(key) ?? [], (candidate) => candidate.workId)) {
      const vote = votes.get(workId);
      const candidate = firstOf(vote === undefined ? copies : [vote.candidate, ...copies]);
      if (candidate !== undefined) votes.set(workId, { candidate, keys: (vote?.keys ?? 0) + 1 });
    }
  }
  if (votes.size === 0) return { resolution: "not_held", clusterId: null };
  const most = Math.max(...[...votes.values()].map((vote) => vote.keys));
  let left = [...votes.values()].filter((vote) => vote.keys === most).map((vote) => vote.candidate);
  const tests: readonly ((candidate: Candidate) => boolean)[] = [
    (one) => agreesInName(cited, one) === true,
    (one) => cited.courtId === null || isSameCourt(cited.courtId, one.courtId),
    (one) => agreesInYear(cited, one) !== false,
  ];
  for (const test of tests) {
    const passing = left.filter((candidate) => test(candidate));
    if (left.length > 1 && passing.length > 0) left = passing;
  }
  const [only] = left;
  if (only === undefined || left.length > 1) return { resolution: "ambiguous", clusterId: null };
  if (agreesInYear(cited, only) === false && agreesInName(cited, only) === false)
    return { resolution: "mismatch", clusterId: null };
  if (only.workId === ownWork) return { resolution: "own", clusterId: null };
  return { resolution: "found", clusterId: only.clusterId };
}

/** Of copies the one with the smallest id, whatever their order. */
function firstOf(copies: readonly Candidate[]): Candidate | undefined {
  return copies.toSorted((one, other) => (one.clusterId < other.clusterId ? -1 : 1))[0];
}

/** Undefined when either side gives none. */
function agreesInYear(cited: CitedAs, candidate: Candidate): boolean | undefined {
  const { years, courtId } = candidate;
  if (cited.year === null || years === null) return undefined;
  return isWithin(cited.year, years) || isTermYear(cited.year, courtId, years);
}

/** Both parties, where both are named. Undefined when the citation prints no name. */
function agreesInName(cited: CitedAs, candidate: Candidate): boolean | undefined {
  return cited.name === null ? undefined : partyDifference(nameOf(cited.name), [candidate.caseName]) === null;
}
