import type { Choice } from "./choice.ts";
import type * as frame from "./frame/source.ts";
import type { RawText } from "#opinions/clean/text-columns.ts";
import type { ClusterDraft, OpinionType } from "#opinions/model.ts";

/** An opinion as its source has it, before cleaning. Plain data: it is sent to the cleaning threads as it is. */
export type RawOpinion = {
  readonly sourceId: string;
  readonly clusterSourceId: string;
  /** Order within its decision; gaps are allowed. */
  readonly ordinal: number;
  readonly type: OpinionType;
  readonly author: string | null;
  readonly joinedBy: string | null;
  readonly perCuriam: boolean;
  /** The court's limiting words where the source keeps them apart; else they are looked for in the text. */
  readonly precedentialNote: string | null;
  readonly text: RawText;
};

/** One row of a source: a decision, its opinions, both, or the reason why it is neither. */
export type SourceItem = frame.Row & {
  readonly cluster?: ClusterDraft;
  /** The opinions are all that the decision has: others held for it are out of date. */
  readonly whole?: boolean;
  /** What this input does not say, and a decision held already keeps. */
  readonly keeps?: {
    readonly case: boolean;
    readonly citations: boolean;
    /** The decision's court is unknown; unless it is held already, this is why it is left out. */
    readonly courtFault?: RejectReason;
  };
  readonly opinions: readonly RawOpinion[];
};

export type RejectReason = frame.RejectReason;
export type OpenPart = frame.OpenPart<SourceItem>;
export type SourcePart = frame.SourcePart<SourceItem>;
export type PreparedSource = frame.PreparedSource<SourceItem>;

export type PrepareContext = {
  readonly paths: readonly string[];
  /** A directory for files that only this import needs. */
  readonly scratchDir: string;
  /** The court of decisions for which the source names none. */
  readonly courtId?: string;
  /** The name of a firm's own collection. */
  readonly collection?: string;
  /** Which decisions are wanted (`courtlistener` only). */
  readonly choice?: Choice;
  readonly signal?: AbortSignal;
  readonly onPreparing: (label: string, done_bytes: number, total_bytes: number) => void;
};
