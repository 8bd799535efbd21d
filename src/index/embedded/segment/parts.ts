import { COLUMNS } from "#index/embedded/columns/columns-part.ts";
import { PASSAGES } from "#index/embedded/positions/passages-part.ts";
import { PLACES } from "#index/embedded/positions/places-part.ts";
import { WORDS } from "#index/embedded/terms/words-part.ts";
import { VECTORS } from "#index/embedded/vectors/vectors-part.ts";
import type { SegmentPart } from "./part.ts";

/** Everything a segment keeps. A part may rely on what those before it have found out about a document. */
export const PARTS: {
  readonly words: typeof WORDS;
  readonly columns: typeof COLUMNS;
  readonly passages: typeof PASSAGES;
  readonly places: typeof PLACES;
  readonly vectors: typeof VECTORS;
} = { words: WORDS, columns: COLUMNS, passages: PASSAGES, places: PLACES, vectors: VECTORS };

type Parts = typeof PARTS;
export type PartName = keyof Parts;
/** The parts of one segment, open. */
export type OpenedParts = {
  readonly [Name in PartName]: Parts[Name] extends SegmentPart<infer Opened, infer _Resident, infer _Paged>
    ? Opened
    : never;
};

/** `sums` has a CRC-32 for each page of the paged files. */
export type ResidentFile = "sums" | Parts[PartName]["resident"][number];
export type PagedFile = Parts[PartName]["paged"][number];
export type SegmentFile = ResidentFile | PagedFile;

/** The list, for work that does not mind what a part is. */
export const PART_LIST: readonly (readonly [PartName, SegmentPart<unknown, string, string>])[] = Object.entries(
  PARTS,
) as [PartName, SegmentPart<unknown, string, string>][];

export const RESIDENT_FILES: readonly ResidentFile[] = [
  ...PART_LIST.flatMap(([, part]) => part.resident),
  "sums",
] as ResidentFile[];
/** In this order their pages stand in `sums`. */
export const PAGED_FILES: readonly PagedFile[] = PART_LIST.flatMap(([, part]) => part.paged) as PagedFile[];
