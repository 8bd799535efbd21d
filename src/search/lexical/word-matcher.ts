import { FIELDS } from "../query/tree.ts";
import type { Bits } from "./bits.ts";
import { clearBit, emptyBits, hasBit, listBits, WINDOW, WINDOW_WORDS } from "./bits.ts";
import type { BodyWeight, TermCursor } from "./cursor.ts";
import { doubled } from "./term-table.ts";
import type { Explanation, SegmentContext, SpanMatcher } from "./matcher.ts";
import { NEVER, Spans, weightIn } from "./matcher.ts";
import { B_OF_FIELD, BODY, CITING, FIELD_COUNT, SCORING, unitScore, WEIGHT_OF_FIELD } from "./scoring.ts";

/** The greatest score of a unit whose weighted frequency is at most `weighted`, which may be Infinity. */
export function scoreBound(idf: number, weighted: number): number {
  return weighted === Infinity ? idf * (SCORING.k1 + 1) : unitScore(idf, weighted);
}

/** A query word: the union of the words of the dictionary it stands for, scored as one. */
export class WordMatcher implements SpanMatcher {
  readonly cost: number;
  readonly idf: number;
  private readonly context: SegmentContext;
  private readonly cursors: readonly TermCursor[];
  private readonly nexts: Int32Array;
  private readonly bodyWeight: BodyWeight;
  private readonly field: number;
  private readonly label: string;
  /** Whether a posting need not be looked into to know that it has the field asked for. */
  private readonly everyPostingCounts: boolean;
  private readonly bits = emptyBits();
  private readonly weighted = new Float64Array(WINDOW);
  private readonly list = new Int32Array(WINDOW);
  /** Postings of the window by document: linked lists of (next, cursor, block, index) rows. */
  private readonly heads: Int32Array | undefined;
  private rows = new Int32Array(1 << 8);
  private rowCount = 0;
  private readonly other = new Spans();

  /** `positions` tells that spans will be asked for. */
  constructor(
    context: SegmentContext,
    cursors: readonly TermCursor[],
    options: {
      readonly label: string;
      readonly field: number;
      readonly idf: number;
      readonly positions: boolean;
      readonly everyPostingCounts: boolean;
    },
  ) {
    this.context = context;
    this.cursors = cursors;
    this.label = options.label;
    this.field = options.field;
    this.idf = options.idf;
    this.everyPostingCounts = options.field < 0 || options.everyPostingCounts;
    this.bodyWeight = bodyWeightIn(context, options.field);
    this.nexts = new Int32Array(cursors.length);
    this.cost = cursors.reduce((sum, cursor) => sum + cursor.frequency, 0);
    if (options.positions || context.leftOut.size > 0 || !this.everyPostingCounts) {
      this.heads = new Int32Array(WINDOW);
    }
  }

  next(target: number): number {
    let first = NEVER;
    for (let c = 0; c < this.cursors.length; c++) {
      let next = this.nexts[c] as number;
      if (next < target) {
        const cursor = this.cursors[c] as TermCursor;
        next = cursor.next(target);
        if (next >= this.context.segment.documents) next = NEVER;
        this.nexts[c] = next;
      }
      if (next < first) first = next;
    }
    return first;
  }

  match(windowStart: number, candidates: Bits): Bits {
    const { bits, heads } = this;
    bits.fill(0);
    if (heads === undefined) {
      for (let c = 0; c < this.cursors.length; c++) {
        if (this.reaches(c, windowStart)) (this.cursors[c] as TermCursor).collect(windowStart, candidates, bits);
      }
      for (let i = 0; i < WINDOW_WORDS; i++) bits[i] = (bits[i] as number) & (candidates[i] as number);
      return bits;
    }
    this.recordPostings(windowStart, candidates, heads);
    this.dropLeftOut(windowStart);
    return bits;
  }

  approximate(windowStart: number, candidates: Bits): Bits {
    return this.match(windowStart, candidates);
  }

  score(windowStart: number, wanted: Bits, factor: number, scores: Float64Array): void {
    const { list, weighted, idf } = this;
    const count = this.weigh(windowStart, wanted);
    const { k1 } = SCORING;
    const scale = factor * idf * (k1 + 1);
    for (let i = 0; i < count; i++) {
      const at = list[i] as number;
      const frequency = weighted[at] as number;
      scores[at] = (scores[at] as number) + (scale * frequency) / (frequency + k1);
    }
  }

  bound(windowStart: number): number {
    return scoreBound(this.idf, this.weightedBound(windowStart));
  }

  /** No document of the window has a greater weighted frequency; Infinity when that is not known. */
  weightedBound(windowStart: number): number {
    let weighted = 0;
    for (let c = 0; c < this.cursors.length; c++) {
      if (this.reaches(c, windowStart)) weighted += (this.cursors[c] as TermCursor).bound(windowStart);
    }
    return weighted === 0 ? 0 : weighted * this.context.boundFactor;
  }

