import type { Standing } from "./standing.ts";

/** What the records say of one citation of a text. */
export type Verdict = "found" | "differs" | "ambiguous" | "not_held" | "reporter_unknown" | "not_checked";

/** One citation of a brief and what the records say of it. */
export type CheckedCitation = {
  readonly text: string;
  /** UTF-16 units of the text that was checked; `end` is not included. */
  readonly start: number;
  readonly end: number;
  readonly kind: string;
  readonly verdict: Verdict;
  readonly reason: string;
  readonly differences: readonly {
    readonly field: "name" | "year" | "court";
    readonly cited: string;
    readonly recorded: string;
  }[];
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
