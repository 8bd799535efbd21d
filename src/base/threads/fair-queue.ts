/**
 * What waits, in turns: one of each owner's after another, and what an owner brought in the order it came. So who brings
 * much waits behind itself and holds nobody else up.
 */
export class FairQueue<Item> {
  /** By owner, in the order in which they take their turns. */
  readonly #lines = new Map<string, Item[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** How many of an owner's wait. */
  sizeOf(owner: string): number {
    return this.#lines.get(owner)?.length ?? 0;
  }

  push(owner: string, item: Item): void {
    const line = this.#lines.get(owner);
    if (line === undefined) this.#lines.set(owner, [item]);
    else line.push(item);
    this.#size++;
  }

  /** Takes the next; its owner's turn comes again after all others'. */
  shift(): Item | undefined {
    for (const [owner, line] of this.#lines) {
      const item = line.shift();
      this.#lines.delete(owner);
      if (item === undefined) continue;
      if (line.length > 0) this.#lines.set(owner, line);
      this.#size--;
      return item;
    }
    return undefined;
  }

  /** Takes out one that no longer waits; answers whether it did. */
  delete(owner: string, item: Item): boolean {
    const line = this.#lines.get(owner);
    const at = line?.indexOf(item) ?? -1;
    if (line === undefined || at < 0) return false;
    line.splice(at, 1);
    if (line.length === 0) this.#lines.delete(owner);
    this.#size--;
    return true;
  }

  /** Takes out all. */
  clear(): Item[] {
    const all = [...this.#lines.values()].flat();
    this.#lines.clear();
    this.#size = 0;
    return all;
  }
}
