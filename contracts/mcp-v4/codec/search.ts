import { nothingLeft } from "#base/nothing-left.ts";
import type { Addresses } from "#research/address.ts";
import type {
  CaseHit,
  CaseQuery,
  CaseSearchAnswer,
  CaseSearchAsked,
  DecisionHit,
  SkippedQuery,
} from "#research/cases/model.ts";
import type { SearchRequest, SearchResponse } from "../schema/search.ts";
import type { FilingHit } from "#research/cases/filings/model.ts";
import { encodeFilingCase } from "./dockets.ts";
import { encodeCase, encodeOpinionFacts, encodeTreatmentCounts } from "./documents.ts";
import { plainText } from "#contracts/tools/codec/plain-text.ts";

/** The schema has seen to it that a cursor stands alone and that every other query has words. */
export function decodeSearch({ queries }: SearchRequest): CaseSearchAsked {
  const cursor = queries[0]?.cursor;
  return cursor == null ? { queries: queries.map(decodeQuery) } : { cursor };
}

function decodeQuery(wire: SearchRequest["queries"][number]): CaseQuery {
  const { query, cursor: _, jurisdiction, courts, states, startDate, endDate, documentTypes, ...others } = wire;
  const { publishStatus, ...left } = others;
  nothingLeft(left);
  return {
    query: query ?? "",
    jurisdiction: jurisdiction ?? "state_and_federal",
    courts: courts ?? [],
    states: states ?? [],
    documentTypes: documentTypes?.[0] === "all" ? "all" : (documentTypes ?? []).filter((type) => type !== "all"),
    ...(startDate == null ? {} : { dateFrom: startDate }),
    ...(endDate == null ? {} : { dateTo: endDate }),
    ...(publishStatus == null || publishStatus === "any" ? {} : { publishStatus }),
  };
}

export function encodeSearch(answer: CaseSearchAnswer, addresses: Addresses): SearchResponse {
  const { outcome, hits, nextCursor, skipped, notes } = answer;
  return {
    status: outcome === "complete" ? "ok" : outcome === "partial" ? "partial" : "error",
    results: hits.map((hit) => encodeHit(hit, addresses)),
    ...(nextCursor === null ? {} : { nextCursor }),
    ...(skipped.length === 0 ? {} : { skipped: skipped.map(encodeSkipped) }),
    ...(notes.length === 0 ? {} : { warnings: notes.map(({ message }) => message) }),
    ...(outcome === "failed" ? { error: "the search could not be run just now; call again in a few seconds" } : {}),
  };
}

type Hit = SearchResponse["results"][number];

function encodeHit(hit: CaseHit, addresses: Addresses): Hit {
  return "filing" in hit ? encodeFilingHit(hit.filing, addresses) : encodeDecisionHit(hit, addresses);
}

/** What has no words held is told by its entry, and cannot be read. */
function encodeFilingHit(filing: FilingHit, addresses: Addresses): Hit {
  const { documentId, documentType, isReadable, entryNumber, dateFiled } = filing;
  const snippet = plainText(filing.snippet);
  return {
    case: encodeFilingCase(filing, addresses),
    ...(isReadable ? { document: { documentId, documentType, url: addresses.filing(filing) } } : {}),
    entry: { ...(entryNumber === null ? {} : { entryNumber }), ...(dateFiled === null ? {} : { dateFiled }) },
    ...(isReadable ? {} : { entryId: documentId }),
    ...(snippet === "" ? {} : { snippet }),
  };
}

function encodeDecisionHit(hit: DecisionHit, { decision: addressOf }: Addresses): Hit {
  const snippet = plainText(hit.snippet);
  return {
    case: encodeCase(hit, addressOf),
    document: {
      documentId: hit.documentId,
      documentType: hit.documentType,
      url: addressOf(hit),
      opinion: { ...encodeOpinionFacts(hit), treatment: encodeTreatmentCounts(hit.standing) },
    },
    ...(snippet === "" ? {} : { snippet }),
  };
}

function encodeSkipped({
  query,
  why,
  note: { message, reason },
}: SkippedQuery): NonNullable<SearchResponse["skipped"]>[number] {
  const nextAction = nextActionOf(why, reason);
  return { query, reason: message, retryable: why === "failed", ...(nextAction === undefined ? {} : { nextAction }) };
}

function nextActionOf(why: SkippedQuery["why"], reason: SkippedQuery["note"]["reason"]): string | undefined {
  switch (why) {
    case "docket_number": {
      const court = reason["courtName"] ?? "<name of the court>";
      const docket = JSON.stringify({ court, docketNumber: reason["docketNumber"] });
      return `call analyzeCaseDocket with docket ${docket} and your question`;
    }
    case "document_types":
      return "search opinions (leave out documentTypes), or filings of one state's trial courts (jurisdiction trial and that state in states); filings of a federal case are found through analyzeCaseDocket";
    case "failed":
      return "call again in a few seconds";
    case "no_such_court":
    case "no_such_state":
    case "unreadable":
      return undefined;
  }
}
