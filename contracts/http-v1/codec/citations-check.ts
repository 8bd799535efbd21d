import type { AddressOf } from "#research/address.ts";
import type { Finding } from "#research/brief-findings.ts";
import type { CheckedBrief, CheckedCitation, CheckedMatch } from "#research/checked-citation.ts";
import { VERDICTS } from "../schema/citations-check.ts";
import type { CitationsCheckResponse, Verdict } from "../schema/citations-check.ts";
import { encodeWarnings } from "./warnings.ts";

type Encoded = CitationsCheckResponse["citations"][number];
type Details = NonNullable<Encoded["details"]>;

export function encodeCitationsCheck(
  { citations: checked, findings, warnings }: CheckedBrief,
  addressOf: AddressOf,
  includeDetails = false,
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
      differences: citation.differences.flatMap(({ field, ...difference }) =>
        field === "pin" || field === "parallel" ? [] : [{ field, ...difference }],
      ),
      matches: citation.matches.map((match) => encodeMatch(match, addressOf)),
      checks: encodeChecks(citation),
      findings: citation.findings.map(encodeFinding),
      needs_review: citation.findings.some(({ needsReview }) => needsReview),
      ...(citation.law !== null && { law: encodeLaw(citation.law) }),
      ...(includeDetails && { details: encodeDetails(citation, addressOf) }),
    })),
    summary: Object.fromEntries(VERDICTS.map((verdict) => [verdict, count(verdict)])) as Record<Verdict, number>,
    findings: findings.map(({ citation, finding }) => ({ citation, ...encodeFinding(finding) })),
    needs_review: findings.some(({ finding }) => finding.needsReview),
    ...encodeWarnings(warnings),
  };
}

function encodeChecks({ checks: { goodLaw, ...checks } }: CheckedCitation): Encoded["checks"] {
  return { ...checks, good_law: goodLaw };
}

function encodeFinding({ kind, needsReview, message }: Finding): Encoded["findings"][number] {
  return { kind, needs_review: needsReview, message };
}

function encodeLaw({ status, citation, title, asOf }: NonNullable<CheckedCitation["law"]>): Encoded["law"] {
  return { status, citation, title, as_of: asOf };
}

function encodeMatch(match: CheckedMatch, addressOf: AddressOf): Encoded["matches"][number] {
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

function encodeDetails(citation: CheckedCitation, addressOf: AddressOf): Details {
  const { pin, knownByCiters } = citation;
  return {
    further_differences: citation.differences.flatMap((difference) =>
      difference.field === "pin" || difference.field === "parallel" ? [{ ...difference }] : [],
    ),
    pin:
      pin === null
        ? null
        : {
            status: pin.status,
            cited: pin.cited,
            first_page: pin.bounds?.first ?? null,
            last_page: pin.bounds?.last ?? null,
          },
    impossible: citation.impossible,
    known_by_citers:
      knownByCiters === null
        ? null
        : { case_name: knownByCiters.name, year: knownByCiters.year, citing_decisions: knownByCiters.works },
    did_you_mean: citation.didYouMean.map((one) => ({
      opinion_id: one.opinionId,
      case_name: one.caseName,
      citations: [...one.citations],
      public_url: addressOf(one),
      court_id: one.courtId,
      date_filed: one.dateFiled,
      found_by: one.foundBy,
    })),
    quotations: citation.quotations.map(({ alterations, ...quotation }) => ({
      ...quotation,
      alterations: alterations.map((one) => ({ ...one })),
    })),
  };
}
