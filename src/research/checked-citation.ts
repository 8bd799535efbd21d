import type { Difference } from "#citations/differences.ts";
import type { KnownByCiters } from "#citations/citers.ts";
import type { PinCheck } from "#citations/pin-check.ts";
import type { CheckedQuotation } from "./brief-quotations.ts";
import type { Suggestion } from "./by-name.ts";
import type { Standing } from "./standing.ts";

/** What the records say of one citation of a text. */
export type Verdict = "found" | "differs" | "ambiguous" | "not_held" | "reporter_unknown" | "not_checked";

export type CheckedBrief = {
  readonly citations: readonly CheckedCitation[];
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
};

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
