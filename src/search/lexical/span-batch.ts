import { WINDOW } from "./bits.ts";
import { BODY } from "./scoring.ts";

/**
 * Positions of different fields of a document are kept apart by adding the field's slot, this many bits up: the
 * body comes first, then the other fields in their order, as in the file. No proximity reaches over a slot.
 */
const SLOT_BITS = 28;

/** What is added to the positions of a field. */
export function baseOf(field: number): number {
  return (field === BODY ? 0 : field < BODY ? field + 1 : field) << SLOT_BITS;
}

/** The field of a position with its base. */
export function fieldOf(position: number): number {
  const slot = position >> SLOT_BITS;
  return slot === 0 ? BODY : slot <= BODY ? slot - 1 : slot;
}

/** The first position after the slot that this one is in. */
export function endOfSlot(position: number): number {
  const slot = (position >> SLOT_BITS) + 1;
  return slot * 2 ** SLOT_BITS;
}

/** Up to here moving spans one by one is faster than merging runs. */
const INSERTION_MAX = 48;

/**
 * Spans of a list of documents, document after document: those of the k-th are `[offsets[k], offsets[k + 1])`,
 * ordered by start, then end, without doubles.
 */
export class SpanBatch {
  readonly offsets: Int32Array = new Int32Array(WINDOW + 1);
  starts: Int32Array = new Int32Array(1024);
  /** The same array as `starts` while all spans are single positions. */
  ends: Int32Array = this.starts;
  /** Documents and spans so far. */
  size = 0;
  count = 0;
  private sortedStarts = new Int32Array(0);
  private sortedEnds = new Int32Array(0);

  begin(points: boolean): void {
    this.size = 0;
    this.count = 0;
    if (points) this.ends = this.starts;
    else if (this.ends === this.starts) this.ends = new Int32Array(this.starts.length);
  }

  add(start: number, end: number): void {
    if (this.count === this.starts.length) this.reserve(1);
    this.starts[this.count] = start;
    this.ends[this.count++] = end;
  }

  /** Makes room for as many more spans. */
  reserve(spans: number): void {
    if (this.count + spans <= this.starts.length) return;
    const points = this.ends === this.starts;
    const size = Math.max(this.count + spans, this.starts.length * 2);
    this.starts = enlarged(this.starts, this.count, size);
    this.ends = points ? this.starts : enlarged(this.ends, this.count, size);
  }

  endDocument(): void {
    this.offsets[++this.size] = this.count;
  }

  /** As `endDocument` after additions that were out of order or had doubles. */
  endTidied(): void {
    const from = this.offsets[this.size] as number;
    if (this.count - from <= INSERTION_MAX) this.sortByInsertion(from);
    else this.mergeRuns(from);
    const { starts, ends, count } = this;
    let kept = from;
    for (let i = from; i < count; i++) {
      if (kept > from && starts[kept - 1] === starts[i] && ends[kept - 1] === ends[i]) continue;
      const end = ends[i] as number;
      starts[kept] = starts[i] as number;
      ends[kept++] = end;
    }
    this.count = kept;
    this.endDocument();
  }

  /** Few spans, mostly in order already: what proximity makes. */
  private sortByInsertion(from: number): void {
    const { starts, ends, count } = this;
    for (let i = from + 1; i < count; i++) {
      const start = starts[i] as number;
      const end = ends[i] as number;
      let j = i - 1;
      for (; j >= from; j--) {
        const other = starts[j] as number;
        const otherEnd = ends[j] as number;
        if (other < start || (other === start && otherEnd <= end)) break;
        starts[j + 1] = other;
        ends[j + 1] = otherEnd;
      }
      starts[j + 1] = start;
      ends[j + 1] = end;
    }
  }

  /** A merge sort of the rising runs that are there already: proximity and unions make few and long ones. */
  private mergeRuns(from: number): void {
    let runs = this.runEnds(from);
    if (runs.length === 1) return;
    const size = this.count - from;
    if (this.sortedStarts.length < size) {
      this.sortedStarts = new Int32Array(size * 2);
      this.sortedEnds = new Int32Array(size * 2);
    }
    const { sortedStarts: starts, sortedEnds: ends } = this;
    while (runs.length > 1) {
      const merged: number[] = [];
      for (let run = 0, first = from; run < runs.length; run += 2) {
        const middle = runs[run] as number;
        const to = runs[run + 1] ?? middle;
        let left = first;
        let right = middle;
        for (let i = first; i < to; i++) {
          const next = right >= to || (left < middle && this.compare(left, right) <= 0) ? left++ : right++;
          starts[i - from] = this.starts[next] as number;
          ends[i - from] = this.ends[next] as number;
        }
        merged.push(to);
        first = to;
      }
      for (let i = 0; i < size; i++) {
        this.starts[from + i] = starts[i] as number;
        this.ends[from + i] = ends[i] as number;
      }
      runs = merged;
    }
  }

  private runEnds(from: number): number[] {
    const runs: number[] = [];
    for (let i = from + 1; i < this.count; i++) if (this.compare(i - 1, i) > 0) runs.push(i);
    runs.push(this.count);
    return runs;
  }

  private compare(a: number, b: number): number {
    return (
      (this.starts[a] as number) - (this.starts[b] as number) || (this.ends[a] as number) - (this.ends[b] as number)
    );
  }
}

/** Positions of postings as cursors find them: a row for each, of the place of its document in the list asked for. */
export class PostingRows {
  places: Int32Array = new Int32Array(64);
  /** Where the row's positions end; they begin where the row before ends. */
  rowEnds: Int32Array = new Int32Array(64);
  rows = 0;
  positions: Int32Array = new Int32Array(1024);
  count = 0;

  begin(): void {
    this.rows = 0;
    this.count = 0;
  }

  reserve(positions: number): void {
    if (this.rows === this.places.length) {
      this.places = enlarged(this.places, this.rows, this.rows * 2);
      this.rowEnds = enlarged(this.rowEnds, this.rows, this.rows * 2);
    }
    if (this.count + positions <= this.positions.length) return;
    this.positions = enlarged(this.positions, this.count, (this.count + positions) * 2);
  }
}

function enlarged(values: Int32Array, count: number, size: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(size);
  larger.set(values.subarray(0, count));
  return larger;
}
