import type { OpinionsFound, OpinionView, TreatmentView } from "#research/opinions.ts";
import type { OpinionRecord, OpinionsGetResponse } from "../schema/opinions.ts";
import { encodeWarnings } from "./warnings.ts";

/** The canonical page of a decision under `baseUrl`, which has no slash at its end. */
export function publicUrl(baseUrl: string, at: { readonly publicNumber: number; readonly slug: string }): string {
  return `${baseUrl}/opinions/${at.publicNumber}/${at.slug}`;
}

export function encodeOpinion(view: OpinionView, baseUrl: string): OpinionRecord {
  const { record } = view;
  return {
    id: record.id,
    case_name: record.caseName,
    public_url: publicUrl(baseUrl, record),
    court_id: record.courtId,
    court_abbreviation: view.court.abbreviation,
    docket_number: record.docketNumber ?? "",
    state: view.court.state,
    publish_status: record.publishStatus,
    date_filed: record.dateFiled,
    judge_name: record.judges.length === 0 ? null : record.judges.join(", "),
    citations: record.citations.map((citation) => ({
      cited_as: citation.citedAs,
      volume: citation.volume,
      reporter: citation.reporter,
      page: citation.page,
    })),
    pagination_citation: record.paginationCitation,
    citation_count: view.citationCount,
    overall_treatment: view.overallTreatment,
    ...(view.html === undefined ? {} : { html_content: view.html }),
    ...(view.treatments === undefined ? {} : { treatments: view.treatments.map(encodeTreatment) }),
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

export function encodeOpinionsGet(found: OpinionsFound, baseUrl: string): OpinionsGetResponse {
  return {
    opinions: found.opinions.map((view) => encodeOpinion(view, baseUrl)),
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
    ...encodeWarnings([...found.warnings, ...found.opinions.flatMap(treatmentsLeftOut)]),
  };
}

function treatmentsLeftOut({ record, treatmentsLeftOut: left = 0 }: OpinionView): string[] {
  if (left === 0) return [];
  return [
    `${left} treatments of ${record.id} are left out, since the answer would be too large; POST /opinions/citing has all of them, page by page`,
  ];
}
