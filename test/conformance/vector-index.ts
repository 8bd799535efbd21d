import type { IndexDocument, NearestRequest, NearestResponse } from "#index/index.ts";
import type { CollectionSchema } from "#index/schema.ts";
import { Layout } from "#index/embedded/layout.ts";
import { IndexWriter } from "#index/embedded/segment/index-writer.ts";
import { mergeSegments } from "#index/embedded/segment/merge.ts";
import { PageCache } from "#index/embedded/segment/pages.ts";
import type { SegmentCounts } from "#index/embedded/segment/part.ts";
import { Segment } from "#index/embedded/segment/segment.ts";
import { verifySegment } from "#index/embedded/segment/verify.ts";
import { UNMETERED } from "#index/embedded/work-meter.ts";
import type { WorkMeter } from "#index/embedded/work-meter.ts";
import { nearestIn } from "#index/embedded/vectors/nearest.ts";

export function schemaOf(dimensions: number, model = "random 1"): CollectionSchema {
  return {
    name: "opinions",
    k1: 1,
    fields: [{ name: "body", weight: 1, b: 0, isMain: true }],
    columns: [
      { name: "court", kind: "keyword" },
      { name: "decision", kind: "number" },
      { name: "repeats", kind: "keyword" },
    ],
    vectors: { model, dimensions },
  };
}

/** An index of vectors without its threads. */
export class VectorIndex {
  readonly #dir: string;
  readonly #layout: Layout;
  readonly #cache = new PageCache(1 << 24);
  #writer: IndexWriter;
  #segments: Segment[] = [];

  constructor(dir: string, schema: CollectionSchema, words_max = 1_000_000_000) {
    this.#dir = dir;
    this.#layout = new Layout(schema);
    this.#writer = new IndexWriter(dir, this.#layout, words_max);
    this.#open();
  }

  apply(upserts: readonly IndexDocument[], deletes: readonly string[] = []): void {
    this.#writer.remove(deletes);
    this.#writer.add(upserts);
    this.#writer.commit();
    this.#open();
  }

  merge(): void {
    const sources = this.#writer.snapshot().segments;
    if (sources.length === 0) return;
    const merged = mergeSegments(this.#dir, this.#writer.reserve(), this.#layout, this.#segments);
    this.#writer.replace(sources, merged);
    this.#open();
  }

  nearest(request: NearestRequest, meter: WorkMeter = UNMETERED): NearestResponse {
    return nearestIn(this.#segments, this.#layout, request, { meter });
  }

  verify(): SegmentCounts[] {
    return this.#segments.map(verifySegment);
  }

  get damaged(): readonly string[] {
    return this.#writer.snapshot().manifest.quarantined.map(({ reason }) => reason);
  }

  /** Bytes of a kind of file in all segments. */
  bytesOf(file: "codes" | "vec"): number {
    return this.#segments.reduce((sum, { info }) => sum + info.size_bytes[file], 0);
  }

  close(): void {
    for (const segment of this.#segments) segment.close();
    this.#segments = [];
  }

  #open(): void {
    this.close();
    this.#segments = this.#writer
      .snapshot()
      .segments.map(({ info, parts }) => new Segment(this.#dir, this.#layout, info, parts, this.#cache));
    this.#writer.removeStrangers();
  }
}

/** Numbers from 0 to 1 that come again for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Normally distributed numbers around the places of a centre. */
export function vectorNear(centre: Float32Array, spread: number, random: () => number): Float32Array {
  return centre.map((value) => {
    const radius = Math.sqrt(-2 * Math.log(1 - random()));
    return value + spread * radius * Math.cos(2 * Math.PI * random());
  });
}
