import { nothingLeft } from "#base/nothing-left.ts";
import type { Addresses } from "#research/address.ts";
import type { CaseQuery, DecisionHit } from "#research/cases/model.ts";
import type { Searched } from "../acts.ts";
import type { SearchRequest, SearchResponse } from "../schema/search-each.ts";
import { dateFiled } from "./opinions.ts";

/** Each query is a search of its own. */
export function decodeSearch({ queries }: SearchRequest): readonly CaseQuery[] {
  return queries.map((wire) => {
    const { query, startDate, endDate, jurisdictionType, circuits, states, publishStatus, courts, ...left } = wire;
    nothingLeft(left);
    const regions = (circuits ?? []).map(regionOf);
    return {
      query,
      jurisdiction: jurisdictionType ?? "state_and_federal",
      courts: [...regions, ...(courts ?? [])],
      states: states ?? [],
      documentTypes: [],
      ...(startDate == null ? {} : { dateFrom: startDate }),
      ...(endDate == null ? {} : { dateTo: endDate }),
      ...(publishStatus == null ? {} : { publishStatus }),
    };
  });
}

type Circuit = NonNullable<SearchRequest["queries"][number]["circuits"]>[number];

/** Circuits that are not called by a number, as the program reads a circuit with its courts. */
const REGIONS: Readonly<Partial<Record<Circuit, string>>> = {
  supreme_court: "Supreme Court of the United States",
  federal_circuit: "Fed. Cir. region",
  dc: "D.C. Cir. region",
};
const ENDINGS: Readonly<Partial<Record<Circuit, string>>> = { "1": "st", "2": "d", "3": "d" };

function regionOf(circuit: Circuit): string {
  return REGIONS[circuit] ?? `${circuit}${ENDINGS[circuit] ?? "th"} Cir. region`;
}

export function encodeSearch(searched: readonly Searched[], addresses: Addresses): SearchResponse {
  return { searches: searched.map(({ query, outcome }) => encodeOne(query, outcome, addresses)) };
}

function encodeOne(
  query: string,
  outcome: Searched["outcome"],
  addresses: Addresses,
): SearchResponse["searches"][number] {
  if ("refused" in outcome) return { query, results: [], error: outcome.refused };
  const { hits, notes, skipped } = outcome;
  const [first] = skipped;
  return {
    query,
    results: hits.flatMap((hit) => ("filing" in hit ? [] : [encodeHit(hit, addresses)])),
    ...(notes.length === 0 ? {} : { warnings: notes.map(({ message }) => message) }),
    ...(first === undefined ? {} : { error: first.note.message }),
  };
}

function encodeHit(hit: DecisionHit, addresses: Addresses): SearchResponse["searches"][number]["results"][number] {
  return {
    opinionId: hit.documentId,
    caseName: hit.caseName,
    court: hit.courtName,
    citation: hit.citations[0] ?? null,
    docketNumber: hit.docketNumber,
    dateFiled: dateFiled(hit),
    publishStatus: hit.publishStatus,
    url: addresses.decision(hit),
    highlights: hit.snippet === "" ? [] : [hit.snippet],
    treatment: { status: hit.standing.status, citedBy: hit.standing.citationCount },
  };
}
