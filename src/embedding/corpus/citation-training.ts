import { CitationPairs } from "./citation-links.ts";
import type { CitationLinks } from "./citation-links.ts";
import { SeededRandom } from "./random.ts";
import { SparseGradients } from "./sparse-gradients.ts";
import { addScaled, dot, normalise, productsOfRows } from "./vector-math.ts";
import type { TermVectors } from "./truncated-svd.ts";
import type { WeightedRows } from "./weighted-rows.ts";

export type CitationTraining = {
  readonly seed: number;
  readonly epochs: number;
  /** Share of the words around a citation that is left out at random each time. */
  readonly dropShare: number;
  readonly rate: number;
  readonly onProgress?: (done: number, of: number, loss: number) => void;
};

/** Pairs that are told apart from one another at once. */
const BATCH = 256;
/** Cosines are divided by it before they are compared: small makes near misses count most. */
const TEMPERATURE = 0.05;
/** What is left of the rate at the end. */
const LAST_RATE_SHARE = 0.1;

/**
 * Trains the vectors of terms in place, so that the words around a citation are nearer to what they cite than to what
 * the others of a batch cite: a softmax over the cosines of a batch, each pair's own against the others'. The passage of
 * the cited decision that is to be found is the one that is nearest when an epoch begins. Steps are AdaGrad's, one
 * rate for each term (Duchi, Hazan and Singer 2011). The same input and seed give the same vectors.
 */
export function trainOnCitations(
  { vectors, dimensions }: TermVectors,
  rows: WeightedRows,
  links: CitationLinks,
  training: CitationTraining,
): void {
  const pairs = new CitationPairs(links);
  const random = new SeededRandom(training.seed);
  const batch = new Batch(vectors, dimensions, rows, training.dropShare, random);
  const batches = Math.floor(pairs.usable.length / BATCH);
  if (batches === 0) return;
  spreadEvenly(vectors, dimensions);
  const order = pairs.usable.slice();
  for (let epoch = 0; epoch < training.epochs; epoch++) {
    const best = nearestPassages(vectors, dimensions, rows, pairs);
    random.shuffle(order);
    for (let at = 0; at < batches; at++) {
      const done = epoch * batches + at;
      const of = training.epochs * batches;
      const chosen = order.subarray(at * BATCH, (at + 1) * BATCH);
      const rate = training.rate * (1 - ((1 - LAST_RATE_SHARE) * done) / of);
      const loss = batch.step(chosen, pairs, best, rate);
      training.onProgress?.(done + 1, of, loss);
    }
  }
}

/** Rare terms begin with short vectors; half of what they are short of, in logarithms, is made up. */
function spreadEvenly(vectors: Float32Array, dimensions: number): void {
  const terms = vectors.length / dimensions;
  const lengths = Float64Array.from({ length: terms }, (_, term) => {
    const row = vectors.subarray(term * dimensions, (term + 1) * dimensions);
    return Math.sqrt(dot(row, 0, row, 0, dimensions));
  });
  const mean = lengths.reduce((sum, length) => sum + Math.sqrt(length), 0) / terms;
  for (const [term, length] of lengths.entries()) {
    const scale = length > 0 ? 1 / (Math.sqrt(length) * mean) : 0;
    for (let at = term * dimensions; at < (term + 1) * dimensions; at++) vectors[at] = (vectors[at] as number) * scale;
  }
}

/** Of each link, the row of the cited decision's passage that is nearest to its words; of one that is not held 0. */
function nearestPassages(
  vectors: Float32Array,
  dimensions: number,
  rows: WeightedRows,
  pairs: CitationPairs,
): Uint32Array {
  const best = new Uint32Array(pairs.usable.length === 0 ? 0 : (pairs.usable.at(-1) as number) + 1);
  const words = new Float32Array(dimensions);
  let passages = new Float32Array(0);
  let decision = -1;
  for (const link of pairs.usable) {
    const [from, to] = pairs.passages(link);
    if (to === from) continue;
    if (pairs.cited(link) !== decision) {
      decision = pairs.cited(link);
      passages = new Float32Array((to - from) * dimensions);
      for (let row = from; row < to; row++)
        rows.addProduct(row, vectors, dimensions, passages, (row - from) * dimensions);
      for (let at = 0; at < passages.length; at += dimensions) normalise(passages, at, dimensions);
    }
    words.fill(0);
    rows.addProduct(pairs.row(link), vectors, dimensions, words, 0);
    let nearest = Number.NEGATIVE_INFINITY;
    for (let row = from; row < to; row++) {
      const near = dot(words, 0, passages, (row - from) * dimensions, dimensions);
      if (near <= nearest) continue;
      nearest = near;
      best[link] = row;
    }
  }
  return best;
}

/** What is needed for one step, kept for the next. */
class Batch {
  readonly #vectors: Float32Array;
  readonly #width: number;
  readonly #rows: WeightedRows;
  readonly #dropShare: number;
  readonly #random: SeededRandom;
  readonly #gradients: SparseGradients;
  readonly #words: Side;
  readonly #found: Side;
  readonly #near = new Float32Array(BATCH * BATCH);

