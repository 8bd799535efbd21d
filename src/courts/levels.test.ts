import { expect, test } from "vitest";

import { courtById, JURISDICTIONS } from "./courts.ts";
import { courtLevelOf, courtsOfLevel } from "./levels.ts";

const MEMBERS: readonly (readonly [word: string, holds: string, lacks: string])[] = [
  ["supreme", "scotus cal ny tex dc", "ca9 nysupct nysd"],
  ["High", "scotus cal", "ca9"],
  ["appeals", "ca9 calctapp nyappdiv", "scotus cal nysd"],
  ["circuit", "ca1 ca9 cadc cafc", "scotus calctapp bap9"],
  ["district", "nysd cacd", "ca2 ny"],
  ["bankruptcy", "nysb bap9", "nysd"],
  ["trial", "nysd nysupct", "ca2 cal"],
  ["federal", "scotus ca9 nysd nysb tax", "cal calctapp"],
  ["state", "cal calctapp nysupct", "scotus nysd"],
  ["State Appellate", "calctapp", "cal ca9"],
  ["federal appellate", "scotus ca9", "nysd"],
];

test.each(MEMBERS)("%s has %s and not %s", (word, holds, lacks) => {
  const ids = courtsOfLevel(word) ?? [];
  for (const id of `${holds} ${lacks}`.split(" ")) expect(courtById(id), id).toBeDefined();
  expect(holds.split(" ").filter((id) => !ids.includes(id))).toEqual([]);
  expect(lacks.split(" ").filter((id) => ids.includes(id))).toEqual([]);
});

test("a level is named by its courts, and nothing else is one", () => {
  for (const word of ["supreme", "appeals", "circuit", "trial", "state"]) {
    expect(courtLevelOf(courtsOfLevel(word) ?? [])).toBe(word);
  }
  for (const name of JURISDICTIONS) expect(courtsOfLevel(name)?.length, name).toBeGreaterThan(0);
  expect(courtsOfLevel("mars")).toBeUndefined();
  expect(courtsOfLevel("")).toBeUndefined();
  expect(courtLevelOf(["ca9", "ca2"])).toBeUndefined();
});
