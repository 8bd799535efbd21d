import { describe, expect, test, vi } from "vitest";
import { STEADY } from "#test/e2e/drill-questions.ts";
import { decisionsWith } from "#test/e2e/drilled-service.ts";
import { Drills } from "#test/e2e/drills.ts";
import { whyNoOpenSearch } from "#test/opensearch-server.ts";
import { whyNoPostgres } from "#test/postgres-server.ts";

vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 });

const reason = whyNoOpenSearch() ?? whyNoPostgres();
/** A change of the opinions, written whole, is to be seen. */
const REFRESH = /opinions-[0-9a-f]+\/_refresh/u;

/** Each server of a cluster killed in the middle of an import. */
describe.skipIf(reason !== undefined)(`imports under load${reason === undefined ? "" : `: ${reason}`}`, () => {
  const drills = Drills.forTests();

  const found = async (word: string, count: number): Promise<void> => {
    for (const api of drills.apis) await drills.service.finds(api, word, count);
    await drills.recovered();
  };

  test.each(["OpenSearch", "PostgreSQL"] as const)(
    "%s is killed as a change is to be seen: nothing is lost",
    async (what) => {
      await drills.begin(STEADY);
      const word = `refulgent${what.slice(0, 4).toLowerCase()}`;
      const file = await decisionsWith(word, 600);
      const asked = drills.service.asked(REFRESH, 1);
      const first = drills.service.run("import", "jsonl", file);
      await asked;
      await drills.killAndStart(what);
      await drills.done(first, "import", "jsonl", file);
      await found(word, 600);
    },
  );

  test("the follower is killed as a change is to be seen: the other goes on, and no request is refused", async () => {
    await drills.begin(STEADY);
    const file = await decisionsWith("refulgentia", 600);
    const replaced = await drills.killFollowerAt(REFRESH, 1);
    const { code, stderr } = await drills.service.run("import", "jsonl", file);
    expect(code, stderr).toBe(0);
    await replaced();
    await found("refulgentia", 600);
    expect(drills.load.refusals.size).toBe(0);
  });
});
