import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";

import { BoundedMap } from "#base/bounded-map.ts";
import { messageOf } from "#base/errors.ts";

import type { Filter } from "#index/filter.ts";
import type { Layout } from "#index/embedded/layout.ts";
import { WINDOW, WINDOW_WORDS } from "./bits.ts";
import type { Columns } from "#index/embedded/columns/columns.ts";
import type { BlockRoom } from "#index/embedded/postings/block-room.ts";
import type { TermCursor } from "#index/embedded/postings/cursor.ts";
import type { Dictionary, FoundTerm } from "#index/embedded/terms/dictionary.ts";
import { Holders } from "#index/embedded/terms/holders.ts";
import type { PageCache } from "./pages.ts";
import { DamageError, PagedReader } from "./pages.ts";
import type { LeftOut } from "#index/embedded/positions/passages.ts";
import { PAGE_BYTES } from "./byte-sink.ts";
import type { OpenedParts, PagedFile, ResidentFile } from "./parts.ts";
import { PAGED_FILES, PART_LIST, RESIDENT_FILES } from "./parts.ts";
import { segmentPath } from "./segment-files.ts";
import type { WorkMeter } from "#index/embedded/work-meter.ts";
import type { SegmentInfo } from "./segment-files.ts";

/** The parts of a segment that stay in memory, shared by every thread. */
export type ResidentParts = Readonly<Record<ResidentFile, SharedArrayBuffer>> & {
  /** A bit per document; null when none is deleted. */
  readonly deleted: SharedArrayBuffer | null;
};

const FILTER_CACHE_MAX = 32;

/** Reads and checks the resident files of a segment. Throws DamageError when one does not hold what was written. */
export function loadResident(dir: string, info: SegmentInfo): ResidentParts {
  const read = RESIDENT_FILES.map((file) => {
    const path = segmentPath(dir, info.name, file);
    return [file, readChecked(path, info.name, `${info.name}.${file}`, info.sums[file])];
  });
  const files = Object.fromEntries(read) as Record<ResidentFile, SharedArrayBuffer>;
  return { ...files, deleted: loadDeleted(dir, info) };
}

/** The documents of a segment that are deleted: the only part that changes while the segment lives. */
export function loadDeleted(dir: string, { name, deletions }: SegmentInfo): SharedArrayBuffer | null {
  return deletions === null ? null : readChecked(join(dir, deletions.file), name, deletions.file, deletions.sum);
}

function readChecked(path: string, segment: string, file: string, sum: number): SharedArrayBuffer {
  let bytes: Uint8Array;
  try {
    bytes = readWhole(path);
  } catch (error) {
    throw DamageError.of(segment, file, messageOf(error));
  }
  if (crc32(bytes) !== sum) throw DamageError.of(segment, file, "its checksum does not fit");
  return bytes.buffer as SharedArrayBuffer;
}