  explain(windowStart: number, at: number, factor: number): Explanation | undefined {
    if (!hasBit(this.bits, at)) return undefined;
    const only = emptyBits();
    only[at >>> 5] = 1 << (at & 31);
    this.weigh(windowStart, only);
    const weightedFrequency = this.weighted[at] as number;
    const occurrences: Record<string, number> = {};
    for (let c = 0; c < this.cursors.length; c++) {
      const cursor = this.cursors[c] as TermCursor;
      cursor.visit(windowStart, only, (_, block, index) => {
        cursor.loadPositions(block, index);
        for (let field = 0; field < FIELD_COUNT; field++) {
          const count = this.countIn(cursor, windowStart + at, field);
          const name = FIELDS[field];
          if (count > 0 && name !== undefined && (this.field < 0 || this.field === field)) {
            occurrences[name] = (occurrences[name] ?? 0) + count;
          }
        }
      });
    }
    const score = factor * unitScore(this.idf, weightedFrequency);
    return { what: this.label, score, idf: this.idf, weightedFrequency, occurrences };
  }

  fieldsAt(at: number): number {
    let mask = 0;
    const { rows, heads } = this;
    for (let row = heads === undefined ? -1 : (heads[at] as number); row >= 0; row = rows[row] as number) {
      const cursor = this.cursors[rows[row + 1] as number] as TermCursor;
      cursor.loadCounts(rows[row + 2] as number);
      mask |= cursor.fieldsAt(rows[row + 3] as number);
    }
    return this.field < 0 ? mask : mask & (1 << this.field);
  }

  spans(windowStart: number, at: number, field: number, out: Spans): void {
    out.count = 0;
    const { rows, heads } = this;
    if (heads === undefined || (this.field >= 0 && this.field !== field)) return;
    const document = windowStart + at;
    const whole = field !== CITING || !this.context.leftOut.has(document);
    let row = heads[at] as number;
    const several = row >= 0 && (rows[row] as number) >= 0;
    for (; row >= 0; row = rows[row] as number) {
      const cursor = this.cursors[rows[row + 1] as number] as TermCursor;
      cursor.loadPositions(rows[row + 2] as number, rows[row + 3] as number);
      const { positions } = cursor;
      const end = cursor.ends[field] as number;
      for (let i = cursor.starts[field] as number; i < end; i++) {
        const position = positions[i] as number;
        if (whole || !this.isLeftOut(document, position)) out.add(position, position);
      }
    }
    if (several) out.tidy();
  }

  /**
   * Keeps of `starts` (rising) those that have this word exactly `distance` later. Looks the few wanted positions
   * up instead of listing all of a common word's.
   */
  keepFollowed(windowStart: number, at: number, field: number, starts: Spans, distance: number): void {
    const { rows, heads, other } = this;
    const row = heads === undefined ? -1 : (heads[at] as number);
    if (row < 0 || (rows[row] as number) >= 0 || this.context.leftOut.size > 0) {
      this.spans(windowStart, at, field, other);
      keepPresent(starts, distance, other.starts, 0, other.count);
      return;
    }
    const cursor = this.cursors[rows[row + 1] as number] as TermCursor;
    cursor.loadPositions(rows[row + 2] as number, rows[row + 3] as number);
    const asked = this.field < 0 || this.field === field;
    const from = cursor.starts[field] as number;
    keepPresent(starts, distance, cursor.positions, from, asked ? (cursor.ends[field] as number) : from);
  }

  private reaches(c: number, windowStart: number): boolean {
    let next = this.nexts[c] as number;
    if (next < windowStart) {
      next = (this.cursors[c] as TermCursor).next(windowStart);
      if (next >= this.context.segment.documents) next = NEVER;
      this.nexts[c] = next;
    }
    return next < windowStart + WINDOW;
  }

  private recordPostings(windowStart: number, candidates: Bits, heads: Int32Array): void {
    const { bits, field } = this;
    heads.fill(-1);
    this.rowCount = 0;
    for (let c = 0; c < this.cursors.length; c++) {
      if (!this.reaches(c, windowStart)) continue;
      const cursor = this.cursors[c] as TermCursor;
      cursor.visit(windowStart, candidates, (at, block, index) => {
        if (!this.everyPostingCounts && (cursor.fieldsAt(index) & (1 << field)) === 0) return;
        bits[at >>> 5] = (bits[at >>> 5] as number) | (1 << (at & 31));
        if (this.rowCount + 4 > this.rows.length) this.rows = doubled(this.rows);
        const row = this.rowCount;
        this.rows[row] = heads[at] as number;
        this.rows[row + 1] = c;
        this.rows[row + 2] = block;
        this.rows[row + 3] = index;
        heads[at] = row;
        this.rowCount += 4;
      });
    }
  }

