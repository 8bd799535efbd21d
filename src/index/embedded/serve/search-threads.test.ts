import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { silentLogger } from "#base/log.ts";
import { measured } from "#base/measured.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import type { EmbeddedIndex } from "#index/embedded/embedded.ts";
import type { EngineRequest, EngineResponse } from "#index/index.ts";
import { FILINGS } from "#search/filings.ts";
import { LAWS } from "#search/laws.ts";
import { OPINIONS } from "#search/opinions.ts";
import { SearchThreads } from "./search-threads.ts";

const CACHE_BYTES_MAX = 16 * 1024 * 1024;
const SCHEMAS = [OPINIONS, LAWS, FILINGS];
const REQUEST: EngineRequest = {
  tree: { kind: "term", text: "estoppel", exact: true, at: { start: 0, end: 0 } },
  filters: [],
  offset: 0,
  limit: 5,
  facets: [],
  total: true,
  explain: false,
};

let dir: string;
let threads: SearchThreads;
let indexes: EmbeddedIndex[];
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "onpoint-search-threads-"));
  threads = new SearchThreads({ workers: 2, cache_bytes_max: CACHE_BYTES_MAX, log: silentLogger });
  indexes = await Promise.all(
    SCHEMAS.map(async (schema) =>
      openEmbeddedIndex({ schema, dir: join(dir, schema.name), threads, log: silentLogger }),
    ),
  );
});
afterEach(async () => {
  await Promise.all(indexes.map(async (index) => index.close()));
  await threads.close();
  rmSync(dir, { recursive: true, force: true });
});

/** In each collection a document of its own. */
async function fill(word: string): Promise<void> {
  for (const [at, index] of indexes.entries()) {
    const { name, fields } = SCHEMAS[at] ?? OPINIONS;
    const field = fields[0]?.name ?? "";
    await index.apply({ upserts: [{ id: `${name} ${word}`, texts: { [field]: word }, values: {} }], deletes: [] });
  }
}

/** As it is measured. */
const told = (): number => [...measured.kept].reduce((sum, { bytes }) => sum + bytes(), 0);
const running = (): number => threads.states.reduce((sum, state) => sum + state.running, 0);
const idsOf = ({ hits }: EngineResponse): readonly string[] => hits.map(({ id }) => id);
const found = async (): Promise<(readonly string[])[]> =>
  Promise.all(indexes.map(async (index) => idsOf(await index.search(REQUEST))));

test("all collections are searched by the same threads, which start with the first search", async () => {
  await fill("estoppel");
  expect(running()).toBe(0);
  const wanted = SCHEMAS.map(({ name }) => [`${name} estoppel`]);
  expect(await found()).toEqual(wanted);
  for (let round = 0; round < 5; round++) expect(await found()).toEqual(wanted);
  expect(running()).toBe(2);
});

test("a change of one is seen by the threads that others are searched with", async () => {
  await fill("waiver");
  expect(await found()).toEqual([[], [], []]);
  await fill("estoppel");
  for (let round = 0; round < 3; round++) expect((await found()).flat()).toHaveLength(3);
  await indexes[1]?.apply({ upserts: [], deletes: [`${LAWS.name} estoppel`] });
  for (let round = 0; round < 3; round++) expect((await found()).map(({ length }) => length)).toEqual([1, 0, 1]);
});

test("one that is closed leaves the threads to the others, and one that is opened later is searched too", async () => {
  await fill("estoppel");
  await found();
  const [, laws] = indexes;
  await laws?.close();
  await expect(laws?.search(REQUEST)).rejects.toMatchObject({ code: "unavailable" });
  expect(idsOf((await indexes[0]?.search(REQUEST)) as EngineResponse)).toHaveLength(1);
  indexes[1] = await openEmbeddedIndex({ schema: LAWS, dir: join(dir, LAWS.name), threads, log: silentLogger });
  expect((await found()).map(({ length }) => length)).toEqual([1, 1, 1]);
});

test("a thread in the place of a dead one knows all of them as they stand", async () => {
  await fill("waiver");
  await found();
  await fill("estoppel");
  for (let crash = 0; crash < 3; crash++) {
    await threads.crashOne({});
    expect((await found()).flat()).toHaveLength(3);
  }
});

test("how many bytes of blocks all threads keep is told while they run, and none when they have ended", async () => {
  const before = told();
  await fill("estoppel");
  expect(threads.keptBytes).toBe(0);
  await found();
  expect(threads.keptBytes).toBeGreaterThan(0);
  expect(threads.keptBytes).toBeLessThanOrEqual(CACHE_BYTES_MAX);
  expect(told() - before).toBe(threads.keptBytes);
  await Promise.all(indexes.map(async (index) => index.close()));
  await threads.close();
  expect([threads.keptBytes, told()]).toEqual([0, before]);
});
