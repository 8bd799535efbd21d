import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { IndexDocument, NearestRequest } from "#index/index.ts";
import { randomFrom, schemaOf, VectorIndex, vectorNear } from "#test/conformance/vector-index.ts";

const DIMENSIONS = 48;
const COURTS = ["scotus", "ca9", "nysd"];

async function inDirectory<Value>(work: (dir: string) => Value | Promise<Value>): Promise<Value> {
  const dir = mkdtempSync(join(tmpdir(), "onpoint-vectors-"));
  try {
    return await work(dir);
  } finally {
    rmSync(dir, { recursive: true });
  }
}

const units = new WeakMap<Float32Array, Float64Array>();

function unitOf(values: Float32Array): Float64Array {
  const known = units.get(values);
  if (known !== undefined) return known;
  let square = 0;
  for (const value of values) square += value * value;
  const unit = Float64Array.from(values, (value) => value / Math.sqrt(square));
  units.set(values, unit);
  return unit;
}

/** The cosines of everything with everything, in 64-bit numbers, without an index. */
function oracle(
  documents: readonly IndexDocument[],
  { vector, filters, leaveOutSource, otherShare = 0, among }: NearestRequest,
) {
  const query = unitOf(vector);
  const cosine = (values: Float32Array): number => {
    const own = unitOf(values);
    let product = 0;
    for (let at = 0; at < own.length; at++) product += own[at]! * query[at]!;
    return product;
  };
  return documents
    .filter(({ id }) => among?.includes(id) !== false)
    .filter(({ values }) =>
      filters.every((filter) => "anyOf" in filter && filter.anyOf.includes(String(values[filter.column]))),
    )
    .flatMap(({ id, passages = [] }) => {
      const counted = passages.filter(({ source }) => source === undefined || source !== leaveOutSource);
      const scored = counted.map((passage) => ({ ...passage, score: cosine(passage.vector) }));
      const own = scored.filter(({ source }) => source === undefined);
      if (scored.length === 0) return [];
      const said = scored.filter(({ source }) => source !== undefined);
      const [nearestOwn, nearestSaid] = [own, said]
        .map((kind) => kind.map(({ score }) => score))
        .map((kind) => Math.max(-1, ...kind));
      const both = own.length > 0 && said.length > 0;
      const other = both ? Math.max(0, Math.min(nearestOwn!, nearestSaid!)) : 0;
      const best = (Math.max(nearestOwn!, nearestSaid!) + otherShare * other) / (1 + otherShare);
      return [{ id, score: best, own: own.toSorted((a, b) => b.score - a.score) }];
    })
    .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

function documentOf(id: number, seed: number, said: readonly (number | null)[]): IndexDocument {
  const random = randomFrom(seed);
  const centre = vectorNear(new Float32Array(DIMENSIONS), 1, random);
  return {
    id: `document-${id}`,
    texts: {},
    values: { court: COURTS[seed % COURTS.length] as string },
    passages: said.map((source, at) => ({
      vector: vectorNear(centre, 0.7, random),
      from: source === null ? at * 100 : 0,
      to: source === null ? at * 100 + 90 : 0,
      ...(source === null ? {} : { source: `source-${source}` }),
    })),
  };
}

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("put" as const),
      documents: fc.array(
        fc.record({
          id: fc.nat(30),
          seed: fc.nat(10_000),
          said: fc.array(fc.option(fc.nat(3), { nil: null }), { maxLength: 6 }),
        }),
        { minLength: 1, maxLength: 12 },
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("delete" as const), ids: fc.array(fc.nat(30), { maxLength: 5 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "merge" as const }) },
);

const question = fc.record({
  seed: fc.nat(10_000),
  courts: fc.option(fc.subarray(COURTS), { nil: undefined }),
  leftOut: fc.option(fc.nat(3), { nil: undefined }),
  otherShare: fc.constantFrom(0, 0.3, 1),
  among: fc.option(fc.uniqueArray(fc.nat(40), { maxLength: 20 }), { nil: undefined }),
});

