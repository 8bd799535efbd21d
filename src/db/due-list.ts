/** Read at once: few enough to be held, so many that finding them again costs little beside the work on them. */
export const DUE_AT_ONCE = 5_000;

/** Ids of what is due, the most urgent first, which are read again when they have been taken. */
export class DueList {
  readonly #read: () => Promise<readonly string[]>;
  #ids: string[] = [];

  /** `read` answers some of what is due; nothing once all is done. */
  constructor(read: () => Promise<readonly string[]>) {
    this.#read = read;
  }

  /** At most `count` ids; none when nothing is due. */
  async take(count: number): Promise<string[]> {
    if (this.#ids.length === 0) this.#ids = [...(await this.#read())];
    return this.#ids.splice(0, count);
  }

  /** What was read is believed no more. */
  forget(): void {
    this.#ids = [];
  }
}

/** Lists of the most urgent, one by one from each in turn, and each id once. */
export function inTurnFrom(...lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  const ids = Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? []));
  return [...new Set(ids.flat())];
}
