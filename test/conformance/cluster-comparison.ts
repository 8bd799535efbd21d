import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import fc from "fast-check";
import { expect } from "vitest";

import { LIMITS } from "#base/limits.ts";
import type { EngineRequest, EngineResponse, IndexDocument, SearchEngine } from "#index/index.ts";

import { FLOAT, isClose } from "#test/oracle/compare.ts";

import { documentFor, FACETS, requestFor } from "./engine-shapes.ts";
import { documents, ids } from "./random/documents.ts";
import { LocalIndex } from "./random/local-index.ts";
import { requests } from "./random/requests.ts";

const cases = fc.noBias(
  fc.record({
    held: fc.array(documents(ids("plain"), 30), { maxLength: 40, size: "max" }),
    asked: fc.array(requests, { minLength: 1, maxLength: 30, size: "max" }),
  }),
);

const EXCERPTS = { before_bytes: 20, after_bytes: 30 };

export type ComparedCounts = { compared: number; found: number; warned: number };

/**
 * Fills the index on a cluster with random documents, so many times, and asks it random trees: what is found, its counts,
 * its scores and order have to be as in the embedded index.
 */
export async function compareRandomly(engine: SearchEngine, numRuns: number): Promise<ComparedCounts> {
  const counts = { compared: 0, found: 0, warned: 0 };
  await fc.assert(
    fc.asyncProperty(cases, async ({ held, asked }) => {
      const index = new HeldIndex();
      try {
        await hold(index, engine, held.map(documentFor));
        for (const { collapse, ...request } of asked) {
          // Which hits of a group come first is agreed where the order is.
          const groups = collapse !== undefined && request.sort !== undefined ? { collapse } : {};
          const whole = { ...request, ...groups, total: true, facets: FACETS, explain: false };
          await compare(index, engine, { ...requestFor(whole), excerpts: EXCERPTS, offset: 0, limit: 100 }, counts);
          if (request.sort !== undefined) await compare(index, engine, requestFor(whole), counts);
        }
      } finally {
        index.close();
      }
    }),
    { numRuns },
  );
  return counts;
}

/** The embedded index without its threads, and its directory. */
class HeldIndex {
  readonly #dir = mkdtempSync(join(tmpdir(), "onpoint-agreement-"));
  readonly index: LocalIndex = new LocalIndex(this.#dir, 4000, LIMITS.wildcard_expansions_max);

  close(): void {
    this.index.close();
    rmSync(this.#dir, { recursive: true });
  }
}

async function hold({ index }: HeldIndex, engine: SearchEngine, upserts: readonly IndexDocument[]): Promise<void> {
  const half = Math.floor(upserts.length / 2);
  await engine.replaceAll(
    (async function* () {
      yield upserts.slice(0, half);
    })(),
  );
  const rest = { upserts: upserts.slice(half), deletes: ["document 3"] };
  await engine.apply(rest);
  index.apply({ upserts: upserts.slice(0, half), deletes: [] });
  index.apply(rest);
  // A cluster counts no deleted documents; an index does until they are merged away.
  index.merge(() => true);
}

async function compare(
  { index }: HeldIndex,
  engine: SearchEngine,
  request: EngineRequest,
  counts: ComparedCounts,
): Promise<void> {
  const answer = await engine.search(request);
  const expected = index.search(request);
  if (answer.warnings.length > 0) counts.warned++;
  expect(shapeOf(answer, request)).toEqual(shapeOf(expected, request));
  assertSameScores(expected, answer);
  counts.compared++;
  counts.found += expected.hits.length;
}

/** Hits score alike, and none stands before one that scores more: near ones may change places by a rounding. */
export function assertSameScores(expected: EngineResponse, answer: EngineResponse): void {
  const scores = new Map(expected.hits.map(({ id, score }) => [id, score]));
  answer.hits.forEach(({ id, score }, at) => {
    const own = scores.get(id) ?? score;
    const there = expected.hits[at]?.score ?? Number.NaN;
    expect(isClose(score, own, FLOAT), `${id} scores ${score}, not ${own}`).toBe(true);
    expect(isClose(score, there, FLOAT), `${id} scores ${score} at ${at}, where ${there} belongs`).toBe(true);
  });
}

function shapeOf({ hits, total, facets }: EngineResponse, { sort, tree }: EngineRequest): unknown {
  const found = hits.map(({ id }) => id);
  // Whether a form counts as typed turns, where all forms count alike, on whether any document has the one typed.
  const hasExcerpts = !JSON.stringify(tree).includes('"formWeight":1');
  const excerpts = hasExcerpts ? new Map(hits.map(({ id, excerpt }) => [id, excerpt])) : undefined;
  return { found: sort === undefined ? found.toSorted() : found, total, facets, excerpts };
}
