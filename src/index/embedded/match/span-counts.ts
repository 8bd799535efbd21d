import type { SegmentContext } from "./matcher.ts";
import type { SpanBatch } from "./span-batch.ts";

/** How many spans each document of a window has, where they need not be known one by one. */
export class SpanCounts {
  documents: Int32Array = new Int32Array(256);
  /** Of `documents[k]`: its spans in the main field, and in each other field where it has any there. */
  mains: Int32Array = new Int32Array(256);
  readonly others = new Map<number, Int32Array>();
  size = 0;

  begin(): void {
    this.size = 0;
    this.others.clear();
  }

  /** `byField` holds the counts of a document that has a span. */
  add(document: number, byField: Int32Array, main: number): void {
    if (this.size === this.documents.length) {
      this.documents = doubled(this.documents);
      this.mains = doubled(this.mains);
    }
    this.documents[this.size] = document;
    this.mains[this.size] = byField[main] as number;
    if (byField.some((count, field) => count > 0 && field !== main)) this.others.set(this.size, byField.slice());
    this.size++;
  }
}

function doubled(values: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(values.length * 2);
  larger.set(values);
  return larger;
}

/** One side of a proximity: its spans, each of so many words. */
export type CountedSide = { readonly spans: SpanBatch; readonly words: number };

/**
 * Counts the spans from a match of one side to one of the other with less than `distance` words between, in time that
 * goes with the matches and not with their pairs: `the W/255 of` has forty times more pairs than words.
 *
 * A span is where it starts and where it ends. Where both sides match at the same places, the same span comes of two
 * pairs, one in each order; it is counted once.
 */
export class PairCounter {
  readonly #context: SegmentContext;
  readonly #left: CountedSide;
  readonly #right: CountedSide;
  readonly #distance: number;
  readonly #ordered: boolean;
  readonly #byField: Int32Array;
  /** Starts that both sides have, and starts whose ends both sides have. */
  #sharedStarts = new Int32Array(64);
  #sharedEnds = new Int32Array(64);

  constructor(
    context: SegmentContext,
    left: CountedSide,
    right: CountedSide,
    options: { readonly distance: number; readonly ordered: boolean },
  ) {
    this.#context = context;
    this.#left = left;
    this.#right = right;
    this.#distance = options.distance;
    this.#ordered = options.ordered;
    this.#byField = new Int32Array(context.layout.fields);
  }

  /** Of the document at these places of the two sides' batches. */
  count(document: number, leftPlace: number, rightPlace: number, out: SpanCounts): void {
    const { layout, meter } = this.#context;
    const left = this.#left;
    const right = this.#right;
    const leftStarts = left.spans.starts;
    const rightStarts = right.spans.starts;
    const leftEnd = left.spans.offsets[leftPlace + 1] as number;
    const rightEnd = right.spans.offsets[rightPlace + 1] as number;
    let l = left.spans.offsets[leftPlace] as number;
    let r = right.spans.offsets[rightPlace] as number;
    this.#byField.fill(0);
    meter.add(leftEnd - l + rightEnd - r);
    let any = false;
    while (l < leftEnd && r < rightEnd) {
      const first = Math.min(leftStarts[l] as number, rightStarts[r] as number);
      const slotEnd = layout.endOfSlot(first);
      const nextLeft = firstFrom(leftStarts, l, leftEnd, slotEnd);
      const nextRight = firstFrom(rightStarts, r, rightEnd, slotEnd);
      const count = this.#inSlot(
        { starts: leftStarts, from: l, to: nextLeft, words: left.words },
        { starts: rightStarts, from: r, to: nextRight, words: right.words },
      );
      if (count > 0) {
        this.#byField[layout.fieldOf(first)] = count;
        any = true;
      }
      l = nextLeft;
      r = nextRight;
    }
    if (any) out.add(document, this.#byField, layout.main);
  }

  #inSlot(left: Run, right: Run): number {
    const distance = this.#distance;
    if (left.from === left.to || right.from === right.to) return 0;
    const forward = pairsWithin(left, right, left.words, distance);
    if (this.#ordered) return forward;
    const backward = pairsWithin(right, left, right.words, distance);
    return backward === 0 || forward === 0 ? forward + backward : forward + backward - this.#both(left, right);
  }

  /** Spans that come of a pair in each order: they start where both sides start, and end where both end. */
  #both(left: Run, right: Run): number {
    const most = Math.min(left.to - left.from, right.to - right.from);
    if (this.#sharedStarts.length < most) this.#sharedStarts = new Int32Array(most * 2);
    if (this.#sharedEnds.length < most) this.#sharedEnds = new Int32Array(most * 2);
    const starts = this.#sharedStarts;
    const ends = this.#sharedEnds;
    const startCount = shared(left, right, 0, starts);
    if (startCount === 0) return 0;
    // Starts of the left side whose ends are also ends of the right.
    const endCount = shared(left, right, left.words - right.words, ends);
    return pairsWithin(
      { starts, from: 0, to: startCount, words: 0 },
      { starts: ends, from: 0, to: endCount, words: 0 },
      right.words,
      this.#distance,
    );
  }
}

/** Matches in one field of one document; each takes so many words. */
type Run = { readonly starts: Int32Array; readonly from: number; readonly to: number; readonly words: number };

/** Pairs in which `after` starts behind the `words` words of `before`, at most `distance` words after the last of them. */
function pairsWithin(before: Run, after: Run, words: number, distance: number): number {
  const { starts } = after;
  let count = 0;
  let low = after.from;
  let high = after.from;
  for (let i = before.from; i < before.to; i++) {
    const end = (before.starts[i] as number) + words - 1;
    while (low < after.to && (starts[low] as number) <= end) low++;
    if (high < low) high = low;
    while (high < after.to && (starts[high] as number) <= end + distance) high++;
    count += high - low;
  }
  return count;
}

/** The starts of `left` that are starts of `right` once so many words are added to them. */
function shared(left: Run, right: Run, added: number, out: Int32Array): number {
  let count = 0;
  let r = right.from;
  for (let l = left.from; l < left.to; l++) {
    const sought = (left.starts[l] as number) + added;
    while (r < right.to && (right.starts[r] as number) < sought) r++;
    if (r < right.to && right.starts[r] === sought) out[count++] = left.starts[l] as number;
  }
  return count;
}

/** The first place from `from` on whose start is not below `value`; most documents have nothing beyond. */
function firstFrom(starts: Int32Array, from: number, to: number, value: number): number {
  if ((starts[to - 1] as number) < value) return to;
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
