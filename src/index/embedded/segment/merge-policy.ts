import type { SegmentInfo } from "./segment-files.ts";

/** Segments of one tier that are merged into one of the next. */
const SEGMENTS_PER_MERGE = 8;
/** Smaller segments count as this large, so that many single documents do not make many tiers. */
const SIZE_FLOOR_BYTES = 512 * 1024;
/** Larger segments are left alone unless deletions eat them. */
const SIZE_MAX_BYTES = 4 * 1024 ** 3;
/** A segment with more of its documents deleted than this is written anew. */
const DELETED_SHARE_MAX = 1 / 3;

/** The segments to merge next, in their order in the index, or none. Equally large neighbours go together. */
export function planMerge(segments: readonly SegmentInfo[]): readonly SegmentInfo[] {
  const tiers = new Map<number, SegmentInfo[]>();
  for (const segment of segments) {
    const size_bytes = livingBytes(segment);
    if (size_bytes > SIZE_MAX_BYTES) continue;
    const tier = Math.floor(Math.log(size_bytes / SIZE_FLOOR_BYTES) / Math.log(SEGMENTS_PER_MERGE));
    tiers.set(tier, [...(tiers.get(tier) ?? []), segment]);
  }
  for (const [, members] of [...tiers].sort(([a], [b]) => a - b)) {
    if (members.length >= SEGMENTS_PER_MERGE) return members.slice(0, SEGMENTS_PER_MERGE);
  }
  const hollow = segments.find((segment) => (segment.deletions?.count ?? 0) > segment.documents * DELETED_SHARE_MAX);
  return hollow === undefined ? [] : [hollow];
}

function livingBytes(segment: SegmentInfo): number {
  const size_bytes = Object.values(segment.size_bytes).reduce((sum, size) => sum + size, 0);
  const living = 1 - (segment.deletions?.count ?? 0) / Math.max(1, segment.documents);
  return Math.max(SIZE_FLOOR_BYTES, size_bytes * living);
}
