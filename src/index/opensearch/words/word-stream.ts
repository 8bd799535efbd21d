import { BoundedMap } from "#base/bounded-map.ts";
import { PLACE_WORDS } from "#index/embedded/positions/places.ts";
import { hasStem, stemOf } from "#text/stem.ts";
import { BEGINS_NOTHING, BEGINS_PARAGRAPH, TokenScanner } from "#text/tokenize.ts";
import { EDGES, joined, stemTerm } from "./marks.ts";

/** Stands before a word that begins a sentence or paragraph. */
export const SENTENCE_SIGN = ".";
export const PARAGRAPH_SIGN = ":";

const STEMS_MAX = 100_000;
const scanner = new TokenScanner();
const stems = new BoundedMap<string, string>({ weight_max: STEMS_MAX, firstToGo: "set" });

/** `places`: where every PLACE_WORDS-th word begins, in bytes of UTF-8 behind the one before. */
export type ReadText = { readonly words: string; readonly places: readonly number[] };

/** The words of a text with spaces between, a sign before each that begins a sentence or paragraph. */
export function readWords(text: string): ReadText {
  const words: string[] = [];
  const places: number[] = [];
  let last = 0;
  scanner.reset(text);
  while (scanner.next()) {
    const word = Buffer.from(scanner.term.buffer, 0, scanner.termLength).toString();
    const sign =
      scanner.begins === BEGINS_NOTHING ? "" : scanner.begins === BEGINS_PARAGRAPH ? PARAGRAPH_SIGN : SENTENCE_SIGN;
    if (words.length % PLACE_WORDS === 0) {
      places.push(Buffer.byteLength(text.slice(last, scanner.start)));
      last = scanner.start;
    }
    words.push(sign + word);
  }
  return { words: words.join(" "), places };
}

/** The same words as the analyzer of a field takes them: on each position the word, its stem and its edges. */
export function analyzable(words: string): string {
  const list = words.split(" ");
  const begins = (at: number, sign: string): boolean => {
    const next = list[at];
    return next === undefined || at === 0 || next.startsWith(PARAGRAPH_SIGN) || next.startsWith(sign);
  };
  const positions = list.map((signed, at) => {
    const word = bare(signed);
    const terms = [word];
    if (hasStem(word)) terms.push(stemTerm(keptStem(word)));
    for (const [unit, sign] of UNITS) {
      const first = begins(at, sign);
      const last = begins(at + 1, sign);
      if (first || last) terms.push(EDGES[unit][first && last ? "only" : first ? "first" : "last"]);
    }
    return joined(terms);
  });
  return positions.join(" ");
}

/** How many words these are. */
export function wordsIn(words: string): number {
  return words === "" ? 0 : words.split(" ").length;
}

const UNITS = [
  ["sentence", SENTENCE_SIGN],
  ["paragraph", PARAGRAPH_SIGN],
] as const;

/** A word without the sign before it. */
export function bare(signed: string): string {
  return signed.startsWith(SENTENCE_SIGN) || signed.startsWith(PARAGRAPH_SIGN) ? signed.slice(1) : signed;
}

function keptStem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = stemOf(word);
  stems.set(word, stem);
  return stem;
}
