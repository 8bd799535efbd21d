import { cp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, inject, test, vi } from "vitest";
import { whyNoOpenSearch } from "#test/opensearch-server.ts";
import { whyNoPostgres } from "#test/postgres-server.ts";
import { newClusterRoom } from "#test/shape.ts";
import { afterServers, onpoint, onpointJson, search, serve, temporaryDirectory, until } from "./program.ts";
import type { Environment, ServerProcess } from "./program.ts";

// Each test starts several processes, slowly on a busy machine.
vi.setConfig({ testTimeout: 480_000, hookTimeout: 480_000 });

const READY_MS_MAX = 240_000;
/** Who ask side by side. */
const CALLERS = 6;
const LATER = 20;
/** In every opinion that is imported after the index was set aside, and in none before. */
const WORD = "zorblattian";
const ALL = "negligen! OR plaintiff OR court";
const SAYS_SO = /searched so far|still being read in|does not follow the records|brought back/u;
const BASE = {
  ONPOINT_SAMPLE: "no",
  ONPOINT_EMBEDDING_TRAINING: "no",
  ONPOINT_RATE_LIMIT_BURST: "100000",
  ONPOINT_RATE_LIMIT_PER_MINUTE: "100000",
};

type Answer = { readonly pagination: { readonly total_results: number }; readonly warnings?: readonly string[] };
type Asked = { readonly server: ServerProcess; readonly key: string };

const isReady = async ({ origin }: ServerProcess): Promise<boolean> => (await fetch(`${origin}/readyz`)).ok;

/** Undefined where it is refused until the index is there. */
async function ask({ server: { origin }, key }: Asked, query: string): Promise<Answer | undefined> {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const body = JSON.stringify({ query, mode: "keyword" });
  const response = await fetch(`${origin}/v1/search`, { method: "POST", headers, body });
  if (response.status === 503) return undefined;
  expect(response.status).toBe(200);
  return (await response.json()) as Answer;
}

/** How many opinions hold `query`, once the server has all. */
async function whenReady(asked: Asked, query: string, least: number): Promise<number> {
  return until(async () => {
    const { totalOfAll = 0 } = await search(asked.server, asked.key, query);
    return totalOfAll >= least && (await isReady(asked.server)) ? totalOfAll : undefined;
  }, READY_MS_MAX);
}

async function importLater(settings: Environment): Promise<void> {
  const file = join(await temporaryDirectory(), "later.jsonl");
  const rows = Array.from({ length: LATER }, (_, at) => ({
    id: `later-${at}`,
    court: "cal",
    case_name: `Marlow v. Denby ${at}`,
    citations: [`9 Cal. 4th ${700 + at}`],
    opinions: [{ type: "lead", text: `The court holds that the ${WORD} doctrine does not reach bailees.` }],
  }));
  await writeFile(file, rows.map((row) => JSON.stringify(row)).join("\n"));
  const { code, stderr } = await onpoint(settings, ["import", "jsonl", file]);
  expect(code, stderr).toBe(0);
}

/**
 * Callers ask until `isOver`: whoever was told before that the server is ready finds all, and whoever finds less is told
 * so. Answers how often less was found or the answer refused.
 */
async function underLoad(asked: Asked, wanted: number, isOver: (all: boolean) => boolean): Promise<number> {
  let less = 0;
  let over = false;
  const call = async (): Promise<void> => {
    while (!over) {
      const ready = await isReady(asked.server);
      const [later, all] = [await ask(asked, WORD), await ask(asked, ALL)];
      for (const [answer, whole] of [
        [later, LATER],
        [all, wanted],
      ] as const) {
        if (answer?.pagination.total_results === whole) continue;
        less++;
        expect(ready).toBe(false);
        if (answer === undefined) continue;
        expect(answer.warnings?.join(" ")).toMatch(SAYS_SO);
        expect(answer.warnings?.join(" ")).not.toContain("No opinion");
      }
      const isWhole = ready && later?.pagination.total_results === LATER;
      over ||= isOver(isWhole && all?.pagination.total_results === wanted);
    }
  };
  await Promise.all(
    Array.from({ length: CALLERS }, async () =>
      call().catch((thrown: unknown) => {
        over = true;
        throw thrown;
      }),
    ),
  );
  return less;
}

