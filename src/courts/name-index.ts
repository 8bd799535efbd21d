import type { Court } from "./model.ts";

/** Below it two names have their common words in common. */
const COMMON_SHARE_MIN = 0.5;

/** One way to name a court: the words of it. */
export type NameForm = { readonly court: Court; readonly words: ReadonlySet<string> };

/**
 * The names of the courts by their words. All forms lie in three arrays of numbers: there are some seven thousand, and
 * as many sets would take ten times the memory.
 */
export class NameIndex {
  readonly #wordNumbers = new Map<string, number>();
  readonly #words: string[] = [];
  readonly #courts: readonly Court[];
  /** Of each form its court, and where its words begin in `#wordsOf`. */
  readonly #courtOf: Uint16Array;
  readonly #starts: Uint32Array;
  readonly #wordsOf: Uint16Array;
  /** The forms with each word, one word after the other. */
  readonly #formsOf: Uint16Array;
  readonly #formStarts: Uint32Array;

  /** `formsOf` gives the ways to name a court, each once. */
  constructor(courts: readonly Court[], formsOf: (court: Court) => readonly (readonly string[])[]) {
    this.#courts = courts;
    const forms = courts.flatMap((court, number) =>
      formsOf(court).map((words) => ({ court: number, words: words.map((word) => this.#numberOf(word)) })),
    );
    this.#courtOf = Uint16Array.from(forms, ({ court }) => court);
    this.#wordsOf = Uint16Array.from(forms.flatMap(({ words }) => words));
    this.#starts = startsOf(forms.map(({ words }) => words.length));
    const byWord: number[][] = this.#words.map(() => []);
    forms.forEach(({ words }, form) => {
      for (const word of words) byWord[word]?.push(form);
    });
    this.#formsOf = Uint16Array.from(byWord.flat());
    this.#formStarts = startsOf(byWord.map(({ length }) => length));
  }

  has(word: string): boolean {
    return this.#wordNumbers.has(word);
  }

  get words(): readonly string[] {
    return this.#words;
  }

  /** The forms all of whose words are among these. */
  within(words: ReadonlySet<string>): NameForm[] {
    const met = new Uint8Array(this.#courtOf.length);
    const found: NameForm[] = [];
    for (const word of words) {
      const number = this.#wordNumbers.get(word);
      if (number === undefined) continue;
      for (let at = this.#formStarts[number] ?? 0; at < (this.#formStarts[number + 1] ?? 0); at += 1) {
        const form = this.#formsOf[at] ?? 0;
        met[form] = (met[form] ?? 0) + 1;
        if (met[form] === this.#sizeOf(form)) found.push(this.#form(form));
      }
    }
    return found;
  }

  /**
   * The courts whose forms have most in common with these words, a rare word counting more than a common one, the best
   * first; none where less than half is common.
   */
  mostCommon(words: ReadonlySet<string>, count_max: number): Court[] {
    const shared = new Float64Array(this.#courtOf.length);
    let asked = 0;
    for (const word of words) {
      const number = this.#wordNumbers.get(word);
      asked += this.#weightOf(number);
      if (number === undefined) continue;
      for (let at = this.#formStarts[number] ?? 0; at < (this.#formStarts[number + 1] ?? 0); at += 1) {
        const form = this.#formsOf[at] ?? 0;
        shared[form] = (shared[form] ?? 0) + this.#weightOf(number);
      }
    }
    const shares = new Map<Court, number>();
    shared.forEach((weight, form) => {
      const share = weight === 0 ? 0 : weight / (asked + this.#formWeight(form) - weight);
      const court = this.#courts[this.#courtOf[form] ?? 0];
      if (court !== undefined && share >= COMMON_SHARE_MIN) shares.set(court, Math.max(share, shares.get(court) ?? 0));
    });
    const best = [...shares].toSorted(
      ([one, first], [other, second]) => second - first || Number(other.inUse) - Number(one.inUse),
    );
    return best.slice(0, count_max).map(([court]) => court);
  }

  #weightOf(number: number | undefined): number {
    const forms = number === undefined ? 0 : (this.#formStarts[number + 1] ?? 0) - (this.#formStarts[number] ?? 0);
    return Math.log((this.#courtOf.length + 1) / (forms + 1));
  }

  #formWeight(form: number): number {
    let weight = 0;
    for (let at = this.#starts[form] ?? 0; at < (this.#starts[form + 1] ?? 0); at += 1)
      weight += this.#weightOf(this.#wordsOf[at]);
    return weight;
  }

  #form(form: number): NameForm {
    const court = this.#courts[this.#courtOf[form] ?? 0];
    if (court === undefined) throw new RangeError(`no form ${form}`);
    const numbers = this.#wordsOf.subarray(this.#starts[form], this.#starts[form + 1]);
    return { court, words: new Set(Array.from(numbers, (number) => this.#words[number] ?? "")) };
  }

  #sizeOf(form: number): number {
    return (this.#starts[form + 1] ?? 0) - (this.#starts[form] ?? 0);
  }

  #numberOf(word: string): number {
    const known = this.#wordNumbers.get(word);
    if (known !== undefined) return known;
    this.#wordNumbers.set(word, this.#words.length);
    this.#words.push(word);
    return this.#words.length - 1;
  }
}

function startsOf(lengths: readonly number[]): Uint32Array {
  const starts = new Uint32Array(lengths.length + 1);
  lengths.forEach((length, at) => {
    starts[at + 1] = (starts[at] ?? 0) + length;
  });
  return starts;
}
