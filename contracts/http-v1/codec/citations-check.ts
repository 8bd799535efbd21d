import type { AddressOf } from "#research/address.ts";
import type { CheckedCitation, CheckedMatch } from "#research/checked-citation.ts";
import { VERDICTS } from "../schema/citations-check.ts";
import type { CitationsCheckResponse, Verdict } from "../schema/citations-check.ts";

export function encodeCitationsCheck(
  checked: readonly CheckedCitation[],
  addressOf: AddressOf,
): CitationsCheckResponse {
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
      matches: citation.matches.map((match) => encodeMatch(match, addressOf)),
    })),
    summary: Object.fromEntries(VERDICTS.map((verdict) => [verdict, count(verdict)])) as Record<Verdict, number>,
  };
}

function encodeMatch(
  match: CheckedMatch,
  addressOf: AddressOf,
): CitationsCheckResponse["citations"][number]["matches"][number] {
  return {
    opinion_id: match.opinionId,
    case_name: match.caseName,
    public_url: addressOf(match),
    court_id: match.courtId,
    court_abbreviation: match.courtAbbreviation,
    date_filed: match.dateFiled,
    citation_count: match.standing.citationCount,
    overall_treatment: match.standing.status,
  };
}
