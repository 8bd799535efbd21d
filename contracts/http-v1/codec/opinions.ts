import type { WrittenMembers } from "#base/json-text.ts";
import type { AddressOf } from "#research/address.ts";
import type { OpinionsFound, OpinionsRequest, OpinionView } from "#research/opinions.ts";
import type { CaseStep, TreatmentView } from "#research/treatments.ts";
import type { OpinionRecord, OpinionsGetRequest, OpinionsGetResponse } from "../schema/opinions.ts";
import { encodePrecision } from "./dates.ts";
import { encodeWarnings } from "./warnings.ts";

export function decodeOpinionsGet(wire: OpinionsGetRequest): OpinionsRequest {
  return {
    named: decodeNamed(wire),
    content: wire.include_content,
    treatments: wire.include_detailed_treatments,
  };
}

/** The schema has seen to it that exactly one is given, of the ways to name opinions and of those to name a court. */
function decodeNamed({ opinion_ids, citations, docket }: OpinionsGetRequest): OpinionsRequest["named"] {
  if (docket !== undefined) {
    const { docket_number: docketNumber, court_id, court_abbreviation } = docket;
    if (court_id !== undefined) return { by: "docket", docketNumber, court: { by: "id", given: court_id } };
    return { by: "docket", docketNumber, court: { by: "abbreviation", given: court_abbreviation ?? "" } };
  }
  if (citations !== undefined) return { by: "citation", citations };
  return { by: "id", ids: opinion_ids ?? [] };
}

function encodeOpinion(view: OpinionView, addressOf: AddressOf): WrittenMembers<OpinionRecord> {
  const { record } = view;
  return {
    id: record.id,
    case_name: record.caseName,
    public_url: addressOf(record),
    court_id: record.courtId,
    court_abbreviation: view.court.abbreviation,
    docket_number: record.docketNumber ?? "",
    state: view.court.state,
    publish_status: record.publishStatus,
    date_filed: record.dateFiled,
    ...encodePrecision(record),
    judge_name: record.judges.length === 0 ? null : record.judges.join(", "),
    citations: record.citations.map((citation) => ({
      cited_as: citation.citedAs,
      volume: citation.volume,
      reporter: citation.reporter,
      page: citation.page,
    })),
    pagination_citation: record.paginationCitation,
    citation_count: view.standing.citationCount,
    overall_treatment: view.standing.status,
    ...(view.html === undefined ? {} : { html_content: view.html }),
    ...(view.treatments === undefined ? {} : { treatments: view.treatments.map(encodeTreatment) }),
    ...(view.directHistory === undefined ? {} : { direct_history: view.directHistory.map(encodeStep) }),
    ...(record.perCuriam ? { per_curiam: true } : {}),
    ...(record.enBanc ? { en_banc: true } : {}),
    ...(record.precedentialNote === null ? {} : { precedential_note: record.precedentialNote }),
  };
}

function encodeTreatment(view: TreatmentView): NonNullable<OpinionRecord["treatments"]>[number] {
  return {
    citing_id: view.citingOpinionId,
    treatment_category: view.category,
    treatment_description: view.description,
    is_authoritative: view.isAuthoritative,
    supporting_quote: view.quote,
  };
}

function encodeStep({
  outcome,
  isInPart,
  by,
  of,
  toldBy,
}: CaseStep): NonNullable<OpinionRecord["direct_history"]>[number] {
  return { outcome, in_part: isInPart, by: encodeInCase(by), of: encodeInCase(of), told_by: toldBy };
}

function encodeInCase({
  opinionId,
  citation,
  courtId,
  date,
}: CaseStep["by"]): NonNullable<OpinionRecord["direct_history"]>[number]["by"] {
  return {
    opinion_id: opinionId,
    cited_as: citation,
    court_id: courtId,
    year: date === null ? null : Number(date.slice(0, 4)),
  };
}

export function encodeOpinionsGet(found: OpinionsFound, addressOf: AddressOf): WrittenMembers<OpinionsGetResponse> {
  return {
    opinions: found.opinions.map((view) => encodeOpinion(view, addressOf)),
    ...(found.citationMatches === undefined
      ? {}
      : {
          citation_matches: found.citationMatches.map((match) => ({
            citation: match.citation,
            opinion_id: match.opinionId,
          })),
        }),
    ...(found.docketMatches === undefined
      ? {}
      : {
          docket_matches: found.docketMatches.map((match) => ({
            docket_number: match.docketNumber,
            court_id: match.courtId,
            court_abbreviation: match.courtAbbreviation,
            opinion_id: match.opinionId,
          })),
        }),
    ...encodeWarnings([...found.notes.map(({ message }) => message), ...found.opinions.flatMap(treatmentsLeftOut)]),
  };
}

function treatmentsLeftOut({ record, treatmentsLeftOut: left = 0 }: OpinionView): string[] {
  if (left === 0) return [];
  return [
    `${left} treatments of ${record.id} are left out, since the answer would be too large; POST /opinions/citing has all of them, page by page`,
  ];
}