test("lives of an index: every document is found, by the cosine of its nearest passage, within what is asked", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 8 }),
      fc.array(question, { minLength: 1, maxLength: 4 }),
      async (steps, questions) =>
        inDirectory((dir) => {
          const index = new VectorIndex(dir, schemaOf(DIMENSIONS), 2000);
          const held = new Map<string, IndexDocument>();
          for (const one of steps) {
            if (one.kind === "merge") index.merge();
            else if (one.kind === "delete") {
              const ids = one.ids.map((id) => `document-${id}`);
              for (const id of ids) held.delete(id);
              index.apply([], ids);
            } else {
              const documents = one.documents.map(({ id, seed, said }) => documentOf(id, seed, said));
              for (const document of documents) held.set(document.id, document);
              index.apply(documents);
            }
          }
          expect(index.verify().reduce((sum, { documents }) => sum + documents, 0)).toBeGreaterThanOrEqual(held.size);
          for (const { seed, courts, leftOut, otherShare, among } of questions) {
            const request: NearestRequest = {
              vector: vectorNear(new Float32Array(DIMENSIONS), 1, randomFrom(seed)),
              filters: courts === undefined ? [] : [{ column: "court", anyOf: courts }],
              depth: 500,
              offset: 0,
              limit: 500,
              otherShare,
              ...(leftOut === undefined ? {} : { leaveOutSource: `source-${leftOut}` }),
              ...(among === undefined ? {} : { among: among.map((id) => `document-${id}`) }),
            };
            const expected = new Map(oracle([...held.values()], request).map((one) => [one.id, one]));
            const { hits, total } = index.nearest(request);
            expect(total).toBe(expected.size);
            expect(hits.map(({ id }) => id).toSorted()).toEqual([...expected.keys()].toSorted());
            for (const [at, hit] of hits.entries()) {
              const { score, own } = expected.get(hit.id)!;
              expect(Math.abs(hit.score - score)).toBeLessThan(0.01);
              if (at > 0) expect(hit.score).toBeLessThanOrEqual(hits[at - 1]!.score);
              expect(hit.passage === undefined).toBe(own.length === 0);
              if (hit.passage === undefined) continue;
              const shown = own.find(({ from }) => from === hit.passage?.from)!;
              expect(shown.to).toBe(hit.passage.to);
              expect(own[0]!.score - shown.score).toBeLessThan(0.15);
            }
            const pages = [0, 3, 6].flatMap((offset) => index.nearest({ ...request, offset, limit: 3 }).hits);
            expect(pages).toEqual(hits.slice(0, 9));
          }
          index.close();
        }),
    ),
    { numRuns: 40 },
  );
});

/** The share of the nearest ten that a search finds. */
function recallOf(
  index: VectorIndex,
  documents: readonly IndexDocument[],
  requests: readonly NearestRequest[],
): number {
  let found = 0;
  for (const request of requests) {
    const wanted = new Set(
      oracle(documents, request)
        .slice(0, 10)
        .map(({ id }) => id),
    );
    found += index.nearest(request).hits.filter(({ id }) => wanted.has(id)).length / wanted.size;
  }
  return found / requests.length;
}

