import { addScaled } from "./vector-math.ts";

const FIRST_SQUARE = 1e-8;

/** Gradients of the few terms that a batch touches, and AdaGrad's step along them: one rate for each term. */
export class SparseGradients {
  readonly #vectors: Float32Array;
  readonly #width: number;
  /** Of each term the mean of the squares of its gradients, summed over all steps. */
  readonly #squares: Float32Array;
  /** Where the gradient of a term stands; -1 for one that is not touched. */
  readonly #slots: Int32Array;
  #touched = new Uint32Array(1 << 12);
  #gradients: Float32Array;
  #count = 0;

  constructor(vectors: Float32Array, width: number) {
    this.#vectors = vectors;
    this.#width = width;
    this.#squares = new Float32Array(vectors.length / width).fill(FIRST_SQUARE);
    this.#slots = new Int32Array(vectors.length / width).fill(-1);
    this.#gradients = new Float32Array(this.#touched.length * width);
  }

  /** Adds `factor` times a stretch of `from` to a term's gradient. */
  add(term: number, from: Float32Array, fromAt: number, factor: number): void {
    let slot = this.#slots[term] as number;
    if (slot < 0) {
      slot = this.#count++;
      if (slot === this.#touched.length) this.#grow();
      this.#slots[term] = slot;
      this.#touched[slot] = term;
      this.#gradients.fill(0, slot * this.#width, (slot + 1) * this.#width);
    }
    addScaled(this.#gradients, slot * this.#width, from, fromAt, factor, this.#width);
  }

  /** Takes the step and forgets the gradients. */
  apply(rate: number): void {
    const width = this.#width;
    for (let slot = 0; slot < this.#count; slot++) {
      const term = this.#touched[slot] as number;
      const from = slot * width;
      let squares = 0;
      for (let i = from; i < from + width; i++) squares += (this.#gradients[i] as number) ** 2;
      const sum = (this.#squares[term] as number) + squares / width;
      this.#squares[term] = sum;
      addScaled(this.#vectors, term * width, this.#gradients, from, -rate / Math.sqrt(sum), width);
      this.#slots[term] = -1;
    }
    this.#count = 0;
  }

  #grow(): void {
    const touched = new Uint32Array(this.#touched.length * 2);
    touched.set(this.#touched);
    this.#touched = touched;
    const gradients = new Float32Array(touched.length * this.#width);
    gradients.set(this.#gradients);
    this.#gradients = gradients;
  }
}
