import type { SeenDocket } from "#dockets/archive/seen.ts";
import type * as frame from "../frame/source.ts";

/** The name that invented dockets bear. */
export const SAMPLE_DOCKETS = "sample-dockets";

/** One document of a source of dockets, or the reason why it tells of none. */
export type DocketItem = frame.Row & { readonly seen: readonly SeenDocket[] };

export type DocketPart = frame.SourcePart<DocketItem>;
export type PreparedDockets = frame.PreparedSource<DocketItem>;
