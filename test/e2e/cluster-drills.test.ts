import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { whyNoOpenSearch } from "#test/opensearch-server.ts";
import { whyNoPostgres } from "#test/postgres-server.ts";
import { DrillLoad } from "./drill-load.ts";
import type { Counts, Question } from "./drill-load.ts";
import { decisionsWith, DrilledService } from "./drilled-service.ts";
import { afterServers, until } from "./program.ts";
import type { Finished, ServerProcess } from "./program.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 300_000 });

const reason = whyNoOpenSearch() ?? whyNoPostgres();
const RECOVERED_MS_MAX = 90_000;
/** What is imported while something fails is younger, and does not change the order of days of what is older. */
const OLDER = "AND date:<2020";

const searched = (query: string, more: object = {}): Question => ({
  kind: "search",
  path: "/search",
  body: { query, mode: "keyword", ...more },
  hasSteadyScores: !query.endsWith(OLDER),
});
const lookedUp = (path: string, body: Question["body"]): Question => ({
  kind: "look-up",
  path,
  body,
  hasSteadyScores: true,
});

/** Answered alike whatever is imported meanwhile. */
const STEADY: readonly Question[] = [
  searched(`contract ${OLDER}`, { sort: "newest", page_size: 50, include_facets: true }),
  searched(`negligen! W/10 (damages OR plaintiff) ${OLDER}`, { sort: "oldest" }),
  searched(`(court W/5 held) OR judgment ${OLDER}`, { sort: "newest", page: 2, page_size: 3 }),
  searched(`court AND NOT jury ${OLDER}`, { sort: "most_cited", include_facets: true }),
  lookedUp("/opinions/get", { citations: ["6 Samp. 2d 391", "22 Samp. 77"] }),
  lookedUp("/opinions/get", { citations: ["33 Samp. 2d 271", "999 Samp. 9"], include_content: true }),
  lookedUp("/citations/check", {
    text: "See Ardmore v. Vance Shipping Lines, 6 Samp. 2d 391, and 410 U.S. 113 (1973).",
  }),
];
/** With scores, which count how rare a word is among all. */
const SCORED: readonly Question[] = [
  searched("contract OR breach", { include_facets: true, explain: true }),
  searched('"due process"'),
  searched("atleast3(court)", { page_size: 5 }),
];
const ALL = [...STEADY, ...SCORED];

