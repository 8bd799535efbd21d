/** Numbers words as they come: open addressing over their bytes, which are kept one after another in one array. */
export class TermTable {
  size = 0;
  bytes: Buffer = Buffer.allocUnsafe(1 << 20);
  /** Start of each word in `bytes`; the next one's start is its end. */
  starts: Int32Array = new Int32Array(1 << 16);
  #hashes = new Int32Array(1 << 16);
  #slots = new Int32Array(1 << 17).fill(-1);

  /** The number of a word, new or known. `hash` is `hashTerm` of it. */
  intern(term: Uint8Array, length: number, hash: number): number {
    const { starts, bytes } = this;
    const hashes = this.#hashes;
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (;;) {
      const id = slots[slot] as number;
      if (id < 0) return this.#insert(term, length, hash, slot);
      if (hashes[id] === hash) {
        const start = starts[id] as number;
        if ((starts[id + 1] as number) - start === length) {
          let i = 0;
          while (i < length && bytes[start + i] === term[i]) i++;
          if (i === length) return id;
        }
      }
      slot = (slot + 1) & mask;
    }
  }

  get size_bytes(): number {
    return this.starts[this.size] as number;
  }

  #insert(term: Uint8Array, length: number, hash: number, slot: number): number {
    const id = this.size++;
    const start = this.starts[id] as number;
    if (start + length > this.bytes.length) {
      const larger = Buffer.allocUnsafe(this.bytes.length * 2);
      this.bytes.copy(larger);
      this.bytes = larger;
    }
    for (let i = 0; i < length; i++) this.bytes[start + i] = term[i] as number;
    if (id + 2 > this.starts.length) {
      this.starts = doubled(this.starts);
      this.#hashes = doubled(this.#hashes);
    }
    this.starts[id + 1] = start + length;
    this.#hashes[id] = hash;
    this.#slots[slot] = id;
    if (this.size * 2 > this.#slots.length) this.#rehash();
    return id;
  }

  #rehash(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(-1);
    const mask = slots.length - 1;
    for (let id = 0; id < this.size; id++) {
      const hash = this.#hashes[id] as number;
      let slot = (hash ^ (hash >>> 15)) & mask;
      while ((slots[slot] as number) >= 0) slot = (slot + 1) & mask;
      slots[slot] = id;
    }
    this.#slots = slots;
  }
}

export function doubled(values: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(values.length * 2);
  larger.set(values);
  return larger;
}
