import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { array, assert, boolean, constantFrom, nat, oneof, property, record } from "fast-check";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { SpanBatch } from "#index/embedded/match/span-batch.ts";
import { WINDOW } from "#index/embedded/segment/bits.ts";
import type { EngineHit, EngineRequest, IndexDocument } from "#index/index.ts";
import type { QueryNode, TermNode } from "#index/tree.ts";
import { OPINIONS } from "#search/opinions.ts";
import { requestFor } from "#test/conformance/engine-shapes.ts";
import { LocalIndex } from "#test/conformance/random/local-index.ts";
import { requests } from "#test/conformance/random/requests.ts";
import { sampleDocuments } from "#test/conformance/random/sample.ts";

const AT = { start: 0, end: 0 };
const word = (text: string, more: Partial<TermNode> = {}): TermNode => ({
  kind: "term",
  text,
  exact: false,
  at: AT,
  ...more,
});
const requestOf = (tree: QueryNode, more: Partial<EngineRequest> = {}): EngineRequest => {
  return { tree, filters: [], offset: 0, limit: 20, facets: [], total: true, explain: false, ...more };
};
const documentOf = (id: string, texts: IndexDocument["texts"], values: IndexDocument["values"] = {}): IndexDocument => {
  return { id, texts, values };
};

/** A document that says the word so many times. */
const dated = (id: string, times: number, date: string): IndexDocument =>
  documentOf(id, { body: `${"estoppel ".repeat(times)} and more` }, { dateFiled: date });

let dir: string;
let index: LocalIndex;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "onpoint-searches-"));
  index = new LocalIndex(dir, 1_000_000, 100);
});
afterEach(() => {
  index.close();
  rmSync(dir, { recursive: true });
});

test("hits in another order tell the scores that they have by relevance", () => {
  const filler = Array.from({ length: WINDOW }, (_, at) => documentOf(`filler ${at}`, { body: "nothing" }));
  index.apply({ upserts: [dated("a", 1, "1990-01-01"), ...filler, dated("b", 5, "1980-01-01")], deletes: [] });
  index.apply({ upserts: [dated("c", 3, "2000-01-01"), dated("d", 2, "1970-01-01")], deletes: [] });
  const byScore = index.search(requestOf(word("estoppel"))).hits;
  expect(byScore.map(({ id }) => id)).toEqual(["b", "c", "d", "a"]);
  const byDate = index.search(requestOf(word("estoppel"), { sort: [{ column: "dateFiled", order: "rising" }] })).hits;
  expect(byDate.map(({ id }) => id)).toEqual(["d", "b", "a", "c"]);
  expect(new Map(byDate.map(({ id, score }) => [id, score]))).toEqual(
    new Map(byScore.map(({ id, score }) => [id, score])),
  );
  expect(byScore.every(({ score }) => score > 0)).toBe(true);
});

test("a word that stands in every field is found in the one that is asked", () => {
  const textFields = OPINIONS.fields.map(({ name }) => name);
  const everywhere = documentOf("all", Object.fromEntries(textFields.map((field) => [field, "estoppel"])));
  const apart = textFields.map((field) => documentOf(field, { [field]: "estoppel" }));
  index.apply({ upserts: [everywhere, ...apart], deletes: [] });
  for (const field of textFields) {
    const found = index.search(requestOf(word("estoppel", { field }))).hits.map(({ id }) => id);
    expect(found.toSorted()).toEqual(["all", field].toSorted());
  }
});

test("words in their order are none in another, also where the pair is near a third", () => {
  const inOrder: QueryNode = {
    kind: "near",
    left: word("heron"),
    right: word("marsh"),
    unit: "word",
    distance: 3,
    ordered: true,
    at: AT,
  };
  const nested: QueryNode = { ...inOrder, left: inOrder, right: word("reliance"), ordered: false };
  const right = documentOf("right", { body: "the heron by the marsh and reliance" });
  const wrong = documentOf("wrong", { body: "the marsh by the heron and reliance" });
  index.apply({ upserts: [right, wrong], deletes: [] });
  expect(index.search(requestOf(inOrder)).hits.map(({ id }) => id)).toEqual(["right"]);
  expect(index.search(requestOf(nested)).hits.map(({ id }) => id)).toEqual(["right"]);
});

