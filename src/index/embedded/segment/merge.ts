import type { Layout } from "#index/embedded/layout.ts";
import { Making } from "./making.ts";
import { PART_LIST } from "./parts.ts";
import type { SegmentInfo } from "./segment-files.ts";
import type { Segment } from "./segment.ts";

/** Writes the living documents of several segments as one, in the order of the segments, part by part. */
export function mergeSegments(dir: string, name: string, layout: Layout, segments: readonly Segment[]): SegmentInfo {
  let documents = 0;
  const numbers = segments.map((segment) =>
    new Int32Array(segment.documents).map((_, document) => (segment.isDeleted(document) ? -1 : documents++)),
  );
  const lengths = layout.names.map((_, field) => {
    const column = new Int32Array(documents);
    segments.forEach((segment, s) => {
      numbers[s]?.forEach((number, document) => {
        if (number >= 0) column[number] = segment.columns.lengths[field]?.[document] ?? 0;
      });
    });
    return column;
  });
  const making = new Making(dir, name, layout, documents, lengths);
  try {
    for (const [partName, part] of PART_LIST) {
      const sources = segments.map(({ opened }, s) => ({
        opened: opened[partName],
        numbers: numbers[s] as Int32Array,
      }));
      part.merge(sources, making);
    }
    return making.finish();
  } catch (error) {
    making.abandon();
    throw error;
  }
}
