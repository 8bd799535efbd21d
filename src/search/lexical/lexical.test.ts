import { expect, test } from "vitest";

import { runCases } from "#test/search/property-run.ts";

test("random searches over a changing index answer as a plain reading of every word does", async () => {
  const counts = await runCases(260, 1);
  expect(counts.cases).toBeGreaterThanOrEqual(260);
  expect(counts.found).toBeGreaterThan(60);
  expect(counts.merges).toBeGreaterThan(0);
}, 90_000);
