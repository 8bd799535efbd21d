/**
 * How many letters other words are away from one: changed, left out, added, or two neighbours swapped (optimal string
 * alignment). Words asked for in order share the work of what they begin with.
 */
export class WordDistance {
  readonly max: number;
  readonly word: string;
  /** By length of the beginning of the text: its distances from every beginning of the word, and the least of them. */
  readonly #rows: Uint8Array[];
  readonly #least: number[] = [0];
  #text = "";
  /** Letters of `#text` whose rows are filled; fewer than it has once nothing near can follow. */
  #filled = 0;

  constructor(word: string, max: number) {
    this.max = max;
    this.word = word;
    this.#rows = [Uint8Array.from({ length: word.length + 1 }, (_, at) => at)];
  }

  /** The distance of a text, or `max` + 1 for all that are farther. */
  of(text: string): number {
    this.#goTo(text);
    if (this.#filled < text.length) return this.max + 1;
    return Math.min(this.max + 1, this.#rows[text.length]?.[this.word.length] ?? Infinity);
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
    const last = this.#least[this.#filled] as number;
    return last > this.max && (this.#least[this.#filled - 1] as number) >= this.max;
  }

  #fillNext(): void {
    const { word } = this;
    const at = this.#filled;
    const letter = this.#text.charCodeAt(at);
    const letterBefore = at === 0 ? -1 : this.#text.charCodeAt(at - 1);
    const before = this.#rows[at] as Uint8Array;
    const row = (this.#rows[at + 1] ??= new Uint8Array(word.length + 1));
    row[0] = at + 1;
    let leastOfRow = at + 1;
    for (let j = 1; j <= word.length; j++) {
      const own = word.charCodeAt(j - 1);
      const changed = (before[j - 1] as number) + (own === letter ? 0 : 1);
      let least = Math.min(changed, (before[j] as number) + 1, (row[j - 1] as number) + 1);
      if (j > 1 && own === letterBefore && word.charCodeAt(j - 2) === letter) {
        least = Math.min(least, ((this.#rows[at - 1] as Uint8Array)[j - 2] as number) + 1);
      }
      row[j] = least;
      leastOfRow = Math.min(leastOfRow, least);
    }
    this.#least[at + 1] = leastOfRow;
    this.#filled = at + 1;
  }
}