function readWhole(path: string): Uint8Array {
  const descriptor = openSync(path, "r");
  try {
    const chunks: Buffer[] = [];
    let size_bytes = 0;
    for (;;) {
      const chunk = Buffer.allocUnsafe(1 << 20);
      const count = readSync(descriptor, chunk, 0, chunk.length, size_bytes);
      if (count === 0) break;
      chunks.push(chunk.subarray(0, count));
      size_bytes += count;
    }
    const bytes = new Uint8Array(new SharedArrayBuffer(size_bytes));
    let at = 0;
    for (const chunk of chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return bytes;
  } finally {
    closeSync(descriptor);
  }
}

function openFile(dir: string, segment: string, file: PagedFile): number {
  try {
    return openSync(segmentPath(dir, segment, file), "r");
  } catch (error) {
    throw DamageError.of(segment, `${segment}.${file}`, messageOf(error));
  }
}

/** One segment open for reading in one thread. */
export class Segment {
  readonly info: SegmentInfo;
  readonly layout: Layout;
  readonly opened: OpenedParts;
  readonly dictionary: Dictionary;
  readonly columns: Columns;
  readonly deleted: Int32Array | null;
  readonly #descriptors: number[] = [];
  readonly #paged: Readonly<Record<PagedFile, PagedReader>>;
  readonly #holders: Holders;
  readonly #filters = new BoundedMap<string, Int32Array>({ weight_max: FILTER_CACHE_MAX, firstToGo: "used" });

  constructor(dir: string, layout: Layout, info: SegmentInfo, parts: ResidentParts, cache: PageCache) {
    this.info = info;
    this.layout = layout;
    this.deleted = parts.deleted === null ? null : new Int32Array(parts.deleted);
    const sums = new Uint32Array(parts.sums);
    let page = 0;
    const readers = PAGED_FILES.map((file) => {
      const descriptor = openFile(dir, info.name, file);
      this.#descriptors.push(descriptor);
      const pages = Math.ceil(info.size_bytes[file] / PAGE_BYTES);
      page += pages;
      const own = sums.subarray(page - pages, page);
      return [file, new PagedReader(cache, descriptor, info.size_bytes[file], own, info.name, `${info.name}.${file}`)];
    });
    this.#paged = Object.fromEntries(readers) as Record<PagedFile, PagedReader>;
    const { deleted: _, ...resident } = parts;
    const files = { resident, paged: this.#paged, documents: info.documents };
    this.opened = Object.fromEntries(PART_LIST.map(([name, part]) => [name, part.open(files, layout)])) as OpenedParts;
    this.dictionary = this.opened.words.dictionary;
    this.columns = this.opened.columns;
    this.#holders = new Holders(layout, info.documents, (found, meter) => this.cursor(found, meter));
  }

  get documents(): number {
    return this.info.documents;
  }

  isDeleted(document: number): boolean {
    return this.deleted !== null && (((this.deleted[document >>> 5] as number) >>> (document & 31)) & 1) === 1;
  }

  cursor(found: FoundTerm, meter: WorkMeter, room?: BlockRoom): TermCursor {
    return this.opened.words.cursor(found, meter, room);
  }

  /** Documents that have any of the words in any of the fields, deleted ones among them. */
  holders(words: readonly FoundTerm[], fields: number, meter: WorkMeter): number {
    return this.#holders.count(words, fields, meter);
  }

  /**
   * The documents that are alive and pass the filters, a bit each, padded to whole windows. Kept for the next
   * search with the same filters.
   */
  admitted(filters: readonly Filter[], meter: WorkMeter): Int32Array {
    const key = JSON.stringify(filters);
    const known = this.#filters.get(key);
    if (known !== undefined) return known;
    const bits = this.#evaluate(filters, meter);
    this.#filters.set(key, bits);
    return bits;
  }

  /** The same, and where ids are given only the documents that have them. */
  admittedAmong(
    { filters, among }: { readonly filters: readonly Filter[]; readonly among?: readonly string[] },
    meter: WorkMeter,
  ): Int32Array {
    const admitted = this.admitted(filters, meter);
    if (among === undefined) return admitted;
    const bits = new Int32Array(admitted.length);
    for (const id of among) {
      const document = this.columns.ids.find(id, (found) => !this.isDeleted(found));
      if (document < 0) continue;
      const word = document >>> 5;
      bits[word] = (bits[word] as number) | ((admitted[word] as number) & (1 << (document & 31)));
    }
    return bits;
  }

  /** Stretches of the texts of a source, by document. */
  passagesOf(source: string): LeftOut {
    return this.opened.passages.of(source);
  }

  /** Checks every page of the files that are not in memory. */
  verifyPages(): void {
    for (const file of PAGED_FILES) this.#paged[file].verify();
  }

  close(): void {
    for (const descriptor of this.#descriptors) closeSync(descriptor);
    this.#descriptors.length = 0;
  }

  #evaluate(filters: readonly Filter[], meter: WorkMeter): Int32Array {
    const { columns, documents } = this;
    const bits = new Int32Array(Math.ceil(documents / WINDOW) * WINDOW_WORDS);
    bits.fill(-1, 0, documents >>> 5);
    if (documents % 32 !== 0) bits[documents >>> 5] = (1 << (documents & 31)) - 1;
    if (this.deleted !== null) {
      for (let i = 0; i < this.deleted.length; i++) bits[i] = (bits[i] as number) & ~(this.deleted[i] as number);
    }
    for (const filter of filters) {
      const passes = columns.tester(filter);
      for (let from = 0; from < documents; from += WINDOW) {
        const to = Math.min(from + WINDOW, documents);
        for (let document = from; document < to; document++) {
          if (!passes(document)) bits[document >>> 5] = (bits[document >>> 5] as number) & ~(1 << (document & 31));
        }
        meter.add(WINDOW);
      }
    }
    return bits;
  }
}
