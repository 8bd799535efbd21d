import type { FilingDraft } from "#dockets/filings/model.ts";
import type * as frame from "../frame/source.ts";

/** What a line tells of a filing before its words and its type are known. */
export type FilingTold = Omit<FilingDraft, "type" | "typeConfidence_pct" | "textState" | "content"> & {
  /** The type that the source gives. */
  readonly type: FilingDraft["type"] | null;
};

/** Where the words of a filing are: with it, page by page; in a file below `root`; or nowhere. */
export type FilingWordsAt =
  | { readonly at: "line"; readonly pages: readonly string[] }
  | { readonly at: "file"; readonly path: string; readonly root: string }
  | { readonly at: "nowhere" };

/** One row of a source of filings, or the reason why it tells of none. */
export type FilingItem = frame.Row & {
  readonly filing?: { readonly told: FilingTold; readonly words: FilingWordsAt };
};

export type FilingPart = frame.SourcePart<FilingItem>;
export type PreparedFilings = frame.PreparedSource<FilingItem>;
