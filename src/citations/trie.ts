/**
 * Characters a reporter's printed form may have more or fewer of: space, period, comma, apostrophes, and what is printed
 * for an okina.
 */
export function isLoose(code: number): boolean {
  if (code > 96 && code < 128) return false;
  return (
    code === 32 ||
    code === 46 ||
    code === 44 ||
    code === 10 ||
    code === 0xa0 ||
    code === 39 ||
    code === 0x2019 ||
    code === 0x2018 ||
    code === 0x201b ||
    code === 0x2bb ||
    code === 0x2bc ||
    code === 0x2bd ||
    code === 0x60 ||
    code === 0xb4 ||
    code === 0x2032 ||
    code === 9 ||
    code === 13 ||
    code === 0x2009 ||
    code === 0x200b ||
    code === 0xad
  );
}

/** A printed form without its loose characters; case stays, since `Me.` and `ME` are two reporters. */
export function foldReporter(printed: string): string {
  return printed.replace(/[ .,\n\u00a0'`\u00b4\u02bb-\u02bd\u2018\u2019\u201b\u2032\t\r\u2009\u200b\u00ad]+/gu, "");
}

const FIRST_CAPACITY = 1 << 16;
const BEGINNING_CHARS = 3;

/**
 * A character trie over folded forms. Edges lie in one open-addressed hash table of integers: building allocates a
 * few arrays and walking allocates nothing. Characters beyond Latin-1 share edges modulo 256; no form holds any.
 */
export class Trie<Value> {
  #keys = new Int32Array(FIRST_CAPACITY);
  #nodes = new Int32Array(FIRST_CAPACITY);
  #edges = 0;
  readonly #values: (Value | undefined)[] = [undefined];
  /** A bit for each beginning of three characters, of each its lower five bits: hardly a word begins as a form does. */
  readonly #beginnings = new Uint8Array(1 << 12);

  add(key: string, value: Value): void {
    this.#begin(key);
    let node = 0;
    for (let index = 0; index < key.length; index += 1) {
      const next = this.step(node, key.charCodeAt(index));
      node = next >= 0 ? next : this.#grow(node, key.charCodeAt(index));
    }
    this.#values[node] = value;
  }

  /** Whether a form may begin with these three characters, in whichever case. */
  mayBegin(first: number, second: number, third: number): boolean {
    const beginning = ((first & 31) << 10) | ((second & 31) << 5) | (third & 31);
    return (((this.#beginnings[beginning >> 3] ?? 0) >> (beginning & 7)) & 1) === 1;
  }

  #begin(key: string): void {
    const chars = Math.min(key.length, BEGINNING_CHARS);
    let lead = 0;
    for (let at = 0; at < chars; at += 1) lead = (lead << 5) | (key.charCodeAt(at) & 31);
    const open = 5 * (BEGINNING_CHARS - chars);
    for (let beginning = lead << open; beginning < (lead + 1) << open; beginning += 1)
      this.#beginnings[beginning >> 3] = (this.#beginnings[beginning >> 3] ?? 0) | (1 << (beginning & 7));
  }

  /** The node after one more character, or -1. Node 0 is the root. */
  step(node: number, code: number): number {
    const slot = this.#slotOf(edgeOf(node, code));
    return this.#keys[slot] === 0 ? -1 : (this.#nodes[slot] ?? -1);
  }

  valueAt(node: number): Value | undefined {
    return this.#values[node];
  }

  #grow(node: number, code: number): number {
    if (this.#edges * 2 >= this.#keys.length) this.#rehash();
    const slot = this.#slotOf(edgeOf(node, code));
    const next = this.#values.length;
    this.#values.push(undefined);
    this.#keys[slot] = edgeOf(node, code);
    this.#nodes[slot] = next;
    this.#edges += 1;
    return next;
  }

  /** Where the edge stands, or the free slot where it would. */
  #slotOf(edge: number): number {
    const mask = this.#keys.length - 1;
    let slot = (Math.imul(edge, 0x9e3779b1) >>> 12) & mask;
    for (;;) {
      const key = this.#keys[slot];
      if (key === edge || key === 0) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #rehash(): void {
    const keys = this.#keys;
    const nodes = this.#nodes;
    this.#keys = new Int32Array(keys.length * 2);
    this.#nodes = new Int32Array(keys.length * 2);
    for (let index = 0; index < keys.length; index += 1) {
      const edge = keys[index] ?? 0;
      if (edge === 0) continue;
      const slot = this.#slotOf(edge);
      this.#keys[slot] = edge;
      this.#nodes[slot] = nodes[index] ?? 0;
    }
  }
}

/** Never 0, which marks a free slot. */
function edgeOf(node: number, code: number): number {
  return node * 256 + (code & 255) + 1;
}
