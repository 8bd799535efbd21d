import type { Bits } from "#index/embedded/segment/bits.ts";
import {
  clearBit,
  emptyBits,
  hasBit,
  listBits,
  onlyBit,
  setBit,
  WINDOW,
  WINDOW_WORDS,
} from "#index/embedded/segment/bits.ts";
import { ANY_BEFORE } from "#index/embedded/positions/common-words.ts";
import type { MainWeight, TermCursor } from "#index/embedded/postings/cursor.ts";
import type { Explanation, SegmentContext, SpanMatcher } from "./matcher.ts";
import { NEVER, weightIn } from "./matcher.ts";
import { lowestField } from "#index/embedded/layout.ts";
import { scoreBound, unitScore } from "./scoring.ts";
import { BatchFilter, SpanBatch } from "./span-batch.ts";

// One search runs at a time in a thread, and one word is weighed at a time in a search.
const matched = emptyBits();
const weighted = new Float64Array(WINDOW);
const list = new Int32Array(WINDOW);

/** A query word: the union of the words of the dictionary it stands for, scored as one. */
export class WordMatcher implements SpanMatcher {
  readonly cost: number;
  readonly idf: number;
  readonly certain = true;
  readonly spanWords = 1;
  readonly #context: SegmentContext;
  readonly #cursors: readonly TermCursor[];
  readonly #nexts: Int32Array;
  /** By cursor: what an occurrence of its word counts. */
  readonly #formWeights: readonly number[];
  readonly #mainWeights: readonly MainWeight[];
  readonly #label: string;
  /** Whether a posting need not be looked into to know that it has a field asked for. */
  readonly #everyPostingCounts: boolean;
  readonly #bits = emptyBits();
  readonly #fieldMask: number;
  readonly #filter = new BatchFilter();
  #own: SpanBatch | undefined;
  /** Of a union of words: what each of them has, and what brings it together. */
  #rows: SpanBatch | undefined;
  #wanted: Bits | undefined;

