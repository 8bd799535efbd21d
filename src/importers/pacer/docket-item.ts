import type { DocketSighting } from "#dockets/model.ts";
import type * as frame from "../frame/source.ts";

/** A document of an entry in a file of its own. */
export type FilingFile = {
  readonly bytes: Buffer;
  /** What the name of the file tells: of which case, entry and attachment it is. */
  readonly sighting: DocketSighting;
  readonly entryNumber: string;
  readonly attachment: number;
};

/** One saved file: what it tells of dockets, a filing, or the reason why it is neither. */
export type DocketItem = frame.Row & {
  readonly sightings: readonly DocketSighting[];
  readonly filing?: FilingFile;
};

export type DocketPart = frame.SourcePart<DocketItem>;
export type PreparedDockets = frame.PreparedSource<DocketItem>;
