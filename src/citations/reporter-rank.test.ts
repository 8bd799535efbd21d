import { expect, test } from "vitest";
import { inWrittenOrder } from "./reporter-rank.ts";

test.each<readonly [readonly string[], readonly string[]]>([
  [
    ["L. Ed. 2d", "U.S. LEXIS", "S. Ct.", "U.S."],
    ["U.S.", "L. Ed. 2d", "S. Ct.", "U.S. LEXIS"],
  ],
  [
    ["L. Ed.", "Wall.", "U.S."],
    ["U.S.", "Wall.", "L. Ed."],
  ],
  [
    ["N.E.2d", "Mass. LEXIS", "Mass."],
    ["Mass.", "N.E.2d", "Mass. LEXIS"],
  ],
  [
    ["WL", "P.3d", "UT", "Xyl. Rep."],
    ["UT", "P.3d", "Xyl. Rep.", "WL"],
  ],
  [
    ["S. Ct.", "L. Ed. 2d"],
    ["S. Ct.", "L. Ed. 2d"],
  ],
  [[], []],
])("%j are written in the order %j", (given, wanted) => {
  expect(inWrittenOrder(given.map((reporter) => ({ reporter }))).map(({ reporter }) => reporter)).toEqual(wanted);
});
