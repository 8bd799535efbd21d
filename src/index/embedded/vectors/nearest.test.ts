import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { IndexDocument, NearestRequest } from "#index/index.ts";
import { assertLivesAnswered, recallsOf } from "#test/conformance/nearest-lives.ts";
import type { NearestIndex } from "#test/conformance/nearest-lives.ts";
import { WorkMeter } from "#index/embedded/work-meter.ts";
import { DIMENSIONS, documentOf } from "#test/conformance/nearest-oracle.ts";
import { randomFrom, schemaOf, VectorIndex, vectorNear } from "#test/conformance/vector-index.ts";

async function inDirectory<Value>(work: (dir: string) => Value | Promise<Value>): Promise<Value> {
  const dir = mkdtempSync(join(tmpdir(), "onpoint-vectors-"));
  try {
    return await work(dir);
  } finally {
    rmSync(dir, { recursive: true });
  }
}

function nearestIndex(index: VectorIndex): NearestIndex {
  return {
    apply: async (upserts, deletes) => index.apply(upserts, deletes),
    merge: async () => index.merge(),
    nearest: async (request) => index.nearest(request),
  };
}

/** Codes are rougher than what they are made of. */
const ROUGHLY = { score: 0.01, shown: 0.15 };

test("lives of an index: every document is found, by the cosine of its nearest passage, within what is asked", async () => {
  await assertLivesAnswered(40, ROUGHLY, async (live) =>
    inDirectory(async (dir) => {
      const index = new VectorIndex(dir, schemaOf(DIMENSIONS), 2000);
      const held = await live(nearestIndex(index));
      expect(index.verify().reduce((sum, { documents }) => sum + documents, 0)).toBeGreaterThanOrEqual(held);
      index.close();
    }),
  );
});

test.each([
  ["evenly spread", 1],
  ["in clusters", 0.35],
])("of vectors %s, the nearest ten are found, and none is lost to a filter", async (_name, spread) => {
  await inDirectory(async (dir) => {
    const index = new VectorIndex(dir, schemaOf(256));
    const recalls = await recallsOf(nearestIndex(index), spread);
    expect(recalls.all).toBeGreaterThanOrEqual(0.98);
    expect(recalls.filtered).toBeGreaterThanOrEqual(0.98);
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

test.each([
  ["of its sketch", 3],
  ["of its whole code", 0.125],
])(
  "what repeats another stands back for it also where that one is beyond the end of the list by reason %s",
  async (_name, away) => {
    await inDirectory((dir) => {
      const random = randomFrom(9);
      const vector = vectorNear(new Float32Array(256), 1, random);
      const member = (id: string, decision: number | null, repeats: "yes" | "", spread: number): IndexDocument => ({
        id,
        texts: {},
        values: { decision, repeats },
        passages: [{ vector: vectorNear(vector, spread, random), from: 0, to: 1 }],
      });
      const index = new VectorIndex(dir, schemaOf(256));
      index.apply([
        ...Array.from({ length: 600 }, (_, at) => member(`alone-${at}`, null, "", 0.1)),
        member("repeats", 1, "yes", 0.01),
      ]);
      index.apply([member("repeated", 1, "", away), member("repeats too", 2, "yes", 0.01)]);
      const collapse = { column: "decision", most: 2, spare: { column: "repeats", anyOf: ["yes"] } };
      const { hits, total } = index.nearest({ vector, filters: [], depth: 5, offset: 0, limit: 10, collapse });
      expect([total, hits[0]?.id, hits.some(({ id }) => id === "repeats")]).toEqual([5, "repeats too", false]);
      index.close();
    });
  },
);

test("documents that cannot enter the list by their sketches are not compared by their whole codes", async () => {
  await inDirectory((dir) => {
    const random = randomFrom(3);
    const vector = vectorNear(new Float32Array(256), 1, random);
    const index = new VectorIndex(dir, schemaOf(256));
    index.apply(
      Array.from({ length: 3000 }, (_, at) => ({
        id: `document-${at}`,
        texts: {},
        values: {},
        passages: [0, 1, 2].map((from) => ({
          vector: vectorNear(vector, at < 100 ? 0.3 : 1, random),
          from,
          to: from + 1,
        })),
      })),
    );
    const unitsAt = (otherShare: number): number => {
      const meter = new WorkMeter();
      const request = { vector, filters: [], depth: 50, offset: 0, limit: 10, otherShare };
      expect(index.nearest(request, meter).total).toBe(50);
      return meter.spent;
    };
    // Sketches of all, whole codes of the hundred that are near and of those that came before the list was full. Nobody
    // said anything, so that a share for what others say lowers what every document can score.
    const sketchUnits = (9000 * 256) / 128;
    expect(unitsAt(0)).toBeLessThan(1.5 * sketchUnits);
    expect(unitsAt(0.3)).toBeLessThan(1.5 * sketchUnits);
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
