import { citationKey } from "./citation-key.ts";
import type { Citation, FullCaseCitation } from "./model.ts";
import { nameAgreement } from "./name-agreement.ts";

/** A decision as the records hold it; copies of one decision share `workId`. */
export type HeldDecision = {
  readonly clusterId: string;
  readonly workId: string;
  readonly caseName: string;
  readonly courtId: string;
  /** `YYYY-MM-DD` */
  readonly dateFiled: string | null;
  /** The first and the last year in which it can have been filed: a year among them is no difference. */
  readonly yearsFiled: { readonly first: number; readonly last: number } | null;
  readonly citations: readonly string[];
};

/** The decisions held under a look-up key. */
export type Lookup = (key: string) => readonly HeldDecision[];

export type Difference = {
  readonly what: "name" | "year" | "court";
  readonly cited: string;
  readonly held: string;
};

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

/** A name that shares fewer of its words than this with the record differs from it. */
export const NAME_AGREEMENT_MIN = 0.34;

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
function keysOf(citation: FullCaseCitation): string[] {
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
export function resolveToStore(citations: readonly Citation[], lookup: Lookup): StoreResolution[] {
  const groups = new Map<number, { index: number; citation: FullCaseCitation }[]>();
  citations.forEach((citation, index) => {
    if (citation.kind !== "case") return;
    const group = groups.get(citation.group) ?? [];
    group.push({ index, citation });
    groups.set(citation.group, group);
  });
  return [...groups.values()]
    .flatMap((group) => resolveGroup(group, lookup))
    .toSorted((one, other) => one.citation - other.citation);
}

type Member = { readonly index: number; readonly citation: FullCaseCitation };

function resolveGroup(group: readonly Member[], lookup: Lookup): StoreResolution[] {
  const heldBy = group.map(({ citation }) => byWork(keysOf(citation).flatMap((key) => [...lookup(key)])));
  const votes = new Map<string, number>();
  for (const held of heldBy) for (const work of held.keys()) votes.set(work, (votes.get(work) ?? 0) + 1);
  const others = byWork(heldBy.flatMap((held) => [...held.values()]));
  return group.map((member, position) => {
    const own = heldBy[position] ?? new Map<string, HeldDecision>();
    if (own.size > 0) return choose(member, [...own.values()], votes);
    return missing(member, others);
  });
}

/** One decision per work: the copies of a decision are not several decisions. */
function byWork(decisions: readonly HeldDecision[]): Map<string, HeldDecision> {
  const works = new Map<string, HeldDecision>();
  for (const decision of decisions) if (!works.has(decision.workId)) works.set(decision.workId, decision);
  return works;
}

/** `others`: what is held under the citations printed beside this one. */
function missing({ index, citation }: Member, others: ReadonlyMap<string, HeldDecision>): StoreResolution {
  const base = { citation: index, decision: null, candidates: [], differences: [], nameAgreement: null };
  const [only] = others.values();
  if (others.size === 1 && only !== undefined) return found(index, citation, only, "by a citation printed beside it");
  if (citation.page === null) return { ...base, outcome: "not checked", reason: "the page is left open" };
  if (citation.source === "vendor")
    return { ...base, outcome: "not checked", reason: "a vendor's number, which only the vendor can confirm" };
  if (citation.candidates.length === 0) return { ...base, outcome: "reporter unknown", reason: null };
  return { ...base, outcome: "not held", reason: null };
}

function found(
  index: number,
  citation: FullCaseCitation,
  decision: HeldDecision,
  reason: string | null,
): StoreResolution {
  const agreement = agreementOf(citation, decision);
  return {
    citation: index,
    outcome: "found",
    decision,
    candidates: [],
    differences: differencesBetween(citation, decision, agreement),
    nameAgreement: agreement,
    reason,
  };
}

/** The decision with the most in its favour, when it alone has that much. */
function choose(
  { index, citation }: Member,
  decisions: readonly HeldDecision[],
  votes: ReadonlyMap<string, number>,
): StoreResolution {
  const [first] = decisions;
  if (decisions.length === 1 && first !== undefined) return found(index, citation, first, null);
  const scored = decisions
    .map((decision) => ({ decision, score: scoreOf(citation, decision, votes) }))
    .toSorted((one, other) => other.score - one.score);
  const best = scored[0];
  const second = scored[1];
  if (best !== undefined && second !== undefined && best.score > second.score && best.score > 1)
    return found(index, citation, best.decision, null);
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

/** One point a parallel citation, one each for year and court, two for the name. */
function scoreOf(citation: FullCaseCitation, decision: HeldDecision, votes: ReadonlyMap<string, number>): number {
  const agreement = agreementOf(citation, decision);
  return (
    (votes.get(decision.workId) ?? 0) +
    (yearAgrees(citation, decision) === true ? 1 : 0) +
    (citation.court !== null && citation.court === decision.courtId ? 1 : 0) +
    (agreement === null ? 0 : 2 * agreement)
  );
}

function agreementOf(citation: FullCaseCitation, decision: HeldDecision): number | null {
  return citation.name === null ? null : nameAgreement(citation.name.text, decision.caseName);
}

/** Null when either year is not known. */
function yearAgrees(citation: FullCaseCitation, decision: HeldDecision): boolean | null {
  const { yearsFiled } = decision;
  if (citation.year === null || yearsFiled === null) return null;
  return citation.year >= yearsFiled.first && citation.year <= yearsFiled.last;
}

function differencesBetween(
  citation: FullCaseCitation,
  decision: HeldDecision,
  agreement: number | null,
): Difference[] {
  const differences: Difference[] = [];
  if (citation.name !== null && agreement !== null && agreement < NAME_AGREEMENT_MIN) {
    differences.push({ what: "name", cited: citation.name.text.replace(/\s+/gu, " "), held: decision.caseName });
  }
  if (yearAgrees(citation, decision) === false) {
    differences.push({ what: "year", cited: String(citation.year), held: yearsText(decision) });
  }
  if (citation.courtFrom === "stated" && citation.court !== null && citation.court !== decision.courtId) {
    differences.push({ what: "court", cited: citation.courtText ?? citation.court, held: decision.courtId });
  }
  return differences;
}

/** `1944`, or `1944 or 1945` where the record leaves it open. */
function yearsText({ yearsFiled }: HeldDecision): string {
  return [...new Set([yearsFiled?.first, yearsFiled?.last])].join(" or ");
}
