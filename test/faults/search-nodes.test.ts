import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import { silentLogger } from "#base/log.ts";
import type { EngineRequest, SearchEngine } from "#index/index.ts";
import { openOpenSearchIndex } from "#index/opensearch/opensearch.ts";
import { OPINIONS } from "#search/opinions.ts";
import { compareRandomly } from "#test/conformance/cluster-comparison.ts";
import { sampleDocuments } from "#test/conformance/random/sample.ts";
import { whyNoOpenSearch } from "#test/opensearch-server.ts";
import { startTwoNodes } from "#test/opensearch/node.ts";
import type { SearchNode } from "#test/opensearch/node.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 300_000 });

const reason = whyNoOpenSearch();
const DOCUMENTS = sampleDocuments(300, 30, 7);
const WORD: EngineRequest["tree"] = { kind: "wildcard", pattern: "c*", at: { start: 0, end: 2 } };
const ASKED: EngineRequest = {
  tree: WORD,
  filters: [],
  sort: [{ column: "timesCited", order: "falling" }],
  offset: 5,
  limit: 20,
  facets: [{ column: "state" }],
  total: true,
  explain: false,
};

/** Every shard has a copy on either node, of which the first manages the cluster. */
describe.skipIf(reason !== undefined)(`a cluster of two nodes${reason === undefined ? "" : `: ${reason}`}`, () => {
  let home: string;
  let first: SearchNode;
  let second: SearchNode;
  let startSecond: () => Promise<SearchNode>;
  let engine: SearchEngine;

  const open = async (waiting: { readonly timeout_ms?: number } = {}): Promise<SearchEngine> =>
    openOpenSearchIndex({
      ...waiting,
      urls: [first.url, second.url],
      schema: OPINIONS,
      prefix: "nodes",
      shape: { shards: 3, replicas: 1 },
      readers: 1,
      log: silentLogger,
    });
  const bothHold = async (): Promise<void> => {
    const health = await fetch(`${first.url}/_cluster/health?wait_for_nodes=2&wait_for_status=green&timeout=120s`);
    expect(await health.json()).toMatchObject({ status: "green", number_of_nodes: 2 });
  };

  /** Without scores: copies that were merged otherwise count deleted documents otherwise. */
  const answer = async (): Promise<object> => {
    const { hits, total, facets, warnings } = await engine.search(ASKED);
    return { ids: hits.map(({ id }) => id), total, facets, warnings };
  };

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), "onpoint-nodes-"));
    ({ first, second: startSecond } = await startTwoNodes(home));
    second = await startSecond();
    engine = await open();
  });
  beforeEach(bothHold);
  afterAll(async () => {
    await engine.close();
    await Promise.all([first.kill(), second.kill()]);
    await rm(home, { recursive: true, force: true });
  });

  test("random trees are answered as by the index", async () => {
    const counts = await compareRandomly(engine, 8);
    expect(counts.compared).toBeGreaterThan(60);
    expect(counts.found).toBeGreaterThan(80);
    expect(counts.warned).toBe(0);
  });

  test("one is killed: searches and changes go on, and it has all when it is back", async () => {
    await engine.apply({ upserts: DOCUMENTS, deletes: [], mends: true });
    const before = await answer();
    expect(before).toMatchObject({ ids: { length: 20 }, warnings: [] });
    await second.kill();
    for (let turn = 0; turn < 10; turn++) expect(await answer()).toEqual(before);
    const found = (await engine.search(ASKED)).total ?? 0;
    const shown = (await engine.search({ ...ASKED, offset: 0, limit: 1 })).hits[0]?.id ?? "";
    await engine.apply({ upserts: [], deletes: [shown] });
    const after = await answer();
    expect(after).toMatchObject({ total: found - 1 });
    second = await startSecond();
    await bothHold();
    await engine.close();
    engine = await open();
    for (let turn = 0; turn < 4; turn++) expect(await answer()).toEqual(after);
  });

  test("the one that manages is killed: searches go on, changes are refused", async () => {
    await engine.apply({ upserts: DOCUMENTS, deletes: [], mends: true });
    const before = await answer();
    const hasty = await open({ timeout_ms: 2_000 });
    await first.kill();
    const until_ms = performance.now() + 4_000;
    while (performance.now() < until_ms) expect(await answer()).toEqual(before);
    expect((await engine.status()).damaged).toEqual([]);
    const change = { upserts: [], deletes: ["document 1"] };
    await expect(hasty.apply(change)).rejects.toMatchObject({ code: "unavailable" });
    await hasty.close();
  });
});
