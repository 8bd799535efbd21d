import { expect, test } from "vitest";

import { simplified } from "./explanation.ts";

const fraud = { what: "fraud", score: 3, idf: 1.5, weightedFrequency: 2, occurrences: { body: 2 } };
const deceit = { what: "deceit", score: 4, idf: 2, weightedFrequency: 2, occurrences: { body: 2 } };

test("a level that hands on the score of its one part is that part", () => {
  const choice = { what: "any of", score: 3, parts: [{ what: "any of", score: 3, parts: [fraud] }] };
  expect(simplified(choice)).toEqual(fraud);
  expect(simplified({ what: "all of", score: 7, parts: [choice, deceit] })).toEqual({
    what: "all of",
    score: 7,
    parts: [fraud, deceit],
  });
});

test("a level that adds to its part stays", () => {
  const boosted = { what: "boost", score: 9, parts: [fraud] };
  expect(simplified(boosted)).toEqual(boosted);
  expect(simplified(fraud)).toEqual(fraud);
});
