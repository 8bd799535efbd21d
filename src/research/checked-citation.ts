import type { Difference } from "#citations/differences.ts";
import type { KnownByCiters } from "#citations/citers.ts";
import type { PinCheck } from "#citations/pin-check.ts";
import { FINDING_KINDS } from "./brief-findings.ts";
import type { Checks, Finding } from "./brief-findings.ts";
import type { CheckedLaw } from "./brief-laws.ts";
import type { CheckedQuotation } from "./brief-quotations.ts";
import type { Suggestion } from "./by-name.ts";
import type { Standing } from "./standing.ts";

/** What the records say of one citation of a text. */
export type Verdict = "found" | "differs" | "ambiguous" | "not_held" | "reporter_unknown" | "not_checked";

export type CheckedBrief = {
  readonly citations: readonly CheckedCitation[];
  /** Those of all citations: what needs review first, of that what hurts most. */
  readonly findings: readonly PlacedFinding[];
  /** What citator and index have not read yet, where what is said of a citation turns on it. */
  readonly warnings: readonly string[];
};

/** One citation of a brief and what the records say of it. */
export type CheckedCitation = {
  readonly text: string;
  /** UTF-16 units of the text that was checked; `end` is not included. */
  readonly start: number;
  readonly end: number;
  /** All of it: with name, pin cites, court and year, and remarks. */
  readonly whole: { readonly start: number; readonly end: number };
  readonly kind: string;
  readonly verdict: Verdict;
  readonly reason: string;
  readonly differences: readonly {
    readonly field: Difference["what"];
    readonly cited: string;
    readonly recorded: string;
  }[];
  /** Whether the pages pointed at lie within the decision; null where none is pointed at. */
  readonly pin: PinCheck | null;
  /** Why the series can have no such volume, or no decision of that year. */
  readonly impossible: string | null;
  readonly knownByCiters: KnownByCiters | null;
  /** Held decisions of that name, where the citation leads to none or to another. */
  readonly didYouMean: readonly Suggestion[];
  readonly quotations: readonly CheckedQuotation[];
  readonly matches: readonly CheckedMatch[];
  /** What is asked of it, each question with an answer of its own. */
  readonly checks: Checks;
  /** What to look at, what hurts most first. */
  readonly findings: readonly Finding[];
  /** Of a statute, regulation or rule that could be looked up. */
  readonly law: CheckedLaw | null;
};

/** A finding and the place of its citation in the list. */
export type PlacedFinding = { readonly citation: number; readonly finding: Finding };

/** Whether somebody must look before the text is filed. */
export function needsReview({ findings }: Pick<CheckedCitation, "findings">): boolean {
  return findings.some((finding) => finding.needsReview);
}

/** The findings of a whole text with the places of their citations in the list: what hurts most first, then in the order of the text. */
export function findingsInOrder(citations: readonly CheckedCitation[]): PlacedFinding[] {
  return citations
    .flatMap(({ findings }, citation) => findings.map((finding) => ({ citation, finding })))
    .toSorted(
      (one, other) =>
        Number(other.finding.needsReview) - Number(one.finding.needsReview) ||
        FINDING_KINDS.indexOf(one.finding.kind) - FINDING_KINDS.indexOf(other.finding.kind) ||
        one.citation - other.citation,
    );
}

export type CheckedMatch = {
  readonly opinionId: string;
  readonly caseName: string;
  readonly publicNumber: number;
  readonly slug: string;
  readonly courtId: string;
  readonly courtAbbreviation: string;
  readonly dateFiled: string | null;
  readonly standing: Standing;
};
