import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { whyNoOpenSearch } from "#test/opensearch-server.ts";
import { whyNoPostgres } from "#test/postgres-server.ts";
import { ALL, STEADY } from "./drill-questions.ts";
import { decisionsWith } from "./drilled-service.ts";
import { Drills } from "./drills.ts";

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const reason = whyNoOpenSearch() ?? whyNoPostgres();

/** PostgreSQL, OpenSearch, two processes that answer and two that may follow; each is killed, and cut off, at work. */
describe.skipIf(reason !== undefined)(`drills under load${reason === undefined ? "" : `: ${reason}`}`, () => {
  const drills = Drills.forTests();

  test("a process that answers is killed: the other answers all, and a new one in its place does", async () => {
    await drills.begin(ALL);
    const [one, two] = drills.apis;
    drills.load.killed = one.origin;
    await one.stop("SIGKILL");
    await drills.outage(
      ({ search, "look-up": lookUp }) => search.refused > 5 && lookUp.refused > 5 && search.right > 20,
    );
    drills.apis = [await drills.service.serve("api", Number(new URL(one.origin).port)), two];
    expect(drills.apis[0].origin).toBe(one.origin);
    await drills.recovered();
  });

  test("the follower is killed while it follows an import: the other goes on, and all is found", async () => {
    await drills.begin(STEADY);
    const count = 600;
    const file = await decisionsWith("quillonic", count);
    const replaced = await drills.killFollowerAt(/_bulk/u, 2);
    const runs = await drills.done(drills.service.run("import", "jsonl", file), "import", "jsonl", file);
    expect(runs.map(({ code }) => code)).toEqual([0]);
    for (const api of drills.apis) await drills.service.finds(api, "quillonic", count);
    await drills.recovered();
    expect(drills.load.refusals.size).toBe(0);
    await replaced();
  });

  test("OpenSearch is killed: searches are refused, look-ups go on, and searches when it is back", async () => {
    await drills.begin(ALL);
    await drills.service.killSearch();
    const { "look-up": lookUp } = await drills.outage(
      ({ search, "look-up": other }) => search.refused > 20 && other.right > 20,
    );
    expect(lookUp.refused, drills.refusals()).toBe(0);
    await drills.service.startSearch();
    await drills.recovered();
  });

  test("PostgreSQL is killed: all is refused, and answered when it is back", async () => {
    await drills.begin(ALL);
    await drills.service.postgres.kill();
    await drills.outage(({ search, "look-up": lookUp }) => search.refused > 20 && lookUp.refused > 20);
    await drills.service.postgres.start();
    await drills.recovered();
  });

  test("packets to both are dropped: refused within the bounds, and answered when they pass again", async () => {
    await drills.begin(ALL);
    drills.service.toCluster.drop();
    const { "look-up": lookUp } = await drills.outage(({ search }) => search.refused > 10);
    expect(lookUp.refused, drills.refusals()).toBe(0);
    drills.service.toDatabase.drop();
    await drills.outage(({ "look-up": { refused } }) => refused > 10);
    drills.service.toCluster.open();
    drills.service.toDatabase.open();
    await drills.recovered();
  });

  test.each(["PostgreSQL", "OpenSearch"] as const)(
    "%s is killed in the middle of an import, as the follower changes the index: nothing is lost",
    async (what) => {
      await drills.begin(STEADY);
      const word = `vexillar${what.slice(0, 4).toLowerCase()}`;
      const count = 600;
      const file = await decisionsWith(word, count);
      const asked = drills.service.asked(/_bulk/u, 2);
      const first = drills.service.run("import", "jsonl", file);
      await asked;
      await drills.killAndStart(what);
      await drills.done(first, "import", "jsonl", file);
      for (const api of drills.apis) await drills.service.finds(api, word, count);
      await drills.recovered();
    },
  );

  test("twelve times all sessions of PostgreSQL are ended, beside an import", async () => {
    await drills.begin(STEADY);
    const count = 600;
    const file = await decisionsWith("zorblattian", count);
    const first = drills.service.run("import", "jsonl", file);
    for (let round = 0; round < 12; round++) {
      const ended = await drills.service.administer(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'onpoint'",
      );
      expect(ended.length).toBeGreaterThan(0);
      await sleep(500);
    }
    await drills.done(first, "import", "jsonl", file);
    for (const api of drills.apis) await drills.service.finds(api, "zorblattian", count);
    await drills.recovered();
  });
});
