import { OnpointError } from "#base/errors.ts";
import type { Layout } from "#index/embedded/layout.ts";
import type { Bits } from "#index/embedded/segment/bits.ts";
import { setBit } from "#index/embedded/segment/bits.ts";
import { UNMETERED } from "#index/embedded/work-meter.ts";
import type { WorkMeter } from "#index/embedded/work-meter.ts";

/** Up to here moving spans one by one is faster than merging runs. */
const INSERTION_MAX = 48;
/** Positions that lie this close on average are put into order by a bit for each place they may have. */
const PLACES_PER_POINT_MAX = 256;
/** Spans held at once: a quarter of a gigabyte. */
const SPANS_MAX = 32 * 1024 * 1024;

/**
 * Spans of the documents of a window that have any, document after document: those of `documents[k]` are
 * `[offsets[k], offsets[k + 1])`, ordered by start, then end, without doubles.
 */
export class SpanBatch {
  /** Counted from the window's start; rising, but in what several cursors have added one after the other. */
  documents: Int32Array = new Int32Array(256);
  offsets: Int32Array = new Int32Array(257);
  starts: Int32Array = new Int32Array(1024);
  /** The same array as `starts` while all spans are single positions. */
  ends: Int32Array = this.starts;
  /** Documents and spans so far. */
  size = 0;
  count = 0;
  #sortedStarts = new Int32Array(0);
  #sortedEnds = new Int32Array(0);
  /** A bit for each place, all 0 between calls. */
  #places = new Int32Array(0);

  begin(points: boolean): void {
    this.size = 0;
    this.count = 0;
    if (points) this.ends = this.starts;
    else if (this.ends === this.starts) this.ends = new Int32Array(this.starts.length);
  }

  add(start: number, end: number): void {
    if (this.count === this.starts.length) this.reserve(1, 0);
    this.starts[this.count] = start;
    this.ends[this.count++] = end;
  }

  /** Makes room for as many more spans and documents. */
  reserve(spans: number, documents: number): void {
    if (this.size + documents > this.documents.length) {
      const size = Math.max(this.size + documents, this.documents.length * 2);
      this.documents = enlarged(this.documents, this.size, size);
      this.offsets = enlarged(this.offsets, this.size + 1, size + 1);
    }
    if (this.count + spans <= this.starts.length) return;
    if (this.count + spans > SPANS_MAX) throw tooManySpans();
    const points = this.ends === this.starts;
    const size = Math.max(this.count + spans, this.starts.length * 2);
    this.starts = enlarged(this.starts, this.count, size);
    this.ends = points ? this.starts : enlarged(this.ends, this.count, size);
  }

  /** Adds the spans of another batch's `k`-th document. */
  addFrom(batch: SpanBatch, k: number): void {
    const from = batch.offsets[k] as number;
    const to = batch.offsets[k + 1] as number;
    this.reserve(to - from, 0);
    const { starts, ends } = this;
    let { count } = this;
    for (let i = from; i < to; i++) {
      starts[count] = batch.starts[i] as number;
      ends[count++] = batch.ends[i] as number;
    }
    this.count = count;
  }

  /** Gives the spans added since the last document to this one; without any it is left out. */
  endDocument(document: number): void {
    if (this.size === this.documents.length) this.reserve(0, 1);
    this.documents[this.size] = document;
    if (this.count > (this.offsets[this.size] as number)) this.offsets[++this.size] = this.count;
  }

