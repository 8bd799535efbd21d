import type { Bits } from "./bits.ts";
import { CITING, occurrenceWeight } from "./scoring.ts";
import type { Segment } from "./segment.ts";
import type { LeftOut } from "./passages.ts";

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

/** Up to here moving spans one by one is faster than sorting. */
const INSERTION_MAX = 48;

/** Spans of positions, sorted by start, then end, without doubles. */
export class Spans {
  starts: Int32Array = new Int32Array(64);
  ends: Int32Array = new Int32Array(64);
  count = 0;

  add(start: number, end: number): void {
    if (this.count === this.starts.length) this.grow();
    this.starts[this.count] = start;
    this.ends[this.count++] = end;
  }

  /** Restores the order and drops doubles after unordered `add`s. */
  tidy(): void {
    if (this.count <= INSERTION_MAX) this.sortByInsertion();
    else this.sortByIndex();
    const { starts, ends, count } = this;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      if (kept > 0 && starts[kept - 1] === starts[i] && ends[kept - 1] === ends[i]) continue;
      starts[kept] = starts[i] as number;
      ends[kept++] = ends[i] as number;
    }
    this.count = kept;
  }

  /** Few spans, mostly in order already: what proximity makes. */
  private sortByInsertion(): void {
    const { starts, ends, count } = this;
    for (let i = 1; i < count; i++) {
      const start = starts[i] as number;
      const end = ends[i] as number;
      let j = i - 1;
      for (; j >= 0; j--) {
        const other = starts[j] as number;
        if (other < start || (other === start && (ends[j] as number) <= end)) break;
        starts[j + 1] = other;
        ends[j + 1] = ends[j] as number;
      }
      starts[j + 1] = start;
      ends[j + 1] = end;
    }
  }

  private sortByIndex(): void {
    const { starts, ends, count } = this;
    let sorted = true;
    for (let i = 1; i < count && sorted; i++) sorted = this.compare(i - 1, i) <= 0;
    if (sorted) return;
    const order = new Uint32Array(count).map((_, i) => i).sort((a, b) => this.compare(a, b));
    const oldStarts = starts.slice(0, count);
    const oldEnds = ends.slice(0, count);
    order.forEach((from, to) => {
      starts[to] = oldStarts[from] as number;
      ends[to] = oldEnds[from] as number;
    });
  }

  private compare(a: number, b: number): number {
    return (
      (this.starts[a] as number) - (this.starts[b] as number) || (this.ends[a] as number) - (this.ends[b] as number)
    );
  }

  private grow(): void {
    const starts = new Int32Array(this.starts.length * 2);
    const ends = new Int32Array(this.ends.length * 2);
    starts.set(this.starts);
    ends.set(this.ends);
    this.starts = starts;
    this.ends = ends;
  }
}

/** A matcher that knows where in a document it matches. */
export interface SpanMatcher extends Matcher {
  /** A superset of `match`, found without looking at positions. Enough for `fieldsAt` and `spans`. */
  approximate(windowStart: number, candidates: Bits): Bits;
  /** Mask of the fields in which the document (relative to the window) may have spans. */
  fieldsAt(at: number): number;
  /** All spans in one field of one document, in order. `out` is overwritten. */
  spans(windowStart: number, at: number, field: number, out: Spans): void;
  /** Sum or choice of the rarities of the words inside: what a proximity of this operand counts. */
  readonly idf: number;
}

/** What every matcher of one segment needs to know about the index and the request. */
export type SegmentContext = {
  readonly segment: Segment;
  /** Average field lengths over the whole index. */
  readonly averages: readonly number[];
  /** How far block maxima written under the segment's own averages can fall short under these. */
  readonly boundFactor: number;
  readonly leftOut: LeftOut;
};

/** Words of a field of a document, passages left out not counted. */
export function fieldLength(context: SegmentContext, field: number, document: number): number {
  const length = context.segment.columns.lengths[field]?.[document] ?? 0;
  if (field !== CITING || context.leftOut.size === 0) return length;
  const stretches = context.leftOut.get(document) ?? [];
  let gone = 0;
  for (let i = 0; i < stretches.length; i += 2) gone += (stretches[i + 1] as number) - (stretches[i] as number);
  return length - gone;
}

/** What one occurrence in a field of a document adds to a weighted frequency. */
export function weightIn(context: SegmentContext, field: number, document: number): number {
  return occurrenceWeight(field, fieldLength(context, field, document), context.averages[field] ?? 0);
}
