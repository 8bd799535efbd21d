import type { AddressOf, LawAddressOf } from "#research/address.ts";
import type { CitingDecision, LawCiters, LawCitingAsked } from "#research/laws/citing.ts";
import type { LawsCitingRequest, LawsCitingResponse } from "../schema/laws-citing.ts";
import { decodeKey } from "./laws-get.ts";
import { encodePagination } from "./paging.ts";
import { encodeWarnings } from "./warnings.ts";

export function decodeLawsCiting(wire: LawsCitingRequest): LawCitingAsked {
  const { collection, court_ids, date_filed, treatments } = wire;
  return {
    named: decodeKey(wire),
    page: wire.page,
    pageSize: wire.page_size,
    ...(collection === undefined ? {} : { collection }),
    ...(treatments?.length ? { treatments } : {}),
    ...(court_ids?.length ? { courtIds: court_ids } : {}),
    ...(date_filed?.start === undefined ? {} : { dateFrom: date_filed.start }),
    ...(date_filed?.end === undefined ? {} : { dateTo: date_filed.end }),
  };
}

export type Addresses = { readonly decision: AddressOf; readonly law: LawAddressOf };

export function encodeLawsCiting(
  { law, results, pagination, hidden, notes }: LawCiters,
  of: Addresses,
): LawsCitingResponse {
  return {
    id: law.version.id,
    citation: law.version.citation ?? "",
    results: results.map((citing) => encodeCiting(citing, of)),
    pagination: encodePagination(pagination),
    ...encodeWarnings([...notes.map(({ message }) => message), ...hiddenVersions(hidden)]),
  };
}

function hiddenVersions(hidden: number): string[] {
  if (hidden === 0) return [];
  return [
    `the version in force is left out of ${hidden} results: it is not that of today, and the key has no full historical access`,
  ];
}

function encodeCiting(citing: CitingDecision, of: Addresses): LawsCitingResponse["results"][number] {
  const { version } = citing;
  return {
    opinion_id: citing.opinionId,
    case_name: citing.caseName,
    public_url: of.decision(citing),
    citation: citing.citation,
    court_id: citing.courtId,
    court_abbreviation: citing.courtAbbreviation,
    date_filed: citing.dateFiled,
    cited_as: citing.citedAs,
    pin_cites: [...citing.pinCites],
    mentions: citing.mentions,
    quote: citing.quote,
    treatment: citing.treated,
    version_in_force:
      version === null
        ? null
        : {
            id: version.version.id,
            effective_date: version.version.effectiveDate,
            is_current: version.standing.isCurrent,
            url: of.law(version),
          },
  };
}
