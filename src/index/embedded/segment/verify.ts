import { DamageError } from "./pages.ts";
import type { SegmentCounts } from "./part.ts";
import { PART_LIST } from "./parts.ts";
import type { Segment } from "./segment.ts";

/**
 * Reads every page, and has every part check what it holds against checksums and counts. Throws DamageError at the
 * first thing that does not fit.
 */
export function verifySegment(segment: Segment): SegmentCounts {
  segment.verifyPages();
  const { info, layout } = segment;
  const fail = (file: string, what: string): never => {
    throw DamageError.of(info.name, `${info.name}.${file}`, what);
  };
  const counts = { documents: info.documents, terms: 0, postings: 0 };
  for (const [name, part] of PART_LIST)
    Object.assign(counts, part.verify(segment.opened[name], { info, layout, fail }));
  return counts;
}