  /** As `endDocument` after additions that were out of order or had doubles. */
  endTidied(document: number, meter: WorkMeter = UNMETERED): void {
    const from = this.offsets[this.size] as number;
    if (this.count - from <= INSERTION_MAX) this.#sortByInsertion(from);
    else if (this.ends !== this.starts || !this.#sortByPlaces(from, meter)) this.#mergeRuns(from, meter);
    meter.add(this.count - from);
    const { starts, ends, count } = this;
    let kept = from;
    for (let i = from; i < count; i++) {
      if (kept > from && starts[kept - 1] === starts[i] && ends[kept - 1] === ends[i]) continue;
      const end = ends[i] as number;
      starts[kept] = starts[i] as number;
      ends[kept++] = end;
    }
    this.count = kept;
    this.endDocument(document);
  }

  /** The first place from `place` on whose document is not before this one. */
  placeFrom(place: number, document: number): number {
    const { documents, size } = this;
    let next = place;
    while (next < size && (documents[next] as number) < document) next++;
    return next;
  }

  /** How many of the spans stand in each field, by its name. */
  countByField(layout: Layout): Record<string, number> {
    const counts: Record<string, number> = {};
    for (let i = 0; i < this.count; i++) {
      const name = layout.names[layout.fieldOf(this.starts[i] as number)];
      if (name !== undefined) counts[name] = (counts[name] ?? 0) + 1;
    }
    return counts;
  }

  /** Adds the documents to a set. */
  addTo(bits: Bits): void {
    for (let k = 0; k < this.size; k++) setBit(bits, this.documents[k] as number);
  }

  /** Few spans, mostly in order already: what proximity makes. */
  #sortByInsertion(from: number): void {
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

  /**
   * Puts single positions into order, without doubles, when they lie close: what many words of a wildcard have in a
   * document are many short runs, whose merging would take a pass for each doubling of their length.
   */
  #sortByPlaces(from: number, meter: WorkMeter): boolean {
    const { starts, count } = this;
    let least = Infinity;
    let greatest = 0;
    for (let i = from; i < count; i++) {
      const start = starts[i] as number;
      if (start < least) least = start;
      if (start > greatest) greatest = start;
    }
    const base = least & ~31;
    const words = ((greatest - base) >>> 5) + 1;
    if (words * 32 > (count - from) * PLACES_PER_POINT_MAX) return false;
    if (this.#places.length < words) this.#places = new Int32Array(words * 2);
    const places = this.#places;
    for (let i = from; i < count; i++) setBit(places, (starts[i] as number) - base);
    let kept = from;
    for (let word = 0; word < words; word++) {
      for (let rest = places[word] as number; rest !== 0; rest &= rest - 1) {
        starts[kept++] = base + (word << 5) + 31 - Math.clz32(rest & -rest);
      }
      places[word] = 0;
    }
    this.count = kept;
    meter.add(words + count - from);
    return true;
  }

  /** A merge sort of the rising runs that are there already: proximity and unions make few and long ones. */
  #mergeRuns(from: number, meter: WorkMeter): void {
    let runs = this.#runEnds(from);
    if (runs.length === 1) return;
    const size = this.count - from;
    if (this.#sortedStarts.length < size) {
      this.#sortedStarts = new Int32Array(size * 2);
      this.#sortedEnds = new Int32Array(size * 2);
    }
    const starts = this.#sortedStarts;
    const ends = this.#sortedEnds;
    while (runs.length > 1) {
      meter.add(size);
      const merged: number[] = [];
      for (let run = 0, first = from; run < runs.length; run += 2) {
        const middle = runs[run] as number;
        const to = runs[run + 1] ?? middle;
        let left = first;
        let right = middle;
        for (let i = first; i < to; i++) {
          const next = right >= to || (left < middle && this.#compare(left, right) <= 0) ? left++ : right++;
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

  #runEnds(from: number): number[] {
    const runs: number[] = [];
    for (let i = from + 1; i < this.count; i++) if (this.#compare(i - 1, i) > 0) runs.push(i);
    runs.push(this.count);
    return runs;
  }

  #compare(a: number, b: number): number {
    return (
      (this.starts[a] as number) - (this.starts[b] as number) || (this.ends[a] as number) - (this.ends[b] as number)
    );
  }
}

function tooManySpans(): OnpointError {
  return new OnpointError("too_costly", "the words of this query stand near one another in too many places", {
    hint: "Ask for rarer words, smaller distances, or fewer proximities within one another.",
  });
}

function enlarged(values: Int32Array, count: number, size: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(size);
  larger.set(values.subarray(0, count));
  return larger;
}

const NO_SPANS = new SpanBatch();

/** Drops spans from a batch in place, document after document. */
export class BatchFilter {
  /** The document found by `goTo`: its spans are `[from, end)` of `starts`. */
  from = 0;
  end = 0;
  starts: Int32Array = new Int32Array(0);
  /** So many spans are kept, in the first places. */
  kept = 0;
  #batch = NO_SPANS;
  /** The next document to be looked at, and where its spans begin. */
  #place = 0;
  #read = 0;
  #size = 0;

  begin(batch: SpanBatch): void {
    this.#batch = batch;
    this.starts = batch.starts;
    this.#place = 0;
    this.#read = 0;
    this.#size = 0;
    this.kept = 0;
  }

  /** Goes on to a document, dropping those before it; answers whether it has spans. */
  goTo(document: number): boolean {
    const { documents, offsets, size } = this.#batch;
    while (this.#place < size && (documents[this.#place] as number) < document)
      this.#read = offsets[++this.#place] as number;
    if (this.#place === size || documents[this.#place] !== document) return false;
    this.from = this.#read;
    this.end = offsets[this.#place + 1] as number;
    return true;
  }

  /** Keeps a span of the document; they are kept in order. */
  keep(span: number): void {
    this.starts[this.kept++] = this.starts[span] as number;
  }

  /** Goes past the document with what was kept of it. */
  endDocument(): void {
    const { documents, offsets } = this.#batch;
    documents[this.#size] = documents[this.#place] as number;
    this.#place++;
    this.#read = this.end;
    if (this.kept > (offsets[this.#size] as number)) offsets[++this.#size] = this.kept;
  }

  /** Drops what the remaining documents have. */
  finish(): void {
    this.#batch.size = this.#size;
    this.#batch.count = this.kept;
  }
}
