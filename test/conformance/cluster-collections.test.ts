import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import fc from "fast-check";
import { expect, inject, test } from "vitest";

import { LIMITS } from "#base/limits.ts";
import { UNMETERED } from "#index/embedded/work-meter.ts";
import type { EngineRequest, EngineResponse, IndexDocument } from "#index/index.ts";
import { FILINGS } from "#search/filings.ts";
import { LAWS } from "#search/laws.ts";
import { whyNoOpenSearch } from "#test/opensearch-server.ts";

import { assertSameScores } from "./cluster-comparison.ts";
import { openOnCluster } from "./cluster-index.ts";
import { documentsOf, requestsOf } from "./random/collections.ts";
import { LocalIndex } from "./random/local-index.ts";

const reason = whyNoOpenSearch();

async function* inHalves(documents: readonly IndexDocument[]): AsyncGenerator<readonly IndexDocument[]> {
  const half = Math.floor(documents.length / 2);
  yield documents.slice(0, half);
  yield documents.slice(half);
}

function shapeOf({ hits, total, facets, warnings }: EngineResponse, { sort, limit }: EngineRequest): unknown {
  const ids = hits.map(({ id }) => id);
  // Of many that score alike any may be on a page.
  const found = sort !== undefined ? ids : (total ?? 0) > limit ? ids.length : ids.toSorted();
  return { found, total, facets, warnings };
}

test.skipIf(reason !== undefined).each([
  [LAWS.name, 1, LAWS],
  [LAWS.name, 3, LAWS],
  [FILINGS.name, 3, FILINGS],
] as const)(
  `random questions of %s on a cluster of %d shards are answered as by the index${reason === undefined ? "" : `: ${reason}`}`,
  async (_name, shards, schema) => {
    const counts = { compared: 0, found: 0 };
    const { engine, close } = await openOnCluster(inject("openSearchUrl"), schema, shards);
    const cases = fc.noBias(
      fc.record({
        held: fc.array(documentsOf(schema), { maxLength: 40, size: "max" }),
        asked: fc.array(requestsOf(schema), { minLength: 1, maxLength: 20, size: "max" }),
      }),
    );
    try {
      await fc.assert(
        fc.asyncProperty(cases, async ({ held, asked }) => {
          const dir = mkdtempSync(join(tmpdir(), "onpoint-collections-"));
          const index = new LocalIndex(dir, 4000, LIMITS.wildcard_expansions_max, UNMETERED, schema);
          try {
            await engine.replaceAll(inHalves(held));
            index.apply({ upserts: held, deletes: [] });
            const change = { upserts: [], deletes: ["document 3"] };
            await engine.apply(change);
            index.apply(change);
            index.merge(() => true);
            for (const request of asked) {
              const expected = index.search(request);
              const answer = await engine.search(request);
              expect(shapeOf(answer, request)).toEqual(shapeOf(expected, request));
              assertSameScores(expected, answer);
              counts.compared++;
              counts.found += expected.hits.length;
            }
          } finally {
            index.close();
            rmSync(dir, { recursive: true });
          }
        }),
        { numRuns: 14 },
      );
    } finally {
      await close();
    }
    expect(counts.compared).toBeGreaterThan(80);
    expect(counts.found).toBeGreaterThan(100);
  },
  300_000,
);
