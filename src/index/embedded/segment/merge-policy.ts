import type { SegmentInfo } from "./segment-files.ts";

/** Segments of one tier that are merged into one of the next. */
const SEGMENTS_PER_MERGE = 8;
/** Smaller segments count as this large, so that many single documents do not make many tiers. */
const SIZE_FLOOR_BYTES = 512 * 1024;
/** At rest a segment is merged with smaller ones that come to such a part of it. */
const REST_RATIO = 4;
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

/**
 * The segments to merge when nothing has changed for a while, in their order in the index, or none: the smallest, and
 * each larger one of which they come to a quarter together. What is left grows at least fourfold from one to the next,
 * so a search reads few of them however the index was made, and a byte is written anew only when a quarter as much has
 * come in.
 */
export function planRest(segments: readonly SegmentInfo[]): readonly SegmentInfo[] {
  const bySize = segments
    .map((segment) => ({ segment, size_bytes: livingBytes(segment) }))
    .toSorted((left, right) => left.size_bytes - right.size_bytes);
  let together_bytes = 0;
  let best = 0;
  for (const [place, { size_bytes }] of bySize.entries()) {
    if (together_bytes + size_bytes > SIZE_MAX_BYTES) break;
    if (place > 0 && size_bytes <= together_bytes * REST_RATIO) best = place + 1;
    together_bytes += size_bytes;
  }
  const chosen = new Set(bySize.slice(0, best).map(({ segment }) => segment));
  return segments.filter((segment) => chosen.has(segment));
}

function livingBytes(segment: SegmentInfo): number {
  const size_bytes = Object.values(segment.size_bytes).reduce((sum, size) => sum + size, 0);
  const living = 1 - (segment.deletions?.count ?? 0) / Math.max(1, segment.documents);
  return Math.max(SIZE_FLOOR_BYTES, size_bytes * living);
}
