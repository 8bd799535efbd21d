import { distance } from "fastest-levenshtein";
import { assert as holds, constantFrom, nat, property, string, tuple } from "fast-check";
import { describe, expect, test } from "vitest";

import type { Court } from "./model.ts";
import { courtKey } from "./names.ts";
import { allCourts, keys } from "./registry.ts";
import { resolveCourt } from "./resolve.ts";
import { courtsOfSimilarId, courtsOfSimilarName } from "./similar.ts";
import { buildTrigramIndex, mostAlike } from "./trigrams.ts";

const ids = (courts: readonly Court[]): string[] => courts.map(({ id }) => id);

/** The slow way: the text against every name of the table. */
function edits(text: string, court: Court): number {
  const of = [...keys().byKey].filter(([, courts]) => courts.includes(court)).map(([name]) => name);
  return Math.min(...of.map((name) => distance(courtKey(text), name)));
}

function fewestEdits(text: string): number {
  return Math.min(...[...keys().byKey.keys()].map((name) => distance(courtKey(text), name)));
}

/** One letter swapped with the next, left out, or doubled. */
function slipped(text: string, at: number, kind: number): string {
  const place = at % Math.max(1, text.length - 1);
  const [before, here, next, after] = [text.slice(0, place), text[place], text[place + 1], text.slice(place + 2)];
  if (kind === 0) return `${before}${next}${here}${after}`;
  return kind === 1 ? `${before}${next}${after}` : `${before}${here}${here}${next}${after}`;
}

describe("courts with a similar name", () => {
  test("a name with a slip suggests a court as near as any", () => {
    const court = constantFrom(...allCourts());
    holds(
      property(court, tuple(nat(80), nat(2)), ({ fullName }, [at, kind]) => {
        const typed = slipped(fullName, at, kind);
        const [nearest] = courtsOfSimilarName(typed);
        expect(nearest, typed).toBeDefined();
        expect(edits(typed, nearest!), typed).toBe(fewestEdits(typed));
      }),
      { numRuns: 60 },
    );
  });

  test.each(["SDXNY", "D. Masss.", "9th Cirr."])("short abbreviations too: %s", (typed) => {
    const [nearest] = courtsOfSimilarName(typed);
    expect(edits(typed, nearest!)).toBe(fewestEdits(typed));
  });

  test("only those that are as near as the nearest", () => {
    expect(ids(courtsOfSimilarName("9th Cirr."))).toEqual(["ca9"]);
  });

  test.each([
    "",
    "...",
    "zzzzzzzzz",
    "x".repeat(500),
    "Supreme Court of Narnia",
    "Manhattan court",
    "the court",
    "Court of Claims of Mars",
  ])("none for %j", (text) => {
    expect(courtsOfSimilarName(text)).toEqual([]);
  });

  test.each([
    ["S.D. New Yrok", "nysd"],
    ["USDC SDNYY", "nysd"],
    ["Suprem Court", "scotus"],
    ["Los Angles Superior Court", "calsuppctla"],
  ])("%s is mended word by word", (typed, meant) => {
    const found = resolveCourt(typed);
    expect(found.ok ? [] : ids(found.error.suggestions)).toEqual([meant]);
  });

  test.each(["Supreme Court of Narnia", "pizza", "blockchain", "Manhattan court"])("%s may mean none", (typed) => {
    expect(resolveCourt(typed)).toEqual({ ok: false, error: { suggestions: [] } });
  });
});

describe("courts with a similar id", () => {
  test.each([
    ["nyds", "nysd"],
    ["NYSDD", "nysd"],
    ["scotsu", "scotus"],
    ["ca99", "ca9"],
  ])("%s may mean %s", (typed, meant) => {
    expect(ids(courtsOfSimilarId(typed))).toContain(meant);
  });

  test("an id more than two letters away is another court's", () => {
    expect(courtsOfSimilarId("scotusxyz")).toEqual([]);
    expect(courtsOfSimilarId("x".repeat(5000))).toEqual([]);
  });
});

describe("texts by their pieces", () => {
  test("never more than asked for are given to compare, and they share a piece", () => {
    const index = buildTrigramIndex([...keys().byKey.keys()]);
    holds(
      property(string({ maxLength: 120 }), nat(50), (text, count_max) => {
        const alike = mostAlike(index, text, count_max + 1);
        expect(alike.length).toBeLessThanOrEqual(count_max + 1);
        expect(new Set(alike).size).toBe(alike.length);
      }),
      { numRuns: 100 },
    );
    expect(mostAlike(index, "countycourt", 40)).toHaveLength(40);
  });

  test("the most alike comes first", () => {
    const index = buildTrigramIndex(["sdny", "edny", "sdohio"]);
    expect(mostAlike(index, "sdny", 3)).toEqual(["sdny", "edny", "sdohio"]);
    expect(mostAlike(index, "qqq", 3)).toEqual([]);
  });
});
