import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { silentLogger } from "#base/log.ts";
import type { EngineRequest, IndexDocument } from "#index/index.ts";
import { checkSchema, FIELDS_MAX } from "#index/schema.ts";
import type { CollectionSchema } from "#index/schema.ts";
import type { QueryNode, TermNode } from "#index/tree.ts";
import { openEmbeddedIndex } from "./embedded.ts";
import type { EmbeddedIndex } from "./embedded.ts";

const MAIN = 17;
const SOURCED = 30;
/** It waits for what a test that ran out of time still writes. */
const CLOSING_MS_MAX = 300_000;
/** More documents than a block of postings holds. */
const DOCUMENTS = 300;

const WIDE: CollectionSchema = {
  name: "wide",
  k1: 1.2,
  fields: Array.from({ length: FIELDS_MAX }, (_, field) => ({
    name: `field${field}`,
    weight: 1 + field / 10,
    b: 0.5,
    ...(field === MAIN && { isMain: true as const }),
    ...(field === SOURCED && { hasSources: true as const }),
  })),
  columns: [{ name: "value", kind: "keyword" }],
};

const AT = { start: 0, end: 0 };
let dir: string;
let index: EmbeddedIndex;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "onpoint-wide-"));
});

afterEach(async () => {
  await index.close();
  rmSync(dir, { recursive: true });
}, CLOSING_MS_MAX);

async function open(schema: CollectionSchema): Promise<void> {
  index = await openEmbeddedIndex({ schema, dir, workers: 1, log: silentLogger, mergeInBackground: false });
}

function word(text: string, field?: number): TermNode {
  return { kind: "term", text, exact: true, at: AT, ...(field !== undefined && { field: `field${field}` }) };
}

function request(tree: QueryNode, more: Partial<EngineRequest> = {}): EngineRequest {
  return { tree, filters: [], facets: [], offset: 0, limit: 500, total: true, explain: false, ...more };
}

async function count(tree: QueryNode, more: Partial<EngineRequest> = {}): Promise<number | undefined> {
  return (await index.search(request(tree, more))).total;
}

/** Every field of every document has a word of its own, one of the field, and "everywhere". */
function wideDocument(number: number): IndexDocument {
  const texts = WIDE.fields.map(({ name }, field) => {
    const text = `everywhere of${field}field own${field}x${number}`;
    return [name, field === SOURCED ? [{ source: `source ${number % 3}`, text }] : text];
  });
  return { id: `document ${number}`, texts: Object.fromEntries(texts), values: { value: `value ${number}` } };
}

test("thirty-two fields are searched, scored, merged and verified apart", async () => {
  await open(WIDE);
  const documents = Array.from({ length: DOCUMENTS }, (_, number) => wideDocument(number));
  await index.apply({ upserts: documents.slice(0, 170), deletes: [] });
  await index.apply({ upserts: documents.slice(170), deletes: ["document 3"] });
  for (const merge of [false, true]) {
    if (merge) await index.mergeNow({ all: true });
    expect(await count(word("everywhere"))).toBe(DOCUMENTS - 1);
    for (const field of [0, 1, MAIN, SOURCED, 31]) {
      expect(await count(word(`of${field}field`, field))).toBe(DOCUMENTS - 1);
      expect(await count(word(`of${field}field`, (field + 1) % 32))).toBe(0);
      expect(await count(word(`own${field}x7`))).toBe(1);
      const words = [word("everywhere"), word(`of${field}field`), word(`own${field}x9`)];
      expect(await count({ kind: "phrase", words, at: AT })).toBe(1);
      expect(await count({ kind: "phrase", words, field: `field${field}`, at: AT })).toBe(1);
      const near = { kind: "near", unit: "word", distance: 255, ordered: false, at: AT } as const;
      expect(await count({ ...near, left: word("own0x5"), right: word(`own${field}x5`) })).toBe(0);
    }
    const { hits } = await index.search(request(word("everywhere"), { explain: true, limit: 1 }));
    const everyField = WIDE.fields.map(({ name }) => [name, 1]);
    expect(hits[0]?.explanation?.occurrences).toEqual(Object.fromEntries(everyField));
    const inSourced = word(`of${SOURCED}field`);
    expect(await count(inSourced, { leaveOutSource: "source 1" })).toBe(199);
    expect((await index.verify()).faults).toEqual([]);
  }
});

test(
  "a column may have more values than sixteen bits count, and a narrow one takes a byte each",
  { timeout: 600_000 },
  async () => {
    const values = 70_000;
    await open({ ...WIDE, fields: WIDE.fields.slice(MAIN, MAIN + 1), columns: [{ name: "value", kind: "keyword" }] });
    const field = `field${MAIN}`;
    const upserts = Array.from({ length: values }, (_, number) => {
      return { id: `document ${number}`, texts: { [field]: "word" }, values: { value: `value ${number}` } };
    });
    await index.apply({ upserts: upserts.slice(0, 200), deletes: [] });
    await index.apply({ upserts: upserts.slice(200), deletes: [] });
    for (const merge of [false, true]) {
      if (merge) await index.mergeNow({ all: true });
      for (const number of [0, 255, 256, 65_536, values - 1]) {
        const { hits } = await index.search(
          request(word("word"), { filters: [{ column: "value", anyOf: [`value ${number}`] }] }),
        );
        expect(hits.map(({ id }) => id)).toEqual([`document ${number}`]);
      }
      const { facets } = await index.search(request(word("word"), { facets: [{ column: "value" }] }));
      expect(facets[0]).toHaveLength(values);
      expect(new Set(facets[0]?.map(({ count: counted }) => counted))).toEqual(new Set([1]));
    }
  },
);

test("an index written for other fields or columns says what is missing and is not misread; weights may change", async () => {
  await open(WIDE);
  await index.apply({ upserts: [wideDocument(1), wideDocument(2)], deletes: [] });
  await index.close();
  await open({ ...WIDE, k1: 2, fields: WIDE.fields.map((field) => ({ ...field, weight: 2, b: 0.1 })) });
  expect(await count(word("everywhere"))).toBe(2);
  await index.close();
  const other: CollectionSchema = { ...WIDE, columns: [{ name: "value", kind: "path" }] };
  await open(other);
  expect((await index.status()).damaged).toMatchObject([{ documents: 2, reason: "it was written for other fields" }]);
  const { total, warnings } = await index.search(request(word("everywhere")));
  expect([total, warnings]).toEqual([0, [expect.stringContaining("2 wide are missing")]]);
  expect(await index.missing(["document 1", "document 2"])).toEqual(["document 1", "document 2"]);
  await index.apply({ upserts: [wideDocument(1), wideDocument(2)], deletes: [], mends: true });
  expect((await index.status()).damaged).toEqual([]);
  await index.close();
  await open(other);
  expect(await index.search(request(word("everywhere")))).toMatchObject({ total: 2, warnings: [] });
});

test("a schema that contradicts itself is refused", async () => {
  await open(WIDE);
  const [field] = WIDE.fields;
  if (field === undefined) throw new Error("no field");
  const many = [...WIDE.fields, { ...field, name: "another" }];
  expect(() => checkSchema({ ...WIDE, fields: many })).toThrow(/more than 32 fields/u);
  expect(() => checkSchema({ ...WIDE, fields: [field] })).toThrow(/one main field/u);
  expect(() => checkSchema({ ...WIDE, columns: [{ name: "field3", kind: "date" }] })).toThrow(/names field3 twice/u);
  expect(() => checkSchema({ ...WIDE, name: "../laws" })).toThrow(/cannot be a folder/u);
});
