import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

import { OnpointError } from "#base/errors.ts";
import { silentLogger } from "#base/log.ts";
import type { EngineRequest, EngineResponse, SearchEngine } from "#index/index.ts";
import { openLexicalIndex } from "#index/embedded/embedded.ts";
import type { Field, QueryNode } from "#index/tree.ts";
import { Random, randomDocument, randomRequest } from "#test/conformance/random-cases.ts";
import { Fts5Engine } from "#test/oracle/fts5/engine.ts";

const CORPORA = 6;
const REQUESTS = 60;

/** The engines agree on what is found; how it ranks is each one's own. */
test("what FTS5 can express, it answers as the index does", async () => {
  let compared = 0;
  let found = 0;
  for (let seed = 1; seed <= CORPORA; seed += 1) {
    const random = new Random(seed);
    const dir = mkdtempSync(join(tmpdir(), "onpoint-agreement-"));
    const index = await openLexicalIndex({ dir, workers: 1, log: silentLogger });
    const fts5 = new Fts5Engine(":memory:", { barrier_words: 64 });
    try {
      const upserts = random.list(40, () => 0).map((_, n) => randomDocument(random, `document ${n}`, 30));
      for (const engine of [index, fts5]) await engine.apply({ upserts, deletes: ["document 3"] });
      for (let n = 0; n < REQUESTS; n += 1) {
        const { leaveOutCitingOf: _, ...request } = randomRequest(random);
        const whole = { ...request, offset: 0, limit: 100, total: true, facets: true };
        const expected = await answerOf(fts5, whole);
        if (expected === undefined) continue;
        compared += 1;
        found += expected.ids.length;
        expect(await answerOf(index, whole), JSON.stringify(whole.tree)).toEqual(expected);
      }
    } finally {
      await index.close();
      await fts5.close();
      rmSync(dir, { recursive: true });
    }
  }
  expect(compared).toBeGreaterThan(100);
  expect(found).toBeGreaterThan(500);
});

type Answer = {
  readonly ids: readonly string[];
  readonly total: number | undefined;
  readonly facets: EngineResponse["facets"];
};

async function answerOf(engine: SearchEngine, request: EngineRequest): Promise<Answer | undefined> {
  if (mixesFields(request.tree)) return undefined;
  try {
    const { hits, total, facets } = await engine.search(request);
    return { ids: hits.map(({ id }) => id).sort(), total, facets };
  } catch (thrown) {
    if (thrown instanceof OnpointError && thrown.code === "unsupported") return undefined;
    throw thrown;
  }
}

/** The parser refuses a proximity across fields; the random trees have them. */
function mixesFields(node: QueryNode): boolean {
  if (node.kind === "near") return new Set(fieldsOf(node)).size > 1;
  if ("children" in node) return node.children.some(mixesFields);
  return "child" in node ? mixesFields(node.child) : false;
}

function fieldsOf(node: QueryNode): readonly (Field | undefined)[] {
  if (node.kind === "near") return [...fieldsOf(node.left), ...fieldsOf(node.right)];
  if ("children" in node) return node.children.flatMap(fieldsOf);
  return ["field" in node ? node.field : undefined];
}
