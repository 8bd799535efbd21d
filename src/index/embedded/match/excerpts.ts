import { bestMatch, Occurrences } from "#index/best-match.ts";
import type { Match } from "#index/best-match.ts";
import type { EngineRequest, Excerpt } from "#index/index.ts";
import { PLACE_WORDS } from "#index/embedded/positions/places.ts";
import { emptyBits, setBit, WINDOW } from "#index/embedded/segment/bits.ts";
import type { WorkMeter } from "#index/embedded/work-meter.ts";
import type { SegmentContext } from "./matcher.ts";
import type { UnitReader } from "./plan.ts";
import { SpanBatch } from "./span-batch.ts";

type Wanted = NonNullable<EngineRequest["excerpts"]>;

/** Where each of these documents of one segment, in rising order, matches best, and the stretch of its text around. */
export function excerptsOf(
  context: SegmentContext,
  readers: readonly UnitReader[],
  documents: readonly number[],
  wanted: Wanted,
): ReadonlyMap<number, Excerpt> {
  const excerpts = new Map<number, Excerpt>();
  const batches = readers.map(() => new SpanBatch());
  for (const [windowStart, inWindow] of Map.groupBy(documents, (document) => document - (document % WINDOW))) {
    const bits = emptyBits();
    for (const document of inWindow) setBit(bits, document - windowStart);
    readers.forEach(({ matcher }, r) => {
      matcher.gather(windowStart, matcher.approximate(windowStart, bits).slice(), batches[r] as SpanBatch);
    });
    const merger = new Merger(context, readers, batches);
    for (const document of inWindow) {
      const match = bestMatch(merger.occurrencesIn(document - windowStart));
      excerpts.set(document, excerptAround(match, context.segment.opened.places.of(document), wanted));
    }
  }
  return excerpts;
}

/** Of a word taken into the choice of a passage. */
const EACH_COST = 4;

/** Brings together what the units' batches have of a document; documents are asked for in rising order. */
class Merger {
  readonly #readers: readonly UnitReader[];
  readonly #batches: readonly SpanBatch[];
  /** Spans at or behind it are of another field than the main field. */
  readonly #end: number;
  readonly #meter: WorkMeter;
  /** Of each batch, the document to come next. */
  readonly #places: Int32Array;

  constructor({ layout, meter }: SegmentContext, readers: readonly UnitReader[], batches: readonly SpanBatch[]) {
    this.#readers = readers;
    this.#batches = batches;
    this.#end = layout.endOfSlot(0);
    this.#meter = meter;
    this.#places = new Int32Array(batches.length);
  }

  /** In the order of their first words; of those that begin with one word, in the order of the units. */
  occurrencesIn(document: number): Occurrences {
    const occurrences = new Occurrences();
    const cursors = this.#batches.flatMap((batch, b) => this.#cursorsIn(batch, b, document));
    for (;;) {
      let next: Cursor | undefined;
      this.#meter.add(EACH_COST + cursors.length);
      for (const cursor of cursors)
        if (cursor.at < cursor.to && (next === undefined || cursor.first < next.first)) next = cursor;
      if (next === undefined) return occurrences;
      const { unit, isTyped } = next.reader;
      occurrences.add(unit, next.first, next.batch.ends[next.at] as number, isTyped);
      next.at++;
      next.first = next.batch.starts[next.at] as number;
    }
  }

  #cursorsIn(batch: SpanBatch, b: number, document: number): Cursor[] {
    let k = this.#places[b] as number;
    while (k < batch.size && (batch.documents[k] as number) < document) k++;
    this.#places[b] = k;
    const reader = this.#readers[b];
    if (reader === undefined || k === batch.size || batch.documents[k] !== document) return [];
    const at = batch.offsets[k] as number;
    let to = batch.offsets[k + 1] as number;
    while (to > at && (batch.starts[to - 1] as number) >= this.#end) to--;
    return [{ reader, batch, at, to, first: batch.starts[at] as number }];
  }
}

type Cursor = {
  readonly reader: UnitReader;
  readonly batch: SpanBatch;
  readonly to: number;
  at: number;
  first: number;
};

/** The stretch from one place to another that is sure to have the match and what is wanted around it. */
export function excerptAround(match: Match | undefined, places: readonly number[], wanted: Wanted): Excerpt {
  const { first, last } = match ?? { first: 0, last: 0 };
  const before = Math.floor(first / PLACE_WORDS);
  // The match begins in front of the next place, wherever between the two.
  const from = placeAtOrBefore(places, (places[before] ?? 0) - wanted.before_bytes);
  const behind = Math.max(
    (places[before + 1] ?? Infinity) + wanted.after_bytes,
    (places[Math.floor(last / PLACE_WORDS) + 1] ?? Infinity) + 1,
  );
  const to = places.find((place) => place >= behind);
  const start = from === 0 ? 0 : (places[from] ?? 0);
  const skipped = from * PLACE_WORDS;
  return {
    from: start,
    bytes: to === undefined ? undefined : to - start,
    match: match === undefined ? undefined : { first: first - skipped, last: last - skipped },
  };
}

/** The last place at or before an offset; the first where there is none. */
function placeAtOrBefore(places: readonly number[], offset: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[middle] as number) <= offset) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
