import { expect, test } from "vitest";
import { readQuestion } from "./question.ts";
import { bestOf, chancesOf } from "./ranking.ts";
import { stockOf } from "./stock.ts";
import { supportFeatures } from "./support.ts";

/** More than a call takes arguments. */
const LONG = Array.from({ length: 150_000 }, (_, at) => (at === 7 ? 3 : 0));

test("the best of a ranking is found, however many sentences it has", () => {
  expect(bestOf([-2, -1, -3])).toBe(-1);
  expect(bestOf([])).toBe(Number.NEGATIVE_INFINITY);
  expect(bestOf(LONG)).toBe(3);
  expect(bestOf(chancesOf(LONG))).toBeGreaterThan(0);
  const [asked] = readQuestion("Who paid the rent?").parts;
  expect(supportFeatures(asked!, stockOf([]), LONG, []).every(Number.isFinite)).toBe(true);
});
