import type { AddressOf } from "#research/address.ts";
import type { CitingPage, CitingRequest } from "#research/citing.ts";
import type { OpinionsCitingRequest, OpinionsCitingResponse } from "../schema/citing.ts";
import { encodePagination } from "./paging.ts";
import { encodeWarnings } from "./warnings.ts";

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

export function encodeCiting(opinionId: string, page: CitingPage, addressOf: AddressOf): OpinionsCitingResponse {
  return {
    opinion_id: opinionId,
    results: page.results.map((citing) => ({
      opinion_id: citing.opinionId,
      case_name: citing.caseName,
      public_url: addressOf(citing),
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
    ...encodeWarnings(page.notes.map(({ message }) => message)),
  };
}
