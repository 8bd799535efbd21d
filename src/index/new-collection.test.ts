import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { silentLogger } from "#base/log.ts";
import { openEmbeddedIndex } from "./embedded/embedded.ts";
import type { EmbeddedIndex } from "./embedded/embedded.ts";
import type { FacetRequest, Filter } from "./filter.ts";
import type { EngineResponse, IndexDocument } from "./index.ts";
import type { CollectionSchema } from "./schema.ts";
import type { QueryNode } from "./tree.ts";

/** Everything that a collection takes: its schema and how its records become documents. */
const LAWS: CollectionSchema = {
  name: "laws",
  k1: 1.2,
  fields: [
    { name: "heading", weight: 3, b: 0.3 },
    { name: "text", weight: 1, b: 0.75, isMain: true },
    { name: "notes", weight: 0.5, b: 0.5, isOnlyNamed: true },
    { name: "annotations", weight: 1, b: 0.5, hasSources: true },
  ],
  columns: [
    { name: "path", kind: "path" },
    { name: "topics", kind: "keyword", isList: true },
    { name: "effective", kind: "date" },
    { name: "repealed", kind: "date" },
    { name: "sections", kind: "number" },
  ],
};

type Law = {
  readonly path: string;
  readonly heading: string;
  readonly text: string;
  readonly topics?: readonly string[];
  readonly effective?: string;
  readonly repealed?: string;
  readonly sections?: number;
};

function lawDocument({ heading, text, ...values }: Law): IndexDocument {
  const annotations = [{ source: "annotator", text: `Cited as ${values.path}.` }];
  return { id: values.path, texts: { heading, text, annotations, notes: "Amended once." }, values };
}

const HELD: readonly Law[] = [
  { path: "code.42", heading: "Public health", text: "Health and welfare of the public.", sections: 3 },
  {
    path: "code.42.ch21",
    heading: "Civil rights",
    text: "Every person who deprives another of rights is liable.",
    topics: ["rights", "liability"],
    effective: "1871-04-20",
    sections: 12,
  },
  {
    path: "code.42.ch21.s1983",
    heading: "Civil action for deprivation of rights",
    text: "Every person who, under color of law, deprives another of rights shall be liable.",
    topics: ["rights"],
    effective: "1996-10-19",
  },
  {
    path: "code.420",
    heading: "Fisheries",
    text: "Rights in fisheries; every person is liable for waste.",
    topics: ["fish", "liability"],
    effective: "1996-01-02",
    repealed: "2001-05-06",
    sections: 1,
  },
];

const AT = { start: 0, end: 0 };
let dir: string;
let index: EmbeddedIndex;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "onpoint-laws-"));
  index = await openEmbeddedIndex({ schema: LAWS, dir, workers: 1, log: silentLogger });
  for (const law of HELD) await index.apply({ upserts: [lawDocument(law)], deletes: [] });
  await index.mergeNow({ all: true });
});

afterAll(async () => {
  await index.close();
  rmSync(dir, { recursive: true });
});

function word(text: string, field?: string): QueryNode {
  return { kind: "term", text, exact: false, at: AT, ...(field !== undefined && { field }) };
}

async function ask(
  tree: QueryNode,
  filters: readonly Filter[] = [],
  facets: readonly FacetRequest[] = [],
): Promise<EngineResponse> {
  return index.search({ tree, filters, facets, offset: 0, limit: 10, total: true, explain: false });
}

async function found(tree: QueryNode, ...filters: Filter[]): Promise<string[]> {
  return (await ask(tree, filters)).hits.map(({ id }) => id).toSorted();
}

function below(prefix: string): Filter {
  return { column: "path", prefix };
}

