import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import fc from "fast-check";
import { expect, test } from "vitest";

import { OnpointError } from "#base/errors.ts";
import { LIMITS } from "#base/limits.ts";
import type { Answer } from "#test/oracle/compare.ts";
import { Fts5Engine } from "#test/oracle/fts5/engine.ts";
import type { PlainDocument, PlainNode, PlainRequest } from "#test/oracle/model.ts";

import { answerOf, documentFor, FACETS, requestFor } from "./engine-shapes.ts";
import { documents, ids } from "./random/documents.ts";
import { LocalIndex } from "./random/local-index.ts";
import { requests } from "./random/requests.ts";

/** More words than a random proximity spans. */
const BARRIER_WORDS = 64;

const cases = fc.noBias(
  fc.record({
    held: fc.array(documents(ids("plain"), 30), { maxLength: 40, size: "max" }),
    asked: fc.array(requests, { minLength: 1, maxLength: 30, size: "max" }),
  }),
);

/** The engines agree on what is found; how it ranks is each one's own. */
test("what FTS5 can express, it answers as the index does", async () => {
  const counts = { compared: 0, found: 0 };
  const compare = async (held: readonly PlainDocument[], asked: readonly PlainRequest[]): Promise<void> => {
    const dir = mkdtempSync(join(tmpdir(), "onpoint-agreement-"));
    const index = new LocalIndex(dir, 4000, LIMITS.wildcard_expansions_max);
    const fts5 = new Fts5Engine(":memory:", { barrier_words: BARRIER_WORDS });
    try {
      const changes = { upserts: held.map(documentFor), deletes: ["document 3"] };
      index.apply(changes);
      await fts5.apply(changes);
      for (const { leaveOutSource: _, collapse, ...request } of asked) {
        // Which hits of a group come first is agreed where the order is.
        const groups = collapse !== undefined && request.sort !== undefined ? { collapse } : {};
        const whole = { ...request, ...groups, offset: 0, limit: 100, total: true, facets: FACETS };
        const expected = await answerWhereExpressed(fts5, whole);
        if (expected === undefined) continue;
        expect(found(answerOf(index.search(requestFor(whole))))).toEqual(expected);
        counts.compared++;
        counts.found += expected.ids.length;
      }
    } finally {
      index.close();
      await fts5.close();
      rmSync(dir, { recursive: true });
    }
  };
  await fc.assert(
    fc.asyncProperty(cases, ({ held, asked }) => compare(held, asked)),
    { numRuns: 40 },
  );
  expect(counts.compared).toBeGreaterThan(100);
  expect(counts.found).toBeGreaterThan(500);
}, 90_000);

function found({ hits, total, facets }: Answer): { ids: readonly string[] } & Pick<Answer, "total" | "facets"> {
  return { ids: hits.map(({ id }) => id).toSorted(), total, facets };
}

async function answerWhereExpressed(
  engine: Fts5Engine,
  request: PlainRequest,
): Promise<ReturnType<typeof found> | undefined> {
  if (mixesFields(request.tree)) return undefined;
  try {
    return found(answerOf(await engine.search(requestFor(request))));
  } catch (thrown) {
    if (thrown instanceof OnpointError && thrown.code === "unsupported") return undefined;
    throw thrown;
  }
}

/** The parser refuses a proximity across fields; the random trees have them. */
function mixesFields(node: PlainNode): boolean {
  if (node.kind === "near" || node.kind === "together") return new Set(fieldsOf(node)).size > 1;
  if ("children" in node) return node.children.some(mixesFields);
  return "child" in node ? mixesFields(node.child) : false;
}

function fieldsOf(node: PlainNode): readonly (string | undefined)[] {
  if (node.kind === "near") return [...fieldsOf(node.left), ...fieldsOf(node.right)];
  if (node.kind === "together") return node.members.flatMap(fieldsOf);
  if ("children" in node) return node.children.flatMap(fieldsOf);
  return ["field" in node ? node.field : undefined];
}
