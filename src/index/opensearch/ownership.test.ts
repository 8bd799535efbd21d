import { describe, expect, inject, test, vi } from "vitest";
import { silentLogger } from "#base/log.ts";
import type { EngineRequest, IndexDocument } from "#index/index.ts";
import { OPINIONS } from "#search/opinions.ts";
import { sampleDocuments } from "#test/conformance/random/sample.ts";
import { whyNoOpenSearch } from "#test/opensearch-server.ts";
import { adoptOpenSearchIndex, openOpenSearchIndex } from "./opensearch.ts";
import type { ClusterIndex, OpenSearchOptions } from "./opensearch.ts";

vi.setConfig({ testTimeout: 180_000 });

const reason = whyNoOpenSearch();
const DOCUMENTS = sampleDocuments(3, 20, 11);
const one = (text: string): IndexDocument => ({ id: "one", texts: { body: text }, values: {} });
const requestOf = (text: string): EngineRequest => ({
  tree: { kind: "term", text, exact: true, at: { start: 0, end: text.length } },
  filters: [],
  offset: 0,
  limit: 1,
  facets: [],
  total: true,
  explain: false,
});

let prefixes = 0;
const optionsOf = (owner: string, prefix: string): OpenSearchOptions => ({
  urls: [inject("openSearchUrl")],
  schema: OPINIONS,
  prefix,
  shape: { shards: 1, replicas: 0 },
  readers: 1,
  log: silentLogger,
  owner,
});

describe.skipIf(reason !== undefined)(`whose an index is${reason === undefined ? "" : `: ${reason}`}`, () => {
  const opened: ClusterIndex[] = [];
  const open = async (owner: string, prefix: string, more: Partial<OpenSearchOptions> = {}): Promise<ClusterIndex> => {
    const index = await openOpenSearchIndex({ ...optionsOf(owner, prefix), ...more });
    opened.push(index);
    return index;
  };
  const closeAll = async (): Promise<void> => {
    for (const index of opened.splice(0)) await index.close();
  };

  test("one that is made of other records is refused, until it is made anew of these", async () => {
    const prefix = `owned-${process.pid}-${prefixes++}`;
    const first = await open("first", prefix);
    await first.apply({ upserts: DOCUMENTS, deletes: [], mends: true });
    await first.stamps.write([7, 6]);
    await open("first", prefix);
    await expect(open("second", prefix)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("is made of another database (first) than these records (second)") as string,
      hint: expect.stringContaining("onpoint index adopt") as string,
    });
    // Waiting is for what comes back by itself.
    await expect(open("second", prefix, { waits: true })).rejects.toMatchObject({ code: "conflict" });

    expect(await adoptOpenSearchIndex(optionsOf("second", prefix))).toBe(true);
    expect(await adoptOpenSearchIndex(optionsOf("second", prefix))).toBe(false);
    const second = await open("second", prefix);
    expect(await second.status()).toMatchObject({ documents: 0, damaged: [{ reason: /made anew/u }] });
    expect(await second.stamps.read()).toBeUndefined();
    await vi.waitFor(
      async () => {
        const refused = { code: "unavailable", message: "the index is made of other records than these" };
        await expect(first.search(requestOf("alder"))).rejects.toMatchObject(refused);
      },
      { timeout: 20_000, interval: 500 },
    );
    await expect(first.apply({ upserts: DOCUMENTS, deletes: [] })).rejects.toMatchObject({ code: "conflict" });
    expect((await second.status()).documents).toBe(0);
    await closeAll();
  });

  test("its stamps go with it, and being filled leaves them", async () => {
    const prefix = `owned-${process.pid}-${prefixes++}`;
    const index = await open("first", prefix);
    expect(await index.stamps.read()).toBeUndefined();
    await index.stamps.write([1]);
    await index.apply({ upserts: DOCUMENTS, deletes: [], mends: true });
    expect(await index.stamps.read()).toEqual([1]);
    expect(await index.status()).toMatchObject({ documents: 3, damaged: [] });
    await closeAll();
  });

  test("a change of an earlier term, however late, changes nothing that a later one wrote", async () => {
    const prefix = `owned-${process.pid}-${prefixes++}`;
    const late = await open("first", prefix, { term: () => 4 });
    const now = await open("first", prefix, { term: () => 5 });
    const found = async (text: string): Promise<number | undefined> => (await now.search(requestOf(text))).total;
    await late.apply({ upserts: [one("alder")], deletes: [] });
    await now.apply({ upserts: [one("birch")], deletes: [] });
    for (let count = 0; count < 3; count++) await late.apply({ upserts: [one("alder")], deletes: [] });
    expect([await found("alder"), await found("birch")]).toEqual([0, 1]);
    await now.apply({ upserts: [], deletes: ["one"] });
    await late.apply({ upserts: [one("alder")], deletes: [] });
    expect([await found("alder"), await found("birch")]).toEqual([0, 0]);
    await closeAll();
  });
});
