import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { silentLogger } from "#base/log.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import { OPINIONS } from "#search/opinions.ts";

import { changesOfStep, requestFor, stateAfter } from "./index-states.ts";

const STEPS = 30;
const CLIENTS = 8;

test("while the index changes and merges, every search sees one whole state, and never an older one than it knew of", async () => {
  const dir = mkdtempSync(join(tmpdir(), "onpoint-concurrent-"));
  const index = await openEmbeddedIndex({
    schema: OPINIONS,
    dir,
    workers: 2,
    log: silentLogger,
    buffer_words_max: 2000,
  });
  const sizes = Array.from({ length: STEPS + 1 }, (_, step) => stateAfter(step).size);
  const seen = { confirmed: 0, searches: 0 };
  const client = async (): Promise<void> => {
    while (seen.confirmed < STEPS) {
      const before = seen.confirmed;
      const { total, warnings } = await index.search(requestFor("the"));
      // A change is visible a moment before it is confirmed.
      const possible = sizes.slice(before, seen.confirmed + 2);
      expect(possible).toContain(total);
      expect(warnings).toEqual([]);
      seen.searches++;
    }
  };
  try {
    const clients = Array.from({ length: CLIENTS }, client);
    for (let step = 1; step <= STEPS; step++) {
      await index.apply(changesOfStep(step));
      seen.confirmed = step;
    }
    await Promise.all(clients);
    await index.settled();
    expect(seen.searches).toBeGreaterThan(STEPS);
    expect((await index.status()).segments.length).toBeLessThan(STEPS);
    expect((await index.status()).damaged).toEqual([]);
    expect((await index.verify()).faults).toEqual([]);
  } finally {
    await index.close();
    rmSync(dir, { recursive: true });
  }
}, 120_000);
