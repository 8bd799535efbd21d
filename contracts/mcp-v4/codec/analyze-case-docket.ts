import type { z } from "zod";
import type { Addresses } from "#research/address.ts";
import type { DecisionsRead, DocketAnswer, DocketAsked } from "#research/cases/answers.ts";
import type { CaseDocument } from "#research/cases/model.ts";
import type { CaseCandidate, CaseHeld, DocketNotRead, DocketRead, ReportOffer } from "#research/dockets/model.ts";
import type { AnalyzeCaseDocketRequest, AnalyzeCaseDocketResponse } from "../schema/analyze-case-docket.ts";
import type { candidate } from "../schema/analyze-case-document.ts";
import { encodeDocketCase, encodeDocketCandidate, encodeRelevant } from "./dockets.ts";
import { dateDecided, encodeCandidate, encodeCase } from "./documents.ts";

export function decodeAnalyzeCaseDocket({
  question,
  caseId,
  docket,
  forceFetch,
  matter,
}: AnalyzeCaseDocketRequest): DocketAsked {
  const charged = matter == null || matter.trim() === "" ? {} : { matter };
  const asked = { question, refresh: forceFetch === true, needsPremium: false, ...charged };
  if (caseId != null && caseId.trim() !== "") return { ...asked, named: { by: "case", id: caseId.trim() } };
  if (docket == null) return { ...asked, named: null };
  const { court, docketNumber, caseName } = docket;
  const name = caseName == null || caseName.trim() === "" ? null : caseName;
  return { ...asked, named: { by: "docket", court, docketNumber, caseName: name } };
}

export function encodeAnalyzeCaseDocket(answer: DocketAnswer, addresses: Addresses): AnalyzeCaseDocketResponse {
  if (answer.status !== "ok") return encodeNotRead(answer, addresses);
  return "docket" in answer ? encodeDocket(answer, addresses) : encodeDecisions(answer, addresses);
}

function encodeDocket(answer: DocketRead, addresses: Addresses): AnalyzeCaseDocketResponse {
  const { docket, entries, coverage, freshness, origin, report, analysis, notes } = answer;
  return {
    status: "ok",
    case: encodeDocketCase(docket, addresses),
    answer: analysis.answer,
    relevantEntries: entries.map((one) => encodeRelevant(one, docket.caseId)),
    doesNotAddress: [...analysis.doesNotAddress],
    coverage: { kind: coverage.kind, entryCount: coverage.entries, truncated: coverage.isTruncated },
    freshness: {
      cached: origin === "stored",
      liveFetchSucceeded: freshness.isLive,
      fetchedAt: freshness.fetchedAt,
      latestEntryDate: freshness.latestEntryDate,
    },
    retrievalSource: origin,
    ...(report === null ? {} : { docketReport: encodeReport(report, addresses) }),
    warnings: [...notes.map(({ message }) => message), ...analysis.warnings],
  };
}

function encodeReport({ token, fileName }: ReportOffer, { download }: Addresses) {
  return { downloadUrl: download(token), suggestedFileName: fileName };
}

function encodeDecisions(answer: DecisionsRead, addresses: Addresses): AnalyzeCaseDocketResponse {
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
  { status, note, candidates, held, report }: DocketNotRead,
  addresses: Addresses,
): AnalyzeCaseDocketResponse {
  const advice = ADVICE[note.reason.code];
  return {
    status,
    message: advice === undefined ? note.message : `${note.message}; ${advice}`,
    ...(candidates.length === 0 ? {} : { candidates: candidates.map((one) => encodeCaseCandidate(one, addresses)) }),
    ...heldPage(held, addresses),
    ...(report === null ? {} : { downloadUrl: addresses.download(report.token) }),
  };
}

function heldPage(held: CaseHeld | null, addresses: Addresses): { readonly url?: string } {
  if (held === null) return {};
  if (!("docket" in held)) return { url: addresses.decision(held.decision) };
  return held.docket.hasSheet ? { url: addresses.docket(held.docket) } : {};
}

function encodeCaseCandidate(one: CaseCandidate, addresses: Addresses): z.input<typeof candidate> {
  if ("elsewhere" in one) {
    const { caseName, courtName, docketNumber } = one.elsewhere;
    return { caseName, court: courtName, docketNumber };
  }
  return "docket" in one
    ? encodeDocketCandidate(one.docket, addresses)
    : encodeCandidate(one.decision, addresses.decision);
}

const ADVICE: Readonly<Record<string, string>> = {
  no_reference: "give caseId, or docket with court and docketNumber",
  no_case_id: "caseId is case.caseId of a search hit",
  several_cases: "call again with the caseId of one candidate, or with docket.caseName",
  ambiguous: "call again with the docketNumber of one candidate as it stands there, and with its docket.caseName",
  no_number: "docketNumber is written as the court writes it, such as 1:19-cv-01234",
};
