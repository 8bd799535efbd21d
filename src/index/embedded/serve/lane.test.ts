import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { machineMs } from "#base/clock.ts";
import { silentLogger } from "#base/log.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import { Layout } from "#index/embedded/layout.ts";
import { searchSegments } from "#index/embedded/match/search-segments.ts";
import { IndexWriter } from "#index/embedded/segment/index-writer.ts";
import { PageCache, PagedReader } from "#index/embedded/segment/pages.ts";
import { Wildcard } from "#index/embedded/terms/wildcard.ts";
import type { EngineRequest, IndexDocument } from "#index/index.ts";
import type { QueryNode } from "#index/tree.ts";
import { askedBy } from "#search/asked-by.ts";
import { OPINIONS } from "#search/opinions.ts";
import { SearchWatch } from "./lane.ts";
import { OpenIndex } from "./open-index.ts";

const AT = { start: 0, end: 0 };
const wild = (pattern: string): QueryNode => ({ kind: "wildcard", pattern, at: AT });
const requestOf = (tree: QueryNode): EngineRequest => {
  return { tree, filters: [], offset: 0, limit: 5, facets: [], total: true, explain: false };
};
const EXPANSIONS_MAX = 1024;
/** Between two looks, however few postings a block holds and however short words are: some milliseconds. */
const BLOCKS_PER_LOOK_MAX = 1_000;
const WORDS_PER_LOOK_MAX = 30_000;

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "onpoint-lane-"));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(dir, { recursive: true, force: true });
});

/** So many words, ten of a kind. */
function documents(words_max: number): IndexDocument[] {
  return Array.from({ length: 600 }, (_, document) => {
    const words = Array.from({ length: 120 }, (_word, at) => `w${(document * 7 + at * 31) % words_max}a${at % 10}`);
    return { id: `${document}`, texts: { body: words.join(" ") }, values: {} };
  });
}

function opened(words_max: number): OpenIndex {
  const writer = new IndexWriter(dir, new Layout(OPINIONS), 1_000_000);
  writer.add(documents(words_max));
  writer.commit();
  const index = { dir, schema: OPINIONS, expansions_max: EXPANSIONS_MAX, snapshot: writer.snapshot() };
  return new OpenIndex(index, new PageCache(32 * 1024 * 1024));
}

/** What a search does until the clock is beyond a deadline; the clock is told by what it has done. */
function worked(index: OpenIndex, tree: QueryNode, deadline: { readonly blocks?: number; readonly words?: number }) {
  const { blocks: blocks_max = Infinity, words: words_max = Infinity } = deadline;
  let blocks = 0;
  let words = 0;
  // To go back to a block that is kept reads nothing, and is no work.
  const read = vi.spyOn(PagedReader.prototype, "locate");
  const tries = vi.spyOn(Wildcard.prototype, "matches");
  const now = (): number => {
    blocks = read.mock.calls.length;
    words = tries.mock.calls.length;
    return blocks > blocks_max || words > words_max ? 2 : 0;
  };
  const watch = new SearchWatch({ deadline_ms: 1, arrived_ms: 0, asked_ms: 0, isGivenUp: () => false }, now);
  let thrown: unknown;
  try {
    const { meter, admit } = watch;
    searchSegments(index.segments(), index.layout, requestOf(tree), { expansions_max: EXPANSIONS_MAX, meter, admit });
  } catch (error) {
    thrown = error;
  }
  const done = { blocks: read.mock.calls.length, words: tries.mock.calls.length, thrown };
  vi.restoreAllMocks();
  return done;
}

const MANY: QueryNode = { kind: "or", children: Array.from({ length: 8 }, (_, at) => wild(`*a${at}`)), at: AT };

test("a search of wild cards looks at its deadline before it has read many blocks more", () => {
  const index = opened(2_000);
  // What is counted once for a segment is remembered by it.
  worked(index, MANY, {});
  const whole = worked(index, MANY, {});
  expect(whole.thrown).toBeUndefined();
  expect(whole.blocks).toBeGreaterThan(2 * BLOCKS_PER_LOOK_MAX);
  const costly = ["*a0", "*a1", "*a2"].map((word) => `${word} (1,024 words, about 4,100 times)`).join(", ");
  for (let share = 1; share <= 3; share++) {
    const blocks_max = Math.floor((whole.blocks * share) / 4);
    const { blocks, thrown } = worked(index, MANY, { blocks: blocks_max });
    expect(thrown).toMatchObject({
      code: "too_costly",
      message: `the search took longer than 0.001 s and was stopped; what takes most: ${costly}`,
      hint: expect.stringMatching(/^Ask for less: rarer words/u) as string,
    });
    expect(blocks - blocks_max).toBeLessThan(BLOCKS_PER_LOOK_MAX);
  }
  index.close();
});

test("and before it has tried many words of the dictionary more", () => {
  const index = opened(9_000);
  const whole = worked(index, MANY, {});
  expect(whole.words).toBeGreaterThan(2 * WORDS_PER_LOOK_MAX);
  const { words, blocks, thrown } = worked(index, MANY, { words: 1 });
  expect(thrown).toMatchObject({ message: expect.stringMatching(/took longer/u) as string });
  expect(blocks).toBe(0);
  expect(words).toBeLessThan(WORDS_PER_LOOK_MAX);
  index.close();
});

test("the deadline counts from when the request came, waiting for a thread included", () => {
  let now_ms = 9_999;
  const limits = { deadline_ms: 10_000, arrived_ms: 0, asked_ms: 0, isGivenUp: () => false };
  const watch = new SearchWatch(limits, () => now_ms);
  watch.meter.add(1_000_000);
  now_ms = 10_000;
  expect(() => watch.meter.add(1_000_000)).toThrow(
    expect.objectContaining({ code: "unavailable", message: expect.stringMatching(/10 s .*busy/u) as string }),
  );
});

test("all that is asked for one request has one deadline together", async () => {
  const index = await openEmbeddedIndex({ schema: OPINIONS, dir, workers: 1, deadline_ms: 60_000, log: silentLogger });
  try {
    await index.apply({ upserts: documents(1_000).slice(0, 3), deletes: [] });
    const request = requestOf(wild("w1*"));
    await expect(askedBy(index, {}).search(request)).resolves.toMatchObject({ warnings: [] });
    const old = askedBy(index, { arrived_ms: machineMs() - 60_001 });
    const refused = { code: "too_costly", message: "the search took longer than 60 s and was stopped" };
    await expect(old.search(request)).rejects.toMatchObject(refused);
    await expect(old.counts({ trees: [request.tree] })).rejects.toMatchObject(refused);
  } finally {
    await index.close();
  }
});
