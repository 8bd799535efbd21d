import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { createDatabase } from "#test/postgres-database.ts";
import { whyNoPostgres } from "#test/postgres-server.ts";
import { onpoint, onpointJson, search, serve, temporaryDirectory, until } from "./program.ts";
import type { Environment, Finished, ServerProcess } from "./program.ts";

// Each test starts several processes, slowly on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 300_000 });

const BUILT_MS_MAX = 240_000;
/** Who ask side by side, so that each process answers some. */
const WATCHERS = 8;
const QUERY = "negligen! OR plaintiff OR court";
/** What no opinion of the sample holds. */
const NOWHERE = "zorblattian";
const UNLIMITED = { ONPOINT_RATE_LIMIT_BURST: "100000", ONPOINT_RATE_LIMIT_PER_MINUTE: "100000" };
const NO_SAMPLE = { ...UNLIMITED, ONPOINT_SAMPLE: "no", ONPOINT_EMBEDDING_TRAINING: "no" };

type Answer = { readonly pagination: { readonly total_results: number }; readonly warnings?: readonly string[] };
/** A server with a key for it, and what it finds when it has everything. */
type Asked = { readonly server: ServerProcess; readonly key: string; readonly wanted: number };

let copy: string;
let original: Omit<Asked, "server">;
beforeAll(async () => {
  const settings = { ...UNLIMITED, ONPOINT_DATA_DIR: join(await temporaryDirectory(), "data") };
  original = await loaded(settings);
  copy = join(await temporaryDirectory(), "copy");
  await onpointJson(settings, ["backup", copy]);
});

/** The sample, with its index, and what a server finds in it; the server is stopped again. */
async function loaded(settings: Environment): Promise<Omit<Asked, "server">> {
  expect((await onpoint(settings, ["sample", "load"])).code).toBe(0);
  const { key } = await onpointJson<{ key: string }>(settings, ["keys", "create", "--name", "completeness"]);
  const server = await serve(settings);
  const wanted = await until(async () => {
    const { totalOfAll = 0 } = await search(server, key, QUERY);
    return totalOfAll > 20 && (await isReady(server)) ? totalOfAll : undefined;
  }, BUILT_MS_MAX);
  await server.stop();
  return { key, wanted };
}

async function ask({ server: { origin }, key }: Asked, query: string): Promise<Answer> {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const body = JSON.stringify({ query, mode: "keyword" });
  const response = await fetch(`${origin}/v1/search`, { method: "POST", headers, body });
  expect(response.status).toBe(200);
  return (await response.json()) as Answer;
}

/** Whether the records hold it, which are read without the index. */
async function holds({ server: { origin }, key }: Asked, citation: string): Promise<boolean> {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const body = JSON.stringify({ citations: [citation] });
  const response = await fetch(`${origin}/v1/opinions/get`, { method: "POST", headers, body });
  expect(response.status).toBe(200);
  return ((await response.json()) as { opinions: readonly object[] }).opinions.length > 0;
}

const isReady = async ({ origin }: ServerProcess): Promise<boolean> => (await fetch(`${origin}/readyz`)).ok;

/**
 * At every moment until all is built: who was told before that nothing is there, or that the server is ready, finds
 * everything; who finds less is told so. Answers how often something was missing.
 */
async function untilBuilt(asked: Asked, { readyWhen }: { readonly readyWhen: "built" | "answering" }): Promise<number> {
  const { server, wanted } = asked;
  let incomplete = 0;
  await until(async () => {
    const ready = await isReady(server);
    const { warnings: ofNone = [] } = await ask(asked, NOWHERE);
    const { pagination, warnings = [] } = await ask(asked, QUERY);
    const isWhole = pagination.total_results === wanted;
    const isDenied = ofNone.join(" ").includes("No opinion");
    if (isDenied || (ready && readyWhen === "built")) expect(pagination.total_results).toBe(wanted);
    if (!isDenied) expect(ofNone.join(" ")).toMatch(/opinions can be searched so far|still being read in/u);
    if (!isWhole) {
      incomplete++;
      expect(warnings.join(" ")).toMatch(/\d+ of 70 opinions can be searched so far/u);
    }
    if (readyWhen === "answering") expect(ready).toBe(true);
    return isWhole && isDenied && ready ? true : undefined;
  }, BUILT_MS_MAX);
  return incomplete;
}