/** Its first sixty hits and how each scored. */
function explained({ tree, leaveOutSource }: EngineRequest, more: Partial<EngineRequest>): readonly EngineHit[] {
  const asked = requestOf(tree, { explain: true, total: false, limit: 60, ...more });
  return index.search({ ...asked, ...(leaveOutSource !== undefined && { leaveOutSource }) }).hits;
}

test("how a hit scored is told alike beside many and alone", () => {
  for (const [batch, count] of [160, 90].entries()) {
    const upserts = sampleDocuments(count, 40, batch).map((document) => ({
      ...document,
      id: `${batch} ${document.id}`,
    }));
    index.apply({ upserts, deletes: [] });
  }
  let told = 0;
  assert(
    property(requests, (drawn) => {
      const request = requestFor(drawn);
      for (const { id, score, explanation } of explained(request, {})) {
        expect(explained(request, { among: [id] })).toEqual([{ id, score, explanation }]);
        expect(explanation?.score ?? 0).toBeCloseTo(score, 9);
        if (explanation !== undefined) told += 1;
      }
    }),
    { numRuns: 150 },
  );
  expect(told).toBeGreaterThan(500);
});

test("a search says the same however few documents it reads the places of words in at once", () => {
  index.apply({ upserts: sampleDocuments(120, 40, 7), deletes: [] });
  let found = 0;
  assert(
    property(requests, nat(90), (drawn, wordsAtOnce_max) => {
      const request = { ...requestFor(drawn), explain: true };
      const whole = index.search(request);
      expect(index.search(request, undefined, { wordsAtOnce_max })).toEqual(whole);
      found += whole.hits.length;
    }),
    { numRuns: 150 },
  );
  expect(found).toBeGreaterThan(200);
});

test("spans of words that stand everywhere are held of a bounded number of words", () => {
  const [documents, words] = [200, 100];
  const body = Array.from({ length: words }, (_, at) => `${at % 2 === 0 ? "heron" : "marsh"}${at % 10}`).join(" ");
  index.apply({
    upserts: Array.from({ length: documents }, (_, at) => documentOf(`${at}`, { body })),
    deletes: [],
  });
  const wild = (pattern: string): QueryNode => ({ kind: "wildcard", pattern, at: AT });
  const near: QueryNode = {
    kind: "near",
    left: wild("heron*"),
    right: wild("marsh*"),
    unit: "word",
    distance: 1,
    ordered: false,
    at: AT,
  };
  const reserve = vi.spyOn(SpanBatch.prototype, "reserve");
  onTestFinished(() => reserve.mockRestore());
  const wordsAtOnce_max = 1000;
  expect(index.search(requestOf(near), undefined, { wordsAtOnce_max }).total).toBe(documents);
  const batches = new Set(reserve.mock.contexts as readonly SpanBatch[]);
  expect(batches.size).toBeGreaterThan(1);
  // Room is doubled where it does not suffice.
  for (const { starts } of batches) expect(starts.length).toBeLessThanOrEqual(2 * wordsAtOnce_max);
});

test("a word of one field is looked for in that field in each of its forms", () => {
  index.apply({
    upserts: [
      documentOf("named once", { name: "Contract Holders v. Elm", body: "nothing" }),
      documentOf("named in another form", { name: "Fir v. Contracts Board", body: "nothing" }),
      documentOf("only told of", { name: "Oak v. Ash", body: "the contracts of Oak were contracts" }),
    ],
    deletes: [],
  });
  const found = index.search(requestOf(word("contract", { field: "name" }))).hits.map(({ id }) => id);
  expect(found.toSorted()).toEqual(["named in another form", "named once"]);
  const choice: QueryNode = {
    kind: "or",
    children: [word("contract", { field: "name" }), word("oak", { field: "name" })],
    at: AT,
  };
  const near: QueryNode = {
    kind: "near",
    left: choice,
    right: word("v", { field: "name" }),
    unit: "word",
    distance: 3,
    ordered: false,
    at: AT,
  };
  expect(index.search(requestOf(near)).hits.map(({ id }) => id)).toHaveLength(3);
});

