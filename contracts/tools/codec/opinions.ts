import type { Addresses } from "#research/address.ts";
import type { Proposition } from "#research/analyst.ts";
import type { OpinionAnswer, OpinionAsked, NotRead, PassagesAnswer, ReadDocument } from "#research/cases/answers.ts";
import type { CaseDocument } from "#research/cases/model.ts";
import type {
  AnalyzeOpinionRequest,
  AnalyzeOpinionResponse,
  FindInOpinionRequest,
  FindInOpinionResponse,
} from "../schema/opinions.ts";

export function decodeFindInOpinion(wire: FindInOpinionRequest): OpinionAsked {
  return { question: wire.query, named: namedBy(wire) };
}

export function decodeAnalyzeOpinion(wire: AnalyzeOpinionRequest): OpinionAsked {
  return { question: wire.question, named: namedBy(wire) };
}

type References = Pick<AnalyzeOpinionRequest, "opinionId" | "reporterCitation" | "docket">;

/** The schema has seen to it that exactly one is given. */
function namedBy({ opinionId, reporterCitation, docket }: References): OpinionAsked["named"] {
  if (opinionId != null && opinionId.trim() !== "") return { by: "id", id: opinionId.trim() };
  if (reporterCitation != null && reporterCitation.trim() !== "")
    return { by: "citation", citation: reporterCitation.trim() };
  if (docket == null) return null;
  return { by: "docket", court: docket.courtAbbreviation, docketNumber: docket.docketNumber };
}

export function encodeFindInOpinion(
  answer: PassagesAnswer,
  addresses: Addresses,
  { question }: OpinionAsked,
): FindInOpinionResponse {
  if (answer.status !== "ok") return encodeNotRead(answer);
  const { document, passages, warnings } = answer;
  const url = addresses.decision(document);
  return {
    opinionId: document.documentId,
    caseName: document.caseName,
    citation: document.citations[0] ?? null,
    url,
    query: question,
    passages: passages.map((passage) => {
      const section = speakerOf(document, passage.partId);
      return {
        passage: passage.text,
        ...(section === null ? {} : { opinionSection: section }),
        deeplinkURL: addresses.lines(url, document.parts, passage),
      };
    }),
    ...treatmentOf(document),
    ...warningsOf([...(passages.length > 0 ? [] : ["none of these words stands in the opinion"]), ...warnings]),
  };
}

export function encodeAnalyzeOpinion(
  answer: OpinionAnswer,
  addresses: Addresses,
  { question }: OpinionAsked,
): AnalyzeOpinionResponse {
  if (answer.status !== "ok") return encodeNotRead(answer);
  const { document, analysis } = answer;
  const url = addresses.decision(document);
  return {
    opinionId: document.documentId,
    question,
    citation: document.citations[0] ?? null,
    url,
    supportedPropositions: analysis.propositions.map((one) => ({
      proposition: one.proposition,
      quote: one.quote.text,
      scope: one.section ?? "opinion of the court",
      centrality: CENTRALITY[one.role],
      ...(one.section === null ? {} : { opinionSection: one.section }),
      deeplinkURL: addresses.lines(url, document.parts, one.quote),
    })),
    doesNotAddress: [...analysis.doesNotAddress],
    summary: analysis.summary,
    disposition: analysis.disposition,
    jurisdiction: document.jurisdiction,
    ...treatmentOf(document),
    ...warningsOf(analysis.warnings),
  };
}

function warningsOf(warnings: readonly string[]): { warnings?: string[] } {
  return warnings.length === 0 ? {} : { warnings: [...warnings] };
}

const CENTRALITY = {
  holding: "core_holding",
  disposition: "core_holding",
  standard: "supporting_analysis",
  reasoning: "supporting_analysis",
  fact: "secondary_matter",
  background: "background",
} as const satisfies Record<Proposition["role"], string>;

/** Left out where it could not be looked up. */
function treatmentOf({ standing }: ReadDocument): Pick<AnalyzeOpinionResponse, "treatment"> {
  return standing === null ? {} : { treatment: { status: standing.status, citedBy: standing.citationCount } };
}

function speakerOf({ parts }: ReadDocument, partId: string): string | null {
  const section = parts.find(({ id }) => id === partId)?.section ?? null;
  if (section === null || section.kind === "majority") return null;
  return `${section.kind}${section.author === null ? "" : ` (${section.author})`}`;
}

function encodeNotRead({ note, candidates }: NotRead): Pick<AnalyzeOpinionResponse, "error" | "candidates"> {
  return {
    error: note.message,
    ...(candidates.length === 0
      ? {}
      : {
          candidates: candidates.map((one) => {
            const [citation] = one.citations;
            const filed = dateFiled(one);
            return {
              opinionId: one.documentId,
              caseName: one.caseName,
              court: one.courtName,
              ...(citation === undefined ? {} : { citation }),
              ...(filed === null ? {} : { dateFiled: filed }),
            };
          }),
        }),
  };
}

/** As far as it is known: a month or a year rather than a day that was made up. */
export function dateFiled({
  dateFiled: date,
  datePrecision,
}: Pick<CaseDocument, "dateFiled" | "datePrecision">): string | null {
  if (date === null || datePrecision === "none") return null;
  if (datePrecision === "month") return date.slice(0, 7);
  return datePrecision === "day" ? date : date.slice(0, 4);
}
