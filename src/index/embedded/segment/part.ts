import type { IndexDocument } from "#index/index.ts";
import type { Layout } from "#index/embedded/layout.ts";
import type { Making } from "./making.ts";
import type { PagedReader } from "./pages.ts";
import type { SegmentInfo } from "./segment-files.ts";

/**
 * One kind of thing that a segment keeps: it gathers itself from documents, merges, verifies and opens itself. What
 * there is stands in `parts.ts`. Files in memory are shared by all threads; the others are read page by page.
 */
export interface SegmentPart<Opened, Resident extends string, Paged extends string> {
  readonly resident: readonly Resident[];
  readonly paged: readonly Paged[];
  gatherer(layout: Layout): PartGatherer;
  open(files: PartFiles<Resident, Paged>, layout: Layout): Opened;
  /** Writes what the sources have of documents that live. */
  merge(sources: readonly MergeSource<Opened>[], making: Making): void;
  /** Checks what it holds, pages being checked already, and answers what it counted. Fails by `check.fail`. */
  verify(opened: Opened, check: PartCheck): Partial<SegmentCounts>;
}

/** Holds what documents have of a part until it is written. */
export interface PartGatherer {
  /** Words held in memory. */
  readonly words: number;
  add(read: ReadDocument): void;
  write(making: Making): void;
  /** Starts over, empty. */
  clear(): void;
}

/** A document, and what the parts before have found out about it. */
export type ReadDocument = {
  readonly number: number;
  readonly document: IndexDocument;
  /** Words in each field. */
  readonly lengths: number[];
  /** Where in its text every PLACE_WORDS-th word of the main field begins, in UTF-16 units. */
  readonly places: number[];
  /** Texts that have a source, from and to positions with their fields' bases. */
  readonly said: { readonly source: string; readonly start: number; readonly end: number }[];
};

export type PartFiles<Resident extends string, Paged extends string> = {
  readonly resident: Readonly<Record<Resident, ArrayBufferLike>>;
  readonly paged: Readonly<Record<Paged, PagedReader>>;
  readonly documents: number;
};

export type MergeSource<Opened> = {
  readonly opened: Opened;
  /** New number of each document, -1 for the deleted. */
  readonly numbers: Int32Array;
};

export type PartCheck = {
  readonly info: SegmentInfo;
  readonly layout: Layout;
  readonly fail: (file: string, what: string) => never;
};

export type SegmentCounts = { readonly documents: number; readonly terms: number; readonly postings: number };
