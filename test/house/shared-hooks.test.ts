import { expect, test } from "vitest";

import { sourceFiles } from "./source-files.ts";

/** Programs started by tests of the slow projects, whose files have a process each. */
const OF_SLOW_TESTS = new Set(["test/e2e/program.ts"]);

test("helpers of tests have no hooks: files share a process, and a hook runs for the first that imports it alone", () => {
  const helpers = sourceFiles(/\.ts$/u).filter(({ path }) => path.startsWith("test/") || path.endsWith(".fixture.ts"));
  const shared = helpers.filter(({ path }) => !path.endsWith(".test.ts") && !OF_SLOW_TESTS.has(path));
  expect(shared.length).toBeGreaterThan(50);
  const hooked = shared.filter(({ text }) => /^(?:before|after)(?:Each|All)\(/mu.test(text));
  expect(hooked.map(({ path }) => path)).toEqual([]);
});