  /** Takes out the documents that match only in passages that are left out. */
  private dropLeftOut(windowStart: number): void {
    for (const document of this.context.leftOut.keys()) {
      const at = document - windowStart;
      if (at < 0 || at >= WINDOW || !hasBit(this.bits, at)) continue;
      if (this.weighLeftOut(windowStart, at) === 0) clearBit(this.bits, at);
    }
  }

  /** Weighted frequencies of the wanted documents into `weighted`; answers how many stand in `list`. */
  private weigh(windowStart: number, wanted: Bits): number {
    const { list, weighted, context } = this;
    const matched = emptyBits();
    for (let i = 0; i < WINDOW_WORDS; i++) matched[i] = (wanted[i] as number) & (this.bits[i] as number);
    const count = listBits(matched, list);
    if (count === 0) return 0;
    for (let i = 0; i < count; i++) weighted[list[i] as number] = 0;
    for (let c = 0; c < this.cursors.length; c++) {
      if (this.reaches(c, windowStart)) this.weighCursor(this.cursors[c] as TermCursor, windowStart, matched);
    }
    for (const document of context.leftOut.keys()) {
      const at = document - windowStart;
      if (at >= 0 && at < WINDOW && hasBit(matched, at)) weighted[at] = this.weighLeftOut(windowStart, at);
    }
    return count;
  }

  private weighCursor(cursor: TermCursor, windowStart: number, matched: Bits): void {
    const { weighted, context, field, bodyWeight } = this;
    const { masks, others } = cursor;
    cursor.addWeights(windowStart, matched, weighted, bodyWeight, (at, _, index) => {
      let mask = masks[index] as number;
      if (field >= 0) mask &= 1 << field;
      let sum = 0;
      for (let other = 0; mask >> other !== 0; other++) {
        if ((mask & (1 << other)) === 0) continue;
        sum += (others[index * FIELD_COUNT + other] as number) * weightIn(context, other, windowStart + at);
      }
      weighted[at] = (weighted[at] as number) + sum;
    });
  }

  private weighLeftOut(windowStart: number, at: number): number {
    const document = windowStart + at;
    let sum = 0;
    const { rows, heads } = this;
    for (let row = heads === undefined ? -1 : (heads[at] as number); row >= 0; row = rows[row] as number) {
      const cursor = this.cursors[rows[row + 1] as number] as TermCursor;
      cursor.loadPositions(rows[row + 2] as number, rows[row + 3] as number);
      for (let field = 0; field < FIELD_COUNT; field++) {
        if (this.field >= 0 && this.field !== field) continue;
        const count = this.countIn(cursor, document, field);
        if (count > 0) sum += count * weightIn(this.context, field, document);
      }
    }
    return sum;
  }

  /** Occurrences in a field of the posting last loaded by the cursor, passages left out not counted. */
  private countIn(cursor: TermCursor, document: number, field: number): number {
    const start = cursor.starts[field] as number;
    const end = cursor.ends[field] as number;
    if (field !== CITING || this.context.leftOut.size === 0) return end - start;
    let count = 0;
    for (let i = start; i < end; i++) if (!this.isLeftOut(document, cursor.positions[i] as number)) count++;
    return count;
  }

  private isLeftOut(document: number, position: number): boolean {
    const stretches = this.context.leftOut.get(document);
    if (stretches === undefined) return false;
    for (let i = 0; i < stretches.length; i += 2) {
      if (position >= (stretches[i] as number) && position < (stretches[i + 1] as number)) return true;
    }
    return false;
  }
}

/** `occurrenceWeight` of the body, taken apart for the inner loop. */
function bodyWeightIn(context: SegmentContext, field: number): BodyWeight {
  const average = context.averages[BODY] as number;
  const b = B_OF_FIELD[BODY] as number;
  return {
    lengths: context.segment.columns.lengths[BODY] as Int32Array,
    weight: field < 0 || field === BODY ? (WEIGHT_OF_FIELD[BODY] as number) : 0,
    base: average > 0 ? 1 - b : 1,
    slope: average > 0 ? b / average : 0,
  };
}

/** Keeps the starts for which start + distance is among the rising `positions[from, to)`. */
function keepPresent(starts: Spans, distance: number, positions: Int32Array, from: number, to: number): void {
  const values = starts.starts;
  let kept = 0;
  let low = from;
  for (let i = 0; i < starts.count && low < to; i++) {
    const wanted = (values[i] as number) + distance;
    let high = to;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((positions[middle] as number) < wanted) low = middle + 1;
      else high = middle;
    }
    if (low < to && positions[low] === wanted) values[kept++] = values[i] as number;
  }
  starts.count = kept;
}
