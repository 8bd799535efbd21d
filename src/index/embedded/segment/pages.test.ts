import { closeSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { array, assert, constantFrom, nat, property, record } from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { ByteSink, PAGE_BYTES } from "./byte-sink.ts";
import { PageCache, PagedReader, View } from "./pages.ts";

const PAGES = 60;
/** The fewest that a cache keeps. */
const KEPT = 16;
const SIZE = PAGES * PAGE_BYTES - 100;

/** What stands at a place of the file. */
const byteAt = (at: number): number => (Math.imul(at, 0x9e3779b1) >>> 24) ^ (at >>> 16);

function reader(): { readonly pages: PagedReader; readonly cache: PageCache } {
  const dir = mkdtempSync(join(tmpdir(), "onpoint-pages-"));
  const sink = new ByteSink(join(dir, "pages"));
  const bytes = Uint8Array.from({ length: SIZE }, (_, at) => byteAt(at));
  sink.append(bytes, 0, bytes.length);
  sink.close(false);
  const descriptor = openSync(join(dir, "pages"), "r");
  onTestFinished(() => {
    closeSync(descriptor);
    rmSync(dir, { recursive: true });
  });
  const cache = new PageCache(KEPT * PAGE_BYTES);
  return {
    cache,
    pages: new PagedReader(cache, descriptor, SIZE, Uint32Array.from(sink.pageSums), "one", "one.pages"),
  };
}

const shown = (view: View, offset: number): boolean =>
  [0, 1, 39].every((at) => view.bytes[view.at + at] === byteAt(offset + at));

test("views show what they were placed on for as long as the search runs, those that let go until then", () => {
  const { pages, cache } = reader();
  const step = record({ view: nat(3), offset: nat(SIZE - 40), next: constantFrom("search", "let go", "same", "same") });
  assert(
    property(array(step, { maxLength: 300 }), (steps) => {
      const views = Array.from({ length: 4 }, (_, at) => new View({ keepsPages: at % 2 === 0 }));
      const places = new Map<View, number>();
      for (const { view: number, offset, next } of steps) {
        if (next === "search") {
          cache.beginSearch();
          for (const view of places.keys()) if (view.keepsPages) places.delete(view);
        }
        const view = views[number]!;
        if (next === "let go") {
          view.letGo();
          places.delete(view);
          continue;
        }
        pages.locate(offset, 40, view);
        places.set(view, offset);
        for (const [placed, at] of places) expect(shown(placed, at)).toBe(true);
      }
    }),
    { numRuns: 40 },
  );
});

test("searches that go through a file larger than the cache take memory for no more pages than it keeps", () => {
  const { pages, cache } = reader();
  const memories = new Set<ArrayBufferLike>();
  const view = new View();
  for (let page = 0; page < 5 * PAGES; page++) {
    cache.beginSearch();
    const offset = (page % PAGES) * PAGE_BYTES;
    pages.locate(offset, 40, view);
    expect(shown(view, offset)).toBe(true);
    memories.add(view.bytes.buffer);
  }
  expect(memories.size).toBe(KEPT);
});

test("and so does one search whose view lets go of each page", () => {
  const { pages } = reader();
  const memories = new Set<ArrayBufferLike>();
  const view = new View({ keepsPages: false });
  for (let page = 0; page < 5 * PAGES; page++) {
    pages.locate((page % PAGES) * PAGE_BYTES, 40, view);
    expect(shown(view, (page % PAGES) * PAGE_BYTES)).toBe(true);
    memories.add(view.bytes.buffer);
  }
  expect(memories.size).toBe(KEPT);
});

test("past the end of the file stand zeros, whatever the memory held before", () => {
  const { pages, cache } = reader();
  const view = new View();
  for (let page = 0; page < PAGES; page++) {
    cache.beginSearch();
    pages.locate(page * PAGE_BYTES, 40, view);
  }
  expect(view.bytes.subarray(PAGE_BYTES - 100).every((byte) => byte === 0)).toBe(true);
});
