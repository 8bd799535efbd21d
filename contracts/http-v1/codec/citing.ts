import type { Treatment } from "#citator/model.ts";
import type { SearchPagination } from "#search/request.ts";
import type { OpinionsCitingRequest, OpinionsCitingResponse } from "../schema/citing.ts";
import { publicUrl } from "./opinions.ts";
import { encodePagination } from "./paging.ts";

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

export type CitingPage = { readonly results: readonly CitingOpinion[]; readonly pagination: SearchPagination };

export function decodeCiting(wire: OpinionsCitingRequest): CitingRequest {
  const { treatments, court_ids, date_filed } = wire;
  return {
    opinionId: wire.opinion_id,
    page: wire.page,
    pageSize: wire.page_size,
    ...(treatments === undefined ? {} : { treatments }),
    ...(court_ids?.length ? { courtIds: court_ids } : {}),
    ...(date_filed?.start === undefined ? {} : { dateFrom: date_filed.start }),
    ...(date_filed?.end === undefined ? {} : { dateTo: date_filed.end }),
  };
}

export function encodeCiting(opinionId: string, page: CitingPage, baseUrl: string): OpinionsCitingResponse {
  return {
    opinion_id: opinionId,
    results: page.results.map((citing) => ({
      opinion_id: citing.opinionId,
      case_name: citing.caseName,
      public_url: publicUrl(baseUrl, citing),
      citation: citing.citation,
      court_id: citing.courtId,
      court_abbreviation: citing.courtAbbreviation,
      date_filed: citing.dateFiled,
      treatment_category: citing.treatment,
      treatment_description: citing.description,
      is_authoritative: citing.isAuthoritative,
      is_binding: citing.isBinding,
      supporting_quote: citing.quote,
    })),
    pagination: encodePagination(page.pagination),
  };
}
