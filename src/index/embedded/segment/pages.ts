import { readSync } from "node:fs";
import { crc32 } from "node:zlib";

import { OnpointError } from "#base/errors.ts";
import { registerErrorClass } from "#base/threads/error-codec.ts";

import { PAGE_BYTES } from "./byte-sink.ts";

/** A file of the index does not hold what was written: which segment, which file. */
export class DamageError extends OnpointError {
  readonly segment: string;
  readonly file: string;

  constructor(segment: string, file: string, message: string) {
    super("corrupt", message, { hint: "The segment is set aside and rebuilt from the records." });
    this.segment = segment;
    this.file = file;
  }

  static of(segment: string, file: string, what: string): DamageError {
    return new DamageError(segment, file, `${file}: ${what}`);
  }
}

registerErrorClass("DamageError", DamageError, (message, { segment, file }) => {
  return new DamageError(String(segment), String(file), message);
});

/** One page in memory. The words have one to spare, which `unpack` may look at. */
type Page = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly halves: Uint16Array;
  readonly words: Int32Array;
  used: boolean;
  /** Views that show it and will let go of it. */
  shown: number;
  /** The last search in which a view was placed on it that does not let go. */
  search: number;
};

/**
 * Pages of index files, checked when they are read, at most `size_bytes_max` of them kept. A page that was used
 * since the hand last passed it gets a second chance (the clock algorithm). The next page is read into the memory of one
 * that is given up, unless a view may show that yet: left to the collector, pages would lie about until there are as many
 * of them as are kept.
 */
export class PageCache {
  /** Of the search that runs. A view that was placed in an earlier one may show what another page was read over. */
  search = 0;
  readonly #pages = new Map<number, Page>();
  readonly #keys: number[] = [];
  readonly #told: Int32Array;
  #hand = 0;
  readonly #pages_max: number;
  #files = 0;

  /** `told` is given how many bytes are kept. */
  constructor(size_bytes_max: number, told: Int32Array = new Int32Array(1)) {
    this.#told = told;
    this.#pages_max = Math.max(16, Math.floor(size_bytes_max / PAGE_BYTES));
  }

  /** A number that keeps this file's pages apart from other files'. */
  register(): number {
    return this.#files++;
  }

  /** For a thread that searches: what views show from earlier searches is not looked at any more. */
  beginSearch(): void {
    this.search++;
  }

  /** `read` is given memory of a page to read into, if there is some. */
  get(key: number, read: (spare: Page | undefined) => Page): Page {
    let page = this.#pages.get(key);
    if (page === undefined) {
      const isFull = this.#keys.length >= this.#pages_max;
      const spare = isFull ? this.#giveUp() : undefined;
      const isFree = spare !== undefined && spare.shown === 0 && spare.search !== this.search;
      page = read(isFree ? spare : undefined);
      if (isFull) this.#keys[this.#hand] = key;
      else this.#told[0] = this.#keys.push(key) * PAGE_BYTES;
      this.#pages.set(key, page);
    }
    page.used = true;
    return page;
  }

  /** The hand stands where it was; undefined when that could not be read. */
  #giveUp(): Page | undefined {
    for (;;) {
      this.#hand = (this.#hand + 1) % this.#keys.length;
      const key = this.#keys[this.#hand] as number;
      const page = this.#pages.get(key);
      if (page?.used === true) page.used = false;
      else {
        this.#pages.delete(key);
        return page;
      }
    }
  }
}

const NOTHING = { bytes: new Uint8Array(0), halves: new Uint16Array(0), words: new Int32Array(0) };

/**
 * Where a run of bytes can be read: in a cached page, or in a copy when it crosses pages. One that does not keep its pages
 * lets go of each before it is placed on the next, and whoever has it when nothing more is read; one that does holds all
 * it was placed on as long as the search runs.
 */
export class View {
  readonly keepsPages: boolean;
  #held: Page | undefined;
  bytes: Uint8Array = NOTHING.bytes;
  halves: Uint16Array = NOTHING.halves;
  words: Int32Array = NOTHING.words;
  /** Index of the run's first byte in `bytes`. */
  at = 0;
  page = -1;
  /** In which search it was placed. */
  search = -1;

  constructor({ keepsPages = true }: { readonly keepsPages?: boolean } = {}) {
    this.keepsPages = keepsPages;
  }

  /** Whether the page it shows is still what it was. */
  isPlacedIn(search: number): boolean {
    return this.#held !== undefined || this.search === search;
  }

