const ITEMS_MIN = 256;

/** Bytes of items of one size, one after another, in a buffer that doubles. */
export class Growing {
  readonly #item_bytes: number;
  #bytes = new Uint8Array(0);
  #size_bytes = 0;

  constructor(item_bytes: number) {
    this.#item_bytes = item_bytes;
  }

  get size_bytes(): number {
    return this.#size_bytes;
  }

  add(item: Uint8Array | Int32Array | Float32Array): void {
    const end = this.#size_bytes + item.byteLength;
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#item_bytes * ITEMS_MIN, this.#bytes.length * 2));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(new Uint8Array(item.buffer, item.byteOffset, item.byteLength), this.#size_bytes);
    this.#size_bytes = end;
  }

  /** What was added; it must not change any more. */
  taken(): Uint8Array {
    return this.#bytes.subarray(0, this.#size_bytes);
  }
}
