import { lowestField } from "#index/embedded/layout.ts";
import type { Layout } from "#index/embedded/layout.ts";
import type { TermCursor } from "#index/embedded/postings/cursor.ts";
import type { PartCheck, SegmentCounts } from "#index/embedded/segment/part.ts";
import { BOUNDARY_BYTE } from "./dictionary.ts";
import type { Words } from "./words.ts";

/** Checks every posting and every position against the counts. */
export function verifyWords(words: Words, check: PartCheck): Partial<SegmentCounts> {
  const { info, layout, fail } = check;
  const counted = new Float64Array(layout.fields);
  const walker = words.dictionary.walker();
  let postings = 0;
  let terms = 0;
  while (walker.next()) {
    terms++;
    postings += walker.frequency;
    verifyTerm(words, walker.ordinal, walker.bytes[0] === BOUNDARY_BYTE ? null : counted, check);
  }
  if (terms !== info.terms) fail("terms", `it has ${terms} terms, not ${info.terms}`);
  info.fieldWords.forEach((expected, field) => {
    if (counted[field] !== expected)
      fail("docs", `it counts ${counted[field]} words in field ${field}, not ${expected}`);
  });
  return { terms, postings };
}

function verifyTerm(words: Words, ordinal: number, counted: Float64Array | null, { layout, fail }: PartCheck): void {
  const found = words.dictionary.entryAt(ordinal);
  const cursor = words.cursor(found);
  let last = -1;
  let count = 0;
  for (let block = 0; block < cursor.blocks; block++) {
    cursor.loadDocuments(block);
    cursor.loadCounts(block);
    cursor.openPositions(block);
    if (!cursor.positions.fits) fail("pos", `the positions of term ${ordinal} do not end where they should`);
    for (let i = 0; i < cursor.inBlock; i++) {
      const document = cursor.documents[i] as number;
      if (document <= last || document >= words.documents)
        fail("docs", `term ${ordinal} has document ${document} out of order`);
      last = document;
      count++;
      if (counted !== null) addWords(cursor, i, counted, layout);
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
