import type { z } from "zod";
import type { AddressOf } from "#research/address.ts";
import type { CaseDocument } from "#research/cases/model.ts";
import type { Standing } from "#research/standing.ts";
import type { candidate } from "../schema/analyze-case-document.ts";
import type { caseIdentity, opinionInList, treatment } from "../schema/cases.ts";

export function encodeCase(
  document: Omit<CaseDocument, "standing">,
  addressOf: AddressOf,
): z.input<typeof caseIdentity> {
  return {
    caseId: document.caseId,
    caseName: document.caseName,
    court: document.courtName,
    ...(document.docketNumber === null ? {} : { docketNumber: document.docketNumber }),
    url: addressOf(document),
  };
}

type Opinion = z.input<typeof opinionInList>;

type Facts = Omit<CaseDocument, "standing">;

export function encodeOpinionFacts(document: Facts): Omit<Opinion, "treatment"> {
  const [citation] = document.citations;
  const decided = dateDecided(document);
  return {
    ...(citation === undefined ? {} : { citation }),
    ...(decided === undefined ? {} : { dateDecided: decided }),
    publishStatus: document.publishStatus,
  };
}

/** As far as it is known: a month, a year, or nothing, rather than a day that was made up. */
export function dateDecided({ dateFiled, datePrecision }: Facts): string | undefined {
  if (dateFiled === null) return undefined;
  switch (datePrecision) {
    case "day":
      return dateFiled;
    case "month":
      return dateFiled.slice(0, 7);
    case "year":
    case "approximate":
      return dateFiled.slice(0, 4);
    case "none":
      return undefined;
  }
}

export function encodeTreatmentCounts({ status, citationCount, negative, caution }: Standing): Opinion["treatment"] {
  return { status, citationCount, negative, caution };
}

/** `history` is left out where later history is not known, and empty where there is none. */
export function encodeTreatment(
  standing: Standing,
  courtNameOf: (courtId: string) => string,
): z.input<typeof treatment> {
  const { status, history, more } = standing;
  return {
    ...encodeTreatmentCounts(standing),
    ...(status === "unknown"
      ? {}
      : {
          history: history.map((entry) => ({
            category: entry.category,
            bindingCourt: entry.bindingCourt,
            citation: entry.citation,
            court: courtNameOf(entry.courtId),
            ...(entry.dateDecided === null ? {} : { dateDecided: entry.dateDecided }),
            ...(entry.reason === null ? {} : { reason: entry.reason }),
            documentId: entry.documentId,
          })),
        }),
    ...(more > 0 ? { more } : {}),
  };
}

/** What a caller needs to choose by. */
export function encodeCandidate(document: CaseDocument, addressOf: AddressOf): z.input<typeof candidate> {
  const { publishStatus: _, ...facts } = encodeOpinionFacts(document);
  return { ...encodeCase(document, addressOf), documentId: document.documentId, ...facts };
}
