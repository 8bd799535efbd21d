/** A word that a query word may stand for. */
export type Candidate = {
  readonly text: string;
  /** In all segments together. */
  readonly frequency: number;
  /** Its place in the dictionary of each segment, -1 where it is not. */
  readonly ordinals: readonly number[];
};

/**
 * The most frequent of the words offered, equal ones by text, in a heap whose root is the last of them: however many are
 * offered, no more than `size` are held.
 */
export class MostFrequent {
  readonly #size: number;
  readonly #heap: Candidate[] = [];
  #offered = 0;

  constructor(size: number) {
    this.#size = size;
  }

  get offered(): number {
    return this.#offered;
  }

  /** A word that is less frequent than this cannot enter. */
  get least(): number {
    return this.#heap.length < this.#size ? 0 : (this.#heap[0]?.frequency ?? Infinity);
  }

  /** `make` is asked only for a word that may enter. */
  offer(frequency: number, make: () => Pick<Candidate, "text" | "ordinals">): void {
    this.#offered++;
    if (frequency < this.least) return;
    const candidate = { frequency, ...make() };
    if (this.#heap.length < this.#size) {
      this.#heap.push(candidate);
      this.#up(this.#heap.length - 1);
      return;
    }
    const [last] = this.#heap;
    if (last === undefined || !isBefore(candidate, last)) return;
    this.#heap[0] = candidate;
    this.#down();
  }

  /** In order. */
  ranked(): readonly Candidate[] {
    return this.#heap.toSorted((left, right) => (isBefore(left, right) ? -1 : 1));
  }

  #up(place: number): void {
    const heap = this.#heap;
    for (let at = place; at > 0;) {
      const parent = (at - 1) >> 1;
      if (!isBefore(heap[parent] as Candidate, heap[at] as Candidate)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #down(): void {
    const heap = this.#heap;
    for (let at = 0; ;) {
      const left = 2 * at + 1;
      if (left >= heap.length) return;
      const right = left + 1;
      const isRightLater = right < heap.length && isBefore(heap[left] as Candidate, heap[right] as Candidate);
      const child = isRightLater ? right : left;
      if (!isBefore(heap[at] as Candidate, heap[child] as Candidate)) return;
      this.#swap(at, child);
      at = child;
    }
  }

  #swap(a: number, b: number): void {
    const held = this.#heap[a] as Candidate;
    this.#heap[a] = this.#heap[b] as Candidate;
    this.#heap[b] = held;
  }
}

function isBefore(left: Candidate, right: Candidate): boolean {
  if (left.frequency !== right.frequency) return left.frequency > right.frequency;
  return left.text < right.text;
}
