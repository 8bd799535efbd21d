import type { TermCursor } from "#index/embedded/postings/cursor.ts";
import type { Making } from "#index/embedded/segment/making.ts";
import type { MergeSource } from "#index/embedded/segment/part.ts";
import { compareBytes } from "./dictionary.ts";
import type { DictionaryWalker } from "./dictionary-walker.ts";
import type { Words } from "./words.ts";
import { WordsWriter } from "./words-writer.ts";

/** The writer counts them anew. */
const NO_FIELDS = new Int32Array(0);

/** One source of a merge, at its current term. */
class Source {
  readonly walker: DictionaryWalker;
  /** New number of each document, -1 for the deleted. */
  readonly numbers: Int32Array;
  readonly stems: { readonly hashes: Int32Array; readonly has: Uint8Array };
  readonly cursor: TermCursor;

  constructor({ opened, numbers }: MergeSource<Words>) {
    this.walker = opened.dictionary.walker();
    this.cursor = opened.reusableCursor();
    this.stems = opened.dictionary.stemsByTerm();
    this.numbers = numbers;
  }
}

/** Positions are copied as the bytes they are; documents are renumbered and repacked. */
export function mergeWords(sources: readonly MergeSource<Words>[], making: Making): void {
  const writer = new WordsWriter(making);
  mergeTerms(
    sources.map((source) => new Source(source)),
    writer,
    making.layout.fields,
  );
  writer.finish();
}

function mergeTerms(sources: readonly Source[], writer: WordsWriter, fields: number): void {
  let open = sources.filter((source) => source.walker.next());
  while (open.length > 0) {
    const least = open.reduce((a, b) =>
      compareBytes(b.walker.bytes, b.walker.length, a.walker.bytes, a.walker.length) < 0 ? b : a,
    );
    const { bytes, length, ordinal } = least.walker;
    const same = open.filter(({ walker }) => compareBytes(walker.bytes, walker.length, bytes, length) === 0);
    writer.postings.startTerm();
    let postings = 0;
    for (const source of same) postings += copyPostings(source, writer, fields);
    if (postings > 0) {
      const stem = least.stems.has[ordinal] === 1 ? (least.stems.hashes[ordinal] as number) : null;
      writer.finishTerm(bytes, 0, length, stem);
    }
    const finished = same.filter((source) => !source.walker.next());
    if (finished.length > 0) open = open.filter((source) => !finished.includes(source));
  }
}

function copyPostings(source: Source, writer: WordsWriter, fields: number): number {
  const { walker, numbers, cursor } = source;
  cursor.open({
    frequency: walker.frequency,
    fieldFrequencies: NO_FIELDS,
    docsOffset: walker.docsOffset,
    docs_bytes: walker.docs_bytes,
    positionsOffset: walker.positionsOffset,
    positions_bytes: walker.positions_bytes,
  });
  let copied = 0;
  for (let block = 0; block < cursor.blocks; block++) {
    cursor.loadDocuments(block);
    cursor.loadCounts(block);
    cursor.openPositions(block);
    const { positions } = cursor;
    const { bytes, bytesAt, starts } = positions;
    for (let i = 0; i < cursor.inBlock;) {
      const end = runEnd(source, i, writer.postings.room);
      if (end === i) {
        i++;
        continue;
      }
      copied += end - i;
      const from = (starts[i] as number) * 2;
      writer.positions.append(bytes, bytesAt + from, bytesAt + (starts[end] as number) * 2);
      for (; i < end; i++) {
        const number = numbers[cursor.documents[i] as number] as number;
        const mask = cursor.anyOther ? (cursor.masks[i] as number) : 0;
        writer.postings.posting(number, cursor.mains[i] as number, mask, cursor.others, i * fields);
      }
    }
  }
  return copied;
}

/** The end of the longest run of living postings from `from` on that the writer's block still has room for. */
function runEnd({ cursor, numbers }: Source, from: number, room: number): number {
  const most = Math.min(cursor.inBlock, from + room);
  let end = from;
  while (end < most && (numbers[cursor.documents[end] as number] as number) >= 0) end++;
  return end;
}
