import type { Analysis, Proposition } from "#research/analyst.ts";
import type { Addresses } from "#research/address.ts";
import type { DocumentAnswer, DocumentAsked, NotRead, ReadDocument } from "#research/cases/answers.ts";
import type { FilingAnswer, FilingNotRead } from "#research/dockets/model.ts";
import type { AnalyzeCaseDocumentRequest, AnalyzeCaseDocumentResponse } from "../schema/analyze-case-document.ts";
import { encodeDocketCandidate, encodeFilingCandidate, encodeFilingCase, encodeFilingEntry } from "./dockets.ts";
import { encodeCandidate, encodeCase, encodeOpinionFacts, encodeTreatment } from "./documents.ts";

/** The first of documentId, citation and entry that is given. */
export function decodeAnalyzeCaseDocument(wire: AnalyzeCaseDocumentRequest): DocumentAsked {
  const { question, matter } = wire;
  return { question, named: namedBy(wire), ...(isGiven(matter) && { matter }) };
}

function namedBy({ documentId, citation, entry }: AnalyzeCaseDocumentRequest): DocumentAsked["named"] {
  if (isGiven(documentId)) return { by: "id", id: documentId.trim() };
  if (isGiven(citation)) return { by: "citation", citation: citation.trim() };
  if (entry == null) return null;
  const { caseId, entryNumber, attachmentNumber } = entry;
  const isMain = !isGiven(attachmentNumber) || attachmentNumber.trim() === "0";
  return { by: "entry", caseId, entryNumber, attachmentNumber: isMain ? null : attachmentNumber.trim() };
}

function isGiven(text: string | null | undefined): text is string {
  return text != null && text.trim() !== "";
}

export function encodeAnalyzeCaseDocument(answer: DocumentAnswer, addresses: Addresses): AnalyzeCaseDocumentResponse {
  if ("filing" in answer) return encodeFiling(answer, addresses);
  if (answer.status !== "ok") return encodeNotRead(answer, addresses);
  const { document, analysis } = answer;
  const url = addresses.decision(document);
  const warnings = [...treatmentWarnings(document), ...analysisWarnings(analysis)];
  return {
    status: "ok",
    case: encodeCase(document, addresses.decision),
    document: {
      documentId: document.documentId,
      documentType: document.documentType,
      url,
      opinion: {
        ...encodeOpinionFacts(document),
        ...(document.standing === null ? {} : { treatment: encodeTreatment(document.standing, addresses.courtName) }),
      },
    },
    answer: analysis.answer,
    supportedPropositions: analysis.propositions.map((one) => encodeProposition(one, url, addresses)),
    doesNotAddress: [...analysis.doesNotAddress],
    ...(warnings.length === 0 ? {} : { sourceWarnings: warnings }),
  };
}

function encodeFiling(answer: FilingAnswer, addresses: Addresses): AnalyzeCaseDocumentResponse {
  if (answer.status !== "ok") return encodeFilingNotRead(answer, addresses);
  const { filing, analysis, notes } = answer;
  const url = addresses.filing(filing);
  const warnings = [...notes.map(({ message }) => message), ...analysisWarnings(analysis)];
  return {
    status: "ok",
    case: encodeFilingCase(filing, addresses),
    document: { documentId: filing.documentId, documentType: filing.documentType, url },
    entry: encodeFilingEntry(filing),
    answer: analysis.answer,
    supportedPropositions: analysis.propositions.map(({ proposition, quote }) => ({
      proposition,
      quote: quote.text,
      quoteTruncated: quote.isTruncated,
      deeplinkUrl: addresses.quotedFiling(url, { ...quote, pages: filing.part.pages }),
    })),
    doesNotAddress: [...analysis.doesNotAddress],
    ...(warnings.length === 0 ? {} : { sourceWarnings: warnings }),
  };
}

function encodeFilingNotRead(
  { status, note, filings, dockets, filing }: FilingNotRead,
  addresses: Addresses,
): AnalyzeCaseDocumentResponse {
  const advice = ADVICE[note.reason.code];
  const candidates = [
    ...filings.map((one) => encodeFilingCandidate(one, addresses)),
    ...dockets.map((one) => encodeDocketCandidate(one, addresses)),
  ];
  return {
    status,
    message: advice === undefined ? note.message : `${note.message}; ${advice}`,
    ...(candidates.length === 0 ? {} : { candidates }),
    ...(filing === null ? {} : { url: addresses.filing(filing) }),
  };
}

type Supported = NonNullable<AnalyzeCaseDocumentResponse["supportedPropositions"]>[number];

function encodeProposition(
  { proposition, quote, section }: Proposition,
  url: string,
  { quoted }: Addresses,
): Supported {
  return {
    proposition,
    quote: quote.text,
    quoteTruncated: quote.isTruncated,
    deeplinkUrl: quoted(url, quote),
    ...(section === null ? {} : { opinionSection: section }),
  };
}

function treatmentWarnings({ standing }: ReadDocument): string[] {
  if (standing === null) return ["the treatment check could not run: later history of this opinion is not known here"];
  switch (standing.status) {
    case "Negative":
      return ["later decisions treat this opinion as Negative: read treatment.history before relying on it"];
    case "Caution":
      return ["later decisions give reason for Caution: read treatment.history before relying on it"];
    case "unknown":
      return ["later history is unverified: nothing held here cites this opinion"];
    case "Positive":
    case "Neutral":
      return [];
  }
}

function analysisWarnings({ warnings, quotesDropped }: Analysis): string[] {
  const dropped = `${quotesDropped} quotations that could not be found in the document were left out`;
  return [...warnings, ...(quotesDropped > 0 ? [dropped] : [])];
}

function encodeNotRead(
  { status, note, candidates, document }: NotRead,
  addresses: Addresses,
): AnalyzeCaseDocumentResponse {
  const advice = ADVICE[note.reason.code];
  return {
    status,
    message: advice === undefined ? note.message : `${note.message}; ${advice}`,
    ...(candidates.length === 0
      ? {}
      : { candidates: candidates.map((one) => encodeCandidate(one, addresses.decision)) }),
    ...(document === null ? {} : { url: addresses.decision(document) }),
  };
}

const ADVICE: Readonly<Record<string, string>> = {
  no_reference: "give documentId, citation or entry",
  other_kind_of_id: "documentId is document.documentId of a search hit",
  citation_not_held: "search finds cases by name or issue",
  several_decisions: "call again with the documentId of one candidate",
  several_filings: "call again with the documentId of one candidate",
  several_dockets: "call again with entry.caseId of one candidate",
  no_case_id: "entry.caseId is case.caseId of a docket",
};
