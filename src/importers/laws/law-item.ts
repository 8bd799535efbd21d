import type * as frame from "../frame/source.ts";
import type { LawCollection } from "#laws/model.ts";
import type { LawChange } from "#laws/store/write.ts";

/** One row of a source of laws: what it tells of one collection, or the reason why it tells nothing. */
export type LawItem = frame.Row & {
  readonly collection: LawCollection;
  readonly changes: readonly LawChange[];
  /** The input does not say where these drafts stand: they stand where they are held, by the source's own names. */
  readonly unplaced?: boolean;
};

export type LawPart = frame.SourcePart<LawItem>;
export type PreparedLaws = frame.PreparedSource<LawItem>;

export type LawContext = {
  readonly paths: readonly string[];
  /** The day of the edition, where the input does not say (`--edition`). */
  readonly edition?: string;
};
