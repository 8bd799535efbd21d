import { describe, expect, test, vi } from "vitest";
import { STEADY } from "#test/e2e/drill-questions.ts";
import { Drills } from "#test/e2e/drills.ts";
import { whyNoOpenSearch } from "#test/opensearch-server.ts";
import { whyNoPostgres } from "#test/postgres-server.ts";

vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 });

const reason = whyNoOpenSearch() ?? whyNoPostgres();
/** The steps by which another index takes a place, as OpenSearch is asked for them; laws and filings come first. */
const STEPS = {
  "the new index is made": { path: /opinions-[0-9a-f]+-[0-9a-z]+$/u, time: 1 },
  "the new index is whole": { path: /opinions-[0-9a-f]+-[0-9a-z]+\/_refresh/u, time: 1 },
  "it takes the place of the old one": { path: /_aliases/u, time: 3 },
  "the old one is removed": { path: /opinions-[0-9a-f]+-[0-9a-z]+$/u, time: 2 },
} as const;

/** OpenSearch killed at each step by which one index takes the place of another. */
describe.skipIf(reason !== undefined)(`swaps under load${reason === undefined ? "" : `: ${reason}`}`, () => {
  const drills = Drills.forTests();

  /** All that the records have is in the indexes, and nothing is left of what was begun. */
  const whole = async (): Promise<void> => {
    const { code, stdout } = await drills.service.run("index", "verify");
    expect(code, stdout).toBe(0);
    expect(await drills.service.indexes("onpoint-opinions-")).toHaveLength(1);
  };

  test.each(Object.entries(STEPS))(
    "OpenSearch is killed as %s: answers are those of before, and the swap is done",
    async (_, { path, time }) => {
      await drills.begin(STEADY);
      const asked = drills.service.asked(path, time);
      const first = drills.service.run("index", "rebuild");
      await asked;
      await drills.killAndStart("OpenSearch");
      const runs = await drills.done(first, "index", "rebuild");
      expect(runs.at(-1)?.code, runs.at(-1)?.stderr).toBe(0);
      await drills.recovered();
      await whole();
    },
  );
});
