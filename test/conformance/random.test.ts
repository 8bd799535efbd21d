import fc from "fast-check";
import { expect, test } from "vitest";

import { crowdedLives, lives, longLives } from "./random/lives.ts";
import { live, noCounts } from "./random/run.ts";

/** Shrinking stops in time to say what it found. */
const BOUNDS = { interruptAfterTimeLimit: 240_000, markInterruptAsFailure: true } as const;

test("searches over a changing index answer as a plain reading of every word does", () => {
  const counts = noCounts();
  fc.assert(
    fc.property(lives, (life) => live(life, counts)),
    { numRuns: 35, ...BOUNDS },
  );
  expect(counts.cases).toBeGreaterThan(350);
  expect(counts.found).toBeGreaterThan(100);
  expect(Math.min(counts.changes, counts.merges, counts.reopened)).toBeGreaterThan(25);
}, 300_000);

test("and so they do where words fill whole blocks and documents several windows", () => {
  const counts = noCounts();
  fc.assert(
    fc.property(longLives, (life) => live(life, counts)),
    { numRuns: 20, ...BOUNDS },
  );
  expect(counts.cases).toBeGreaterThan(60);
  expect(counts.found).toBeGreaterThan(25);
}, 300_000);

test("what is passed over could not have reached the page", () => {
  const counts = noCounts();
  fc.assert(
    fc.property(crowdedLives, (life) => live(life, counts)),
    { numRuns: 10, ...BOUNDS },
  );
  expect(counts.found).toBeGreaterThan(50);
}, 300_000);
