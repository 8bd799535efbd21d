import type { Principal } from "#accounts/principal.ts";
import { kindOfId } from "#base/ids.ts";
import { analyseDocket } from "../dockets/analyse.ts";
import type { DocketSources } from "../dockets/analyse.ts";
import type { FilingAnswer } from "../dockets/model.ts";
import { analyseFiling } from "../dockets/read-filing.ts";
import type {
  DocketAnswer,
  DocketAsked,
  DocumentAnswer,
  DocumentAsked,
  FilingAsked,
  OpinionAnswer,
  OpinionAsked,
  PassagesAnswer,
} from "./answers.ts";
import { analyseOpinion, findInDocument } from "./document.ts";
import type { ReadingSources } from "./document.ts";
import type { CaseSearchAnswer, CaseSearchAsked } from "./model.ts";
import { searchCases } from "./search.ts";
import type { CaseSearchSources } from "./search.ts";

/** What any edge may ask of cases and their documents, as a principal. Everything that takes time ends with the signal. */
export type CaseResearch = {
  /**
   * Several phrasings of one question, merged.
   * @throws `invalid_input` for filters that cannot be meant and a cursor that is none
   */
  readonly search: (principal: Principal, asked: CaseSearchAsked, signal?: AbortSignal) => Promise<CaseSearchAnswer>;
  /**
   * A question, answered from one document, a decision or a filing.
   * @throws `invalid_input` for a question that cannot be read
   */
  readonly document: (principal: Principal, asked: DocumentAsked, signal?: AbortSignal) => Promise<DocumentAnswer>;
  /** The same of a decision alone. */
  readonly opinion: (principal: Principal, asked: OpinionAsked, signal?: AbortSignal) => Promise<OpinionAnswer>;
  /** The same of a filing alone. @throws `forbidden` where premium access is asked for and missing */
  readonly filing: (principal: Principal, asked: FilingAsked, signal?: AbortSignal) => Promise<FilingAnswer>;
  /** Where a decision says some words: the question is those words. */
  readonly passages: (principal: Principal, asked: OpinionAsked) => Promise<PassagesAnswer>;
  /** A question, answered from what is held of a case. @throws as `filing` */
  readonly docket: (principal: Principal, asked: DocketAsked, signal?: AbortSignal) => Promise<DocketAnswer>;
};

export function createCaseResearch(sources: CaseSearchSources & ReadingSources & DocketSources): CaseResearch {
  return {
    search: async (principal, asked, signal) => searchCases(sources, principal, asked, signal),
    document: async (principal, { question, named }, signal) =>
      isFiling(named)
        ? analyseFiling(sources, principal, { question, named, needsPremium: false }, signal)
        : analyseOpinion(sources, { question, named }, signal),
    opinion: async (_principal, asked, signal) => analyseOpinion(sources, asked, signal),
    filing: async (principal, asked, signal) => analyseFiling(sources, principal, asked, signal),
    passages: async (_principal, asked) => findInDocument(sources, asked),
    docket: async (principal, asked, signal) => analyseDocket(sources, principal, asked, signal),
  };
}

function isFiling(named: DocumentAsked["named"]): named is FilingAsked["named"] {
  return named?.by === "entry" || (named?.by === "id" && kindOfId(named.id) === "filing");
}