describe("an index of before beside newer records, on one data directory", () => {
  let filled: string;
  let older: string;
  let key: string;
  let wanted: number;
  beforeAll(async () => {
    filled = join(await temporaryDirectory(), "data");
    older = join(await temporaryDirectory(), "older");
    const settings = { ...BASE, ONPOINT_DATA_DIR: filled };
    expect((await onpoint(settings, ["sample", "load"])).code).toBe(0);
    key = (await onpointJson<{ key: string }>(settings, ["keys", "create", "--name", "stale"])).key;
    const before = await serve(settings);
    await whenReady({ server: before, key }, ALL, 20);
    await before.stop();
    await cp(filled, older, { recursive: true });
    await importLater(settings);
    const after = await serve(settings);
    await whenReady({ server: after, key }, WORD, LATER);
    wanted = await whenReady({ server: after, key }, ALL, 20 + LATER);
    await after.stop();
  });

  test.each([
    ["without its stamps", false],
    ["with the stamps it had", true],
  ])("%s it is not taken for whole while requests run, and is filled", async (_, hasStamps) => {
    const dataDir = join(await temporaryDirectory(), "data");
    await cp(filled, dataDir, { recursive: true });
    await rm(join(dataDir, "index"), { recursive: true });
    await cp(join(older, "index"), join(dataDir, "index"), { recursive: true });
    await rm(join(dataDir, "index.stamp"));
    if (hasStamps) await cp(join(older, "index.stamp"), join(dataDir, "index.stamp"));
    const server = await serve({ ...BASE, ONPOINT_DATA_DIR: dataDir });
    expect(await underLoad({ server, key }, wanted, (isWhole) => isWhole)).toBeGreaterThan(0);
    await server.stop();
  });
});

const reason = whyNoOpenSearch() ?? whyNoPostgres();
describe.skipIf(reason !== undefined)(
  `an index of before on a cluster${reason === undefined ? "" : `: ${reason}`}`,
  () => {
    test.each([
      ["without stamps", false],
      ["with the stamps it had", true],
    ])("%s it is not taken for whole while another follows the records", async (_, hasStamps) => {
      const { databaseUrl, searchUrl, searchPrefix, remove } = await newClusterRoom();
      afterServers(remove);
      const of = async (prefix: string, role = "api"): Promise<Environment> => ({
        ...BASE,
        ONPOINT_DATABASE_URL: databaseUrl,
        ONPOINT_SEARCH_URL: searchUrl,
        ONPOINT_SEARCH_PREFIX: prefix,
        ONPOINT_SEARCH_REPLICAS: "0",
        ONPOINT_ROLE: role,
        ONPOINT_DATA_DIR: join(await temporaryDirectory(), "data"),
      });
      const newer = `${searchPrefix}-newer`;
      const { key } = await onpointJson<{ key: string }>(await of(searchPrefix), ["keys", "create", "--name", "stale"]);
      const first = await Promise.all([serve(await of(searchPrefix, "follower")), serve(await of(searchPrefix))]);
      expect((await onpoint(await of(searchPrefix), ["sample", "load"])).code).toBe(0);
      await whenReady({ server: first[1], key }, ALL, 20);
      for (const server of first) await server.stop();
      if (!hasStamps) await withoutStamps(`${searchPrefix}-opinions-*`);
      // As a program of another version does, whose index has another name.
      const next = await Promise.all([serve(await of(newer, "follower")), serve(await of(newer))]);
      await whenReady({ server: next[1], key }, ALL, 20);
      const back = await serve(await of(searchPrefix));
      let isImported = false;
      let looks = 0;
      const watching = underLoad({ server: back, key }, Infinity, () => isImported && ++looks > 20 * CALLERS);
      await importLater(await of(newer));
      await whenReady({ server: next[1], key }, WORD, LATER);
      isImported = true;
      expect(await watching).toBeGreaterThan(0);
      expect(await isReady(back)).toBe(false);
      for (const server of [...next, back]) await server.stop();
    });
  },
);

/** As one has them into which nothing was followed since it was made. */
async function withoutStamps(index: string): Promise<void> {
  const url = inject("openSearchUrl");
  const mappings = (await (await fetch(`${url}/${index}/_mapping`)).json()) as Record<
    string,
    { readonly mappings: { readonly _meta?: Readonly<Record<string, unknown>> } }
  >;
  expect(Object.keys(mappings).length).toBeGreaterThan(0);
  for (const [
    name,
    {
      mappings: { _meta: meta = {} },
    },
  ] of Object.entries(mappings)) {
    expect(meta["stamps"]).toBeDefined();
    const kept = Object.fromEntries(Object.entries(meta).filter(([field]) => field !== "stamps"));
    const body = JSON.stringify({ _meta: kept });
    const headers = { "Content-Type": "application/json" };
    expect((await fetch(`${url}/${name}/_mapping`, { method: "PUT", headers, body })).status).toBe(200);
  }
}
