import type { DocketSighting } from "#dockets/model.ts";
import type * as frame from "../frame/source.ts";

/** The words of a document of an entry that a sighting tells of. */
export type SeenText = {
  readonly entryNumber: string;
  /** 0 is the main document. */
  readonly attachment: number;
  readonly text: string;
  /** When the source took it in, as it says. */
  readonly at: string | null;
};

/** What a source says of one docket, with the words it has of its documents. */
export type SeenDocket = { readonly sighting: DocketSighting; readonly texts: readonly SeenText[] };

/** One document of a source of dockets, or the reason why it tells of none. */
export type DocketItem = frame.Row & { readonly seen: readonly SeenDocket[] };

export type DocketPart = frame.SourcePart<DocketItem>;
export type PreparedDockets = frame.PreparedSource<DocketItem>;
