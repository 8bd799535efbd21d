import { describe, expect, test } from "vitest";
import type { EngineRequest } from "#index/index.ts";
import type { QueryNode, TermNode } from "#index/tree.ts";
import type { Segment } from "#index/embedded/segment/segment.ts";
import type { Expansion } from "#index/embedded/terms/expand.ts";
import { estimate } from "./estimate.ts";

const AT = { start: 0, end: 0 };
const term = (text: string, exact = true): TermNode => ({ kind: "term", text, exact, at: AT });
const RARE = term("estoppel");
const COMMON = term("court");
/** Five forms in two segments. */
const FORMS = term("appeal", false);
const UNKNOWN = term("zyzzyva");
const VERDICT = term("verdict");
const PREFIX: QueryNode = { kind: "wildcard", pattern: "negligen*", at: AT };

/** Two segments of 5,000 and 1,000 documents: three windows of 4,096, ten words to a document. */
const SEGMENTS = [
  { documents: 5000, info: { fieldWords: [40_000, 10_000] } },
  { documents: 1000, info: { fieldWords: [10_000, 0] } },
] as unknown as Segment[];

/** By segment, of each form: how many documents it is in, and how many bytes its positions take. */
function expansionOf(words: number, frequency: number, ...found: [documents: number, bytes: number][][]): Expansion {
  const forms = found.map((segment) =>
    segment.map(([count, bytes]) => ({ term: { frequency: count, positions_bytes: bytes } })),
  );
  return { words, frequency, found: forms } as unknown as Expansion;
}

const EXPANSIONS = new Map<QueryNode, Expansion>([
  [RARE, expansionOf(1, 100, [[80, 400]], [[20, 200]])],
  [VERDICT, expansionOf(1, 3000, [[3000, 24_690]])],
  [COMMON, expansionOf(1, 3000, [[2500, 20_000]], [[500, 4000]])],
  [
    FORMS,
    expansionOf(
      5,
      400,
      [
        [200, 1000],
        [100, 400],
      ],
      [[100, 600]],
    ),
  ],
  [
    PREFIX,
    expansionOf(2, 9000, [
      [4000, 8000],
      [5000, 8000],
    ]),
  ],
]);

const costOf = (tree: QueryNode, facets = 0): ReturnType<typeof estimate> => {
  const request: EngineRequest = {
    tree,
    filters: [],
    offset: 0,
    limit: 10,
    facets: Array.from({ length: facets }, (_, at) => ({ column: `facet${at}`, limit: 10 })),
    total: true,
    explain: false,
  };
  return estimate(SEGMENTS, EXPANSIONS, request);
};

/** Two a posting, 128 a form that is looked at in a segment, four a window and word: to find the documents. */
const RARE_FOUND = 2 * 100 + 2 * 128 + 1 * 4 * 3;
const COMMON_FOUND = 2 * 3000 + 2 * 128 + 1 * 4 * 3;
const FORMS_FOUND = 2 * 400 + 3 * 128 + 5 * 4 * 3;
const PREFIX_FOUND = 2 * 9000 + 2 * 128 + 2 * 4 * 3;
/** A posting once more, and each place: two bytes, thrice where it may be one of several words. */
const RARE_READ = 100 + 300;
const COMMON_READ = 3000 + 12_000;
const FORMS_READ = 400 + 3 * 1000;
/** Of the documents that have both, a thirtieth of the common word's. */
const BOTH_READ = RARE_READ + COMMON_READ / 30;

const near = (
  left: QueryNode,
  right: QueryNode,
  more: { unit?: "word" | "sentence" | "paragraph"; distance?: number; ordered?: boolean } = {},
): QueryNode => ({
  kind: "near",
  left,
  right,
  unit: "word",
  distance: 5,
  ordered: false,
  at: AT,
  ...more,
});
/** Pairs that stand near: 300 places and 400 among the 1,000 words of the hundred documents, by how far one may reach. */
const pairs = (reach: number): number => (Math.min(1000, reach) / 1000) * 300 * 400;

/** Of a proximity within another: its inner pairs are made, then the outer ones, of them and of what the hundred documents have of the other word. */
function nested(reach: number): number {
  const lefts = pairs(2 * reach);
  const rights = 1000 / 4;
  const read = BOTH_READ + 300 + 400 + 4 * lefts + FORMS_READ / 4;
  return RARE_FOUND + COMMON_FOUND + FORMS_FOUND + read + lefts + rights + 4 * (10 / 1000) * lefts * rights + 100;
}

