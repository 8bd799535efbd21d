import { expect, inject, test } from "vitest";

import type { IndexDocument, NearestRequest, SearchEngine } from "#index/index.ts";
import { whyNoOpenSearch } from "#test/opensearch-server.ts";

import { openOnCluster } from "./cluster-index.ts";
import { assertLivesAnswered, recallsOf } from "./nearest-lives.ts";
import type { NearestIndex } from "./nearest-lives.ts";
import { DIMENSIONS, documentOf } from "./nearest-oracle.ts";
import { randomFrom, schemaOf, vectorNear } from "./vector-index.ts";

const reason = whyNoOpenSearch();
const of = (title: string): string => `${title}${reason === undefined ? "" : `: ${reason}`}`;
/** A cluster keeps every number of a vector; what is lost is a float's. */
const CLOSELY = { score: 1e-5, shown: 1e-5 };

function nearestIndex(engine: SearchEngine): NearestIndex {
  return {
    apply: async (upserts, deletes) => engine.apply({ upserts, deletes }),
    merge: async () => undefined,
    nearest: async (request) => engine.nearest(request),
  };
}

function request(dimensions: number): NearestRequest {
  return { vector: new Float32Array(dimensions).fill(1), filters: [], depth: 500, offset: 0, limit: 10 };
}

async function* batchesOf(documents: readonly IndexDocument[]): AsyncGenerator<readonly IndexDocument[]> {
  if (documents.length > 0) yield documents;
}

test.skipIf(reason !== undefined).each([1, 3])(
  of("lives of vectors on a cluster of %d shards: every document is found, by the cosine of its nearest passage"),
  async (shards) => {
    const { engine, close } = await openOnCluster(inject("openSearchUrl"), schemaOf(DIMENSIONS), shards);
    try {
      await assertLivesAnswered(15, CLOSELY, async (live) => {
        await engine.replaceAll(batchesOf([]));
        await live(nearestIndex(engine));
      });
    } finally {
      await close();
    }
  },
  300_000,
);

test.skipIf(reason !== undefined).each([
  ["evenly spread", 1, 1],
  ["in clusters", 0.35, 1],
  ["in clusters, over three shards", 0.35, 3],
])(
  of("of vectors %s, a cluster finds the nearest ten, and none is lost to a filter"),
  async (_name, spread, shards) => {
    const { engine, close } = await openOnCluster(inject("openSearchUrl"), schemaOf(256), shards);
    try {
      const recalls = await recallsOf(nearestIndex(engine), spread);
      process.stdout.write(`${JSON.stringify({ spread, shards, ...recalls })}\n`);
      expect(recalls.all).toBeGreaterThanOrEqual(0.98);
      expect(recalls.filtered).toBe(1);
    } finally {
      await close();
    }
  },
  300_000,
);

test.skipIf(reason !== undefined)(of("what repeats another is left out of a list by meaning as by words"), async () => {
  const random = randomFrom(5);
  const vector = vectorNear(new Float32Array(DIMENSIONS), 1, random);
  const member = (id: string, decision: number | null, repeats: "yes" | "", away: number): IndexDocument => ({
    id,
    texts: {},
    values: { decision, repeats },
    passages: [{ vector: vectorNear(vector, away, random), from: 0, to: 1 }],
  });
  const { engine, close } = await openOnCluster(inject("openSearchUrl"), schemaOf(DIMENSIONS));
  try {
    const one = [member("a", 1, "yes", 0.01), member("b", 1, "", 0.1), member("c", 1, "", 0.5), member("d", 1, "", 2)];
    await engine.apply({ upserts: [...one, member("e", null, "", 1), member("f", 2, "yes", 1)], deletes: [] });
    const collapse = { column: "decision", most: 2, spare: { column: "repeats", anyOf: ["yes"] } };
    const asked = { ...request(DIMENSIONS), vector };
    expect((await engine.nearest(asked)).total).toBe(6);
    const { hits, total } = await engine.nearest({ ...asked, collapse });
    expect(total).toBe(4);
    expect(hits.map(({ id }) => id).toSorted()).toEqual(["b", "c", "e", "f"]);
    const short = await engine.nearest({ ...asked, depth: 3, collapse });
    expect(short.hits).toEqual(hits.slice(0, 3));
  } finally {
    await close();
  }
});

test.skipIf(reason !== undefined)(
  of("a vector that is none of the space is refused, and what was held stays"),
  async () => {
    const { engine, close } = await openOnCluster(inject("openSearchUrl"), schemaOf(DIMENSIONS));
    try {
      await engine.apply({ upserts: [documentOf(1, 1, [null])], deletes: [] });
      const wrong: readonly (readonly [Float32Array, RegExp])[] = [
        [new Float32Array(DIMENSIONS - 1).fill(1), /47 dimensions where 48 are kept/u],
        [new Float32Array(DIMENSIONS), /no direction|without a direction/u],
        [new Float32Array(DIMENSIONS).fill(Number.NaN), /no direction|without a direction/u],
      ];
      for (const [vector, message] of wrong) {
        const document = { ...documentOf(2, 2, []), passages: [{ vector, from: 0, to: 1 }] };
        await expect(engine.apply({ upserts: [document], deletes: [] })).rejects.toThrow(message);
        await expect(engine.nearest({ ...request(DIMENSIONS), vector })).rejects.toThrow(message);
      }
      expect((await engine.nearest(request(DIMENSIONS))).hits.map(({ id }) => id)).toEqual(["document-1"]);
    } finally {
      await close();
    }
  },
);

test.skipIf(reason !== undefined)(
  of("versions of vectors stand side by side, and one is replaced while it answers"),
  async () => {
    const url = inject("openSearchUrl");
    const [old, next] = [await openOnCluster(url, schemaOf(8, "one")), await openOnCluster(url, schemaOf(4, "two"))];
    const random = randomFrom(3);
    const documentsOf = (dimensions: number, count: number): readonly IndexDocument[] =>
      Array.from({ length: count }, (_, id) => ({
        id: `document-${id}`,
        texts: {},
        values: {},
        passages: [{ vector: vectorNear(new Float32Array(dimensions), 1, random), from: 0, to: 1 }],
      }));
    try {
      await old.engine.apply({ upserts: documentsOf(8, 200), deletes: [] });
      await next.engine.apply({ upserts: documentsOf(4, 50), deletes: [] });
      expect((await old.engine.nearest(request(8))).total).toBe(200);
      expect((await next.engine.nearest(request(4))).total).toBe(50);
      const replaced = new AbortController();
      const totals = new Set<number>();
      const asking = (async () => {
        while (!replaced.signal.aborted) totals.add((await old.engine.nearest(request(8))).total);
      })();
      await old.engine.replaceAll(batchesOf(documentsOf(8, 300)));
      replaced.abort();
      await asking;
      totals.add((await old.engine.nearest(request(8))).total);
      expect(totals).toEqual(new Set([200, 300]));
    } finally {
      await Promise.all([old.close(), next.close()]);
    }
  },
);
