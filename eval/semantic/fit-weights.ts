/** The candidates of one query as rows of numbers; `isRight` says which answer it. */
export type Example = {
  readonly mode: string;
  readonly citing: string;
  readonly works: readonly string[];
  readonly isRight: readonly boolean[];
  readonly rows: readonly (readonly number[])[];
};

const STEPS = 400;
/** Of the steps, in units of each feature's spread (Adam, Kingma and Ba 2015). */
const RATE = 0.05;
const [MOMENTUM, SQUARE_MOMENTUM, TINY] = [0.9, 0.999, 1e-8] as const;
export type FitOptions = {
  /** What the square of a weight costs, in units of each feature's spread. */
  readonly ridge: number;
  /** The places in a row of the features that count; the others weigh nothing. */
  readonly counted: readonly number[];
};

/**
 * Weights whose sums give the right candidates of each query the greatest share, a softmax over the query's candidates.
 * Queries with no right candidate teach nothing. The same examples give the same weights.
 */
export function fitWeights(examples: readonly Example[], { ridge, counted }: FitOptions): readonly number[] {
  const taught = examples
    .filter(({ isRight }) => isRight.includes(true))
    .map((one) => ({ ...one, rows: one.rows.map((row) => counted.map((place) => row[place] as number)) }));
  const width = taught[0]?.rows[0]?.length ?? 0;
  if (width === 0) throw new Error("there is nothing to learn from");
  const spreads = spreadsOf(taught, width);
  const flat = taught.map(({ rows, isRight }) => ({
    isRight,
    values: Float64Array.from(rows.flatMap((row) => row.map((value, at) => value / (spreads[at] as number)))),
  }));
  const weights = new Float64Array(width);
  const [first, second] = [new Float64Array(width), new Float64Array(width)];
  for (let step = 1; step <= STEPS; step++) {
    const slope = Float64Array.from(weights, (weight) => 2 * ridge * weight);
    for (const { values, isRight } of flat) addSlope(values, isRight, weights, slope, 1 / flat.length);
    for (let at = 0; at < width; at++) {
      first[at] = MOMENTUM * (first[at] as number) + (1 - MOMENTUM) * (slope[at] as number);
      second[at] = SQUARE_MOMENTUM * (second[at] as number) + (1 - SQUARE_MOMENTUM) * (slope[at] as number) ** 2;
      const mean = (first[at] as number) / (1 - MOMENTUM ** step);
      const square = (second[at] as number) / (1 - SQUARE_MOMENTUM ** step);
      weights[at] = (weights[at] as number) - (RATE * mean) / (Math.sqrt(square) + TINY);
    }
  }
  const fitted = new Map(counted.map((place, at) => [place, (weights[at] as number) / (spreads[at] as number)]));
  const row = examples.find(({ rows }) => rows.length > 0)?.rows[0] ?? [];
  return row.map((_, place) => fitted.get(place) ?? 0);
}

export function scoreOf(row: readonly number[], weights: readonly number[]): number {
  return row.reduce((sum, value, at) => sum + value * (weights[at] as number), 0);
}

/** Of one query: how the loss, minus the logarithm of the share of what is right, changes with the weights. */
function addSlope(
  values: Float64Array,
  isRight: readonly boolean[],
  weights: Float64Array,
  slope: Float64Array,
  share: number,
): void {
  const width = weights.length;
  const scores = isRight.map((_, row) => {
    let score = 0;
    for (let at = 0; at < width; at++) score += (values[row * width + at] as number) * (weights[at] as number);
    return score;
  });
  const most = scores.reduce((greatest, score) => Math.max(greatest, score), -Infinity);
  const raised = scores.map((score) => Math.exp(score - most));
  const sum = raised.reduce((total, one) => total + one, 0);
  const right = raised.reduce((total, one, row) => total + (isRight[row] === true ? one : 0), 0);
  for (const [row, one] of raised.entries()) {
    const error = one / sum - (isRight[row] === true ? one / right : 0);
    for (let at = 0; at < width; at++) {
      slope[at] = (slope[at] as number) + share * error * (values[row * width + at] as number);
    }
  }
}

function spreadsOf(examples: readonly Example[], width: number): readonly number[] {
  const rows = examples.flatMap((example) => example.rows);
  return Array.from({ length: width }, (_, at) => {
    const mean = rows.reduce((sum, row) => sum + (row[at] as number), 0) / rows.length;
    const square = rows.reduce((sum, row) => sum + ((row[at] as number) - mean) ** 2, 0) / rows.length;
    return Math.sqrt(square) || 1;
  });
}
