import { array, assert, constantFrom, integer, property, record } from "fast-check";
import { describe, expect, test } from "vitest";
import { inPlace, shownCopy } from "./copies.ts";
import type { Copy, CopyOpinion } from "./copies.ts";

const opinion = (id: string, textChars: number, type = "lead", ordinal = 0): CopyOpinion => ({
  id,
  textChars,
  type,
  ordinal,
});
const copy = (clusterId: string, source: string, ...opinions: CopyOpinion[]): Copy => ({ clusterId, source, opinions });

describe("the copy that is shown", () => {
  test.each<[string, Copy[], string | undefined]>([
    ["nothing", [], undefined],
    ["the only one, even without opinions", [copy("a", "cap")], "a"],
    [
      "the one that tells lead and dissent apart, though the other is longer",
      [copy("a", "courtlistener", opinion("1", 9000)), copy("b", "cap", opinion("2", 4000), opinion("3", 4000))],
      "b",
    ],
    [
      "opinions without text do not count",
      [copy("a", "courtlistener", opinion("1", 900)), copy("b", "cap", opinion("2", 10), opinion("3", 0))],
      "a",
    ],
    ["the one with more text", [copy("a", "courtlistener", opinion("1", 10)), copy("b", "cap", opinion("2", 11))], "b"],
    ["one without opinions comes after all", [copy("a", "courtlistener"), copy("b", "cap", opinion("2", 0))], "b"],
    ["else by source", [copy("a", "cap", opinion("1", 10)), copy("b", "courtlistener", opinion("2", 10))], "b"],
    ["an unknown source comes last", [copy("a", "a-firm", opinion("1", 10)), copy("b", "cap", opinion("2", 10))], "b"],
    ["else by id", [copy("b", "cap", opinion("1", 10)), copy("a", "cap", opinion("2", 10))], "a"],
  ])("%s", (_, copies, clusterId) => expect(shownCopy(copies)?.clusterId).toBe(clusterId));

  test("does not depend on the order in which copies came", () => {
    const anyOpinion = record({
      id: constantFrom("1", "2", "3"),
      textChars: integer({ min: 0, max: 2 }),
      type: constantFrom("lead", "dissent"),
      ordinal: integer({ min: 0, max: 1 }),
    });
    const anyCopy = record({
      clusterId: integer({ min: 0, max: 99 }).map(String),
      source: constantFrom("cap", "courtlistener", "x", "y"),
      opinions: array(anyOpinion, { maxLength: 3 }),
    });
    assert(
      property(array(anyCopy, { maxLength: 4 }), (copies) => {
        const distinct = [...new Map(copies.map((one) => [one.clusterId, one])).values()];
        expect(shownCopy(distinct.toReversed())).toBe(shownCopy(distinct));
      }),
    );
  });
});

test("the opinions of a decision in the order in which they count", () => {
  const dissent = opinion("d", 1, "dissent", 0);
  const lead = opinion("l", 1, "lead", 1);
  const combined = opinion("c", 1, "combined", 2);
  const placed = (...repeated: readonly string[]): string =>
    inPlace([dissent, combined, lead], new Set(repeated))
      .map(({ id }) => id)
      .join(" ");
  const syllabus = opinion("s", 1, "lead", 0);
  expect(inPlace([syllabus, { ...lead, textChars: 900 }, dissent], new Set()).map(({ id }) => id)).toEqual([
    "l",
    "s",
    "d",
  ]);
  expect(placed()).toBe("l c d");
  expect(placed("l")).toBe("c d l");
  expect(placed("c", "l")).toBe("d l c");
  expect(inPlace([], new Set())).toEqual([]);
});
