import type { TopHits } from "#index/embedded/match/top-hits.ts";
import type { Segment } from "#index/embedded/segment/segment.ts";
import type { WorkMeter } from "#index/embedded/work-meter.ts";
import { BATCH } from "./comparison.ts";
import type { Comparison } from "./comparison.ts";
import type { PassageSources } from "./passage-sources.ts";
import type { Vectors } from "./vectors.ts";

/** Units of work that a comparison of this many places is. */
const PLACES_PER_UNIT = 128;

/** The walk over the passages of one segment. */
export class PassageScan {
  readonly #segment: Segment;
  readonly #vectors: Vectors;
  readonly #comparison: Comparison;
  readonly #sources: PassageSources;
  readonly #meter: WorkMeter;

  constructor(segment: Segment, comparison: Comparison, sources: PassageSources, meter: WorkMeter) {
    this.#segment = segment;
    this.#vectors = segment.opened.vectors;
    this.#comparison = comparison;
    this.#sources = sources;
    this.#meter = meter;
  }

  /** Tells of each admitted document that can enter the list by its nearest passage. */
  run(admitted: Int32Array, top: TopHits, found: (document: number, cosine: number) => void): void {
    const best = new BestOfDocument(found);
    for (const [from, to] of this.#runs(admitted)) {
      for (let at = from; at < to; at += BATCH) this.#batch(at, Math.min(BATCH, to - at), top, best);
    }
    best.end();
  }

  #batch(from: number, count: number, top: TopHits, best: BestOfDocument): void {
    const { threshold } = top;
    const vectors = this.#vectors;
    const cosines = this.#comparison.fromSketches(vectors, from, count);
    const least = threshold - this.#comparison.sketchMargin;
    const near: number[] = [];
    for (let i = 0; i < count; i++) {
      if ((cosines[i] as number) >= least && !this.#sources.isLeftOut(vectors, from + i)) near.push(from + i);
    }
    this.#meter.add(((count + near.length * 2) * vectors.places) / PLACES_PER_UNIT);
    const sharp = this.#comparison.fromCodes(vectors, near);
    near.forEach((passage, at) => {
      const cosine = sharp[at] as number;
      if (cosine >= threshold)
        best.add(passage < best.end_passage ? best.document : this.#enter(passage, best), cosine);
    });
  }

  /** The document of a passage that is not of the one at hand. */
  #enter(passage: number, best: BestOfDocument): number {
    const document = this.#vectors.documentOf(passage);
    best.end_passage = this.#vectors.starts[document + 1] as number;
    return document;
  }

  /** Passages of admitted documents that stand next to each other, from and to. */
  *#runs(admitted: Int32Array): Generator<readonly [number, number]> {
    const { starts } = this.#vectors;
    let [from, to] = [0, 0];
    for (let document = 0; document < this.#segment.documents; document++) {
      if ((((admitted[document >>> 5] as number) >>> (document & 31)) & 1) === 0) continue;
      const start = starts[document] as number;
      if (start !== to) {
        if (to > from) yield [from, to];
        from = start;
      }
      to = starts[document + 1] as number;
    }
    if (to > from) yield [from, to];
  }
}

/** Passages come in the order of their documents: when another document begins, the nearest of the last is known. */
class BestOfDocument {
  document = -1;
  /** The first passage after those of the document at hand. */
  end_passage = 0;
  readonly #found: (document: number, cosine: number) => void;
  #cosine = -Infinity;

  constructor(found: (document: number, cosine: number) => void) {
    this.#found = found;
  }

  add(document: number, cosine: number): void {
    if (document !== this.document) this.end();
    this.document = document;
    if (cosine > this.#cosine) this.#cosine = cosine;
  }

  end(): void {
    if (this.document >= 0) this.#found(this.document, this.#cosine);
    this.document = -1;
    this.#cosine = -Infinity;
  }
}