async function restored(more: Environment = {}): Promise<Environment> {
  const settings = { ...NO_SAMPLE, ...more, ONPOINT_DATA_DIR: join(await temporaryDirectory(), "data") };
  await onpointJson(settings, ["restore", copy]);
  return settings;
}

describe("after a restore nothing is denied before the index is built", () => {
  test("by default the server is ready then, and the doctor tells what is missing before and after", async () => {
    const settings = await restored();
    const before = await onpoint(settings, ["doctor"]);
    expect(before.stdout).toMatch(/!! +index +is being filled from the records: 0 of 70 opinions/u);
    const server = await serve(settings);
    expect(await untilBuilt({ ...original, server }, { readyWhen: "built" })).toBeGreaterThan(0);
    const { stdout }: Finished = await onpoint(settings, ["doctor"]);
    expect(stdout).toMatch(/ok +index +(?:follows the records|has all)/u);
    await server.stop();
  });

  test("asked to, it is ready from the beginning, and says what is missing", async () => {
    const server = await serve(await restored({ ONPOINT_READY_WHEN: "answering" }));
    expect(await untilBuilt({ ...original, server }, { readyWhen: "answering" })).toBeGreaterThan(0);
    await server.stop();
  });
});

describe("two processes on one data directory", () => {
  test("neither denies what is held while it is read in, nor while the one has not seen what the other wrote", async () => {
    const settings = await restored({ ONPOINT_PROCESSES: "2" });
    const server = await serve(settings);
    const asked = { ...original, server };
    await untilBuilt(asked, { readyWhen: "built" });
    let answers = 0;
    for (const word of ["zorblattian", "quandrosian", "mirvellic"]) {
      const file = join(await temporaryDirectory(), "own.jsonl");
      const opinions = [{ type: "lead", text: `The ${word} doctrine does not reach bailees.` }];
      const cite = `9${answers} Cal. 4th 77${word.length}`;
      const own = { id: word, court: "cal", case_name: "Marlow v. Denby", citations: [cite], opinions };
      await writeFile(file, JSON.stringify(own));
      const over = new AbortController();
      const importing = onpoint(settings, ["import", "jsonl", file]).finally(() => over.abort());
      const watch = async (): Promise<void> => {
        for (let found = 0; found < 3 || !over.signal.aborted;) {
          const isHeld = await holds(asked, cite);
          const { pagination, warnings = [] } = await ask(asked, word);
          answers++;
          if (pagination.total_results > 0) found++;
          else if (isHeld) expect(warnings.join(" ")).toMatch(/still being read in/u);
        }
      };
      await Promise.all(Array.from({ length: WATCHERS }, watch));
      expect((await importing).code).toBe(0);
    }
    await server.stop();
  });
});

const reason = whyNoPostgres();
describe.skipIf(reason !== undefined)(
  `two servers on one PostgreSQL${reason === undefined ? "" : `: ${reason}`}`,
  () => {
    test("the older says that it is left behind, the newer what it has not read yet", async () => {
      const settings = { ...NO_SAMPLE, ONPOINT_DATABASE_URL: (await createDatabase()).url };
      const first = { ...settings, ONPOINT_DATA_DIR: join(await temporaryDirectory(), "data") };
      const known = await loaded(first);
      const older = { ...known, server: await serve(first) };
      expect(await untilBuilt(older, { readyWhen: "built" })).toBe(0);
      const second = { ...settings, ONPOINT_DATA_DIR: join(await temporaryDirectory(), "data") };
      const newer = { ...known, server: await serve(second) };
      expect(await untilBuilt(newer, { readyWhen: "built" })).toBeGreaterThan(0);
      expect(await isReady(older.server)).toBe(false);
      const left = "The search index of opinions does not follow the records held: this answer may be incomplete.";
      for (const query of [QUERY, NOWHERE]) expect((await ask(older, query)).warnings).toEqual([left]);
      await Promise.all([older.server.stop(), newer.server.stop()]);
    });
  },
);
