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

/** Why a row was left out: a stable word, what was wrong, and what would work. */
export type RejectReason = { readonly reason: string; readonly message: string; readonly hint: string };

/** Where a row stands, for the person who will look it up. */
export type Place = { readonly file: string; readonly row: number; readonly line?: number };

/** One row of a source: a decision, its opinions, both, or the reason why it is neither. */
export type SourceItem = {
  readonly place: Place;
  readonly sourceId: string | null;
  /** Bytes of raw (decompressed) text this row took. */
  readonly bytes: number;
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
  readonly rejects: readonly RejectReason[];
};

export type OpenPart = {
  /** Rows in groups as the input delivers them. Row numbers rise by one from `afterRow + 1`. */
  readonly groups: AsyncGenerator<readonly SourceItem[]>;
  bytesTaken(): number;
  close(): Promise<void>;
};

/** One file (or directory, or archive) read from front to back. */
export type SourcePart = {
  /** Changes when the file does; an interrupted import goes on only in the same file. */
  readonly key: string;
  readonly label: string;
  readonly size_bytes: number;
  open(afterRow: number): Promise<OpenPart>;
};

export type PreparedSource = {
  /** The name its records bear. */
  readonly source: string;
  readonly parts: readonly SourcePart[];
  /** What the person should know about the input: files that are absent, files of different dates. */
  readonly notes: readonly string[];
  /** Called once when the import is whole; after an interruption the next run finds what was prepared. */
  finish(): Promise<void>;
  /** Called in any case. */
  close(): Promise<void>;
};

export type PrepareContext = {
  readonly paths: readonly string[];
  /** A directory for files that only this import needs. */
  readonly scratchDir: string;
  /** The court of decisions for which the source names none. */
  readonly courtId?: string;
  /** The name of a firm's own collection. */
  readonly collection?: string;
  readonly signal?: AbortSignal;
  readonly onPreparing: (label: string, done_bytes: number, total_bytes: number) => void;
};