describe("what a search will cost", () => {
  test.each<readonly [what: string, tree: QueryNode, units: number]>([
    ["a word", RARE, RARE_FOUND + 100],
    ["a word with its forms", FORMS, FORMS_FOUND + 400],
    ["never more documents than there are", PREFIX, PREFIX_FOUND + 6000],
    ["a word that is nowhere", UNKNOWN, 0],
    ["both of two words", { kind: "and", children: [RARE, COMMON], at: AT }, RARE_FOUND + COMMON_FOUND + 100],
    ["one of two words", { kind: "or", children: [RARE, COMMON], at: AT }, RARE_FOUND + COMMON_FOUND + 3100],
    ["one of so many words", { kind: "or", children: [PREFIX, COMMON], at: AT }, PREFIX_FOUND + COMMON_FOUND + 6000],
    [
      "words by rank",
      { kind: "ranked", children: [RARE, COMMON], required: 1, at: AT },
      RARE_FOUND + COMMON_FOUND + 3100,
    ],
    ["all without a word", { kind: "not", child: RARE, at: AT }, RARE_FOUND + 6000],
    ["a weighted word", { kind: "boost", child: RARE, factor: 3, at: AT }, RARE_FOUND + 100],
    ["a filter", { kind: "filter", filter: { column: "court", values: ["x"] }, at: AT } as QueryNode, 6000 + 6000],
    ["a phrase", { kind: "phrase", words: [RARE, COMMON], at: AT }, RARE_FOUND + COMMON_FOUND + BOTH_READ + 100],
    ["a word so many times", { kind: "atLeast", child: RARE, count: 3, at: AT }, RARE_FOUND + RARE_READ + 100],
    [
      "words near one another, whose pairs are counted and not made",
      near(RARE, COMMON),
      RARE_FOUND + COMMON_FOUND + BOTH_READ + 300 + 400 + 100,
    ],
    [
      "words in one sentence, whose pairs are made",
      near(RARE, COMMON, { unit: "sentence" }),
      RARE_FOUND + COMMON_FOUND + BOTH_READ + 300 + 400 + 4 * pairs(40) + 100,
    ],
    [
      "words in one paragraph",
      near(RARE, COMMON, { unit: "paragraph" }),
      RARE_FOUND + COMMON_FOUND + BOTH_READ + 300 + 400 + 4 * pairs(250) + 100,
    ],
    [
      "words together in a sentence",
      { kind: "together", members: [RARE, COMMON], unit: "sentence", at: AT },
      RARE_FOUND + COMMON_FOUND + BOTH_READ + 6 * (300 + 12_000) + 100,
    ],
  ])("%s", (_, tree, units) => {
    expect(costOf(tree).units).toBe(Math.round(units));
  });

  test("each facet looks at every document once more", () => {
    expect(costOf(RARE, 3).units - costOf(RARE).units).toBe(3 * 100);
  });

  test("a proximity within another has the pairs of the inner one as its places", () => {
    const one = costOf(near(near(RARE, COMMON, { distance: 50 }), FORMS));
    const wide = costOf(near(near(RARE, COMMON, { distance: 250 }), FORMS));
    expect(one.units).toBe(Math.round(nested(50)));
    expect(wide.units).toBe(Math.round(nested(250)));
  });

  test("an ordered proximity reaches one way", () => {
    const both = costOf(near(near(RARE, COMMON, { distance: 50 }), FORMS)).units;
    const ordered = costOf(near(near(RARE, COMMON, { distance: 100, ordered: true }), FORMS)).units;
    expect(ordered).toBe(both);
  });

  test("the distance may not reach beyond the words there are", () => {
    const [wide, wider] = [1000, 5000].map((distance) => costOf(near(near(RARE, COMMON, { distance }), FORMS)).units);
    expect(wide).toBe(wider);
  });

  test("a choice within a proximity has the places of all its words", () => {
    const choice: QueryNode = { kind: "or", children: [RARE, FORMS], at: AT };
    const alone = costOf(near(RARE, COMMON)).units;
    expect(costOf(near(choice, COMMON)).units).toBeGreaterThan(alone + FORMS_FOUND);
  });

  test("the costliest words are named, three at most, each once, with how often they stand", () => {
    const { costly } = costOf({ kind: "or", children: [RARE, FORMS, RARE, COMMON, PREFIX, UNKNOWN], at: AT });
    expect(costly).toEqual([
      "negligen* (2 words, about 8,000 times)",
      "court (about 12,000 times)",
      "appeal (5 words, about 1,000 times)",
    ]);
    expect(costOf(RARE).costly).toEqual(["estoppel (about 300 times)"]);
    expect(costOf(VERDICT).costly).toEqual(["verdict (about 12,000 times)"]);
    expect(costOf(UNKNOWN).costly).toEqual([]);
  });

  test("an index without documents costs nothing", () => {
    const request = { tree: RARE, filters: [], offset: 0, limit: 1, facets: [], total: true, explain: false };
    expect(estimate([], new Map(), request)).toEqual({ units: 0, costly: [] });
  });
});
