import { join } from "node:path";

import { PAGED_FILES, RESIDENT_FILES } from "./parts.ts";
import type { ResidentFile, SegmentFile } from "./parts.ts";

/** What the manifest says of a segment. Everything a reader needs to trust its files hangs on this. */
export type SegmentInfo = {
  readonly name: string;
  readonly documents: number;
  readonly terms: number;
  /** Words in each field, and documents that have the field. */
  readonly fieldWords: readonly number[];
  readonly fieldDocuments: readonly number[];
  /** The table under which the block maxima were computed (see `Layout.scoring`). */
  readonly scoring: string;
  readonly size_bytes: Readonly<Record<SegmentFile, number>>;
  /** CRC-32 of the whole file; the paged files have one per page, in `sums`. */
  readonly sums: Readonly<Record<ResidentFile, number>>;
  readonly deletions: { readonly file: string; readonly count: number; readonly sum: number } | null;
};

export function segmentPath(dir: string, name: string, file: SegmentFile): string {
  return join(dir, `${name}.${file}`);
}

/** Every file of a segment, its deletions included. */
export function filesOf(info: SegmentInfo): string[] {
  const files = [...RESIDENT_FILES, ...PAGED_FILES].map((file) => `${info.name}.${file}`);
  return info.deletions === null ? files : [...files, info.deletions.file];
}

/** Average words of each field over the documents that have it; 0 where none has. */
export function averageLengths(infos: readonly SegmentInfo[]): number[] {
  const fields = infos[0]?.fieldWords ?? [];
  return fields.map((_, field) => {
    let words = 0;
    let documents = 0;
    for (const info of infos) {
      words += info.fieldWords[field] ?? 0;
      documents += info.fieldDocuments[field] ?? 0;
    }
    return documents === 0 ? 0 : words / documents;
  });
}
