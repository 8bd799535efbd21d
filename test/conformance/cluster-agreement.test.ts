import { expect, inject, test } from "vitest";

import { whyNoOpenSearch } from "#test/opensearch-server.ts";

import { compareRandomly } from "./cluster-comparison.ts";
import { openOnCluster } from "./cluster-index.ts";

const reason = whyNoOpenSearch();

test.skipIf(reason !== undefined).each([1, 3])(
  `random trees on a cluster of %d shards are answered as by the index${reason === undefined ? "" : `: ${reason}`}`,
  async (shards) => {
    const { engine, close } = await openOnCluster(inject("openSearchUrl"), undefined, shards);
    try {
      const counts = await compareRandomly(engine, 20);
      expect(counts.compared).toBeGreaterThan(200);
      expect(counts.found).toBeGreaterThan(300);
      expect(counts.warned).toBe(0);
    } finally {
      await close();
    }
  },
  300_000,
);
