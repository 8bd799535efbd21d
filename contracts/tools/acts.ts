import type { Fault } from "#base/errors.ts";
import type { Result } from "#base/result.ts";
import type { Addresses } from "#research/address.ts";
import type {
  DocketAnswer,
  DocketAsked,
  DocumentAnswer,
  DocumentAsked,
  FilingAsked,
  OpinionAnswer,
  OpinionAsked,
  PassagesAnswer,
} from "#research/cases/answers.ts";
import type { CaseQuery, CaseSearchAnswer, CaseSearchAsked } from "#research/cases/model.ts";
import type { FilingAnswer } from "#research/dockets/model.ts";
import type { LawQuestion, LawRead } from "#research/laws/analyse.ts";
import type { LawSearchAsked, LawsFound } from "#research/laws/search.ts";

/** What came of one of several queries: its answer, or why it was refused. */
export type Searched = { readonly query: string; readonly outcome: CaseSearchAnswer | { readonly refused: string } };

type Act<Asked, Answer> = { readonly asked: Asked; readonly answer: Answer };

/** What tools can ask of the program, in its own words: each version says in which of its tools. */
export type Acts = {
  readonly searchCases: Act<CaseSearchAsked, CaseSearchAnswer>;
  /** Each query is a search of its own. */
  readonly searchEach: Act<readonly CaseQuery[], readonly Searched[]>;
  readonly findInOpinion: Act<OpinionAsked, PassagesAnswer>;
  readonly analyzeOpinion: Act<OpinionAsked, OpinionAnswer>;
  readonly analyzeDocument: Act<DocumentAsked, DocumentAnswer>;
  readonly analyzeDocket: Act<DocketAsked, DocketAnswer>;
  readonly analyzeFiling: Act<FilingAsked, FilingAnswer>;
  readonly searchLaws: Act<LawSearchAsked, LawsFound>;
  readonly analyzeLaw: Act<LawQuestion, LawRead>;
};
export type ActName = keyof Acts;

/** From a tool's arguments, which nobody has checked yet, to an act of the program, and from its answer back. */
export type ToolCodec<Name extends ActName = ActName> = {
  readonly [One in Name]: {
    readonly act: One;
    /** What is asked by the arguments of a call, or what is wrong with them. */
    readonly read: (given: unknown) => Result<Acts[One]["asked"], readonly Fault[]>;
    readonly encode: (answer: Acts[One]["answer"], addresses: Addresses, asked: Acts[One]["asked"]) => object;
  };
}[Name];
