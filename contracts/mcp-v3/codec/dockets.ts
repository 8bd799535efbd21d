import type { Addresses } from "#research/address.ts";
import type { DecisionsRead, DocketAnswer, DocketAsked, FilingAsked } from "#research/cases/answers.ts";
import type { Note } from "#research/note.ts";
import type { CaseFiling } from "#research/cases/filings/model.ts";
import type { CaseHeld, DocketRead, DocketView, FilingAnswer } from "#research/dockets/model.ts";
import type {
  AnalyzeDocketFilingRequest,
  AnalyzeDocketFilingResponse,
  AnalyzeDocketReportRequest,
  AnalyzeDocketReportResponse,
} from "../schema/dockets.ts";

/** Without court and number no docket is named: a name alone finds none. */
export function decodeAnalyzeDocketReport(wire: AnalyzeDocketReportRequest): DocketAsked {
  const { question, court, docketNumber, caseName } = wire;
  const asked = { question, refresh: wire.forceFetch === true, needsPremium: true };
  if (!court?.trim() || !docketNumber?.trim()) return { ...asked, named: null };
  return { ...asked, named: { by: "docket", court, docketNumber, caseName: caseName?.trim() ? caseName : null } };
}

export function encodeAnalyzeDocketReport(answer: DocketAnswer, addresses: Addresses): AnalyzeDocketReportResponse {
  if (answer.status === "ok")
    return "docket" in answer ? encodeDocket(answer, addresses) : encodeDecisions(answer, addresses);
  const { status, note, report } = answer;
  // No candidate of this version is without an id; what nobody holds is named in the message.
  const candidates = answer.candidates.flatMap((one) => ("elsewhere" in one ? [] : [encodeCandidate(one)]));
  return {
    status,
    message: messageOf(note),
    ...(candidates.length === 0 ? {} : { candidates }),
    ...(report === null
      ? {}
      : { docketReport: { url: addresses.download(report.token), suggestedFileName: report.fileName } }),
  };
}

function messageOf({ message, reason: { code } }: Note): string {
  if (code === "no_reference") return "give court and docketNumber";
  const isOpen = code === "several_cases" || code === "ambiguous";
  return isOpen
    ? `${message}; call again with the docketNumber of one as it stands there, and with its caseName`
    : message;
}

/** Of an entry so much is told, so that forty of them fit a result. */
const DESCRIPTION_CHARS_MAX = 1200;

function encodeDocket(answer: DocketRead, addresses: Addresses): AnalyzeDocketReportResponse {
  const { docket, entries, report, analysis, notes } = answer;
  const isNumbered = entries.every(({ entry }) => entry.number !== null);
  const unnumbered = "an entry whose entryNumber is empty has no number at the court, and no filing to be read";
  return {
    status: "ok",
    case: encodeDocketCase(docket),
    docketReport: {
      url: report === null ? null : addresses.download(report.token),
      suggestedFileName: report?.fileName ?? null,
    },
    answer: analysis.answer,
    relevantEntries: entries.map(({ entry, filing, relevance }) => ({
      entryNumber: entry.number ?? "",
      attachmentNumber: attachmentOf(filing),
      dateFiled: entry.dateFiled ?? entry.dateEntered,
      description: shortened((attachmentOf(filing) === null ? entry.description : filing?.description) ?? ""),
      relevance,
    })),
    doesNotAddress: [...analysis.doesNotAddress],
    warnings: [...notes.map(({ message }) => message), ...(isNumbered ? [] : [unnumbered]), ...analysis.warnings],
  };
}

function attachmentOf(filing: { readonly attachment: number } | null): string | null {
  return filing === null || filing.attachment === 0 ? null : String(filing.attachment);
}

function shortened(text: string): string {
  return text.length > DESCRIPTION_CHARS_MAX ? `${text.slice(0, DESCRIPTION_CHARS_MAX).trimEnd()}…` : text;
}

/** Decisions have no entry number to be named by; they are told among the warnings. */
function encodeDecisions(answer: DecisionsRead, addresses: Addresses): AnalyzeDocketReportResponse {
  const { decisions, analysis, notes } = answer;
  const [latest] = decisions;
  const held = decisions.map(
    (one) => `decision held: ${one.caseName}, opinionId ${one.documentId}, ${addresses.decision(one)}`,
  );
  return {
    status: "ok",
    ...(latest === undefined ? {} : { case: encodeCandidate({ decision: latest }) }),
    docketReport: { url: null, suggestedFileName: null },
    answer: analysis.answer,
    relevantEntries: [],
    doesNotAddress: [...analysis.doesNotAddress],
    warnings: [...notes.map(({ message }) => message), ...held, ...analysis.warnings],
  };
}

type DocketCase = NonNullable<AnalyzeDocketReportResponse["case"]>;

function encodeDocketCase({ caseId, caseName, courtName, docket }: DocketView): DocketCase {
  return {
    caseId,
    caseName: docket.caption === null ? null : caseName,
    court: courtName,
    docketNumber: docket.docketNumber ?? "",
  };
}

function encodeCandidate(candidate: CaseHeld): DocketCase {
  if ("docket" in candidate) return encodeDocketCase(candidate.docket);
  const { caseId, caseName, courtName, docketNumber } = candidate.decision;
  return { caseId, caseName, court: courtName, docketNumber: docketNumber ?? "" };
}

/** An attachment number that is left out, null, empty or zero means the main document. */
export function decodeAnalyzeDocketFiling(wire: AnalyzeDocketFilingRequest): FilingAsked {
  const { question, caseId, entryNumber, attachmentNumber } = wire;
  const attachment = attachmentNumber?.trim() ?? "";
  const isMain = attachment === "" || attachment === "0";
  return {
    question,
    needsPremium: true,
    named: { by: "entry", caseId: caseId.trim(), entryNumber, attachmentNumber: isMain ? null : attachment },
  };
}

export function encodeAnalyzeDocketFiling(answer: FilingAnswer, addresses: Addresses): AnalyzeDocketFilingResponse {
  if (answer.status !== "ok") {
    const { status, note, filing, filings, dockets } = answer;
    // No field of this version names one of several filings, but each has a page.
    const pages = filings.map(
      (one) => `${shortened(one.description ?? one.title ?? "untitled")} (${addresses.filing(one)})`,
    );
    const meant = [...pages, ...dockets.map(({ caseId }) => caseId)].join(", ");
    return {
      status,
      message: meant === "" ? note.message : `${note.message}: ${meant}`,
      ...(filing === null ? {} : { filing: encodeFiling(filing, addresses) }),
    };
  }
  const { filing, analysis, notes } = answer;
  return {
    status: "ok",
    filing: encodeFiling(filing, addresses),
    answer: analysis.answer,
    supportingPassages: analysis.propositions.map(({ quote, proposition }) => ({
      passage: quote.text,
      relevance: proposition,
    })),
    doesNotAddress: [...analysis.doesNotAddress],
    ...(notes.length === 0 ? {} : { message: notes.map(({ message }) => message).join("; ") }),
  };
}

function encodeFiling(filing: CaseFiling, addresses: Addresses): NonNullable<AnalyzeDocketFilingResponse["filing"]> {
  return {
    caseId: filing.caseId,
    filingId: filing.documentId,
    entryNumber: filing.entryNumber ?? "",
    attachmentNumber: filing.attachmentNumber,
    dateFiled: filing.dateFiled,
    description: shortened(filing.description ?? filing.title ?? ""),
    url: addresses.filing(filing),
    suggestedFileName: null,
  };
}