  show(page: Page, search: number): void {
    this.bytes = page.bytes;
    this.halves = page.halves;
    this.words = page.words;
    this.search = search;
    if (this.keepsPages) page.search = search;
    else {
      this.#held = page;
      page.shown++;
    }
  }

  /** Shows nothing. A page that the cache has given up lives on while a view shows it. */
  letGo(): void {
    if (this.#held !== undefined) this.#held.shown--;
    this.#held = undefined;
    this.bytes = NOTHING.bytes;
    this.halves = NOTHING.halves;
    this.words = NOTHING.words;
    this.page = -1;
  }
}

/** A read-only file seen through the cache. */
export class PagedReader {
  readonly size_bytes: number;
  readonly #cache: PageCache;
  readonly #id: number;
  readonly #descriptor: number;
  readonly #sums: Uint32Array;
  readonly #segment: string;
  readonly #file: string;

  /** `sums` holds the CRC-32 of each page; `segment` and `file` name it in errors. */
  constructor(
    cache: PageCache,
    descriptor: number,
    size_bytes: number,
    sums: Uint32Array,
    segment: string,
    file: string,
  ) {
    this.#cache = cache;
    this.#id = cache.register();
    this.#descriptor = descriptor;
    this.size_bytes = size_bytes;
    this.#sums = sums;
    this.#segment = segment;
    this.#file = file;
  }

  /** Makes `view` show the bytes `[offset, offset + length)`. */
  locate(offset: number, length: number, view: View): void {
    const first = Math.floor(offset / PAGE_BYTES);
    const inside = offset - first * PAGE_BYTES;
    if (inside + length <= PAGE_BYTES) {
      if (view.page !== first || !view.isPlacedIn(this.#cache.search)) {
        view.letGo();
        view.show(this.#pageAt(first), this.#cache.search);
        view.page = first;
      }
      view.at = inside;
      return;
    }
    this.#copy(offset, length, view);
  }

  #copy(offset: number, length: number, view: View): void {
    const aligned = offset - (offset % 4);
    const end = offset + length;
    const buffer = new ArrayBuffer(Math.ceil((end - aligned) / 4) * 4 + 8);
    view.letGo();
    view.bytes = new Uint8Array(buffer);
    view.halves = new Uint16Array(buffer);
    view.words = new Int32Array(buffer);
    view.page = -1;
    view.at = offset - aligned;
    for (let at = aligned; at < end;) {
      const page = Math.floor(at / PAGE_BYTES);
      const from = at - page * PAGE_BYTES;
      const to = Math.min(PAGE_BYTES, end - page * PAGE_BYTES);
      view.bytes.set(this.#pageAt(page).bytes.subarray(from, to), at - aligned);
      at += to - from;
    }
  }

  #pageAt(page: number): Page {
    return this.#cache.get(this.#id * 0x1000000 + page, (spare) => this.#read(page, spare));
  }

  #read(page: number, spare: Page | undefined): Page {
    const bytes = spare?.bytes ?? new Uint8Array(PAGE_BYTES + 8);
    const start = page * PAGE_BYTES;
    const wanted = Math.min(PAGE_BYTES, this.size_bytes - start);
    if (wanted <= 0) throw DamageError.of(this.#segment, this.#file, "a place past the end is referred to");
    let done = 0;
    while (done < wanted) {
      const count = readSync(this.#descriptor, bytes, done, wanted - done, start + done);
      if (count === 0) throw DamageError.of(this.#segment, this.#file, "the file is shorter than it was written");
      done += count;
    }
    if (crc32(bytes.subarray(0, wanted)) !== this.#sums[page]) {
      throw DamageError.of(this.#segment, this.#file, `the checksum of page ${page} does not fit`);
    }
    if (spare !== undefined) {
      bytes.fill(0, wanted);
      return spare;
    }
    return {
      bytes,
      halves: new Uint16Array(bytes.buffer),
      words: new Int32Array(bytes.buffer),
      used: true,
      shown: 0,
      search: -1,
    };
  }

  /** Reads and checks every page once, leaving the cache alone. */
  verify(): void {
    const pages = Math.ceil(this.size_bytes / PAGE_BYTES);
    if (pages !== this.#sums.length) throw DamageError.of(this.#segment, this.#file, "its size does not fit");
    for (let page = 0; page < pages; page++) this.#read(page, undefined);
  }
}
