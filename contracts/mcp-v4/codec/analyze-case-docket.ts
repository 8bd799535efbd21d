import type { Addresses } from "#research/address.ts";
import type { DocketAnswer, DocketAsked } from "#research/cases/answers.ts";
import type { CaseDocument } from "#research/cases/model.ts";
import type { AnalyzeCaseDocketRequest, AnalyzeCaseDocketResponse } from "../schema/analyze-case-docket.ts";
import { dateDecided, encodeCandidate, encodeCase } from "./documents.ts";

export function decodeAnalyzeCaseDocket({
  question,
  caseId,
  docket,
  forceFetch,
}: AnalyzeCaseDocketRequest): DocketAsked {
  const refresh = forceFetch === true;
  if (caseId != null && caseId.trim() !== "") return { question, refresh, named: { by: "case", id: caseId.trim() } };
  if (docket == null) return { question, refresh, named: null };
  const { court, docketNumber, caseName } = docket;
  const name = caseName == null || caseName.trim() === "" ? null : caseName;
  return { question, refresh, named: { by: "docket", court, docketNumber, caseName: name } };
}

export function encodeAnalyzeCaseDocket(answer: DocketAnswer, addresses: Addresses): AnalyzeCaseDocketResponse {
  if (answer.status !== "ok") return encodeNotRead(answer, addresses);
  const { decisions, decisionsLeftOut, analysis, notes } = answer;
  const [latest] = decisions;
  const warnings = [...notes.map(({ message }) => message), ...analysis.warnings];
  return {
    status: "ok",
    ...(latest === undefined ? {} : { case: encodeCase(latest, addresses.decision) }),
    answer: analysis.answer,
    relevantEntries: decisions.map(encodeDecision),
    doesNotAddress: [...analysis.doesNotAddress],
    coverage: {
      kind: "opinion_only",
      entryCount: decisions.length + decisionsLeftOut,
      truncated: true,
    },
    freshness: {
      cached: true,
      liveFetchSucceeded: false,
      fetchedAt: null,
      latestEntryDate: latest === undefined || latest.datePrecision !== "day" ? null : latest.dateFiled,
    },
    retrievalSource: "stored",
    warnings,
  };
}

type Entry = NonNullable<AnalyzeCaseDocketResponse["relevantEntries"]>[number];

/** A decision in the place of the entry that it was filed under, whose number is not known. */
function encodeDecision(decision: CaseDocument): Entry {
  const decided = dateDecided(decision);
  const [citation] = decision.citations;
  return {
    hasDocument: true,
    ...(decided === undefined ? {} : { dateFiled: decided }),
    description: `Decision: ${decision.caseName}${citation === undefined ? "" : `, ${citation}`}`,
    documentReference: { documentId: decision.documentId },
  };
}

function encodeNotRead(
  { status, note, candidates, document }: Exclude<DocketAnswer, { status: "ok" }>,
  { decision }: Addresses,
): AnalyzeCaseDocketResponse {
  const advice = ADVICE[note.reason.code];
  return {
    status,
    message: advice === undefined ? note.message : `${note.message}; ${advice}`,
    ...(candidates.length === 0 ? {} : { candidates: candidates.map((one) => encodeCandidate(one, decision)) }),
    ...(document === null ? {} : { url: decision(document) }),
  };
}

const ADVICE: Readonly<Record<string, string>> = {
  no_reference: "give caseId, or docket with court and docketNumber",
  no_case_id: "caseId is case.caseId of a search hit",
  several_cases: "call again with the caseId of one candidate, or with docket.caseName",
};