describe("a new collection is a schema and a mapping", () => {
  test("paths are filtered at the boundaries of their labels", async () => {
    expect(await found(word("rights"), below("code.42"))).toEqual(["code.42.ch21", "code.42.ch21.s1983"]);
    expect(await found(word("rights"), below("code.42.ch21.s1983"))).toEqual(["code.42.ch21.s1983"]);
    expect(await found(word("rights"), below("code.42.ch2"))).toEqual([]);
    expect(await found(word("liable"), below("code"))).toHaveLength(3);
    expect(await found(word("liable"), { column: "path", anyOf: ["code.420", "code.42"] })).toEqual(["code.420"]);
  });

  test("keywords of which a document has several, two dates and numbers", async () => {
    expect(await found(word("liable"), { column: "topics", anyOf: ["liability"] })).toEqual([
      "code.42.ch21",
      "code.420",
    ]);
    expect(await found(word("public"), { column: "topics", anyOf: [""] })).toEqual(["code.42"]);
    expect(await found(word("liable"), { column: "effective", from: "1996-01-02", to: "1996-10-18" })).toEqual([
      "code.420",
    ]);
    expect(await found(word("rights"), { column: "repealed", to: "9999-12-31" })).toEqual(["code.420"]);
    expect(await found(word("liable"), { column: "sections", from: 1, to: 11.5 })).toEqual(["code.420"]);
  });

  test("facets by value and by year; a document counts once for each of its values", async () => {
    const { total, facets } = await ask(
      word("rights"),
      [],
      [{ column: "topics" }, { column: "effective", by: "year" }],
    );
    expect(total).toBe(3);
    expect(facets).toEqual([
      [
        { key: "liability", count: 2 },
        { key: "rights", count: 2 },
        { key: "fish", count: 1 },
      ],
      [
        { key: "1996", count: 2 },
        { key: "1871", count: 1 },
      ],
    ]);
  });

  test("a field that is only searched where it is named, and filters inside a query", async () => {
    expect(await found(word("amended"))).toEqual([]);
    expect(await found(word("amended", "notes"))).toHaveLength(HELD.length);
    expect(
      await index.frequencies([
        { text: "amended", exact: true },
        { text: "amended", exact: true, field: "notes" },
      ]),
    ).toMatchObject([{ documents: 0 }, { documents: HELD.length }]);
    const filter: QueryNode = { kind: "filter", filter: { column: "topics", anyOf: ["fish"] }, at: AT };
    const not: QueryNode = { kind: "not", child: filter, at: AT };
    expect(await found({ kind: "and", children: [word("liable"), not], at: AT })).not.toContain("code.420");
  });

  test("texts of a source are passed over when that is asked", async () => {
    const tree = word("cited");
    const left = { tree, filters: [], facets: [], offset: 0, limit: 10, total: true, explain: false };
    expect((await index.search({ ...left, leaveOutSource: "annotator" })).total).toBe(0);
    expect((await index.search({ ...left, leaveOutSource: "another" })).total).toBe(HELD.length);
  });

  const REFUSED: readonly (readonly [
    what: string,
    tree: QueryNode,
    filters: readonly Filter[],
    facets: FacetRequest[],
  ])[] = [
    ['no field "body"', word("a", "body"), [], []],
    ['no column "court"', word("a"), [{ column: "court", anyOf: [] }], []],
    ['"effective" is a date', word("a"), [{ column: "effective", anyOf: ["1996-01-02"] }], []],
    ["compared with dates", word("a"), [{ column: "effective", from: "soon" }], []],
    ['"topics" is a keyword', word("a"), [{ column: "topics", prefix: "rights" }], []],
    ['"sections" is a number', word("a"), [{ column: "sections", from: "1" }], []],
    ["counted not at all", word("a"), [], [{ column: "sections" }]],
    ["counted by year only", word("a"), [], [{ column: "effective" }]],
  ];

  test.each(REFUSED)("%s: what the schema has not is refused", async (what, tree, filters, facets) => {
    await expect(ask(tree, filters, facets)).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining(what),
    });
  });

  test.each([
    ["texts", { id: "x", texts: { body: "a" }, values: {} }],
    ["values", { id: "x", texts: {}, values: { court: "a" } }],
    ["a date", { id: "x", texts: {}, values: { effective: "soon" } }],
    ["a number", { id: "x", texts: {}, values: { sections: "2" } }],
    ["a list of texts in the main field", { id: "x", texts: { text: ["a", "b"] }, values: {} }],
  ])("a document with %s the schema has not is refused and leaves nothing", async (_, document) => {
    const { generation } = await index.status();
    await expect(index.apply({ upserts: [document], deletes: [] })).rejects.toMatchObject({ code: "invalid_input" });
    expect(await index.status()).toMatchObject({ generation, documents: HELD.length });
  });
});