test.each([
  ["evenly spread", 1],
  ["in clusters", 0.35],
])("of vectors %s, the nearest ten are found, and none is lost to a filter", async (_name, spread) => {
  await inDirectory((dir) => {
    const dimensions = 256;
    const random = randomFrom(11);
    const centres = Array.from({ length: 200 }, () =>
      vectorNear(new Float32Array(dimensions), spread === 1 ? 0 : 1, random),
    );
    const some = (): Float32Array =>
      vectorNear(centres[Math.floor(random() * centres.length)] as Float32Array, spread, random);
    const documents = Array.from({ length: 3000 }, (_, id): IndexDocument => ({
      id: `document-${id}`,
      texts: {},
      values: { court: id % 50 === 0 ? "scotus" : "nysd" },
      passages: [
        { vector: some(), from: 0, to: 9 },
        { vector: some(), from: 9, to: 18 },
      ],
    }));
    const index = new VectorIndex(dir, schemaOf(dimensions));
    index.apply(documents.slice(0, 2000));
    index.apply(documents.slice(2000));
    const requests = Array.from({ length: 20 }, (): NearestRequest => ({
      vector: some(),
      filters: [],
      depth: 500,
      offset: 0,
      limit: 10,
    }));
    expect(recallOf(index, documents, requests)).toBeGreaterThanOrEqual(0.98);
    const filtered = requests.map((request) => ({ ...request, filters: [{ column: "court", anyOf: ["scotus"] }] }));
    expect(recallOf(index, documents, filtered)).toBeGreaterThanOrEqual(0.98);
    index.close();
  });
});

test("of a decision's opinions two are in the list, and what repeats another only where it stands alone", async () => {
  await inDirectory((dir) => {
    const random = randomFrom(5);
    const vector = vectorNear(new Float32Array(DIMENSIONS), 1, random);
    const member = (id: string, decision: number | null, repeats: "yes" | "", away: number): IndexDocument => ({
      id,
      texts: {},
      values: { decision, repeats },
      passages: [{ vector: vectorNear(vector, away, random), from: 0, to: 1 }],
    });
    const index = new VectorIndex(dir, schemaOf(DIMENSIONS));
    index.apply([member("a", 1, "yes", 0.01), member("b", 1, "", 0.1), member("c", 1, "", 0.5), member("d", 1, "", 2)]);
    index.apply([member("e", null, "", 1), member("f", 2, "yes", 1)]);
    const collapse = { column: "decision", most: 2, spare: { column: "repeats", anyOf: ["yes"] } };
    const request = { vector, filters: [], depth: 500, offset: 0, limit: 10 };
    expect(index.nearest(request).total).toBe(6);
    const { hits, total } = index.nearest({ ...request, collapse });
    expect(total).toBe(4);
    expect(hits.map(({ id }) => id).toSorted()).toEqual(["b", "c", "e", "f"]);
    index.close();
  });
});

test("a vector that is none of the space is refused, and what was held stays", async () => {
  await inDirectory((dir) => {
    const index = new VectorIndex(dir, schemaOf(DIMENSIONS));
    index.apply([documentOf(1, 1, [null])]);
    const wrong: readonly (readonly [Float32Array, RegExp])[] = [
      [new Float32Array(DIMENSIONS - 1).fill(1), /47 dimensions where 48 are kept/u],
      [new Float32Array(DIMENSIONS), /no direction|without a direction/u],
      [new Float32Array(DIMENSIONS).fill(Number.NaN), /no direction|without a direction/u],
    ];
    const request: NearestRequest = {
      vector: new Float32Array(DIMENSIONS).fill(1),
      filters: [],
      depth: 10,
      offset: 0,
      limit: 10,
    };
    for (const [vector, message] of wrong) {
      const document = { ...documentOf(2, 2, []), passages: [{ vector, from: 0, to: 1 }] };
      expect(() => index.apply([document])).toThrow(message);
      expect(() => index.nearest({ ...request, vector })).toThrow(message);
    }
    expect(index.nearest(request).hits.map(({ id }) => id)).toEqual(["document-1"]);
    index.close();
  });
});

test("an index written for another model holds nothing, and says that it was", async () => {
  await inDirectory((dir) => {
    const before = new VectorIndex(dir, schemaOf(DIMENSIONS, "one"));
    before.apply([documentOf(1, 1, [null])]);
    before.close();
    const after = new VectorIndex(dir, schemaOf(DIMENSIONS, "another"));
    expect(after.damaged).toEqual(["it was written for other fields"]);
    after.close();
  });
});
