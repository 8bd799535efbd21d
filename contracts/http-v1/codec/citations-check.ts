import { VERDICTS, type CitationsCheckResponse, type Verdict } from "../schema/citations-check.ts";
import { publicUrl } from "./opinions.ts";

/** One citation of a brief and what the records say of it. */
export type CheckedCitation = {
  readonly text: string;
  /** UTF-16 units of the text that was checked; `end` is not included. */
  readonly start: number;
  readonly end: number;
  readonly kind: string;
  readonly verdict: Verdict;
  readonly reason: string;
  readonly differences: readonly {
    readonly field: "name" | "year" | "court";
    readonly cited: string;
    readonly recorded: string;
  }[];
  readonly matches: readonly CheckedMatch[];
};

export type CheckedMatch = {
  readonly opinionId: string;
  readonly caseName: string;
  readonly publicNumber: number;
  readonly slug: string;
  readonly courtId: string;
  readonly courtAbbreviation: string;
  readonly dateFiled: string | null;
  readonly citationCount: number;
  readonly overallTreatment: string;
};

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
