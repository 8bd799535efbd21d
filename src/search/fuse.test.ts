import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { fuse, FUSED_DEPTH, reciprocalRank } from "./fuse.ts";
import type { Found, Retrieved } from "./retrieve/retriever.ts";

const at = { start: 0, end: 0 };

function hit(id: string, score = 1, source: Found["source"] = "keyword"): Found {
  return { id, score, source };
}

function list(hits: readonly Found[], more: Partial<Retrieved> = {}): Retrieved {
  const tree = { kind: "term", text: "fraud", exact: false, at } as const;
  return { hits, offset: 0, total: hits.length, facets: [], tree, corrections: [], notes: [], isWhole: true, ...more };
}

describe("fusing", () => {
  test("a single list stays as it is", () => {
    const only = list([hit("b", 3), hit("a", 2)], { total: 40, offset: 20 });
    expect(fuse([only])).toBe(only);
  });

  test("of several lists the first gives what is counted, and the words of all are told", () => {
    const facets = [[{ key: "1999", count: 7 }]];
    const keyword = list([hit("a"), hit("b")], { total: 7, facets, notes: ["by words"] });
    const semantic = list([hit("c"), hit("a"), hit("d")], { total: 3, notes: ["by meaning"], isWhole: false });
    const fused = fuse([keyword, semantic], 2);
    expect(fused).toMatchObject({ total: 8, facets, notes: ["by words", "by meaning"], isWhole: true });
    expect(fused.hits.map(({ id }) => id)).toEqual(["a", "c", "b", "d"]);
  });

  test("behind the fused ones the first list goes on, without what is among them, and scores go on falling", () => {
    const long = Array.from({ length: FUSED_DEPTH + 40 }, (_, at) => hit(`word ${String(at).padStart(4, "0")}`));
    const shared = long[FUSED_DEPTH + 3]!;
    const near = [hit("alone", 0.9, "semantic"), { ...shared, source: "semantic" as const }];
    const fused = fuse([list(long, { total: 9000 }), list(near)], 1);
    expect(fused.total).toBe(9001);
    expect(fused.hits).toHaveLength(long.length + 1);
    expect(new Set(fused.hits.map(({ id }) => id)).size).toBe(long.length + 1);
    expect(fused.hits.findIndex(({ id }) => id === shared.id)).toBeLessThan(5);
    const scores = fused.hits.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  test("of what is typed the first by words stays before what is near alone, and both are in the list", () => {
    const words = list([hit("named", 20), hit("spoken of", 6), hit("far", 1)]);
    const near = list([hit("near", 0.8, "semantic"), hit("spoken of", 0.7, "semantic")]);
    const typed = fuse([words, near], 1, { isTyped: true, explain: true });
    expect(typed.hits.map(({ id }) => id)).toEqual(["named", "spoken of", "far", "near"]);
    expect(fuse([words, near], 1).hits[0]?.id).toBe("spoken of");
    expect(typed.total).toBe(4);
    for (const { score, explanation } of typed.hits) {
      expect(explanation?.parts?.reduce((sum, part) => sum + part.score, 0)).toBeCloseTo(score, 9);
    }
    expect(typed.hits[0]?.explanation?.parts?.map(({ what }) => what)).toEqual([
      "rank 1 by words",
      "rank 1 by words and meaning together",
    ]);
    expect(typed.hits.map(({ source }) => source)).toEqual(["keyword", "keyword", "keyword", "semantic"]);
  });

  test("of what the words hold alike the one whose own text is near comes first, whatever others say of another", () => {
    const words = list([hit("spoken of", 20), hit("of itself", 19.9), hit("far", 5)]);
    const near = list([
      { ...hit("spoken of", 0.9, "semantic"), own: 0.1 },
      { ...hit("of itself", 0.7, "semantic"), own: 0.7 },
    ]);
    const typed = fuse([words, near], 2, { isTyped: true });
    expect(typed.hits.map(({ id }) => id)).toEqual(["of itself", "spoken of", "far"]);
  });

  test("of a short text that was pasted what is near may come first, and what both know does", () => {
    const words = list([hit("held", 20), hit("both", 12), hit("far", 1)]);
    const near = list([hit("near", 0.8, "semantic"), hit("both", 0.7, "semantic"), hit("far", 0.1, "semantic")]);
    const short = fuse([words, near], 2, { isTyped: true, isShort: true, explain: true });
    expect(short.hits.map(({ id }) => id)).toEqual(["both", "held", "near", "far"]);
    expect(short.total).toBe(4);
    for (const { score, explanation } of short.hits) {
      expect(explanation?.parts?.reduce((sum, part) => sum + part.score, 0)).toBeCloseTo(score, 9);
    }
  });

  test("what is typed loses nothing of either list, however long the first is", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(900), { maxLength: 700 }), fc.uniqueArray(fc.nat(900)), (left, right) => {
        const words = left.map((id, rank) => hit(`${id}`, left.length - rank));
        const near = right.map((id, rank) => hit(`${id}`, 1 - rank / 1000, "semantic"));
        const shared = right.filter((id) => left.includes(id)).length;
        const fused = fuse([list(words), list(near)], shared, { isTyped: true });
        expect(new Set(fused.hits.map(({ id }) => id))).toEqual(new Set([...words, ...near].map(({ id }) => id)));
        expect(fused.hits).toHaveLength(fused.total);
        const scores = fused.hits.map(({ score }) => score);
        expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      }),
      { numRuns: 40 },
    );
  });

  test("a hit explains its score by its ranks", () => {
    const [first] = reciprocalRank([[hit("a")], [hit("b", 1, "semantic"), hit("a", 1, "semantic")]], { explain: true });
    expect(first?.explanation).toEqual({
      what: "ranks",
      score: 1 / 61 + 1 / 62,
      parts: [
        { what: "rank 1 by words", score: 1 / 61 },
        { what: "rank 2 by meaning", score: 1 / 62 },
      ],
    });
  });
});

