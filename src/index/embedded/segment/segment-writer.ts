import { ByteSink } from "./byte-sink.ts";
import type { ColumnsWriter } from "#index/embedded/columns/columns.ts";
import { DictionaryWriter, writeParts } from "#index/embedded/terms/dictionary-writer.ts";
import { sortPassages } from "#index/embedded/positions/passages.ts";
import { PostingsWriter } from "#index/embedded/postings/postings-writer.ts";
import type { Layout } from "#index/embedded/layout.ts";
import type { SegmentInfo } from "./segment-files.ts";
import { segmentPath } from "./segment-files.ts";

/**
 * Writes one segment: the caller feeds terms in byte order through `postings` and `dictionary`, then calls
 * `finish`, after which every file is on the disk for good. Nothing refers to it until a manifest does.
 */
export class SegmentWriter {
  readonly positions: ByteSink;
  readonly postings: PostingsWriter;
  readonly dictionary: DictionaryWriter = new DictionaryWriter();
  terms = 0;
  private readonly docs: ByteSink;
  private readonly dir: string;
  private readonly name: string;
  private readonly layout: Layout;
  private readonly columns: ColumnsWriter;
  private readonly fieldWords: number[];
  private readonly fieldDocuments: number[];

  constructor(dir: string, name: string, layout: Layout, columns: ColumnsWriter) {
    this.dir = dir;
    this.name = name;
    this.layout = layout;
    this.columns = columns;
    const lengths = columns.lengthArrays();
    this.fieldWords = lengths.map((column) => column.reduce((sum, length) => sum + length, 0));
    this.fieldDocuments = lengths.map((column) => column.reduce((sum, length) => sum + (length > 0 ? 1 : 0), 0));
    const averages = this.fieldWords.map((words, field) => words / Math.max(1, this.fieldDocuments[field] ?? 1));
    this.docs = new ByteSink(segmentPath(dir, name, "docs"));
    this.positions = new ByteSink(segmentPath(dir, name, "pos"));
    this.postings = new PostingsWriter(this.docs, this.positions, layout, lengths, averages);
  }

  /** Closes the term whose postings were just written. */
  finishTerm(bytes: Uint8Array, start: number, length: number, stemHash: number | null): void {
    this.dictionary.add(bytes, start, length, stemHash, this.postings.finishTerm());
    this.terms++;
  }

  finish(passages: Int32Array): SegmentInfo {
    this.docs.close(true);
    this.positions.close(true);
    const { dir, name } = this;
    const pass = new ByteSink(segmentPath(dir, name, "pass"));
    const rows = sortPassages(passages);
    pass.append(new Uint8Array(rows.buffer), 0, rows.byteLength);
    pass.close(true);
    const terms = this.dictionary.write(segmentPath(dir, name, "terms"));
    const cols = this.columns.write(segmentPath(dir, name, "cols"));
    const pageSums = [...this.docs.pageSums, ...this.positions.pageSums, ...pass.pageSums];
    const sums = writeParts(segmentPath(dir, name, "sums"), [Uint32Array.from(pageSums)]);
    return {
      name,
      documents: this.columns.documents,
      terms: this.terms,
      fieldWords: this.fieldWords,
      fieldDocuments: this.fieldDocuments,
      scoring: this.layout.scoring,
      size_bytes: {
        terms: terms.size_bytes,
        cols: cols.size_bytes,
        sums: sums.size_bytes,
        docs: this.docs.offset,
        pos: this.positions.offset,
        pass: pass.offset,
      },
      sums: { terms: terms.sum, cols: cols.sum, sums: sums.sum },
      deletions: null,
    };
  }

  /** Releases the files after a failure. */
  abandon(): void {
    this.docs.abandon();
    this.positions.abandon();
  }
}
