import { DamageError } from "./pages.ts";
import { BOUNDARY_BYTE } from "#index/embedded/terms/dictionary.ts";
import { type Layout, lowestField } from "#index/embedded/layout.ts";
import type { TermCursor } from "#index/embedded/postings/cursor.ts";
import type { Segment } from "./segment.ts";

export type SegmentCounts = { readonly documents: number; readonly terms: number; readonly postings: number };

/**
 * Reads every page, every posting and every position of a segment and checks them against its checksums and
 * counts. Throws DamageError at the first thing that does not fit.
 */
export function verifySegment(segment: Segment): SegmentCounts {
  segment.verifyPages();
  const { info } = segment;
  const words = new Float64Array(segment.layout.fields);
  const fail = (file: string, what: string): never => {
    throw DamageError.of(info.name, `${info.name}.${file}`, what);
  };
  const walker = segment.dictionary.walker();
  let postings = 0;
  let terms = 0;
  while (walker.next()) {
    terms++;
    postings += walker.frequency;
    verifyTerm(segment, walker.ordinal, walker.bytes[0] === BOUNDARY_BYTE ? null : words, fail);
  }
  if (terms !== info.terms) fail("terms", `it has ${terms} terms, not ${info.terms}`);
  if (segment.columns.documents !== info.documents) fail("cols", "its number of documents does not fit");
  info.fieldWords.forEach((expected, field) => {
    if (words[field] !== expected) fail("docs", `it counts ${words[field]} words in field ${field}, not ${expected}`);
  });
  return { documents: info.documents, terms, postings };
}

function verifyTerm(
  segment: Segment,
  ordinal: number,
  words: Float64Array | null,
  fail: (file: string, what: string) => never,
): void {
  const found = segment.dictionary.entryAt(ordinal);
  const cursor = segment.cursor(found);
  let last = -1;
  let count = 0;
  for (let block = 0; block < cursor.blocks; block++) {
    cursor.loadDocuments(block);
    cursor.loadCounts(block);
    cursor.openPositions(block);
    if (!cursor.positions.fits) fail("pos", `the positions of term ${ordinal} do not end where they should`);
    for (let i = 0; i < cursor.inBlock; i++) {
      const document = cursor.documents[i] as number;
      if (document <= last || document >= segment.documents)
        fail("docs", `term ${ordinal} has document ${document} out of order`);
      last = document;
      count++;
      if (words !== null) addWords(cursor, i, words, segment.layout);
    }
  }
  if (count !== found.frequency) fail("docs", `term ${ordinal} has ${count} documents, not ${found.frequency}`);
}

function addWords(cursor: TermCursor, i: number, words: Float64Array, { main, fields }: Layout): void {
  words[main] = (words[main] as number) + (cursor.mains[i] as number);
  if (!cursor.anyOther) return;
  for (let rest = cursor.masks[i] as number; rest !== 0; rest &= rest - 1) {
    const field = lowestField(rest);
    words[field] = (words[field] as number) + (cursor.others[i * fields + field] as number);
  }
}
