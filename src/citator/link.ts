/** A decision held under one of the keys by which an opinion cites it. */
export type Candidate = {
  readonly clusterId: string;
  readonly workId: string;
  readonly courtId: string;
  readonly year: number | null;
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
  | { readonly resolution: "ambiguous" | "mismatch" | "not_held"; readonly clusterId: null };

/** A decision is often cited by the year of its term or of a reprint. */
const YEARS_APART_MAX = 1;

/**
 * Which held decision a citation means. Volume, reporter and page find the candidates; among several works the one that
 * most keys lead to, then court, year and name decide; what stays undecided is ambiguous, never guessed. A single
 * candidate that contradicts the printed year and the printed name both is a mismatch: the citation or the record is
 * wrong, and nothing is linked.
 */
export function linkTo(cited: CitedAs, byKey: ReadonlyMap<string, readonly Candidate[]>): Link {
  const votes = new Map<string, { candidate: Candidate; keys: number }>();
  for (const key of cited.keys) {
    const seen = new Set<string>();
    for (const candidate of byKey.get(key) ?? []) {
      if (seen.has(candidate.workId)) continue;
      seen.add(candidate.workId);
      const vote = votes.get(candidate.workId);
      if (vote === undefined) votes.set(candidate.workId, { candidate, keys: 1 });
      else {
        vote.keys += 1;
        if (candidate.clusterId < vote.candidate.clusterId) vote.candidate = candidate;
      }
    }
  }
  if (votes.size === 0) return { resolution: "not_held", clusterId: null };
  const most = Math.max(...[...votes.values()].map((vote) => vote.keys));
  let left = [...votes.values()].filter((vote) => vote.keys === most).map((vote) => vote.candidate);
  const tests: readonly ((candidate: Candidate) => boolean)[] = [
    (one) => agreesInName(cited, one) === true,
    (one) => cited.courtId === null || one.courtId === cited.courtId,
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
  return { resolution: "found", clusterId: only.clusterId };
}

/** Undefined when either side gives none. */
function agreesInYear(cited: CitedAs, candidate: Candidate): boolean | undefined {
  if (cited.year === null || candidate.year === null) return undefined;
  return Math.abs(cited.year - candidate.year) <= YEARS_APART_MAX;
}

const EVERYONE = new Set(
  "the of and in re ex parte rel et al inc co corp ltd company corporation united states state people commonwealth v vs a an for".split(
    " ",
  ),
);

/** Names agree when they share a word of five letters' prefix that is not every litigant's. */
function agreesInName(cited: CitedAs, candidate: Candidate): boolean | undefined {
  if (cited.name === null) return undefined;
  const held = stemsOf(candidate.caseName);
  const printed = stemsOf(cited.name);
  if (held.size === 0 || printed.size === 0) return undefined;
  return [...printed].some((stem) => held.has(stem));
}

function stemsOf(name: string): Set<string> {
  const words = name
    .normalize("NFKD")
    .replace(/[\u0300-\u036f'’.]/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\d]+/u);
  return new Set(words.filter((word) => word.length > 1 && !EVERYONE.has(word)).map((word) => word.slice(0, 5)));
}
