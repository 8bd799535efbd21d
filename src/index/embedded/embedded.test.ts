import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test, vi } from "vitest";

import { silentLogger } from "#base/log.ts";
import { sampleDocuments } from "#test/conformance/random/sample.ts";

import type { EngineRequest } from "#index/index.ts";
import type { QueryNode, WildcardNode } from "#index/tree.ts";
import { OPINIONS } from "#search/opinions.ts";
import { openEmbeddedIndex } from "./embedded.ts";

const AT = { start: 0, end: 0 };

function wordRequest(text: string, more: Partial<EngineRequest> = {}): EngineRequest {
  const tree = { kind: "term", text, exact: false, at: AT } as const;
  return { tree, filters: [], offset: 0, limit: 50, facets: [], total: true, explain: false, ...more };
}

test("a short word is not a form of those whose stem it looks like, and pages neither repeat nor skip", async () => {
  const dir = mkdtempSync(join(tmpdir(), "onpoint-index-"));
  const index = await openEmbeddedIndex({ schema: OPINIONS, dir, workers: 1, log: silentLogger });
  try {
    const upserts = sampleDocuments(23, 0, 3).map((document, i) => ({
      ...document,
      texts: { body: i % 2 === 0 ? "rule of U.S. law" : "rules ofs use used" },
    }));
    await index.apply({ upserts, deletes: [] });
    for (const [word, total] of Object.entries({ of: 12, ofs: 11, us: 12, use: 11, using: 11 })) {
      expect([word, (await index.search(wordRequest(word))).total]).toEqual([word, total]);
    }
    const pages = await Promise.all(
      [0, 5, 10, 15, 20].map(async (offset) => index.search(wordRequest("rule", { offset, limit: 5 }))),
    );
    const ids = pages.flatMap((page) => page.hits.map((hit) => hit.id));
    expect(ids.length).toBe(23);
    expect(new Set(ids).size).toBe(23);
  } finally {
    await index.close();
    rmSync(dir, { recursive: true });
  }
});

test("a hit explains its score, and a search that nobody waits for stops", async () => {
  const dir = mkdtempSync(join(tmpdir(), "onpoint-index-"));
  const index = await openEmbeddedIndex({ schema: OPINIONS, dir, workers: 1, log: silentLogger });
  try {
    const document = { ...sampleDocuments(1, 0, 4)[0]!, texts: { body: "duty of care and duty" } };
    await index.apply({ upserts: [document], deletes: [] });
    const { hits } = await index.search(wordRequest("duty", { explain: true }));
    expect(hits[0]?.explanation).toMatchObject({ what: "duty~", score: hits[0]?.score, occurrences: { body: 2 } });
    const given = new AbortController();
    const waiting = [index.search(wordRequest("duty")), index.search(wordRequest("duty"), { signal: given.signal })];
    given.abort();
    await expect(waiting[1]).rejects.toThrow(/cancelled/u);
    await expect(waiting[0]).resolves.toMatchObject({ total: 1 });
  } finally {
    await index.close();
    rmSync(dir, { recursive: true });
  }
});

test("an index that has come to rest is merged, and answers as before", async () => {
  const dir = mkdtempSync(join(tmpdir(), "onpoint-index-"));
  const index = await openEmbeddedIndex({ schema: OPINIONS, dir, workers: 1, log: silentLogger, rest_ms: 200 });
  try {
    const documents = sampleDocuments(5, 0, 3).map((document) => ({ ...document, texts: { body: "duty of care" } }));
    for (const document of documents) await index.apply({ upserts: [document], deletes: [] });
    expect((await index.status()).segments.length).toBeGreaterThan(1);
    const before = await index.search(wordRequest("duty"));
    await vi.waitFor(async () => expect((await index.status()).segments).toHaveLength(1), { timeout: 20_000 });
    expect(await index.search(wordRequest("duty"))).toEqual(before);
    await index.apply({ upserts: [], deletes: [documents[0]!.id] });
    expect(await index.search(wordRequest("duty"))).toMatchObject({ total: 4 });
  } finally {
    await index.close();
    rmSync(dir, { recursive: true });
  }
});

const wild = (at: number): WildcardNode => ({ kind: "wildcard", pattern: "x*", at: { start: at, end: at + 1 } });

test("wild cards of one search together stand for four times as many words as one may", async () => {
  const dir = mkdtempSync(join(tmpdir(), "onpoint-index-"));
  const index = await openEmbeddedIndex({ schema: OPINIONS, dir, log: silentLogger, expansions_max: 10 });
  try {
    const words = Array.from({ length: 26 }, (_, at) => `x${String.fromCharCode(97 + at)}`);
    await index.apply({ upserts: [{ id: "all", texts: { body: words.join(" ") }, values: {} }], deletes: [] });
    const tree: QueryNode = { kind: "or", children: [0, 1, 2, 3, 4, 5].map(wild), at: AT };
    const answer = await index.search({
      tree,
      filters: [],
      offset: 0,
      limit: 5,
      facets: [],
      total: true,
      explain: false,
    });
    expect(answer.total).toBe(1);
    const searched = answer.warnings.map((warning) => Number(/the (\d+) most frequent/u.exec(warning)?.[1]));
    expect(searched).toEqual([10, 10, 10, 10, 1, 1]);
  } finally {
    await index.close();
    rmSync(dir, { recursive: true });
  }
});
