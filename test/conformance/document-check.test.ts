import fc from "fast-check";
import { expect, test } from "vitest";

import { Wildcard } from "#index/embedded/terms/wildcard.ts";
import { DocumentCheck } from "#index/opensearch/check/document-check.ts";
import { WordTests } from "#index/opensearch/check/word-tests.ts";
import { patternTester } from "#index/opensearch/compile/pattern.ts";
import { packed, readTexts, unpacked } from "#index/opensearch/words/kept-words.ts";
import { OPINIONS as SCHEMA } from "#search/opinions.ts";
import type { PlainDocument, PlainNear, PlainNode } from "#test/oracle/model.ts";
import { PlainEngine } from "#test/oracle/plain-engine.ts";
import { OPINIONS } from "#test/oracle/ranking.ts";

import { documentFor } from "./engine-shapes.ts";
import { documents, ids } from "./random/documents.ts";
import { requests } from "./random/requests.ts";

/** The nodes of a tree that have places, from the outermost; what is asked of the words of a document. */
function placed(node: PlainNode): readonly PlainNode[] {
  if (node.kind === "and" || node.kind === "or" || node.kind === "ranked") return node.children.flatMap(placed);
  if (node.kind === "not" || node.kind === "boost") return placed(node.child);
  return node.kind === "filter" || node.kind === "prior" ? [] : [node];
}

const nearness = fc.record({
  unit: fc.constantFrom("word", "word", "sentence", "paragraph"),
  distance: fc.integer({ min: 1, max: 4 }),
  ordered: fc.boolean(),
});

/** Two of the nodes that have places, near each other. */
function nested(nodes: readonly PlainNode[], near: Omit<PlainNear, "kind" | "left" | "right" | "at">): PlainNode[] {
  const [left, right] = nodes.filter(({ kind }) => kind !== "atLeast");
  if (left === undefined || right === undefined) return [];
  return [{ kind: "near", left, right, ...near, at: { start: 0, end: 0 } }];
}

/** What decides, for a cluster, over proximities that Lucene says only roughly. */
test("a node stands in a document's kept words where the plain reading finds it", () => {
  const cases = fc.record({
    held: fc.uniqueArray(documents(ids("plain"), 30), { maxLength: 20, size: "max", selector: ({ id }) => id }),
    asked: fc.array(fc.tuple(requests, requests, nearness), { minLength: 1, maxLength: 12, size: "max" }),
  });
  const counts = { compared: 0, found: 0 };
  const compare = (
    held: readonly PlainDocument[],
    asked: readonly (readonly [PlainNode, string | undefined])[],
  ): void => {
    const plain = new PlainEngine(OPINIONS, Infinity);
    plain.hold(held.map((document) => ({ document, isAlive: true })));
    const kept = held.map((document) => unpacked(packed(readTexts(documentFor(document).texts, "body"))));
    const tests = new WordTests();
    for (const [tree, source] of asked) {
      const whole = { filters: [], offset: 0, limit: 100, facets: [], total: true, explain: false };
      const { hits } = plain.search({ ...whole, tree, ...(source !== undefined && { leaveOutSource: source }) });
      const found = held.filter((_, at) => new DocumentCheck(SCHEMA, tests, kept[at] ?? {}, source).has(tree));
      expect(found.map(({ id }) => id).toSorted()).toEqual(hits.map(({ id }) => id).toSorted());
      counts.compared++;
      counts.found += hits.length;
    }
  };
  fc.assert(
    fc.property(fc.noBias(cases), ({ held, asked }) => {
      const nodes = asked.flatMap(([one, other, near]) => {
        const both = [...placed(one.tree), ...placed(other.tree)];
        return [...both, ...nested(both, near)].map((node) => [node, one.leaveOutSource] as const);
      });
      compare(held, nodes);
    }),
    { numRuns: 40 },
  );
  expect(counts.compared).toBeGreaterThan(500);
  expect(counts.found).toBeGreaterThan(500);
});

function textOf(letters: string): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...letters.split(" ")), minLength: 1, maxLength: 7 });
}

test("a wildcard stands for the words that it stands for in the embedded index", () => {
  fc.assert(
    fc.property(textOf("a b § é * ?"), textOf("a b § é"), (pattern, word) => {
      const bytes = Buffer.from(word);
      expect(patternTester(pattern)(word)).toBe(new Wildcard(pattern).matches(bytes, bytes.length));
    }),
    { numRuns: 5000 },
  );
});
