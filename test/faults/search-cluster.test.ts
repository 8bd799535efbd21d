import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import { silentLogger } from "#base/log.ts";
import type { EngineRequest, SearchEngine } from "#index/index.ts";
import { openOpenSearchIndex } from "#index/opensearch/opensearch.ts";
import { OPINIONS } from "#search/opinions.ts";
import { sampleDocuments } from "#test/conformance/random/sample.ts";
import { whyNoOpenSearch } from "#test/opensearch-server.ts";
import { Door, makeCertificate } from "#test/opensearch/door.ts";
import { startNode } from "#test/opensearch/node.ts";
import type { SearchNode } from "#test/opensearch/node.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const reason = whyNoOpenSearch();
const DOCUMENTS = sampleDocuments(600, 30, 7);
const ALL: EngineRequest = {
  tree: { kind: "prior", column: "timesCited", weight: 1, at: { start: 0, end: 0 } },
  filters: [],
  offset: 0,
  limit: 0,
  facets: [],
  total: true,
  explain: false,
};

async function* batches(): AsyncGenerator<typeof DOCUMENTS> {
  for (let at = 100; at < 600; at += 100) yield DOCUMENTS.slice(at, at + 100);
}

/** The node is killed, or cut off, at every step of a change; the address stays. */
describe.skipIf(reason !== undefined)(`a search cluster that fails${reason === undefined ? "" : `: ${reason}`}`, () => {
  let home: string;
  let node: SearchNode;
  let door: Door;
  let engine: SearchEngine;
  let prefixes = 0;

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), "onpoint-search-fault-"));
    node = await startNode(home);
    door = await Door.open(node.url);
  });
  afterEach(async () => engine.close());
  afterAll(async () => {
    door.close();
    await node.kill();
    await rm(home, { recursive: true, force: true });
  });
  beforeEach(async () => {
    engine = await opened(door.url);
    await engine.apply({ upserts: DOCUMENTS.slice(0, 100), deletes: [], mends: true });
  });

  const opened = async (url: string, ca?: string): Promise<SearchEngine> => {
    const shape = { shards: 1, replicas: 0 };
    const prefix = `fault-${prefixes++}`;
    return openOpenSearchIndex({ urls: [url], ca, schema: OPINIONS, prefix, shape, readers: 1, log: silentLogger });
  };
  const found = async (): Promise<number | undefined> => (await engine.search(ALL)).total;
  const remove = async (index: string): Promise<void> => {
    expect((await fetch(`${node.url}/${index}`, { method: "DELETE" })).status).toBe(200);
  };
  /** The indexes of this test's engine, and the alias of those that have one. */
  const held = async (): Promise<readonly { readonly index: string; readonly alias: string | undefined }[]> => {
    const answer = await fetch(`${node.url}/fault-${prefixes - 1}-*/_alias`);
    const aliases = (await answer.json()) as Readonly<Record<string, { readonly aliases: object }>>;
    return Object.entries(aliases).map(([index, of]) => ({ index, alias: Object.keys(of.aliases)[0] }));
  };
  const removeIndexes = async (): Promise<void> => {
    for (const { index } of await held()) await remove(index);
  };
  /** Kills the node with the request whose path and number are these; another takes its place. */
  const killAt = (path: string, number: number): (() => Promise<void>) => {
    let seen = 0;
    let dying: Promise<void> | undefined;
    door.onRequest = ({ url = "" }) => {
      if (url.includes(path) && ++seen === number) dying = node.kill();
    };
    return async () => {
      door.onRequest = () => undefined;
      expect(seen).toBeGreaterThanOrEqual(number);
      await dying;
      node = await startNode(home);
      door.target = node.url;
    };
  };
  test.each([
    ["/_bulk", 1],
    ["/_bulk", 2],
    ["/_refresh", 1],
  ])("killed in the middle of a change, at %s %d: said, and made whole by the same change", async (path, number) => {
    const revive = killAt(path, number);
    const change = { upserts: DOCUMENTS.slice(100, 600), deletes: ["document 0"] };
    await expect(engine.apply(change)).rejects.toMatchObject({ code: "unavailable" });
    await expect(engine.search(ALL)).rejects.toMatchObject({ code: "unavailable" });
    await revive();
    await vi.waitFor(async () => expect(await found()).toBeGreaterThanOrEqual(99), { timeout: 60_000, interval: 500 });
    await engine.apply(change);
    expect(await found()).toBe(599);
    expect(await engine.missing(["document 0", "document 1", "document 599"])).toEqual(["document 0"]);
  });

  test.each([
    ["/_bulk", 3],
    ["/_aliases", 1],
  ])(
    "killed while another index takes its place, at %s %d: the old one answers, and the next filling is whole",
    async (path, number) => {
      const revive = killAt(path, number);
      await expect(engine.replaceAll(batches())).rejects.toMatchObject({ code: "unavailable" });
      await revive();
      // The request that killed it may have been done.
      await vi.waitFor(async () => expect([100, 500]).toContain(await found()), { timeout: 60_000, interval: 500 });
      await engine.replaceAll(batches());
      expect(await found()).toBe(500);
      expect(await held()).toHaveLength(1);
    },
  );

  test("cut off from it: never an empty answer, and searches go on when it is back", async () => {
    door.isCut = true;
    for (let turn = 0; turn < 3; turn++) await expect(found()).rejects.toMatchObject({ code: "unavailable" });
    door.isCut = false;
    await vi.waitFor(async () => expect(await found()).toBe(100), { timeout: 20_000, interval: 500 });
  });

  test("an index that somebody deleted: a 503 that says so, and one that is made anew and filled", async () => {
    const gone = { code: "unavailable", message: /is not on the search cluster any more/u, hint: /GET \/readyz/u };
    const said = {
      code: gone.code,
      message: expect.stringMatching(gone.message),
      hint: expect.stringMatching(gone.hint),
    };
    await removeIndexes();
    await expect(engine.search(ALL)).rejects.toMatchObject(said);
    const { damaged } = await engine.status();
    expect(damaged).toHaveLength(1);
    const { total, warnings } = await engine.search(ALL);
    expect([total, warnings]).toEqual([0, [expect.stringContaining("Documents are missing")]]);

    // Nor is a change taken for written that had no index to go to.
    await removeIndexes();
    await expect(engine.apply({ upserts: DOCUMENTS.slice(0, 1), deletes: [] })).rejects.toMatchObject(said);
    await engine.status();
    await removeIndexes();
    await expect(engine.apply({ upserts: [], deletes: ["document 1"] })).rejects.toMatchObject({ code: "unavailable" });
    await engine.apply({ upserts: DOCUMENTS.slice(0, 100), deletes: [], mends: true });
    expect(await engine.search(ALL)).toMatchObject({ total: 100, warnings: [] });
  });

  test("an index that is deleted while it is filled takes no place", async () => {
    let given = 0;
    async function* sabotaged(): AsyncGenerator<typeof DOCUMENTS> {
      for await (const batch of batches()) {
        yield batch;
        given++;
        for (const { index, alias } of await held()) if (given === 3 && alias === undefined) await remove(index);
      }
    }
    await expect(engine.replaceAll(sabotaged())).rejects.toMatchObject({
      message: expect.stringContaining("was deleted on the search cluster while it was filled") as string,
    });
    expect([await found(), (await held()).length]).toEqual([100, 1]);
  });

  test("searches go on while one index after another takes its place", async () => {
    const over = new AbortController();
    const totals = new Map<number | undefined, number>();
    const searching = Array.from({ length: 3 }, async () => {
      while (!over.signal.aborted) {
        const total = await found();
        totals.set(total, (totals.get(total) ?? 0) + 1);
      }
    });
    try {
      for (let turn = 0; turn < 5; turn++) await engine.replaceAll(batches());
    } finally {
      over.abort();
    }
    await Promise.all(searching);
    expect(new Set(totals.keys())).toEqual(new Set([100, 500]));
  });

  test("over https with a user: with the right certificate and password only", async () => {
    const certificate = await makeCertificate();
    const secure = await Door.open(node.url, certificate);
    secure.authorization = `Basic ${Buffer.from("onpoint:s3cret").toString("base64")}`;
    try {
      const url = secure.url.replace("//", "//onpoint:s3cret@");
      const trusted = await opened(url, certificate.cert);
      await trusted.apply({ upserts: DOCUMENTS.slice(0, 5), deletes: [] });
      expect((await trusted.search(ALL)).total).toBe(5);
      await trusted.close();
      await expect(opened(url)).rejects.toMatchObject({ message: expect.stringContaining("certificate") as string });
      await expect(opened(secure.url, certificate.cert)).rejects.toMatchObject({
        code: "unavailable",
        message: "the search cluster answered 401: Unauthorized",
      });
    } finally {
      secure.close();
    }
  });
});
