/**
 * How many letters other words are away from one: changed, left out, added, or two neighbours swapped (optimal string
 * alignment). Words asked for in order share the work of what they begin with.
 */
export class WordDistance {
  readonly max: number;
  readonly #word: string;
  /** By length of the beginning of the text: its distances from every beginning of the word. */
  readonly #rows: Uint8Array[];
  #text = "";
  /** Letters of `#text` whose rows are filled; fewer than it has once nothing near can follow. */
  #filled = 0;

  constructor(word: string, max: number) {
    this.max = max;
    this.#word = word;
    this.#rows = [Uint8Array.from({ length: word.length + 1 }, (_, at) => at)];
  }

  /** The distance of a text, or `max` + 1 for all that are farther. */
  of(text: string): number {
    if (Math.abs(text.length - this.#word.length) > this.max) return this.max + 1;
    this.#goTo(text);
    if (this.#filled < text.length) return this.max + 1;
    return Math.min(this.max + 1, this.#rows[text.length]?.[this.#word.length] ?? Infinity);
  }

  /** Whether no text that begins so is near. */
  excludes(beginning: string): boolean {
    this.#goTo(beginning);
    return this.#isHopeless();
  }

  #goTo(text: string): void {
    let same = 0;
    while (same < this.#filled && same < text.length && this.#text[same] === text[same]) same++;
    this.#text = text;
    this.#filled = same;
    while (this.#filled < text.length && !this.#isHopeless()) this.#fillNext();
  }

  /** A swap looks two rows back. */
  #isHopeless(): boolean {
    const last = Math.min(...this.#row(this.#filled));
    const lastButOne = this.#filled === 0 ? 0 : Math.min(...this.#row(this.#filled - 1));
    return last > this.max && lastButOne >= this.max;
  }

  #fillNext(): void {
    const [word, text, at] = [this.#word, this.#text, this.#filled];
    const before = this.#row(at);
    const row = (this.#rows[at + 1] ??= new Uint8Array(word.length + 1));
    row[0] = at + 1;
    for (let j = 1; j <= word.length; j++) {
      const changed = (before[j - 1] as number) + (word[j - 1] === text[at] ? 0 : 1);
      let least = Math.min(changed, (before[j] as number) + 1, (row[j - 1] as number) + 1);
      if (at > 0 && j > 1 && word[j - 1] === text[at - 1] && word[j - 2] === text[at]) {
        least = Math.min(least, (this.#row(at - 1)[j - 2] as number) + 1);
      }
      row[j] = least;
    }
    this.#filled = at + 1;
  }

  #row(at: number): Uint8Array {
    const row = this.#rows[at];
    if (row === undefined) throw new Error("a row that was not filled is asked for");
    return row;
  }
}
