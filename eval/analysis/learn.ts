/** Sentences of one document for one part of a question; those that answer it are positive. */
export type ListExample = {
  readonly rows: readonly Float64Array[];
  readonly isPositive: readonly boolean[];
  readonly share: number;
};

const STEPS = 400;
const RATE = 0.15;
/** Weights are drawn to where they began: with few examples, what nothing speaks of stays. */
const PULL = 0.004;

/** Weights under which sentences that answer come before the others: the likelihood of the positive ones, by gradient. */
export function learnListwise(examples: readonly ListExample[], begin: readonly number[]): number[] {
  const weights = Float64Array.from(begin);
  const sums = new Float64Array(weights.length).fill(1e-6);
  for (let step = 0; step < STEPS; step += 1) {
    const gradient = new Float64Array(weights.length);
    for (const { rows, isPositive, share } of examples) {
      const scores = rows.map((row) => dot(row, weights));
      const top = Math.max(...scores);
      const chances = scores.map((score) => Math.exp(score - top));
      const all = chances.reduce((sum, chance) => sum + chance, 0);
      const positive = chances.reduce((sum, chance, at) => (isPositive[at] === true ? sum + chance : sum), 0);
      rows.forEach((row, at) => {
        const chance = chances[at] ?? 0;
        const factor = (chance / all - (isPositive[at] === true ? chance / positive : 0)) * share;
        if (Math.abs(factor) > 1e-5) addTo(gradient, row, factor);
      });
    }
    update(weights, gradient, sums, begin, examples.length, PULL, RATE);
  }
  return [...weights];
}

export type BinaryExample = { readonly row: readonly number[]; readonly isPositive: boolean };

/** How long one learns, and how far weights are drawn to 0. */
type Learning = { readonly steps: number; readonly pull: number };
const AS_GIVEN: Learning = { steps: 1_500, pull: 0.0008 };
const OF_ONE_SCALE: Learning = { steps: 600, pull: 0.004 };

/** 1 would make the classes count the same however few of one there are, 0 each example. */
const BALANCE = 0.7;

/** Logistic regression; the rarer class counts more. */
export function learnBinary(examples: readonly BinaryExample[], { steps, pull }: Learning = AS_GIVEN): number[] {
  const length = examples[0]?.row.length ?? 0;
  const weights = new Float64Array(length);
  const sums = new Float64Array(length).fill(1e-6);
  const positives = examples.filter(({ isPositive }) => isPositive).length;
  const negativeShare = (positives / Math.max(1, examples.length - positives)) ** BALANCE;
  const none = Array.from({ length }, () => 0);
  for (let step = 0; step < steps; step += 1) {
    const gradient = new Float64Array(length);
    for (const { row, isPositive } of examples) {
      const chance = 1 / (1 + Math.exp(-dot(row, weights)));
      addTo(gradient, row, (chance - Number(isPositive)) * (isPositive ? 1 : negativeShare));
    }
    update(weights, gradient, sums, none, examples.length, pull, 0.1);
  }
  return [...weights];
}

/**
 * The same with every value on one scale while it is learned, so that what is seldom far from its mean is not held back
 * for that; the weights are for the values as they are. The first value of a row is always 1.
 */
export function learnScaled(examples: readonly BinaryExample[]): number[] {
  const length = examples[0]?.row.length ?? 0;
  const scales = Array.from({ length }, (_, at) => scaleOf(examples.map(({ row }) => row[at] ?? 0)));
  const scaled = examples.map(({ row, isPositive }) => ({
    isPositive,
    row: row.map((value, at) => {
      const { mean, deviation } = scales[at] ?? AS_IT_IS;
      return at === 0 ? value : (value - mean) / deviation;
    }),
  }));
  const [bias = 0, ...rest] = learnBinary(scaled, OF_ONE_SCALE);
  const weights = rest.map((weight, at) => weight / (scales[at + 1] ?? AS_IT_IS).deviation);
  const shift = weights.reduce((sum, weight, at) => sum + weight * (scales[at + 1] ?? AS_IT_IS).mean, 0);
  return [bias - shift, ...weights];
}

type Scale = { readonly mean: number; readonly deviation: number };
const AS_IT_IS: Scale = { mean: 0, deviation: 1 };
const DEVIATION_MIN = 1e-6;

function scaleOf(values: readonly number[]): Scale {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
  return { mean, deviation: deviation < DEVIATION_MIN ? 1 : deviation };
}

function dot(row: ArrayLike<number>, weights: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < weights.length; at += 1) sum += (row[at] ?? 0) * (weights[at] ?? 0);
  return sum;
}

function addTo(gradient: Float64Array, row: ArrayLike<number>, factor: number): void {
  for (let at = 0; at < gradient.length; at += 1) gradient[at] = (gradient[at] ?? 0) + (row[at] ?? 0) * factor;
}

/** One step of AdaGrad. */
function update(
  weights: Float64Array,
  gradient: Float64Array,
  sums: Float64Array,
  begin: readonly number[],
  count: number,
  pull: number,
  rate: number,
): void {
  for (let at = 0; at < weights.length; at += 1) {
    const slope = (gradient[at] ?? 0) / count + pull * ((weights[at] ?? 0) - (begin[at] ?? 0));
    sums[at] = (sums[at] ?? 0) + slope * slope;
    weights[at] = (weights[at] ?? 0) - (rate * slope) / Math.sqrt(sums[at] ?? 1);
  }
}
