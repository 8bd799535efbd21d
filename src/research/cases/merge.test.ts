import { array, assert, integer, property, uniqueArray } from "fast-check";
import { expect, test } from "vitest";
import { mergeLists } from "./merge.ts";
import type { Mergeable } from "./merge.ts";

const hit = (name: string, workId = name): Mergeable => ({ documentId: name, workId, clusterId: name });
const merged = (...lists: Mergeable[][]): string[] => mergeLists(lists).map(({ documentId }) => documentId);

test("what more lists hold comes first, then what stands highest in any one", () => {
  const [a, b, c, d] = ["a", "b", "c", "d"].map((name) => hit(name)) as [Mergeable, Mergeable, Mergeable, Mergeable];
  expect(merged([a, b, c], [d, c])).toEqual(["c", "a", "d", "b"]);
  expect(merged([a], [b], [a, b])).toEqual(["a", "b"]);
  expect(merged()).toEqual([]);
});

test("a copy of a decision counts for the copy that stands highest", () => {
  const [cap, listener, other] = [hit("cap", "w"), hit("courtlistener", "w"), hit("other")];
  expect(merged([other, cap], [listener])).toEqual(["courtlistener", "other"]);
});

test("opinions of one decision stay apart", () => {
  const lead = { documentId: "lead", workId: "w", clusterId: "k" };
  expect(merged([lead, { ...lead, documentId: "dissent" }])).toEqual(["lead", "dissent"]);
});

/** By the words of the rule, over names alone. */
function plainly(lists: readonly (readonly string[])[]): string[] {
  const names = [...new Set(lists.flat())];
  const ranksOf = (name: string): number[] => lists.map((list) => list.indexOf(name)).filter((rank) => rank >= 0);
  const before = (left: string, right: string): number => {
    const [ofLeft, ofRight] = [ranksOf(left), ranksOf(right)];
    if (ofLeft.length !== ofRight.length) return ofRight.length - ofLeft.length;
    const [best, other] = [Math.min(...ofLeft), Math.min(...ofRight)];
    if (best !== other) return best - other;
    return lists.findIndex((list) => list[best] === left) - lists.findIndex((list) => list[best] === right);
  };
  return names.toSorted(before);
}

test("agrees with the rule on drawn lists", () => {
  const list = uniqueArray(integer({ min: 0, max: 12 }), { maxLength: 10 });
  assert(
    property(array(list, { maxLength: 4 }), (lists) => {
      const names = lists.map((numbers) => numbers.map(String));
      expect(merged(...names.map((some) => some.map((name) => hit(name))))).toEqual(plainly(names));
    }),
  );
});
