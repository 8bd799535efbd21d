/** Characters a reporter's printed form may have more or fewer of: space, period, comma, apostrophes. */
export function isLoose(code: number): boolean {
  return (
    code === 32 ||
    code === 46 ||
    code === 44 ||
    code === 10 ||
    code === 0xa0 ||
    code === 39 ||
    code === 0x2019 ||
    code === 9 ||
    code === 13 ||
    code === 0x2009 ||
    code === 0x200b
  );
}

/** A printed form without its loose characters; case stays, since `Me.` and `ME` are two reporters. */
export function foldReporter(printed: string): string {
  let folded = "";
  for (let index = 0; index < printed.length; index += 1) {
    if (!isLoose(printed.charCodeAt(index))) folded += printed.charAt(index);
  }
  return folded;
}

/** A character trie over folded forms. Edges sit in one map under small integers, so walking allocates nothing. */
export class Trie<Value> {
  readonly #edges = new Map<number, number>();
  readonly #values: (Value | undefined)[] = [undefined];

  add(key: string, value: Value): void {
    let node = 0;
    for (let index = 0; index < key.length; index += 1) {
      const edge = edgeOf(node, key.charCodeAt(index));
      let next = this.#edges.get(edge);
      if (next === undefined) {
        next = this.#values.length;
        this.#values.push(undefined);
        this.#edges.set(edge, next);
      }
      node = next;
    }
    this.#values[node] = value;
  }

  /** The node after one more character, or -1. Node 0 is the root. */
  step(node: number, code: number): number {
    return this.#edges.get(edgeOf(node, code)) ?? -1;
  }

  valueAt(node: number): Value | undefined {
    return this.#values[node];
  }
}

function edgeOf(node: number, code: number): number {
  return node * 256 + (code & 255);
}
