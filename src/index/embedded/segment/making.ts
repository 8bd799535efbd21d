import type { Layout } from "#index/embedded/layout.ts";
import { writeParts } from "#index/embedded/terms/dictionary-writer.ts";
import type { WrittenFile } from "#index/embedded/terms/dictionary-writer.ts";
import { ByteSink } from "./byte-sink.ts";
import { PAGED_FILES, RESIDENT_FILES } from "./parts.ts";
import type { PagedFile, ResidentFile } from "./parts.ts";
import { segmentPath } from "./segment-files.ts";
import type { SegmentInfo } from "./segment-files.ts";

/**
 * A segment on its way to the disk: the parts write their files through it. After `finish` every file is there for
 * good; nothing refers to it until a manifest does.
 */
export class Making {
  readonly layout: Layout;
  readonly documents: number;
  /** Words in each field, by field and document. */
  readonly lengths: readonly Int32Array[];
  /** Over the documents that have the field. */
  readonly averages: readonly number[];
  /** Told by the words. */
  terms = 0;
  readonly #dir: string;
  readonly #name: string;
  readonly #fieldWords: readonly number[];
  readonly #fieldDocuments: readonly number[];
  readonly #sinks = new Map<PagedFile, ByteSink>();
  readonly #written = new Map<ResidentFile, WrittenFile>();

  constructor(dir: string, name: string, layout: Layout, documents: number, lengths: readonly Int32Array[]) {
    this.#dir = dir;
    this.#name = name;
    this.layout = layout;
    this.documents = documents;
    this.lengths = lengths;
    this.#fieldWords = lengths.map((column) => column.reduce((sum, length) => sum + length, 0));
    this.#fieldDocuments = lengths.map((column) => column.reduce((sum, length) => sum + (length > 0 ? 1 : 0), 0));
    this.averages = this.#fieldWords.map((words, field) => words / Math.max(1, this.#fieldDocuments[field] ?? 1));
  }

  /** A file that will be read page by page. */
  paged(file: PagedFile): ByteSink {
    const known = this.#sinks.get(file);
    if (known !== undefined) return known;
    const sink = new ByteSink(segmentPath(this.#dir, this.#name, file));
    this.#sinks.set(file, sink);
    return sink;
  }

  /** Writes a file that will be held in memory. */
  resident(file: ResidentFile, parts: readonly NodeJS.TypedArray[]): void {
    this.#written.set(file, writeParts(segmentPath(this.#dir, this.#name, file), parts));
  }

  finish(): SegmentInfo {
    const sinks = PAGED_FILES.map((file) => this.paged(file));
    for (const sink of sinks) sink.close(true);
    this.resident("sums", [Uint32Array.from(sinks.flatMap((sink) => sink.pageSums))]);
    const resident = RESIDENT_FILES.map((file) => [file, this.#writtenAs(file)] as const);
    const sizes = [
      ...resident.map(([file, { size_bytes }]) => [file, size_bytes]),
      ...PAGED_FILES.map((file) => [file, this.paged(file).offset]),
    ];
    return {
      name: this.#name,
      documents: this.documents,
      terms: this.terms,
      fieldWords: this.#fieldWords,
      fieldDocuments: this.#fieldDocuments,
      scoring: this.layout.scoring,
      size_bytes: Object.fromEntries(sizes) as SegmentInfo["size_bytes"],
      sums: Object.fromEntries(resident.map(([file, { sum }]) => [file, sum])) as SegmentInfo["sums"],
      deletions: null,
    };
  }

  /** Releases the files after a failure. */
  abandon(): void {
    for (const sink of this.#sinks.values()) sink.abandon();
  }

  #writtenAs(file: ResidentFile): WrittenFile {
    const written = this.#written.get(file);
    if (written === undefined) throw new Error(`no part has written ${file}`);
    return written;
  }
}
