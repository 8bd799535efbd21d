import fc from "fast-check";
import { expect } from "vitest";
import type { IndexDocument, NearestRequest, NearestResponse } from "#index/index.ts";
import { DIMENSIONS, documentOf, oracle, question, step } from "./nearest-oracle.ts";
import { randomFrom, vectorNear } from "./vector-index.ts";

/** An index of vectors, whatever holds it. */
export type NearestIndex = {
  readonly apply: (upserts: readonly IndexDocument[], deletes: readonly string[]) => Promise<void>;
  readonly merge: () => Promise<void>;
  readonly nearest: (request: NearestRequest) => Promise<NearestResponse>;
};

/** How far an answer may be off: a score, and the passage that is shown from the nearest. */
export type Tolerance = { readonly score: number; readonly shown: number };

/** Random lives of an index against the cosines of everything with everything. `within` lets one live, each time anew. */
export async function assertLivesAnswered(
  runs: number,
  tolerance: Tolerance,
  within: (live: (index: NearestIndex) => Promise<number>) => Promise<void>,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 8 }),
      fc.array(question, { minLength: 1, maxLength: 4 }),
      async (steps, questions) =>
        within(async (index) => {
          const held = await lived(index, steps);
          for (const one of questions) await assertAnswered(index, held, requestOf(one), tolerance);
          return held.length;
        }),
    ),
    { numRuns: runs },
  );
}

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
type Question = typeof question extends fc.Arbitrary<infer Value> ? Value : never;

/** What is held in the end. */
async function lived(index: NearestIndex, steps: readonly Step[]): Promise<readonly IndexDocument[]> {
  const held = new Map<string, IndexDocument>();
  for (const one of steps) {
    if (one.kind === "merge") await index.merge();
    else if (one.kind === "delete") {
      const ids = one.ids.map((id) => `document-${id}`);
      for (const id of ids) held.delete(id);
      await index.apply([], ids);
    } else {
      const documents = one.documents.map(({ id, seed, said }) => documentOf(id, seed, said));
      for (const document of documents) held.set(document.id, document);
      await index.apply(documents, []);
    }
  }
  return [...held.values()];
}

function requestOf({ seed, courts, leftOut, otherShare, among }: Question): NearestRequest {
  return {
    vector: vectorNear(new Float32Array(DIMENSIONS), 1, randomFrom(seed)),
    filters: courts === undefined ? [] : [{ column: "court", anyOf: courts }],
    depth: 500,
    offset: 0,
    limit: 500,
    otherShare,
    ...(leftOut === undefined ? {} : { leaveOutSource: `source-${leftOut}` }),
    ...(among === undefined ? {} : { among: among.map((id) => `document-${id}`) }),
  };
}

async function assertAnswered(
  index: NearestIndex,
  held: readonly IndexDocument[],
  request: NearestRequest,
  tolerance: Tolerance,
): Promise<void> {
  const expected = new Map(oracle(held, request).map((one) => [one.id, one]));
  const { hits, total } = await index.nearest(request);
  expect(total).toBe(expected.size);
  expect(hits.map(({ id }) => id).toSorted()).toEqual([...expected.keys()].toSorted());
  for (const [at, hit] of hits.entries()) {
    const { score, own } = expected.get(hit.id)!;
    expect(Math.abs(hit.score - score)).toBeLessThan(tolerance.score);
    if (at > 0) expect(hit.score).toBeLessThanOrEqual(hits[at - 1]!.score);
    expect(hit.passage === undefined).toBe(own.length === 0);
    if (hit.passage === undefined) continue;
    const shown = own.find(({ from }) => from === hit.passage?.from)!;
    expect(shown.to).toBe(hit.passage.to);
    expect(own[0]!.score - shown.score).toBeLessThan(tolerance.shown);
  }
  const pages = await Promise.all(
    [0, 3, 6].map(async (offset) => (await index.nearest({ ...request, offset, limit: 3 })).hits),
  );
  expect(pages.flat()).toEqual(hits.slice(0, 9));
}

const RECALL_DIMENSIONS = 256;
const DOCUMENTS = 3000;
const RARE = "scotus";

/**
 * The shares of the nearest ten that twenty searches find among 3,000 documents of two passages, put in in two parts,
 * without a filter and with one that a fiftieth passes. `spread` 1: vectors spread evenly; less: around 200 centres.
 */
export async function recallsOf(
  index: Pick<NearestIndex, "apply" | "nearest">,
  spread: number,
): Promise<{ readonly all: number; readonly filtered: number }> {
  const random = randomFrom(11);
  const centres = Array.from({ length: 200 }, () =>
    vectorNear(new Float32Array(RECALL_DIMENSIONS), spread === 1 ? 0 : 1, random),
  );
  const some = (): Float32Array =>
    vectorNear(centres[Math.floor(random() * centres.length)] as Float32Array, spread, random);
  const documents = Array.from({ length: DOCUMENTS }, (_, id): IndexDocument => ({
    id: `document-${id}`,
    texts: {},
    values: { court: id % 50 === 0 ? RARE : "nysd" },
    passages: [
      { vector: some(), from: 0, to: 9 },
      { vector: some(), from: 9, to: 18 },
    ],
  }));
  await index.apply(documents.slice(0, 2000), []);
  await index.apply(documents.slice(2000), []);
  const requests = Array.from({ length: 20 }, (): NearestRequest => ({
    vector: some(),
    filters: [],
    depth: 500,
    offset: 0,
    limit: 10,
  }));
  const filtered = requests.map((request) => ({ ...request, filters: [{ column: "court", anyOf: [RARE] }] }));
  return { all: await recallOf(index, documents, requests), filtered: await recallOf(index, documents, filtered) };
}

async function recallOf(
  index: Pick<NearestIndex, "nearest">,
  documents: readonly IndexDocument[],
  requests: readonly NearestRequest[],
): Promise<number> {
  let found = 0;
  for (const request of requests) {
    const nearest = oracle(documents, request).slice(0, 10);
    const wanted = new Set(nearest.map(({ id }) => id));
    const { hits } = await index.nearest(request);
    found += hits.filter(({ id }) => wanted.has(id)).length / wanted.size;
  }
  return found / requests.length;
}