  constructor(
    context: SegmentContext,
    cursors: readonly TermCursor[],
    options: {
      readonly label: string;
      /** A mask: those that are looked into. */
      readonly fields: number;
      readonly idf: number;
      readonly everyPostingCounts: boolean;
      /** By cursor, at most 1: what an occurrence of its word counts. */
      readonly formWeights: readonly number[];
    },
  ) {
    this.#context = context;
    this.#cursors = cursors;
    this.#label = options.label;
    this.#fieldMask = options.fields;
    this.idf = options.idf;
    this.#everyPostingCounts = options.everyPostingCounts;
    this.#formWeights = options.formWeights;
    const main = mainWeightIn(context, options.fields);
    this.#mainWeights = options.formWeights.map((form) =>
      form === 1 ? main : { ...main, weight: main.weight * form },
    );
    this.#nexts = new Int32Array(cursors.length);
    this.cost = cursors.reduce((sum, cursor) => sum + cursor.frequency, 0);
  }

  next(target: number): number {
    let first = NEVER;
    this.#context.meter.add(this.#cursors.length);
    for (let c = 0; c < this.#cursors.length; c++) {
      let next = this.#nexts[c] as number;
      if (next < target) {
        const cursor = this.#cursors[c] as TermCursor;
        next = cursor.next(target);
        if (next >= this.#context.segment.documents) next = NEVER;
        this.#nexts[c] = next;
      }
      if (next < first) first = next;
    }
    return first;
  }

  match(windowStart: number, candidates: Bits): Bits {
    const bits = this.#bits;
    bits.fill(0);
    if (this.#everyPostingCounts) this.#collect(windowStart, candidates);
    else this.#collectInField(windowStart, candidates);
    this.#dropLeftOut(windowStart);
    return bits;
  }

  approximate(windowStart: number, candidates: Bits): Bits {
    return this.match(windowStart, candidates);
  }

  score(windowStart: number, wanted: Bits, factor: number, scores: Float64Array): void {
    const { idf } = this;
    const count = this.#weigh(windowStart, wanted);
    const { k1 } = this.#context.layout;
    const scale = factor * idf * (k1 + 1);
    for (let i = 0; i < count; i++) {
      const at = list[i] as number;
      const frequency = weighted[at] as number;
      scores[at] = (scores[at] as number) + (scale * frequency) / (frequency + k1);
    }
  }

  bound(windowStart: number): number {
    return scoreBound(this.#context.layout.k1, this.idf, this.weightedBound(windowStart));
  }

  /** No document of the window has a greater weighted frequency; Infinity when that is not known. */
  weightedBound(windowStart: number): number {
    let sum = 0;
    this.#context.meter.add(this.#cursors.length);
    for (let c = 0; c < this.#cursors.length; c++) {
      if (this.#reaches(c, windowStart)) sum += (this.#cursors[c] as TermCursor).bound(windowStart);
    }
    return sum === 0 ? 0 : sum * this.#context.boundFactor;
  }

  explain(windowStart: number, at: number, factor: number): Explanation | undefined {
    if (!hasBit(this.#bits, at)) return undefined;
    this.#weigh(windowStart, onlyBit(at));
    const weightedFrequency = weighted[at] as number;
    const occurrences = this.#spansOf(windowStart, at).countByField(this.#context.layout);
    const score = factor * unitScore(this.#context.layout.k1, this.idf, weightedFrequency);
    return { what: this.#label, score, idf: this.idf, weightedFrequency, occurrences };
  }

  /** `before`, a bit for each code, leaves out the positions that have another word before them. */
  gather(windowStart: number, wanted: Bits, out: SpanBatch, before: number = ANY_BEFORE): void {
    const cursors = this.#cursors;
    const asked = { windowStart, documents: wanted, before, fields: this.#fieldMask };
    out.begin(true);
    this.#context.meter.add(cursors.length);
    const [cursor] = cursors;
    if (cursors.length === 1 && cursor !== undefined) {
      if (this.#reaches(0, windowStart)) cursor.gather(asked, out);
    } else {
      const rows = (this.#rows ??= new SpanBatch());
      rows.begin(true);
      for (let c = 0; c < cursors.length; c++) {
        if (this.#reaches(c, windowStart)) (cursors[c] as TermCursor).gather(asked, rows);
      }
      this.#sortRows(rows, out);
    }
    if (this.#context.leftOut.size > 0) this.#dropLeftOutSpans(windowStart, out);
  }

  /**
   * Keeps of the batch's spans (points) those that have this word exactly `distance` later, with one of the codes of
   * `before`.
   */
  keepFollowed(windowStart: number, batch: SpanBatch, distance: number, before: number = ANY_BEFORE): void {
    const cursors = this.#cursors;
    const filter = this.#filter;
    const wanted = (this.#wanted ??= emptyBits());
    wanted.fill(0);
    batch.addTo(wanted);
    const [cursor] = cursors;
    if (cursors.length === 1 && cursor !== undefined && this.#context.leftOut.size === 0) {
      filter.begin(batch);
      if (this.#reaches(0, windowStart)) {
        cursor.keepFollowed({ windowStart, documents: wanted, before, fields: this.#fieldMask }, distance, filter);
      }
    } else {
      const own = (this.#own ??= new SpanBatch());
      this.gather(windowStart, wanted, own, before);
      filter.begin(batch);
      for (let k = 0; k < own.size; k++) {
        if (!filter.goTo(own.documents[k] as number)) continue;
        keepPresent(filter, distance, own, k);
        filter.endDocument();
      }
    }
    filter.finish();
  }

  /** Brings the rows of several cursors into the order of the documents, and their positions into theirs. */
  #sortRows(rows: SpanBatch, out: SpanBatch): void {
    const { order, list, lastRow } = SORTING;
    const rowBefore = rows.size <= WINDOW ? SORTING.rowBefore : new Int32Array(rows.size);
    const { documents } = rows;
    order.fill(0);
    for (let row = 0; row < rows.size; row++) {
      const document = documents[row] as number;
      rowBefore[row] = hasBit(order, document) ? (lastRow[document] as number) : -1;
      lastRow[document] = row;
      setBit(order, document);
    }
    const count = listBits(order, list);
    const { meter } = this.#context;
    out.reserve(rows.count, count);
    for (let k = 0; k < count; k++) {
      const document = list[k] as number;
      const last = lastRow[document] as number;
      const from = out.count;
      for (let row = last; row >= 0; row = rowBefore[row] as number) out.addFrom(rows, row);
      meter.add(out.count - from);
      if ((rowBefore[last] as number) >= 0) out.endTidied(document, meter);
      else out.endDocument(document);
    }
  }

  #dropLeftOutSpans(windowStart: number, out: SpanBatch): void {
    const filter = this.#filter;
    const { size } = out;
    filter.begin(out);
    for (let k = 0; k < size; k++) {
      const document = out.documents[k] as number;
      if (!filter.goTo(document)) continue;
      for (let i = filter.from; i < filter.end; i++) {
        if (!this.#isLeftOut(windowStart + document, filter.starts[i] as number)) filter.keep(i);
      }
      filter.endDocument();
    }
    filter.finish();
  }

  #spansOf(windowStart: number, at: number): SpanBatch {
    this.#own ??= new SpanBatch();
    this.gather(windowStart, onlyBit(at), this.#own);
    return this.#own;
  }

  #reaches(c: number, windowStart: number): boolean {
    let next = this.#nexts[c] as number;
    if (next < windowStart) {
      next = (this.#cursors[c] as TermCursor).next(windowStart);
      if (next >= this.#context.segment.documents) next = NEVER;
      this.#nexts[c] = next;
    }
    return next < windowStart + WINDOW;
  }

  #collect(windowStart: number, candidates: Bits): void {
    const cursors = this.#cursors;
    const bits = this.#bits;
    this.#context.meter.add(cursors.length);
    for (let c = 0; c < cursors.length; c++) {
      if (this.#reaches(c, windowStart)) (cursors[c] as TermCursor).collect(windowStart, candidates, bits);
    }
    for (let i = 0; i < WINDOW_WORDS; i++) bits[i] = (bits[i] as number) & (candidates[i] as number);
  }

  #collectInField(windowStart: number, candidates: Bits): void {
    const cursors = this.#cursors;
    const fieldMask = this.#fieldMask;
    this.#context.meter.add(cursors.length);
    for (let c = 0; c < cursors.length; c++) {
      if (!this.#reaches(c, windowStart)) continue;
      const cursor = cursors[c] as TermCursor;
      cursor.visit(windowStart, candidates, (at, index) => {
        if ((cursor.fieldsAt(index) & fieldMask) !== 0) setBit(this.#bits, at);
      });
    }
  }

  /** Takes out the documents that match only in passages that are left out. */
  #dropLeftOut(windowStart: number): void {
    for (const document of this.#context.leftOut.keys()) {
      const at = document - windowStart;
      if (at < 0 || at >= WINDOW || !hasBit(this.#bits, at)) continue;
      if (this.#weighLeftOut(windowStart, at) === 0) clearBit(this.#bits, at);
    }
  }

  /** Weighted frequencies of the wanted documents into `weighted`; answers how many stand in `list`. */
  #weigh(windowStart: number, wanted: Bits): number {
    const context = this.#context;
    for (let i = 0; i < WINDOW_WORDS; i++) matched[i] = (wanted[i] as number) & (this.#bits[i] as number);
    const count = listBits(matched, list);
    if (count === 0) return 0;
    for (let i = 0; i < count; i++) weighted[list[i] as number] = 0;
    context.meter.add(this.#cursors.length);
    for (let c = 0; c < this.#cursors.length; c++) {
      if (this.#reaches(c, windowStart)) this.#weighCursor(c, windowStart, matched);
    }
    for (const document of context.leftOut.keys()) {
      const at = document - windowStart;
      if (at >= 0 && at < WINDOW && hasBit(matched, at)) weighted[at] = this.#weighLeftOut(windowStart, at);
    }
    return count;
  }

  #weighCursor(c: number, windowStart: number, matched: Bits): void {
    const context = this.#context;
    const fieldMask = this.#fieldMask;
    const { fields } = context.layout;
    const cursor = this.#cursors[c] as TermCursor;
    const form = this.#formWeights[c] as number;
    cursor.addWeights(windowStart, matched, weighted, this.#mainWeights[c] as MainWeight, (at, index) => {
      let sum = 0;
      for (let rest = (cursor.masks[index] as number) & fieldMask; rest !== 0; rest &= rest - 1) {
        const field = lowestField(rest);
        sum += (cursor.others[index * fields + field] as number) * weightIn(context, field, windowStart + at);
      }
      weighted[at] = (weighted[at] as number) + sum * form;
    });
  }

  /** As `weigh` for one document some of whose passages are left out: its words are counted where they stand. */
  #weighLeftOut(windowStart: number, at: number): number {
    const asked = { windowStart, documents: onlyBit(at), before: ANY_BEFORE, fields: this.#fieldMask };
    const own = (this.#own ??= new SpanBatch());
    let sum = 0;
    for (let c = 0; c < this.#cursors.length; c++) {
      if (!this.#reaches(c, windowStart)) continue;
      own.begin(true);
      (this.#cursors[c] as TermCursor).gather(asked, own);
      this.#dropLeftOutSpans(windowStart, own);
      for (let i = 0; i < own.count; i++) {
        const field = this.#context.layout.fieldOf(own.starts[i] as number);
        sum += (this.#formWeights[c] as number) * weightIn(this.#context, field, windowStart + at);
      }
    }
    return sum;
  }

  #isLeftOut(document: number, position: number): boolean {
    const stretches = this.#context.leftOut.get(document);
    if (stretches === undefined) return false;
    for (let i = 0; i < stretches.length; i += 2) {
      if (position >= (stretches[i] as number) && position < (stretches[i + 1] as number)) return true;
    }
    return false;
  }
}

/** `occurrenceWeight` of the main field, taken apart for inner loops; where it is not among `fields` it is 0. */
export function mainWeightIn({ averages, layout, segment }: SegmentContext, fields: number): MainWeight {
  const { main } = layout;
  const average = averages[main] as number;
  const b = layout.bs[main] as number;
  return {
    lengths: segment.columns.lengths[main] as Int32Array,
    weight: ((fields >> main) & 1) === 1 ? (layout.weights[main] as number) : 0,
    base: average > 0 ? 1 - b : 1,
    slope: average > 0 ? b / average : 0,
  };
}

/** Keeps the spans that have a position of the `k`-th document of `present` exactly `distance` later. */
function keepPresent(filter: BatchFilter, distance: number, present: SpanBatch, k: number): void {
  const positions = present.starts;
  const to = present.offsets[k + 1] as number;
  let at = present.offsets[k] as number;
  for (let span = filter.from; span < filter.end && at < to; span++) {
    const sought = (filter.starts[span] as number) + distance;
    while (at < to && (positions[at] as number) < sought) at++;
    if (at < to && positions[at] === sought) filter.keep(span);
  }
}

/** Room to bring rows into the order of their documents, for one call at a time: by document its last row, by row the one before. */
const SORTING = {
  order: emptyBits(),
  list: new Int32Array(WINDOW),
  lastRow: new Int32Array(WINDOW),
  rowBefore: new Int32Array(WINDOW),
};
