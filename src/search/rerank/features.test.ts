import { expect, test } from "vitest";
import { FEATURES, featuresOf } from "./features.ts";
import type { Candidate, Feature } from "./features.ts";
import { rerankWeights, weighted, weightsFor } from "./weights.ts";

const candidate = (rank: number, more: Partial<Candidate> = {}): Candidate => ({
  rank,
  score: 0,
  held: { name: 0, body: 0, citing: 0 },
  own: undefined,
  said: undefined,
  passage: { match: 0, pairs: 0, quoted: 0 },
  timesCited: 0,
  isYearNamed: false,
  ...more,
});

const read = (candidates: readonly Candidate[]): readonly Readonly<Record<Feature, number>>[] =>
  featuresOf(candidates).map(
    (row) => Object.fromEntries(FEATURES.map((name, at) => [name, row[at]])) as Record<Feature, number>,
  );

test("scores are compared within their query alone", () => {
  const some = [candidate(0, { score: 12 }), candidate(1, { score: 24 }), candidate(2)];
  const doubled = some.map((one) => ({ ...one, score: one.score * 2 }));
  expect(featuresOf(doubled)).toEqual(featuresOf(some));
  expect(read(some).map(({ words, wordsFirst }) => [words, wordsFirst])).toEqual([
    [0.5, 0.5],
    [1, 1],
    [0, 0],
  ]);
});

test("the nearer kind of passage counts wholly and the other in part, and one that is far off takes nothing away", () => {
  const [both, one, far] = read([
    candidate(0, { own: 0.5, said: 0.4 }),
    candidate(1, { said: 0.4 }),
    candidate(2, { own: 0.5, said: -0.3 }),
  ]);
  expect(both?.meaning).toBeCloseTo(0.62, 9);
  expect(one?.meaning).toBeCloseTo(0.4, 9);
  expect(far?.meaning).toBeCloseTo(0.5, 9);
  expect([both, one, far].map((row) => row?.meaningFirst)).toEqual([1, 1 / 3, 1 / 2]);
});

test("what a passage holds counts as it is and beside the passage that holds the most", () => {
  const [most, half, nothing] = read([
    candidate(0, { passage: { match: 0.4, pairs: 0.5, quoted: Math.E ** 2 - 1 } }),
    candidate(1, { passage: { match: 0.2, pairs: 0.25, quoted: Math.E - 1 } }),
    candidate(2),
  ]);
  const shown = [most, half, nothing].map((row) => [row?.passageShare, row?.pairsShare, row?.quotedShare]);
  expect(shown.map((shares) => shares.map((share) => Number(share?.toFixed(9))))).toEqual([
    [1, 1, 1],
    [0.5, 0.5, 0.5],
    [0, 0, 0],
  ]);
  expect(most?.quoted).toBeCloseTo(2, 9);
});

test("a candidate of which nothing is known is a row of numbers all the same", () => {
  const [row] = featuresOf([candidate(0)]);
  expect(row).toHaveLength(FEATURES.length);
  expect(row?.every(Number.isFinite)).toBe(true);
  expect(featuresOf([])).toEqual([]);
});

test("the weights that are kept name every feature and no other", () => {
  const { model, typed, passage } = rerankWeights();
  expect(model).toMatch(/^onpoint-/u);
  for (const weights of [typed, passage]) {
    expect(Object.keys(weights).toSorted()).toEqual([...FEATURES].toSorted());
    expect(Object.values(weights).every(Number.isFinite)).toBe(true);
    const row = FEATURES.map((_, at) => at);
    const sum = FEATURES.reduce((total, name, at) => total + weights[name] * at, 0);
    expect(weighted(row, weights)).toBeCloseTo(sum, 9);
  }
});

const words = (count: number): string => Array.from({ length: count }, () => "deference").join(" ");

test("a printed passage has weights of its own from thirty words on", () => {
  const { typed, passage } = rerankWeights();
  expect([words(1), words(19), `(${words(28)}). But`].map(weightsFor)).toEqual([typed, typed, typed]);
  expect([`(${words(29)}). But`, `"${words(300)}"`].map(weightsFor)).toEqual([passage, passage]);
  expect(weightsFor(words(60))).toBe(typed);
});