  constructor(vectors: Float32Array, width: number, rows: WeightedRows, dropShare: number, random: SeededRandom) {
    this.#vectors = vectors;
    this.#width = width;
    this.#rows = rows;
    this.#dropShare = dropShare;
    this.#random = random;
    this.#gradients = new SparseGradients(vectors, width);
    this.#words = new Side(width);
    this.#found = new Side(width);
  }

  /** Returns the loss: the mean of minus the logarithm of the share that a pair's own has. */
  step(chosen: Uint32Array, pairs: CitationPairs, best: Uint32Array, rate: number): number {
    const words = this.#words;
    const found = this.#found;
    words.begin();
    found.begin();
    for (const [at, link] of chosen.entries()) {
      words.set(at, this.#rows, pairs.row(link), this.#vectors, this.#dropShare, this.#random);
      const row = pairs.draw(link, best[link] as number, this.#random);
      found.set(at, this.#rows, row, this.#vectors, 0, this.#random);
    }
    productsOfRows(words.vectors, found.vectors, this.#near, BATCH, this.#width);
    const loss = this.#compare(chosen, pairs);
    words.gradients.fill(0);
    found.gradients.fill(0);
    for (let left = 0; left < BATCH; left++) {
      for (let right = 0; right < BATCH; right++) {
        const slope = this.#near[left * BATCH + right] as number;
        if (slope === 0) continue;
        addScaled(words.gradients, left * this.#width, found.vectors, right * this.#width, slope, this.#width);
        addScaled(found.gradients, right * this.#width, words.vectors, left * this.#width, slope, this.#width);
      }
    }
    words.collect(this.#gradients);
    found.collect(this.#gradients);
    this.#gradients.apply(rate);
    return loss;
  }

  /** Makes of the cosines the slopes of the loss, in place. */
  #compare(chosen: Uint32Array, pairs: CitationPairs): number {
    let loss = 0;
    for (let left = 0; left < BATCH; left++) {
      const start = left * BATCH;
      const cited = pairs.cited(chosen[left] as number);
      const own = (this.#near[start + left] as number) / TEMPERATURE;
      let sum = 0;
      for (let right = 0; right < BATCH; right++) {
        // Another citation of the same decision is no wrong answer.
        const isSame = right !== left && pairs.cited(chosen[right] as number) === cited;
        const share = isSame ? 0 : Math.exp((this.#near[start + right] as number) / TEMPERATURE - own);
        this.#near[start + right] = share;
        sum += share;
      }
      for (let right = 0; right < BATCH; right++) {
        const share = (this.#near[start + right] as number) / sum;
        this.#near[start + right] = (share - (right === left ? 1 : 0)) / (TEMPERATURE * BATCH);
      }
      loss += Math.log(sum);
    }
    return loss / BATCH;
  }
}

/** One side of the pairs of a batch: their terms, vectors and what these should have been otherwise. */
class Side {
  readonly vectors: Float32Array;
  readonly gradients: Float32Array;
  readonly #width: number;
  readonly #lengths = new Float32Array(BATCH);
  readonly #starts = new Uint32Array(BATCH + 1);
  #terms = new Uint32Array(1 << 16);
  #weights = new Float32Array(1 << 16);
  #count = 0;

  constructor(width: number) {
    this.#width = width;
    this.vectors = new Float32Array(BATCH * width);
    this.gradients = new Float32Array(BATCH * width);
  }

  begin(): void {
    this.#count = 0;
    this.vectors.fill(0);
  }

  set(
    at: number,
    rows: WeightedRows,
    row: number,
    termVectors: Float32Array,
    dropShare: number,
    random: SeededRandom,
  ): void {
    this.#starts[at] = this.#count;
    rows.each(row, (place, weight) => {
      if (dropShare > 0 && random.next() < dropShare) return;
      this.#push(place, weight);
      addScaled(this.vectors, at * this.#width, termVectors, place * this.#width, weight, this.#width);
    });
    this.#starts[at + 1] = this.#count;
    this.#lengths[at] = normalise(this.vectors, at * this.#width, this.#width);
  }

  /** Leads the gradients of unit vectors back to those of the terms they are sums of. */
  collect(into: SparseGradients): void {
    const width = this.#width;
    for (let at = 0; at < BATCH; at++) {
      const length = this.#lengths[at] as number;
      if (length === 0) continue;
      const offset = at * width;
      const along = dot(this.gradients, offset, this.vectors, offset, width);
      addScaled(this.gradients, offset, this.vectors, offset, -along, width);
      for (let one = this.#starts[at] as number; one < (this.#starts[at + 1] as number); one++) {
        into.add(this.#terms[one] as number, this.gradients, offset, (this.#weights[one] as number) / length);
      }
    }
  }

  #push(place: number, weight: number): void {
    if (this.#count === this.#terms.length) {
      const terms = new Uint32Array(this.#count * 2);
      terms.set(this.#terms);
      this.#terms = terms;
      const weights = new Float32Array(this.#count * 2);
      weights.set(this.#weights);
      this.#weights = weights;
    }
    this.#terms[this.#count] = place;
    this.#weights[this.#count] = weight;
    this.#count++;
  }
}
