import type { TextAccount } from "../clean/text-account.ts";
import type { DatePrecision, OpinionDraft, OpinionType, ParallelCitation, PublishStatus } from "../model.ts";

/** One opinion with everything its decision and case say about it: what every reader of the records is given. */
export type OpinionRecord = {
  readonly id: string;
  readonly source: string;
  readonly sourceId: string;
  readonly clusterId: string;
  /** The matter, over all sources that tell of it. */
  readonly caseId: string;
  /** Shared by the copies of one decision that came from several sources. */
  readonly workId: string;
  /** The decision's small number, for reader addresses only. */
  readonly publicNumber: number;
  readonly slug: string;
  readonly caseName: string;
  readonly caption: string;
  readonly courtId: string;
  readonly docketNumber: string | null;
  /** `YYYY-MM-DD`. */
  readonly dateFiled: string | null;
  readonly datePrecision: DatePrecision;
  readonly publishStatus: PublishStatus;
  /** All judges known of the decision: those its source lists, then those its opinions name, each once. */
  readonly judges: readonly string[];
  readonly citations: readonly ParallelCitation[];
  readonly headmatterHtml: string | null;
  /** Order within the decision; numbers may have gaps. */
  readonly ordinal: number;
  readonly type: OpinionType;
  readonly author: string | null;
  readonly joinedBy: string | null;
  readonly perCuriam: boolean;
  readonly enBanc: boolean;
  readonly precedentialNote: string | null;
  readonly paginationCitation: string | null;
  readonly textSource: string;
  readonly textChars: number;
  /** Only when content was asked for. */
  readonly content?: OpinionContent;
};

export type OpinionContent = {
  readonly html: string;
  readonly text: string;
  /** Form in `opinions/clean/offset-map.ts`. */
  readonly offsetMap: Uint8Array;
};

/** An opinion to be written. */
export type OpinionWrite = {
  readonly draft: OpinionDraft;
  /** Stands for everything the source said about it. */
  readonly contentHash: string;
  readonly account?: TextAccount;
};
