import type { CheckedCitation, CheckedMatch } from "#research/checked-citation.ts";
import { VERDICTS, type CitationsCheckResponse, type Verdict } from "../schema/citations-check.ts";
import { publicUrl } from "./opinions.ts";

export function encodeCitationsCheck(checked: readonly CheckedCitation[], baseUrl: string): CitationsCheckResponse {
  const count = (verdict: Verdict): number => checked.filter((citation) => citation.verdict === verdict).length;
  return {
    citations: checked.map((citation) => ({
      text: citation.text,
      start: citation.start,
      end: citation.end,
      kind: citation.kind,
      verdict: citation.verdict,
      reason: citation.reason,
      differences: citation.differences.map((difference) => ({ ...difference })),
      matches: citation.matches.map((match) => encodeMatch(match, baseUrl)),
    })),
    summary: Object.fromEntries(VERDICTS.map((verdict) => [verdict, count(verdict)])) as Record<Verdict, number>,
  };
}

function encodeMatch(
  match: CheckedMatch,
  baseUrl: string,
): CitationsCheckResponse["citations"][number]["matches"][number] {
  return {
    opinion_id: match.opinionId,
    case_name: match.caseName,
    public_url: publicUrl(baseUrl, match),
    court_id: match.courtId,
    court_abbreviation: match.courtAbbreviation,
    date_filed: match.dateFiled,
    citation_count: match.citationCount,
    overall_treatment: match.overallTreatment,
  };
}
