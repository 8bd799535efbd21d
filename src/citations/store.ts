import { publicationNamed } from "./tables.ts";
import { vendorOf } from "./vendor-series.ts";
import { citationKey } from "./citation-key.ts";
import type { Citers } from "./citers.ts";
import { differencesBetween, isWithin } from "./differences.ts";
import type { Difference, Evidence } from "./differences.ts";
import type { Citation, FullCaseCitation } from "./model.ts";
import { nameAgreement } from "./name-agreement.ts";
import { nearReporters } from "./near-reporters.ts";
import { parallelDifference } from "./parallel-record.ts";
import { partyDifference } from "./parties.ts";

/** A decision as the records hold it; copies of one decision share `workId`. */
export type HeldDecision = {
  readonly clusterId: string;
  readonly workId: string;
  readonly caseName: string;
  /** Under which else it is known: as its copies and its case are called. */
  readonly otherNames?: readonly string[];
  readonly courtId: string;
  /** `YYYY-MM-DD` */
  readonly dateFiled: string | null;
  /** The first and the last year in which it can have been filed: a year among them is no difference. */
  readonly yearsFiled: { readonly first: number; readonly last: number } | null;
  readonly citations: readonly string[];
};

/** The decisions held under a look-up key. */
export type Lookup = (key: string) => readonly HeldDecision[];

export type Outcome = "found" | "ambiguous" | "not held" | "reporter unknown" | "not checked";

/** What one full case citation is on record. */
export type StoreResolution = {
  /** Position in the list of citations. */
  readonly citation: number;
  readonly outcome: Outcome;
  readonly decision: HeldDecision | null;
  /** The decisions it could be, when several fit equally well. */
  readonly candidates: readonly HeldDecision[];
  readonly differences: readonly Difference[];
  /** 0 to 1; null when no name stands with the citation. */
  readonly nameAgreement: number | null;
  /** Why it was not checked, or how it was found otherwise than by itself. */
  readonly reason: string | null;
};

/** The keys to ask the store for, so that one query can answer `resolveToStore`. */
export function keysToLookUp(citations: readonly Citation[]): string[] {
  const keys = new Set<string>();
  for (const citation of citations) {
    if (citation.kind !== "case") continue;
    for (const key of keysOf(citation)) keys.add(key);
  }
  return [...keys];
}

/** One key per reporter the citation can stand for. */
export function keysOf(citation: FullCaseCitation): string[] {
  if (citation.key === null || citation.page === null) return [];
  if (citation.correctedReporter !== null) return [citation.key];
  const volume = citation.volume === null ? "" : `${citation.volume} `;
  const page = citation.page;
  return [
    ...new Set([citation.key, ...citation.candidates.map((reporter) => citationKey(`${volume}${reporter} ${page}`))]),
  ];
}

/**
 * Which held decision each full case citation is. Parallel citations are read together: a decision most of them
 * name is preferred. Where several decisions stay possible the answer is `ambiguous`; nothing is guessed.
 */
export function resolveToStore(
  citations: readonly Citation[],
  lookup: Lookup,
  evidence: Evidence = {},
): StoreResolution[] {
  const groups = new Map<number, { index: number; citation: FullCaseCitation }[]>();
  citations.forEach((citation, index) => {
    if (citation.kind !== "case") return;
    const group = groups.get(citation.group) ?? [];
    group.push({ index, citation });
    groups.set(citation.group, group);
  });
  return [...groups.values()]
    .flatMap((group) => resolveGroup(group, lookup, evidence))
    .toSorted((one, other) => one.citation - other.citation);
}

type Member = { readonly index: number; readonly citation: FullCaseCitation };

function resolveGroup(group: readonly Member[], lookup: Lookup, evidence: Evidence): StoreResolution[] {
  const heldBy = group.map(({ citation }) => byWork(keysOf(citation).flatMap((key) => [...lookup(key)])));
  const votes = new Map<string, number>();
  for (const held of heldBy) for (const work of held.keys()) votes.set(work, (votes.get(work) ?? 0) + 1);
  const main = meantBy(group, heldBy, votes);
  const isForeign = group.some(({ citation }) => citation.reporter.replace(/\W/gu, "") === "EngRep");
  return group.map((member, position) => {
    const own = heldBy[position] ?? new Map<string, HeldDecision>();
    if (main !== undefined && !own.has(main.workId)) return besides(member, main, [...own.values()], evidence);
    if (own.size > 0) return choose(member, [...own.values()], votes, evidence);
    return missing(member, isForeign);
  });
}

/** One decision per work: the copies of a decision are not several decisions. */
function byWork(decisions: readonly HeldDecision[]): Map<string, HeldDecision> {
  const works = new Map<string, HeldDecision>();
  for (const decision of decisions) if (!works.has(decision.workId)) works.set(decision.workId, decision);
  return works;
}

