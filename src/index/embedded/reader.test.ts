import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { silentLogger } from "#base/log.ts";
import type { EngineRequest, IndexDocument } from "#index/index.ts";
import type { CollectionSchema } from "#index/schema.ts";
import { OPINIONS } from "#search/opinions.ts";
import { openEmbeddedIndex } from "./embedded.ts";
import type { EmbeddedIndex } from "./embedded.ts";
import { openEmbeddedReader } from "./reader.ts";
import type { EmbeddedReader } from "./reader.ts";

const FOLLOW_MS = 5;
const SEEN_MS_MAX = 20_000;

let dir = "";
let writer: EmbeddedIndex;
let reader: EmbeddedReader;

const openReader = async (schema: CollectionSchema = OPINIONS, follow_ms = FOLLOW_MS): Promise<EmbeddedReader> =>
  openEmbeddedReader({ schema, dir, workers: 1, log: silentLogger, follow_ms });

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "onpoint-reader-"));
  writer = await openEmbeddedIndex({ schema: OPINIONS, dir, workers: 1, log: silentLogger, mergeInBackground: false });
  reader = await openReader();
});

afterEach(async () => {
  await Promise.all([reader.close(), writer.close()]);
  rmSync(dir, { recursive: true });
});

const opinion = (number: number, body: string): IndexDocument => ({
  id: `00000000-0000-8000-8000-${String(number).padStart(12, "0")}`,
  texts: { body },
  values: {},
});

function wordRequest(text: string): EngineRequest {
  const tree = { kind: "term", text, exact: true, at: { start: 0, end: 0 } } as const;
  return { tree, filters: [], offset: 0, limit: 100, facets: [], total: true, explain: false };
}

async function seen(ask: () => Promise<boolean>): Promise<void> {
  const end_ms = performance.now() + SEEN_MS_MAX;
  while (!(await ask())) {
    if (performance.now() > end_ms) throw new Error("it was never seen");
    await sleep(FOLLOW_MS);
  }
}

const total = async (word: string): Promise<number | undefined> => (await reader.search(wordRequest(word))).total;

test("what is written, replaced and deleted elsewhere is found, no more and no less", async () => {
  expect(await total("laches")).toBe(0);
  await writer.apply({ upserts: [1, 2, 3].map((number) => opinion(number, "laches bar it")), deletes: [] });
  await seen(async () => (await total("laches")) === 3);
  await writer.apply({ upserts: [opinion(2, "estoppel bars it")], deletes: [opinion(3, "").id] });
  await seen(async () => (await total("laches")) === 1);
  expect(await total("estoppel")).toBe(1);
  expect(await reader.frequencies([{ text: "estoppel", exact: true }])).toMatchObject([{ documents: 1 }]);
  expect((await reader.status()).documents).toBe(2);
});

test("a reader that has not looked for long searches what is on disk once it was asked how it stands", async () => {
  await reader.close();
  reader = await openReader(OPINIONS, 3_600_000);
  await writer.apply({ upserts: [opinion(1, "laches bar it")], deletes: [] });
  expect(await total("laches")).toBe(0);
  expect(await reader.status()).toMatchObject({ documents: 1, damaged: [] });
  expect(await total("laches")).toBe(1);
  await writer.apply({ upserts: [opinion(2, "laches again")], deletes: [] });
  for (const name of readdirSync(dir).filter((one) => one.startsWith("manifest"))) writeFileSync(join(dir, name), "");
  expect(await reader.status()).toMatchObject({ documents: 1, isBehind: true });
});

test("every state is whole while segments are merged and deleted under the reader", async () => {
  await writer.apply({ upserts: [opinion(0, "laches")], deletes: [] });
  await seen(async () => (await total("laches")) === 1);
  let written = 1;
  const writing = (async () => {
    for (; written < 40; written++) {
      await writer.apply({ upserts: [opinion(written, "laches")], deletes: [] });
      if (written % 3 === 0) await writer.mergeNow({ all: true });
    }
  })();
  let last = 1;
  while (last < 40) {
    const found = await total("laches");
    // Each state holds all that the one before held: an answer that missed a segment would be smaller.
    expect(found).toBeGreaterThanOrEqual(last);
    last = found ?? 0;
    if (written === 40) await writing;
  }
  await writing;
});

test("a damaged segment is left out and told, and the next state is whole", async () => {
  await writer.apply({ upserts: [opinion(1, "laches bar it")], deletes: [] });
  await writer.apply({ upserts: [opinion(2, "laches again")], deletes: [] });
  await seen(async () => (await total("laches")) === 2);
  await reader.close();
  const name = (await writer.status()).segments[0]!.name;
  const file = join(dir, `${name}.docs`);
  const bytes = readFileSync(file);
  const before = Buffer.from(bytes);
  bytes[0] = (bytes[0] as number) ^ 0xff;
  writeFileSync(file, bytes);
  reader = await openReader();
  const answer = await reader.search(wordRequest("laches"));
  expect(answer.total).toBe(1);
  expect(answer.warnings.join()).toMatch(/missing from this answer/u);
  expect((await reader.status()).damaged).toMatchObject([{ name, documents: 1 }]);
  writeFileSync(file, before);
  await writer.apply({ upserts: [opinion(3, "laches too")], deletes: [] });
  await seen(async () => (await total("laches")) === 3);
  expect((await reader.status()).damaged).toEqual([]);
});

test("an index of another schema is not read, and answers say that it is missing", async () => {
  await writer.apply({ upserts: [opinion(1, "laches bar it")], deletes: [] });
  const [first, ...rest] = OPINIONS.fields;
  const other = await openReader({ ...OPINIONS, fields: [{ ...first!, name: "elsewhere" }, ...rest] });
  expect((await other.status()).documents).toBe(0);
  expect((await other.search(wordRequest("laches"))).warnings.join()).toMatch(
    /1 opinions are missing from this answer/u,
  );
  await other.close();
});

test("of an index whose state cannot be read the answers say so, until another state is written", async () => {
  await writer.apply({ upserts: [opinion(1, "laches bar it")], deletes: [] });
  await reader.close();
  for (const file of ["manifest.json", "manifest.copy.json"]) writeFileSync(join(dir, file), "torn");
  reader = await openReader();
  const answer = await reader.search(wordRequest("laches"));
  expect(answer.total).toBe(0);
  expect(answer.warnings.join()).toMatch(/missing from this answer/u);
  await writer.apply({ upserts: [opinion(2, "laches again")], deletes: [] });
  await seen(async () => (await total("laches")) === 2);
  expect((await reader.status()).damaged).toEqual([]);
});

test("a reader writes nothing", async () => {
  await expect(reader.apply()).rejects.toMatchObject({ code: "unsupported" });
});
