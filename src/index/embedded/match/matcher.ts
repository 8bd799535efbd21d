import type { Bits } from "#index/embedded/segment/bits.ts";
import type { Layout } from "#index/embedded/layout.ts";
import type { Segment } from "#index/embedded/segment/segment.ts";
import type { LeftOut } from "#index/embedded/positions/passages.ts";
import type { WorkMeter } from "#index/embedded/work-meter.ts";
import type { SpanBatch } from "./span-batch.ts";

/** Later than any document. */
export const NEVER = 0x7fffffff;

/** What a hit's score is made of, for people. */
export type Explanation = {
  readonly what: string;
  readonly score: number;
  readonly idf?: number;
  readonly weightedFrequency?: number;
  /** Occurrences by field name. */
  readonly occurrences?: Readonly<Record<string, number>>;
  readonly parts?: readonly Explanation[];
};

/**
 * A query node at work in one segment, window after window in rising order. `match` comes first; `score` and
 * `explain` speak of the window last matched.
 */
export interface Matcher {
  /** A lower bound of the first match at or after `target`; NEVER when there is none. */
  next(target: number): number;
  /** The candidates that match. The set belongs to the matcher and lives until its next call. */
  match(windowStart: number, candidates: Bits): Bits;
  /** Adds `factor` times the score of each document of `wanted` that matched. */
  score(windowStart: number, wanted: Bits, factor: number, scores: Float64Array): void;
  /** No document of the window scores above this. */
  bound(windowStart: number): number;
  /** An estimate of the documents matched: what to evaluate first. */
  readonly cost: number;
  explain(windowStart: number, at: number, factor: number): Explanation | undefined;
}

/** A matcher that need not score what cannot reach a page. */
export interface NarrowingMatcher extends Matcher {
  /**
   * As `score` for all that matched, where nothing is scored yet, dropping documents that cannot reach `threshold`;
   * answers the others.
   */
  scoreAbove(windowStart: number, threshold: number, scores: Float64Array): Bits;
}

export function narrows(matcher: Matcher): matcher is NarrowingMatcher {
  return "scoreAbove" in matcher;
}

/** A matcher that knows where in a document it matches. */
export interface SpanMatcher extends Matcher {
  /** A superset of `match`, found without looking at positions. Enough for `gather`. */
  approximate(windowStart: number, candidates: Bits): Bits;
  /**
   * All spans in the documents wanted, a subset of what `approximate` or `match` last answered. `out` is
   * overwritten.
   */
  gather(windowStart: number, wanted: Bits, out: SpanBatch): void;
  /** Whether every document that `approximate` answers has a span. */
  readonly certain: boolean;
  /** Words that each of its spans takes; undefined where some take more than others. */
  readonly spanWords: number | undefined;
  /** Sum or choice of the rarities of the words inside: what a proximity of this operand counts. */
  readonly idf: number;
}

/** What every matcher of one segment needs to know about the index and the request. */
export type SegmentContext = {
  readonly segment: Segment;
  readonly layout: Layout;
  /** Average field lengths over the whole index. */
  readonly averages: readonly number[];
  /** How far block maxima written under the segment's own averages can fall short under these. */
  readonly boundFactor: number;
  readonly leftOut: LeftOut;
  readonly meter: WorkMeter;
  /** Documents with more words than this are not read at once for where words stand in them. */
  readonly wordsAtOnce_max?: number | undefined;
};

/** Words of a field of a document, passages left out not counted. */
export function fieldLength(context: SegmentContext, field: number, document: number): number {
  const length = context.segment.columns.lengths[field]?.[document] ?? 0;
  if (context.leftOut.size === 0) return length;
  const stretches = context.leftOut.get(document) ?? [];
  let gone = 0;
  for (let i = 0; i < stretches.length; i += 2) {
    const start = stretches[i] as number;
    if (context.layout.fieldOf(start) === field) gone += (stretches[i + 1] as number) - start;
  }
  return length - gone;
}

/** What one occurrence in a field of a document adds to a weighted frequency. */
export function weightIn(context: SegmentContext, field: number, document: number): number {
  return context.layout.occurrenceWeight(field, fieldLength(context, field, document), context.averages[field] ?? 0);
}
