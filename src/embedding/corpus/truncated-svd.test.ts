import { Matrix, SingularValueDecomposition } from "ml-matrix";
import { expect, test } from "vitest";
import { SeededRandom } from "./random.ts";
import { orthonormalise, truncatedSvd } from "./truncated-svd.ts";
import { weightOf, WeightedRows } from "./weighted-rows.ts";

const TERMS = 30;

/** Rows with few directions: each is made of some of five themes, and a little else. */
function someRows(count: number): { readonly rows: WeightedRows; readonly dense: Matrix } {
  const random = new SeededRandom(7);
  const starts = [0];
  const terms: number[] = [];
  const counts: number[] = [];
  const weights = Float32Array.from({ length: TERMS }, () => 0.5 + random.next());
  const dense = Matrix.zeros(count, TERMS);
  for (let row = 0; row < count; row++) {
    const theme = random.below(5);
    for (let term = 0; term < TERMS; term++) {
      if (term % 5 !== theme && random.next() > 0.05) continue;
      const occurrences = 1 + random.below(3);
      terms.push(term);
      counts.push(occurrences);
      dense.set(row, term, weightOf(occurrences) * (weights[term] ?? 0));
    }
    starts.push(terms.length);
    const length = Math.hypot(...dense.getRow(row));
    dense.setRow(
      row,
      dense.getRow(row).map((value) => (length > 0 ? value / length : 0)),
    );
  }
  const made = { starts: Uint32Array.from(starts), terms: Uint32Array.from(terms), counts: Uint8Array.from(counts) };
  return { rows: new WeightedRows(made, weights), dense };
}

test("finds the directions that a full decomposition finds", () => {
  const { rows, dense } = someRows(400);
  const { vectors } = truncatedSvd(
    rows,
    Uint32Array.from({ length: 400 }, (_, row) => row),
    { dimensions: 5, seed: 3 },
  );
  const full = new SingularValueDecomposition(dense, { autoTranspose: true }).rightSingularVectors;
  for (let column = 0; column < 5; column++) {
    let along = 0;
    for (let term = 0; term < TERMS; term++) along += (vectors[term * 5 + column] ?? 0) * full.get(term, column);
    expect(Math.abs(along)).toBeGreaterThan(0.99);
  }
});

test("the same seed gives the same vectors, and more dimensions than there are directions give zeros", () => {
  const { rows } = someRows(12);
  const sample = Uint32Array.from([0, 1, 2, 3]);
  const once = truncatedSvd(rows, sample, { dimensions: 12, seed: 1 });
  expect(truncatedSvd(rows, sample, { dimensions: 12, seed: 1 })).toEqual(once);
  expect(once.vectors.every(Number.isFinite)).toBe(true);
  for (let term = 0; term < TERMS; term++) expect(Math.abs(once.vectors[term * 12 + 11] ?? 1)).toBeLessThan(1e-3);
});

test("columns become unit vectors at right angles that span the same", () => {
  const random = new SeededRandom(5);
  const matrix = Float32Array.from({ length: 50 * 4 }, () => random.normal());
  orthonormalise(matrix, 4);
  const product = (left: number, right: number): number =>
    Array.from({ length: 50 }, (_, row) => (matrix[row * 4 + left] ?? 0) * (matrix[row * 4 + right] ?? 0)).reduce(
      (sum, one) => sum + one,
    );
  for (let left = 0; left < 4; left++) {
    for (let right = 0; right < 4; right++) expect(product(left, right)).toBeCloseTo(left === right ? 1 : 0, 4);
  }
});
