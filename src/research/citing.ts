import type { Treatment } from "#citator/model.ts";
import type { Pagination } from "./search.ts";

/** Whose citers are wanted; absent filters filter nothing. */
export type CitingRequest = {
  readonly opinionId: string;
  readonly treatments?: readonly Treatment[];
  readonly courtIds?: readonly string[];
  /** `YYYY-MM-DD`, inclusive. */
  readonly dateFrom?: string;
  readonly dateTo?: string;
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
};

export type CitingOpinion = {
  readonly opinionId: string;
  readonly caseName: string;
  readonly publicNumber: number;
  readonly slug: string;
  readonly citation: string | null;
  readonly courtId: string;
  readonly courtAbbreviation: string;
  readonly dateFiled: string | null;
  readonly treatment: Treatment;
  readonly description: string;
  readonly isAuthoritative: boolean;
  readonly isBinding: boolean;
  readonly quote: string;
};

export type CitingPage = { readonly results: readonly CitingOpinion[]; readonly pagination: Pagination };