/** The decision that citations printed side by side mean: the one most of them name, and whose name and year agree best. */
function meantBy(
  group: readonly Member[],
  heldBy: readonly ReadonlyMap<string, HeldDecision>[],
  votes: ReadonlyMap<string, number>,
): HeldDecision | undefined {
  const [head] = group;
  if (head === undefined || group.length < 2) return undefined;
  const all = [...byWork(heldBy.flatMap((held) => [...held.values()])).values()];
  const scored = all
    .map((decision) => ({ decision, score: scoreOf(head.citation, decision, votes) }))
    .toSorted((one, other) => other.score - one.score);
  const [best, second] = scored;
  if (best === undefined || (second !== undefined && second.score === best.score)) return undefined;
  return best.decision;
}

const NO_CITERS: Citers = () => undefined;

/** A citation that is not held itself, or for another decision, beside one that is. */
function besides(
  { index, citation }: Member,
  main: HeldDecision,
  own: readonly HeldDecision[],
  evidence: Evidence,
): StoreResolution {
  const parallel = parallelDifference(citation, main, own, evidence.citers ?? NO_CITERS);
  if (parallel === null && own.length > 0) return resolution(index, citation, main, null, evidence);
  const resolved = resolution(index, citation, main, "by a citation printed beside it", evidence);
  return parallel === null ? resolved : { ...resolved, differences: [...resolved.differences, parallel] };
}

/** `isForeign`: it stands beside the English Reports, as the old English reporters do (`2 Quill. 205, 95 Eng. Rep. 768`). */
function missing({ index, citation }: Member, isForeign: boolean): StoreResolution {
  const base = { citation: index, decision: null, candidates: [], differences: [], nameAgreement: null };
  if (citation.page === null) return { ...base, outcome: "not checked", reason: "the page is left open" };
  if (citation.source === "vendor")
    return {
      ...base,
      outcome: "not checked",
      reason: `a number of ${vendorOf(citation.reporter)}, which only the vendor can confirm`,
    };
  if (publicationNamed(citation.reporter) !== undefined)
    return { ...base, outcome: "not checked", reason: "a publication that reports no decisions of American courts" };
  if (citation.candidates.length === 0 && isForeign)
    return { ...base, outcome: "not checked", reason: "an English report" };
  if (citation.candidates.length === 0) {
    const near = nearReporters(citation.reporter);
    return { ...base, outcome: "reporter unknown", reason: near.length === 0 ? null : `(nearest: ${near.join(", ")})` };
  }
  return { ...base, outcome: "not held", reason: null };
}

function resolution(
  index: number,
  citation: FullCaseCitation,
  decision: HeldDecision,
  reason: string | null,
  evidence: Evidence,
): StoreResolution {
  return {
    citation: index,
    outcome: "found",
    decision,
    candidates: [],
    differences: differencesBetween(citation, decision, evidence),
    nameAgreement: agreementOf(citation, decision),
    reason,
  };
}

/** The decision with the most in its favour, when it alone has that much. */
function choose(
  { index, citation }: Member,
  decisions: readonly HeldDecision[],
  votes: ReadonlyMap<string, number>,
  evidence: Evidence,
): StoreResolution {
  const [first] = decisions;
  if (decisions.length === 1 && first !== undefined) return resolution(index, citation, first, null, evidence);
  const scored = decisions
    .map((decision) => ({ decision, score: scoreOf(citation, decision, votes) }))
    .toSorted((one, other) => other.score - one.score);
  const best = scored[0];
  const second = scored[1];
  if (best !== undefined && second !== undefined && best.score > second.score && best.score > 1)
    return resolution(index, citation, best.decision, null, evidence);
  return {
    citation: index,
    outcome: "ambiguous",
    decision: null,
    candidates: scored.map(({ decision }) => decision),
    differences: [],
    nameAgreement: null,
    reason: `${decisions.length} decisions are held under this citation`,
  };
}

/** One point a parallel citation, one each for year and court, two for the name and two more when both parties agree. */
function scoreOf(citation: FullCaseCitation, decision: HeldDecision, votes: ReadonlyMap<string, number>): number {
  const agreement = agreementOf(citation, decision);
  const isNamed =
    citation.name !== null &&
    partyDifference(citation.name, [decision.caseName, ...(decision.otherNames ?? [])]) === null;
  return (
    (votes.get(decision.workId) ?? 0) +
    (citation.year !== null && isWithin(citation.year, decision.yearsFiled) ? 1 : 0) +
    (citation.court !== null && citation.court === decision.courtId ? 1 : 0) +
    (agreement === null ? 0 : 2 * agreement + (isNamed ? 2 : 0))
  );
}

function agreementOf(citation: FullCaseCitation, decision: HeldDecision): number | null {
  return citation.name === null ? null : nameAgreement(citation.name.text, decision.caseName);
}
