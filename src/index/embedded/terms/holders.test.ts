import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { EngineRequest, IndexDocument } from "#index/index.ts";
import { WorkMeter } from "#index/embedded/work-meter.ts";
import type { TermNode } from "#index/tree.ts";
import { LocalIndex } from "#test/conformance/random/local-index.ts";

const AT = { start: 0, end: 0 };
const contract: TermNode = { kind: "term", text: "contract", exact: false, at: AT };

function requestFor(tree: EngineRequest["tree"], limit = 10): EngineRequest {
  return { tree, filters: [], offset: 0, limit, facets: [], total: true, explain: true };
}

/** An index of bodies, two to a segment, and what it counts of its work. */
function indexOf(documents: readonly IndexDocument["texts"][]): {
  readonly index: LocalIndex;
  readonly work: () => number;
} {
  const dir = mkdtempSync(join(tmpdir(), "onpoint-holders-"));
  const meter = new WorkMeter();
  const index = new LocalIndex(dir, 4000, 2048, meter);
  onTestFinished(() => {
    index.close();
    rmSync(dir, { recursive: true });
  });
  const upserts = documents.map((texts, at): IndexDocument => ({ id: `${at}`, texts, values: {} }));
  for (let at = 0; at < upserts.length; at += 2) index.apply({ upserts: upserts.slice(at, at + 2), deletes: [] });
  return { index, work: () => meter.spent };
}

/** BM25's, of a word that so many of six documents hold. */
const rarityOf = (holders: number): number => Math.log(1 + (6 - holders + 0.5) / (holders + 0.5));

const BODIES = ["contract, contracts", "contracts, contracted", "a contract", "heron", "heron", "heron"];

test("a word is as rare as the documents that hold any of its forms are few", () => {
  const { index } = indexOf(BODIES.map((body) => ({ body })));
  const rarities = [contract, { kind: "wildcard", pattern: "contract*", at: AT } as const].map((tree) =>
    index.search(requestFor(tree)).hits.map(({ explanation }) => explanation?.idf),
  );
  expect(rarities).toEqual(Array.from({ length: 2 }, () => Array.from({ length: 3 }, () => rarityOf(3))));
});

test("and only in the fields that are looked into", () => {
  const texts = BODIES.map((body, at) => ({ body, cites: at < 5 ? "herons" : "contract" }));
  const { index } = indexOf(texts);
  const idf = index.search(requestFor(contract)).hits[0]?.explanation?.idf;
  expect(idf).toBe(rarityOf(3));
});

test("its documents are read once, and not at all where nothing is scored", () => {
  const { index, work } = indexOf(BODIES.map((body) => ({ body })));
  const costOf = (limit: number): number => {
    const before = work();
    expect(index.search(requestFor(contract, limit)).total).toBe(3);
    return work() - before;
  };
  const counted = costOf(0);
  expect(costOf(0)).toBe(counted);
  const first = costOf(10);
  const second = costOf(10);
  expect(second).toBeLessThan(first);
  expect(costOf(10)).toBe(second);
});