test("a word asked of several fields is found and scored as each field asked by itself", () => {
  index.apply({ upserts: sampleDocuments(60, 30, 5), deletes: [] });
  index.apply({ upserts: sampleDocuments(90, 30, 9).slice(60), deletes: ["document 3"] });
  const texts = ["contract", "contracts", "fraud", "breach", "the", "court", "nowhere"];
  const fields = [undefined, ...OPINIONS.fields.map(({ name }) => name)];
  const one = record({
    text: constantFrom(...texts),
    field: constantFrom(...fields),
    factor: constantFrom(0.3, 1, 2),
    exact: boolean(),
  }).map(({ text, field, factor, exact }): QueryNode => {
    const child = word(text, { exact, ...(field === undefined ? {} : { field }) });
    return factor === 1 ? child : { kind: "boost", child, factor, at: AT };
  });
  const choice = array(one, { minLength: 1, maxLength: 6 }).map((children): QueryNode => ({
    kind: "or",
    children,
    at: AT,
  }));
  const boosted = choice.map((child): QueryNode => ({ kind: "boost", child, factor: 0.4, at: AT }));
  const tree = record({
    children: array(oneof(choice, boosted, one), { minLength: 1, maxLength: 4 }),
    required: nat(2),
  }).map(({ children, required }): QueryNode =>
    required === 0 ? { kind: "or", children, at: AT } : { kind: "ranked", children, required, at: AT },
  );
  assert(
    property(tree, (asked) => {
      const limit = 5;
      const found = index.search(requestOf(asked, { limit }));
      // What explains its scores asks each field apart.
      const apart = index.search(requestOf(asked, { limit: 100, explain: true }));
      const scores = new Map(apart.hits.map(({ id, score }) => [id, score]));
      expect(found.total).toBe(apart.total);
      found.hits.forEach(({ id, score }, at) => {
        expect(score).toBeCloseTo(scores.get(id) ?? NaN, 9);
        expect(score).toBeCloseTo(apart.hits[at]?.score ?? NaN, 9);
      });
    }),
    { numRuns: 200 },
  );
});

test("what is enough ends the search, and counts no further", () => {
  const many = Array.from({ length: 3 }, (_, batch) =>
    Array.from({ length: 40 }, (_document, at) => dated(`${batch} ${at}`, 1, "1990-01-01")),
  );
  for (const upserts of many) index.apply({ upserts, deletes: [] });
  for (const [enough, told] of [
    [1, 1],
    [39, 39],
    [40, 40],
    [41, 41],
    [120, 120],
    [121, 120],
  ] as const) {
    expect(index.search(requestOf(word("estoppel"), { limit: 0, enough })).total).toBe(told);
  }
});

test("columns that are none are refused before anything is searched", () => {
  index.apply({ upserts: [documentOf("one", { body: "estoppel" })], deletes: [] });
  const asks: readonly Partial<EngineRequest>[] = [
    { facets: [{ column: "colour", limit: 5 }] as unknown as EngineRequest["facets"] },
    { collapse: { column: "decision", most: 1, spare: { column: "colour", anyOf: ["red"] } } },
    { collapse: { column: "colour", most: 1 } },
    { sort: [{ column: "colour", order: "rising" }] },
    { filters: [{ column: "colour", anyOf: ["red"] }] },
  ];
  for (const more of asks)
    expect(() => index.search(requestOf(word("nowhere"), more)), JSON.stringify(more)).toThrow(/colour/u);
});