describe("reciprocal rank", () => {
  test("scores are the sums of 1 / (60 + rank)", () => {
    const fused = reciprocalRank([
      [hit("a", 12), hit("b", 9)],
      [hit("b", 0.9, "semantic"), hit("c", 0.8, "semantic")],
    ]);
    expect(fused.map(({ id, score }) => [id, score])).toEqual([
      ["b", 1 / 62 + 1 / 61],
      ["a", 1 / 61],
      ["c", 1 / 62],
    ]);
  });

  test("a hit is told of by the list that ranks it best, and of equals by the first", () => {
    const keyword = [hit("a", 12), hit("b", 9)];
    const semantic = [hit("b", 0.9, "semantic"), hit("a", 0.8, "semantic"), hit("c", 0.7, "semantic")];
    const sources = new Map(reciprocalRank([keyword, semantic]).map(({ id, source }) => [id, source]));
    expect(sources).toEqual(
      new Map([
        ["a", "keyword"],
        ["b", "semantic"],
        ["c", "semantic"],
      ]),
    );
    expect(reciprocalRank([keyword, [hit("a", 0.5, "semantic")]])[0]?.source).toBe("keyword");
  });

  test("equal scores are in the order of ids, whichever list comes first", () => {
    expect(reciprocalRank([[hit("b")], [hit("a")]]).map(({ id }) => id)).toEqual(["a", "b"]);
    expect(reciprocalRank([[hit("a")], [hit("b")]]).map(({ id }) => id)).toEqual(["a", "b"]);
  });

  test("nothing is lost, nothing comes twice, and what leads in every list leads", () => {
    const ranked = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 20 });
    fc.assert(
      fc.property(fc.array(ranked, { minLength: 1, maxLength: 4 }), (orders) => {
        const lists = orders.map((order) => [hit("first"), ...order.map((number) => hit(String(number)))]);
        const fused = reciprocalRank(lists).map(({ id }) => id);
        expect(fused[0]).toBe("first");
        expect(fused.toSorted()).toEqual([...new Set(lists.flat().map(({ id }) => id))].toSorted());
      }),
    );
  });
});
