import { EigenvalueDecomposition, Matrix } from "ml-matrix";
import { SeededRandom } from "./random.ts";
import type { WeightedRows } from "./weighted-rows.ts";

/** Columns computed beside those wanted, which makes the last of these good. */
const MORE_COLUMNS = 12;
/** A direction whose share of the largest is smaller is none: the rows have fewer directions than were asked for. */
const SHARE_MIN = 1e-9;

export type TermVectors = {
  /** A row of `dimensions` for each term. */
  readonly vectors: Float32Array;
  readonly dimensions: number;
};

/**
 * The first right singular vectors of some rows, by the randomised method with one power iteration (Halko, Martinsson
 * and Tropp 2011, algorithm 4.4): latent semantic analysis. What is small (a square of `dimensions`) is left to a
 * library. Rows with fewer directions than `dimensions` give vectors with zeros at their end.
 */
export function truncatedSvd(
  rows: WeightedRows,
  sample: Uint32Array,
  options: { readonly dimensions: number; readonly seed: number; readonly onStep?: (step: number, of: number) => void },
): TermVectors {
  const { dimensions, seed, onStep = () => undefined } = options;
  const width = dimensions + MORE_COLUMNS;
  const random = new SeededRandom(seed);
  const byTerm = Float32Array.from({ length: rows.terms * width }, () => random.normal());
  const byRow = new Float32Array(sample.length * width);
  onStep(0, STEPS);
  toRows(rows, sample, byTerm, byRow, width);
  orthonormalise(byRow, width);
  onStep(1, STEPS);
  toTerms(rows, sample, byRow, byTerm, width);
  orthonormalise(byTerm, width);
  onStep(2, STEPS);
  toRows(rows, sample, byTerm, byRow, width);
  orthonormalise(byRow, width);
  onStep(3, STEPS);
  toTerms(rows, sample, byRow, byTerm, width);
  // The columns of `byTerm` span the right singular vectors; turning them puts the largest first.
  orthonormalise(byTerm, width);
  onStep(4, STEPS);
  const vectors = new Float32Array(rows.terms * dimensions);
  for (let term = 0; term < rows.terms; term++) {
    vectors.set(byTerm.subarray(term * width, term * width + dimensions), term * dimensions);
  }
  return { vectors, dimensions };
}

const STEPS = 4;

/** `byRow = rows * byTerm` */
function toRows(
  rows: WeightedRows,
  sample: Uint32Array,
  byTerm: Float32Array,
  byRow: Float32Array,
  width: number,
): void {
  byRow.fill(0);
  for (const [place, row] of sample.entries()) rows.addProduct(row, byTerm, width, byRow, place * width);
}

/** `byTerm = rows transposed * byRow` */
function toTerms(
  rows: WeightedRows,
  sample: Uint32Array,
  byRow: Float32Array,
  byTerm: Float32Array,
  width: number,
): void {
  byTerm.fill(0);
  for (const [place, row] of sample.entries()) rows.addTransposed(row, byRow, place * width, width, byTerm);
}

/**
 * Columns of unit length at right angles to each other that span the same, in place: by the eigenvectors of their
 * products, the largest first. A direction that is not there becomes a column of zeros.
 */
export function orthonormalise(matrix: Float32Array, width: number): void {
  const { eigenvectorMatrix, realEigenvalues } = new EigenvalueDecomposition(products(matrix, width), {
    assumeSymmetric: true,
  });
  const order = realEigenvalues
    .map((_, column) => column)
    .toSorted((left, right) => {
      return (realEigenvalues[right] ?? 0) - (realEigenvalues[left] ?? 0);
    });
  const largest = realEigenvalues[order[0] ?? 0] ?? 0;
  const turn = new Float64Array(width * width);
  for (const [to, column] of order.entries()) {
    const value = realEigenvalues[column] ?? 0;
    const scale = value > largest * SHARE_MIN && value > 0 ? 1 / Math.sqrt(value) : 0;
    for (let from = 0; from < width; from++) turn[from * width + to] = eigenvectorMatrix.get(from, column) * scale;
  }
  const turned = new Float64Array(width);
  for (let start = 0; start < matrix.length; start += width) {
    turned.fill(0);
    for (let from = 0; from < width; from++) {
      const value = matrix[start + from] as number;
      if (value === 0) continue;
      for (let to = 0; to < width; to++) {
        turned[to] = (turned[to] as number) + value * (turn[from * width + to] as number);
      }
    }
    matrix.set(turned, start);
  }
}

/** Each column times each other. */
function products(matrix: Float32Array, width: number): Matrix {
  const sums = new Float64Array(width * width);
  for (let start = 0; start < matrix.length; start += width) {
    for (let left = 0; left < width; left++) {
      const value = matrix[start + left] as number;
      if (value === 0) continue;
      for (let right = left; right < width; right++) {
        sums[left * width + right] = (sums[left * width + right] as number) + value * (matrix[start + right] as number);
      }
    }
  }
  const square = new Matrix(width, width);
  for (let left = 0; left < width; left++) {
    for (let right = left; right < width; right++) {
      square.set(left, right, sums[left * width + right] as number);
      square.set(right, left, sums[left * width + right] as number);
    }
  }
  return square;
}
