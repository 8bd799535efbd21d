import type { Court } from "./model.ts";
import { placeWord, readName } from "./name-words.ts";
import { DIRECTION_WORDS, KIND_WORDS, STATE_WORD_SET, stateWord } from "./words.ts";

/** One way to name a court: the numbers of its words. */
export type NameForm = { readonly court: Court; readonly words: ReadonlySet<string> };

/**
 * The names of the courts by their words. All forms lie in three arrays of numbers: there are some fifteen thousand, and
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

  constructor(courts: readonly Court[], namesOf: (court: Court) => readonly string[]) {
    this.#courts = courts;
    const forms: { court: number; words: number[] }[] = [];
    courts.forEach((court, number) => {
      const seen = new Set<string>();
      for (const name of namesOf(court)) {
        for (const words of formsOf(court, name)) {
          const numbers = [...words].map((word) => this.#numberOf(word)).toSorted((left, right) => left - right);
          const key = numbers.join(" ");
          if (!seen.has(key)) forms.push({ court: number, words: numbers });
          seen.add(key);
        }
      }
    });
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

/** The words of a name, and the same without what texts leave unsaid. */
function formsOf(court: Court, name: string): Set<string>[] {
  // `A. Ct. Crim. App.` is the Army's by its first letter, which is no word.
  if (/^[AS]\.\s/u.test(name)) return [];
  const { words, terms } = wordsOfName(court, name);
  const home = stateWord(court.state);
  const forms = [words];
  if (court.partOf !== null) {
    const plain = without(words, (word) => terms.has(word));
    // `Circuit Court of the 15th Judicial Circuit of Florida, Palm Beach County` is Palm Beach County's circuit court.
    const bare = isOfCounty(court, name) ? without(plain, (word) => /^\d/u.test(word) || word === "judicial") : plain;
    const homeless = [words, plain, bare].map((each) => without(each, (word) => word === home));
    // `14th Circuit Court` leaves too much unsaid.
    forms.push(
      plain,
      bare,
      ...homeless.filter((form) => isTelling(form) && ![...form].some((word) => /^\d/u.test(word))),
    );
  }
  if (court.state === "Federal")
    forms.push(...formsOfFederal(court, words).filter((form) => isTelling(form) || isCircuit(form)));
  // A bare `Ohio` names a court only as a whole abbreviation, never as a part of a longer text.
  return forms.filter((form) => form.size >= 2 || (court.state === "Federal" && isCircuit(form)));
}

/** The United States go unsaid where nothing else in the name could be a state's. */
function formsOfFederal({ jurisdiction, id }: Court, words: ReadonlySet<string>): Set<string>[] {
  const isOwn =
    jurisdiction === "Federal District"
      ? [...words].some((word) => DIRECTION_WORDS.has(word))
      : id !== "scotus" && (jurisdiction !== "Federal Bankruptcy" || words.has("district"));
  return isOwn ? [without(words, (word) => word === "us")] : [];
}

function isOfCounty(court: Court, name: string): boolean {
  return name === court.fullName && readName(name).words.some(({ role }) => role === "county");
}

/**
 * The words of a court's name, and those of them that tell a term or division of it (`Oneida Special Term`). The state
 * of another court is a place there: the `Washington Circuit Court` is in Kentucky.
 */
function wordsOfName(court: Court, name: string): { words: Set<string>; terms: ReadonlySet<string> } {
  const read = readName(name).words;
  const home = stateWord(court.state);
  const isPlace = (word: string): boolean => court.state !== "Federal" && STATE_WORD_SET.has(word) && word !== home;
  const words = read.flatMap(({ meanings }) => meanings.map((word) => (isPlace(word) ? placeWord(word) : word)));
  const terms = read.filter(({ role }) => role === "function").flatMap(({ meanings }) => meanings);
  return { words: new Set(words), terms: new Set(terms) };
}

function without(words: ReadonlySet<string>, isLeft: (word: string) => boolean): Set<string> {
  return new Set([...words].filter((word) => !isLeft(word)));
}

/** `9th Cir.` */
function isCircuit(words: ReadonlySet<string>): boolean {
  return [...words].every((word) => /^\d+ circuit$/u.test(word));
}

/** Whether the words, of which some were left out, still say a kind of court. */
function isTelling(words: ReadonlySet<string>): boolean {
  const all = [...words];
  return (
    words.size >= 2 && all.some((word) => KIND_WORDS.has(word) || word === "district" || word.endsWith(" district"))
  );
}
