import type { Principal } from "#accounts/principal.ts";
import type { DocketAnswer, DocketAsked, DocumentAnswer, DocumentAsked, PassagesAnswer } from "./answers.ts";
import { analyseDocket } from "./docket.ts";
import { analyseDocument, findInDocument } from "./document.ts";
import type { ReadingSources } from "./document.ts";
import type { CaseSearchAnswer, CaseSearchAsked } from "./model.ts";
import { findFiling } from "./filings/find.ts";
import type { PaperAnswer, ReadFiling } from "./filings/model.ts";
import { analysePaper } from "./filings/paper.ts";
import { searchCases } from "./search.ts";
import type { CaseSearchSources } from "./search.ts";

/** What any edge may ask of cases and their documents, as a principal. Everything that takes time ends with the signal. */
export type CaseResearch = {
  /**
   * Several phrasings of one question, merged.
   * @throws `invalid_input` for filters that cannot be meant and a cursor that is none
   */
  readonly search: (principal: Principal, asked: CaseSearchAsked, signal?: AbortSignal) => Promise<CaseSearchAnswer>;
  /** A question, answered from one document. @throws `invalid_input` for a question that cannot be read */
  readonly document: (principal: Principal, asked: DocumentAsked, signal?: AbortSignal) => Promise<DocumentAnswer>;
  /** A question, answered from one decision or filing. @throws as `document` */
  readonly paper: (principal: Principal, asked: DocumentAsked, signal?: AbortSignal) => Promise<PaperAnswer>;
  /** A filing of a trial court with its words, by its id; undefined when none is held under it. */
  readonly filing: (principal: Principal, id: string) => Promise<ReadFiling | undefined>;
  /** Where one document says some words: the question is those words. */
  readonly passages: (principal: Principal, asked: DocumentAsked) => Promise<PassagesAnswer>;
  /** A question, answered from what is held of a case. @throws as `document` */
  readonly docket: (principal: Principal, asked: DocketAsked, signal?: AbortSignal) => Promise<DocketAnswer>;
};

export function createCaseResearch(sources: CaseSearchSources & ReadingSources): CaseResearch {
  return {
    search: async (principal, asked, signal) => searchCases(sources, principal, asked, signal),
    document: async (_principal, asked, signal) => analyseDocument(sources, asked, signal),
    paper: async (_principal, asked, signal) => analysePaper(sources, asked, signal),
    filing: async (_principal, id) => findFiling(sources.db, { by: "id", id }),
    passages: async (_principal, asked) => findInDocument(sources, asked),
    docket: async (_principal, asked, signal) => analyseDocket(sources, asked, signal),
  };
}
