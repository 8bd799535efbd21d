import { Occurrences } from "#index/best-match.ts";
import type { TermNode, WildcardNode } from "#index/tree.ts";
import type { Sought, Unit } from "#index/units.ts";
import { stemKeyOf } from "#text/stem.ts";
import { TokenScanner } from "#text/tokenize.ts";

/** A text taken into words, with the places of a query's units among them. UTF-16 offsets, by word. */
export type ReadText = {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly occurrences: Occurrences;
};

type Word = TermNode | WildcardNode;
/** How a word of a text answers to one of a query. */
type Answer = "not" | "typed" | "other form";
/** By unit, then by the unit's words. Undefined for a word of the text that answers to none. */
type Answers = readonly (readonly Answer[])[] | undefined;

// One text is read at a time.
const scanner = new TokenScanner();

/** What reads texts word by word, as the index does, and notes every place of every unit. */
export function textReader(sought: readonly Sought[]): (text: string) => ReadText {
  const known = new KnownWords(sought.map(({ unit }) => unit));
  return (text) => readText(text, sought, known);
}

function readText(text: string, sought: readonly Sought[], known: KnownWords): ReadText {
  const runs = sought.map(({ unit }) => new Run(unit.kind === "phrase" ? unit.words.length : 1));
  const starts: number[] = [];
  const ends: number[] = [];
  const found: { readonly unit: number; readonly first: number; readonly last: number; readonly isTyped: boolean }[] =
    [];
  let isBroken = true;
  scanner.reset(text);
  for (let word = 0; scanner.next(); word++) {
    starts.push(scanner.start);
    ends.push(scanner.end);
    const answers = known.answersTo(scanner);
    if (answers === undefined && isBroken) continue;
    isBroken = answers === undefined;
    for (const [unit, run] of runs.entries()) {
      const answer = run.next(answers?.[unit]);
      if (answer === "not") continue;
      found.push({ unit, first: word - run.length + 1, last: word, isTyped: answer === "typed" });
    }
  }
  const occurrences = new Occurrences();
  found.sort((a, b) => a.first - b.first || a.unit - b.unit);
  for (const { unit, first, last, isTyped } of found) {
    const { sense = unit, isAsked = true } = sought[unit] ?? {};
    occurrences.add(sense, first, last, isTyped && isAsked);
  }
  return { starts, ends, occurrences };
}

/** Different words kept before they are forgotten: an opinion has some thousands. */
const KNOWN_MAX = 20_000;

/** The words of texts that were met, each compared with those of the query once. */
class KnownWords {
  readonly #known = new Map<number, { readonly term: Uint8Array; readonly answers: Answers }[]>();
  readonly #answerers: readonly (readonly ((folded: string) => Answer)[])[];
  /** By byte, whether a word that begins with it can answer. */
  readonly #canBegin = new Uint8Array(256);

  constructor(units: readonly Unit[]) {
    const words = units.map((unit) => (unit.kind === "phrase" ? unit.words : [unit]));
    this.#answerers = words.map((unit) => unit.map(answerer));
    for (const word of words.flat()) {
      const text = word.kind === "term" ? word.text : word.pattern;
      if (word.kind === "wildcard" && /^[*?]/u.test(text)) this.#canBegin.fill(1);
      else this.#canBegin[Buffer.from(text)[0] ?? 0] = 1;
    }
  }

  answersTo({ term, termHash, termLength }: TokenScanner): Answers {
    if (this.#canBegin[term[0] ?? 0] === 0) return undefined;
    const alike = this.#known.get(termHash) ?? [];
    for (const one of alike) if (begins(one.term, term, termLength)) return one.answers;
    const copy = term.slice(0, termLength);
    const folded = Buffer.from(copy).toString();
    const all = this.#answerers.map((unit) => unit.map((answer) => answer(folded)));
    const answers = all.some((unit) => unit.some((answer) => answer !== "not")) ? all : undefined;
    if (this.#known.size === KNOWN_MAX) this.#known.clear();
    this.#known.set(termHash, [...alike, { term: copy, answers }]);
    return answers;
  }
}

/** Whether a whole term is what stands in the first `length` bytes. */
function begins(whole: Uint8Array, bytes: Uint8Array, length: number): boolean {
  if (whole.length !== length) return false;
  for (let i = 0; i < length; i++) if (whole[i] !== bytes[i]) return false;
  return true;
}

/** Finds a unit's words next to each other in a text that is told word by word. */
class Run {
  readonly length: number;
  /** How many words of runs that may still become whole have been met. */
  #met: readonly number[] = [];

  constructor(length: number) {
    this.length = length;
  }

  /** Whether a run ends with this word. Of a run of several words it is not told in which forms they stand. */
  next(answers: readonly Answer[] = []): Answer {
    if (this.length === 1) return answers[0] ?? "not";
    const met = [0, ...this.#met].flatMap((words) => ((answers[words] ?? "not") === "not" ? [] : [words + 1]));
    this.#met = met.filter((words) => words < this.length);
    return met.includes(this.length) ? "typed" : "not";
  }
}

function answerer(word: Word): (folded: string) => Answer {
  if (word.kind === "wildcard") return (folded) => (fits(folded, word.pattern) ? "typed" : "not");
  const { text, exact } = word;
  if (exact) return (folded) => (folded === text ? "typed" : "not");
  const stem = stemKeyOf(text);
  return (folded) => {
    if (folded === text) return "typed";
    return folded[0] === text[0] && stemKeyOf(folded) === stem ? "other form" : "not";
  };
}

/** Whether a word fits a pattern in which `*` is any run of characters and `?` one. Only the last star is tried again. */
export function fits(word: string, pattern: string): boolean {
  let [w, p, star, retry] = [0, 0, -1, 0];
  while (w < word.length) {
    if (pattern[p] === "*") {
      star = p++;
      retry = w;
    } else if (pattern[p] === "?" || pattern[p] === word[w]) {
      p++;
      w++;
    } else if (star >= 0) {
      p = star + 1;
      w = ++retry;
    } else return false;
  }
  while (pattern[p] === "*") p++;
  return p === pattern.length;
}
