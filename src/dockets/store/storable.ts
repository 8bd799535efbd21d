import type { DocketSighting, SeenDocument } from "../model.ts";

/** Numbers above these are slips or worse; both databases keep whole numbers of 64 bits, and refuse a row for one that is none. */
const COUNT_MAX = 1_000_000;
const FILE_BYTES_MAX = 1e12;
const ATTACHMENT_MAX = 99_999;
/** Of a number as it is printed; an index of PostgreSQL takes no text of more than some 2,700 bytes. */
const NUMBER_CHARS_MAX = 100;

/**
 * A sighting without what a database cannot keep, whatever the page or file says: characters NUL, which PostgreSQL refuses
 * in texts; counts, sizes and printed numbers that are none; documents whose number is none.
 */
export function storable(sighting: DocketSighting): DocketSighting {
  const told = withoutNul(sighting);
  return {
    ...told,
    billedPages: countOf(told.billedPages, COUNT_MAX),
    cost_cents: countOf(told.cost_cents, COUNT_MAX),
    pacerCaseIds: told.pacerCaseIds.filter((id) => numberOf(id) !== null),
    entries: told.entries.map((entry) => ({
      ...entry,
      number: numberOf(entry.number),
      pacerSeqNo: numberOf(entry.pacerSeqNo),
      documents: entry.documents.flatMap(storableDocument),
    })),
  };
}

function storableDocument(document: SeenDocument): SeenDocument[] {
  if (countOf(document.attachment, ATTACHMENT_MAX) === null) return [];
  const pageCount = countOf(document.pageCount, COUNT_MAX);
  const fileSize_bytes = countOf(document.fileSize_bytes, FILE_BYTES_MAX);
  return [{ ...document, pageCount, fileSize_bytes, pacerDocId: numberOf(document.pacerDocId) }];
}

function numberOf(text: string | null): string | null {
  return text === null || text.length > NUMBER_CHARS_MAX ? null : text;
}

function countOf(count: number | null, most: number): number | null {
  return count !== null && Number.isSafeInteger(count) && count >= 0 && count <= most ? count : null;
}

function withoutNul(sighting: DocketSighting): DocketSighting {
  const text = JSON.stringify(sighting);
  if (!text.includes(String.raw`\u0000`)) return sighting;
  return JSON.parse(text, clean) as DocketSighting;
}

function clean(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.replaceAll("\0", "") : value;
}
