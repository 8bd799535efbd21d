import { describe, expect, test, vi } from "vitest";
import { STEADY } from "#test/e2e/drill-questions.ts";
import { decisionsWith } from "#test/e2e/drilled-service.ts";
import { Drills } from "#test/e2e/drills.ts";
import { until } from "#test/e2e/program.ts";
import { whyNoOpenSearch } from "#test/opensearch-server.ts";
import { whyNoPostgres } from "#test/postgres-server.ts";

vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 });

const reason = whyNoOpenSearch() ?? whyNoPostgres();
const COUNT = 600;
/** Of an import that takes several transactions, which are of a megabyte. */
const SENTENCES = 90;
/** A change of the opinions, written whole, is to be seen. */
const REFRESH = /opinions-[0-9a-f]+\/_refresh/u;

type Report = {
  readonly resumed: boolean;
  readonly counts: { readonly rows: number; readonly decisions: { readonly added: number } };
};

/** Each server of a cluster, and what imports, killed in the middle of an import. */
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
      const file = await decisionsWith(word, COUNT);
      const asked = drills.service.asked(REFRESH, 1);
      const first = drills.service.run("import", "jsonl", file);
      await asked;
      await drills.killAndStart(what);
      await drills.done(first, "import", "jsonl", file);
      await found(word, COUNT);
    },
  );

  test("the follower is killed as a change is to be seen: the other goes on, and no request is refused", async () => {
    await drills.begin(STEADY);
    const file = await decisionsWith("refulgentia", COUNT);
    const replaced = await drills.killFollowerAt(REFRESH, 1);
    const { code, stderr } = await drills.service.run("import", "jsonl", file);
    expect(code, stderr).toBe(0);
    await replaced();
    await found("refulgentia", COUNT);
    expect(drills.load.refusals.size).toBe(0);
  });

  test("the import is killed: given again it goes on where it was, and no request is refused", async () => {
    const kept = async (): Promise<number> => {
      const rows = await drills.service.administer<{ count: number }>(
        "select count(*)::int as count from opinions",
        "onpoint",
      );
      return rows[0]?.count ?? 0;
    };
    await drills.begin(STEADY);
    const before = await kept();
    const file = await decisionsWith("marescent", COUNT, SENTENCES);
    const { ended, kill } = await drills.service.begun("import", "jsonl", file);
    const tooEarly = ended.then(({ code, stderr }) => expect.fail(`it ended with ${code}: ${stderr}`));
    await Promise.race([until(async () => (await kept()) > before || undefined, 240_000), tooEarly]);
    kill();
    expect((await ended).code).toBeNull();
    const held = (await kept()) - before;
    expect(held).toBeLessThan(COUNT);
    const { code, stdout, stderr } = await drills.service.run("import", "jsonl", file, "--json");
    expect(code, stderr).toBe(0);
    const { resumed, counts } = JSON.parse(stdout) as Report;
    expect({ resumed, rows: counts.rows, added: counts.decisions.added }).toEqual({
      resumed: true,
      rows: COUNT,
      added: COUNT,
    });
    expect((await kept()) - before).toBe(COUNT);
    await found("marescent", COUNT);
    expect(drills.load.refusals.size).toBe(0);
  });
});
