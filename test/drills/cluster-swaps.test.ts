import { describe, expect, test, vi } from "vitest";
import { STEADY } from "#test/e2e/drill-questions.ts";
import { Drills } from "#test/e2e/drills.ts";
import { whyNoOpenSearch } from "#test/opensearch-server.ts";
import { whyNoPostgres } from "#test/postgres-server.ts";

vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 });

const reason = whyNoOpenSearch() ?? whyNoPostgres();
/** The steps by which another index takes a place, as OpenSearch is asked for them; laws and filings come first. */
const STEPS = [
  { step: "the new index is made", path: /opinions-[0-9a-f]+-[0-9a-z]+$/u, time: 1 },
  { step: "the new index is whole", path: /opinions-[0-9a-f]+-[0-9a-z]+\/_refresh/u, time: 1 },
  { step: "it takes the place of the old one", path: /_aliases/u, time: 3 },
  { step: "the old one is removed", path: /opinions-[0-9a-f]+-[0-9a-z]+$/u, time: 2 },
] as const;

/** Each server of a cluster killed at each step by which one index takes the place of another. */
describe.skipIf(reason !== undefined)(`swaps under load${reason === undefined ? "" : `: ${reason}`}`, () => {
  const drills = Drills.forTests();

  /** All that the records have is in the indexes, and nothing is left of what was begun. */
  const whole = async (): Promise<void> => {
    const { code, stdout } = await drills.service.run("index", "verify");
    expect(code, stdout).toBe(0);
    expect(await drills.service.indexes("onpoint-opinions-")).toHaveLength(1);
  };

  test.each((["OpenSearch", "PostgreSQL"] as const).flatMap((what) => STEPS.map((step) => ({ what, ...step }))))(
    "$what is killed as $step: answers are those of before, and the swap is done",
    async ({ what, path, time }) => {
      await drills.begin(STEADY);
      const asked = drills.service.asked(path, time);
      const first = drills.service.run("index", "rebuild");
      await asked;
      await drills.killAndStart(what);
      const runs = await drills.done(first, "index", "rebuild");
      expect(runs.at(-1)?.code, runs.at(-1)?.stderr).toBe(0);
      await drills.recovered();
      await whole();
    },
  );

  test.each(STEPS)(
    "the follower is killed as $step: the other one does the swap, and no request is refused",
    async ({ path, time }) => {
      await drills.begin(STEADY);
      const replaced = await drills.killFollowerAt(path, time);
      const { code, stderr } = await drills.service.run("index", "rebuild");
      expect(code, stderr).toBe(0);
      await drills.recovered();
      expect(drills.load.refusals.size).toBe(0);
      await whole();
      await replaced();
    },
  );

  test("the follower hangs as its index is whole: the index of the one that follows on stays in its place", async () => {
    await drills.begin(STEADY);
    const [, { path, time }] = STEPS;
    const goOn = await drills.hangFollowerAt(path, time);
    const { code, stderr } = await drills.service.run("index", "rebuild");
    expect(code, stderr).toBe(0);
    const built = await drills.service.indexes("onpoint-opinions-");
    await goOn();
    await drills.recovered();
    expect(drills.load.refusals.size).toBe(0);
    await whole();
    expect(await drills.service.indexes("onpoint-opinions-")).toEqual(built);
  });
});
