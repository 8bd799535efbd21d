import type { Addresses } from "#research/address.ts";
import type { DocketAnswer, DocketAsked, DocumentAsked } from "#research/cases/answers.ts";
import type { CaseFiling, PaperAnswer } from "#research/cases/filings/model.ts";
import type { CaseDocument } from "#research/cases/model.ts";
import type {
  AnalyzeDocketFilingRequest,
  AnalyzeDocketFilingResponse,
  AnalyzeDocketReportRequest,
  AnalyzeDocketReportResponse,
} from "../schema/dockets.ts";

/** Without court and number no docket is named: a name alone finds none. */
export function decodeAnalyzeDocketReport(wire: AnalyzeDocketReportRequest): DocketAsked {
  const { question, court, docketNumber, caseName } = wire;
  const refresh = wire.forceFetch === true;
  if (!court?.trim() || !docketNumber?.trim()) return { question, refresh, named: null };
  return {
    question,
    refresh,
    named: { by: "docket", court, docketNumber, caseName: caseName?.trim() ? caseName : null },
  };
}

/** No docket sheet is held, so no entry has a number to be named by; the decisions are told among the warnings. */
export function encodeAnalyzeDocketReport(answer: DocketAnswer, addresses: Addresses): AnalyzeDocketReportResponse {
  if (answer.status !== "ok") {
    const { status, note, candidates } = answer;
    return {
      status,
      message: note.reason.code === "no_reference" ? "give court and docketNumber" : note.message,
      ...(candidates.length === 0 ? {} : { candidates: candidates.map(encodeCase) }),
    };
  }
  const { decisions, analysis, notes } = answer;
  const [latest] = decisions;
  const held = decisions.map(
    (one) => `decision held: ${one.caseName}, opinionId ${one.documentId}, ${addresses.decision(one)}`,
  );
  return {
    status: "ok",
    ...(latest === undefined ? {} : { case: encodeCase(latest) }),
    docketReport: { url: null, suggestedFileName: null },
    answer: analysis.answer,
    relevantEntries: [],
    doesNotAddress: [...analysis.doesNotAddress],
    warnings: [...notes.map(({ message }) => message), ...held, ...analysis.warnings],
  };
}

function encodeCase(document: CaseDocument): NonNullable<AnalyzeDocketReportResponse["case"]> {
  return {
    caseId: document.caseId,
    caseName: document.caseName,
    court: document.courtName,
    docketNumber: document.docketNumber ?? "",
  };
}

export function decodeAnalyzeDocketFiling(wire: AnalyzeDocketFilingRequest): DocumentAsked {
  const { question, caseId, entryNumber, attachmentNumber } = wire;
  const attachment = attachmentNumber?.trim() ?? "";
  const isMain = attachment === "" || attachment === "0";
  return {
    question,
    named: { by: "entry", caseId, entryNumber, attachmentNumber: isMain ? null : attachment },
  };
}

export function encodeAnalyzeDocketFiling(answer: PaperAnswer, addresses: Addresses): AnalyzeDocketFilingResponse {
  const filing = "filing" in answer ? { filing: encodeFiling(answer.filing, addresses) } : {};
  if (answer.status !== "ok") return { status: answer.status, ...filing, message: answer.note.message };
  const { analysis } = answer;
  return {
    status: "ok",
    ...filing,
    answer: analysis.answer,
    supportingPassages: analysis.propositions.map(({ quote, proposition }) => ({
      passage: quote.text,
      relevance: proposition,
    })),
    doesNotAddress: [...analysis.doesNotAddress],
  };
}

function encodeFiling(filing: CaseFiling, addresses: Addresses): NonNullable<AnalyzeDocketFilingResponse["filing"]> {
  return {
    caseId: filing.caseId,
    filingId: filing.documentId,
    entryNumber: filing.entryNumber ?? "",
    attachmentNumber: filing.attachmentNumber,
    dateFiled: filing.dateFiled,
    description: filing.description ?? filing.title ?? "",
    url: addresses.filing(filing),
    suggestedFileName: null,
  };
}