/** PostgreSQL, OpenSearch, two processes that answer and two that may follow; each is killed, and cut off, at work. */
describe.skipIf(reason !== undefined)(`drills under load${reason === undefined ? "" : `: ${reason}`}`, () => {
  let service: DrilledService;
  let apis: readonly [ServerProcess, ServerProcess];
  let followers: readonly [ServerProcess, ServerProcess];
  let load: DrillLoad;

  beforeAll(async () => {
    service = await DrilledService.start();
    afterServers(async () => service.close());
    apis = await Promise.all([service.serve("api"), service.serve("api")]);
    followers = await Promise.all([service.serve("follower"), service.serve("follower")]);
    const { code, stderr } = await service.run("sample", "load");
    expect(code, stderr).toBe(0);
  });
  beforeEach(async () => {
    for (const server of [...apis, ...followers]) await service.ready(server);
  });
  afterEach(async () => load.stop());

  const begin = async (questions: readonly Question[]): Promise<void> => {
    load = await DrillLoad.begin(apis, service.key, questions);
    await load.recovered(RECOVERED_MS_MAX);
  };
  /** What was answered from then to now. */
  const since = (before: Counts): Counts => {
    const now = load.counts();
    const of = (kind: Question["kind"]): Counts[typeof kind] => ({
      right: now[kind].right - before[kind].right,
      refused: now[kind].refused - before[kind].refused,
    });
    return { search: of("search"), "look-up": of("look-up") };
  };
  /** Until it is refused, then while `held` more answers of both kinds came. */
  const outage = async (isFelt: (counts: Counts) => boolean): Promise<Counts> => {
    const before = load.counts();
    await until(() => (load.wrong.length > 0 || isFelt(since(before)) ? true : undefined), RECOVERED_MS_MAX);
    return since(before);
  };
  const recovered = async (): Promise<void> => {
    await load.recovered(RECOVERED_MS_MAX);
    expect(load.wrong).toEqual([]);
  };
  /** The import is given again until it is done, as its operator would; each failure is said. */
  const imported = async (file: string, first: Promise<Finished>): Promise<readonly Finished[]> => {
    const runs = [await first];
    while (runs.at(-1)?.code !== 0 && runs.length < 5) runs.push(await service.run("import", "jsonl", file));
    return runs;
  };

  test("a process that answers is killed: the other answers all, and a new one in its place does", async () => {
    await begin(ALL);
    const [one, two] = apis;
    load.killed = one.origin;
    await one.stop("SIGKILL");
    await outage(({ search, "look-up": lookUp }) => search.refused > 5 && lookUp.refused > 5 && search.right > 20);
    apis = [await service.serve("api", Number(new URL(one.origin).port)), two];
    expect(apis[0].origin).toBe(one.origin);
    await recovered();
  });

  test("the follower is killed while it follows an import: the other goes on, and all is found", async () => {
    await begin(STEADY);
    const count = 600;
    const file = await decisionsWith("quillonic", count);
    const details = await Promise.all(followers.map(async ({ origin }) => (await fetch(`${origin}/readyz`)).text()));
    const leading = details.findIndex((text) => text.includes("follows the records (term"));
    const leader = followers[leading];
    if (leader === undefined) throw new Error(`nobody follows: ${details.join("\n")}`);
    let killed: Promise<unknown> | undefined;
    service.atRequest("/_bulk", 2, () => {
      killed = leader.stop("SIGKILL");
    });
    const runs = await imported(file, service.run("import", "jsonl", file));
    expect(runs.map(({ code }) => code)).toEqual([0]);
    for (const api of apis) await service.finds(api, "quillonic", count);
    expect(killed).toBeDefined();
    await killed;
    await recovered();
    expect(load.refusals.size).toBe(0);
    followers = [await service.serve("follower"), followers[1 - leading] ?? leader];
  });

  test("OpenSearch is killed: searches are refused, look-ups go on, and searches when it is back", async () => {
    await begin(ALL);
    await service.killSearch();
    const { "look-up": lookUp } = await outage(
      ({ search, "look-up": other }) => search.refused > 20 && other.right > 20,
    );
    expect(lookUp.refused).toBe(0);
    await service.startSearch();
    await recovered();
  });

  test("PostgreSQL is killed: all is refused, and answered when it is back", async () => {
    await begin(ALL);
    await service.postgres.kill();
    await outage(({ search, "look-up": lookUp }) => search.refused > 20 && lookUp.refused > 20);
    await service.postgres.start();
    await recovered();
  });

  test("packets to both are dropped: refused within the bounds, and answered when they pass again", async () => {
    await begin(ALL);
    service.toCluster.drop();
    const { "look-up": lookUp } = await outage(({ search }) => search.refused > 10);
    expect(lookUp.refused).toBe(0);
    service.toDatabase.drop();
    await outage(({ "look-up": { refused } }) => refused > 10);
    service.toCluster.open();
    service.toDatabase.open();
    await recovered();
  });

  test.each([
    ["PostgreSQL", "/_bulk", 2],
    ["OpenSearch", "/_bulk", 2],
  ])(
    "%s is killed in the middle of an import, as the follower asks for %s: nothing is lost",
    async (what, path, time) => {
      await begin(STEADY);
      const word = `vexillar${what.slice(0, 4).toLowerCase()}${path.slice(2)}`;
      const count = 600;
      const file = await decisionsWith(word, count);
      const { promise, resolve } = Promise.withResolvers<void>();
      service.atRequest(path, time, resolve);
      const first = service.run("import", "jsonl", file);
      await promise;
      if (what === "PostgreSQL") {
        await service.postgres.kill();
        await outage(({ "look-up": { refused } }) => refused > 10);
        await service.postgres.start();
      } else {
        await service.killSearch();
        await outage(({ search: { refused } }) => refused > 10);
        await service.startSearch();
      }
      await imported(file, first);
      for (const api of apis) await service.finds(api, word, count);
      await recovered();
    },
  );

  test("twelve times all sessions of PostgreSQL are ended, beside an import", async () => {
    await begin(STEADY);
    const count = 600;
    const file = await decisionsWith("zorblattian", count);
    const first = service.run("import", "jsonl", file);
    for (let round = 0; round < 12; round++) {
      const ended = await service.administer(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'onpoint'",
      );
      expect(ended.length).toBeGreaterThan(0);
      await sleep(500);
    }
    await imported(file, first);
    for (const api of apis) await service.finds(api, "zorblattian", count);
    await recovered();
  });
});
