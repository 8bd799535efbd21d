import type { OpinionRecord } from "#opinions/store/record.ts";

/** One opinion with what its court and the citator say of it. */
export type OpinionView = {
  readonly record: OpinionRecord;
  readonly court: { readonly abbreviation: string; readonly state: string };
  readonly citationCount: number;
  readonly overallTreatment: string;
  /** Present when content was asked for and the answer has room for it. */
  readonly html?: string;
  /** Present when detailed treatments were asked for. */
  readonly treatments?: readonly TreatmentView[];
  /** How many of them the answer has no room for; absent when it has them all. */
  readonly treatmentsLeftOut?: number;
};

export type TreatmentView = {
  readonly citingOpinionId: string;
  readonly category: string;
  readonly description: string;
  readonly isAuthoritative: boolean;
  readonly quote: string;
};

export type OpinionsFound = {
  readonly opinions: readonly OpinionView[];
  /** Present for citation look-ups. */
  readonly citationMatches?: readonly { readonly citation: string; readonly opinionId: string }[];
  /** Present for docket look-ups. */
  readonly docketMatches?: readonly {
    readonly docketNumber: string;
    readonly courtId: string;
    readonly courtAbbreviation: string;
    readonly opinionId: string;
  }[];
  readonly warnings: readonly string[];
};
