import { stemKeyOf } from "#text/stem.ts";
import { tokenize } from "#text/tokenize.ts";
import type { QueryWords } from "./query-words.ts";

/** How well a passage holds a query's words. */
export type PassageWords = {
  /** BM25 of its words, lengths being alike, as a share of the most there can be. */
  readonly match: number;
  /** Neighbouring words of the query that stand near each other, each pair weighted by its rarer word; 0 to 1. */
  readonly pairs: number;
  /** What the words weigh that stand in it as they stand in the query, one behind another: of the heaviest such stretch. */
  readonly quoted: number;
};

export const NO_WORDS: PassageWords = { match: 0, pairs: 0, quoted: 0 };

/** BM25's saturation. */
const K1 = 1.2;
/** Words between two that are still near each other. */
const NEAR = 4;
/** Fewer words in a row are no quotation. */
const QUOTED_WORDS = 3;

/** Reads passages for one query; words that were met are stemmed once. */
export class PassageReader {
  readonly #query: QueryWords["stems"];
  readonly #words: QueryWords["words"];
  /** By word, where it stands in the query. */
  readonly #placesInQuery: ReadonlyMap<string, readonly number[]>;
  readonly #known = new Map<string, string>();

  constructor({ stems, words }: QueryWords) {
    this.#query = stems;
    this.#words = words;
    const places = words.map(({ text }, place) => ({ text, place }));
    this.#placesInQuery = new Map(
      [...Map.groupBy(places, ({ text }) => text)].map(([text, all]) => [text, all.map(({ place }) => place)]),
    );
  }

  read(passage: string): PassageWords {
    if (this.#query.length === 0) return NO_WORDS;
    const places = new Map<string, number[]>(this.#query.map(({ stem }) => [stem, []]));
    const tokens = tokenize(passage);
    for (const { text, position } of tokens) places.get(this.#stemOf(text))?.push(position);
    let [match, most, pairs, mostPairs] = [0, 0, 0, 0];
    for (const [at, { stem, weight }] of this.#query.entries()) {
      const own = places.get(stem) ?? [];
      match += (weight * own.length) / (own.length + K1);
      most += weight;
      const next = this.#query[at + 1];
      if (next === undefined) continue;
      const worth = Math.max(weight, next.weight);
      mostPairs += worth;
      if (areNear(own, places.get(next.stem) ?? [])) pairs += worth;
    }
    const quoted = this.#quotedIn(tokens.map(({ text }) => text));
    return { match: match / most, pairs: mostPairs === 0 ? 0 : pairs / mostPairs, quoted };
  }

  #quotedIn(passage: readonly string[]): number {
    let heaviest = 0;
    for (const [at, word] of passage.entries()) {
      for (const place of this.#placesInQuery.get(word) ?? []) {
        // Where the words before agree too, the stretch was read from there.
        if (at > 0 && passage[at - 1] === this.#words[place - 1]?.text) continue;
        let [length, weight] = [0, 0];
        for (
          ;
          passage[at + length] !== undefined && passage[at + length] === this.#words[place + length]?.text;
          length++
        )
          weight += this.#words[place + length]?.weight ?? 0;
        if (length >= QUOTED_WORDS) heaviest = Math.max(heaviest, weight);
      }
    }
    return heaviest;
  }

  #stemOf(word: string): string {
    const known = this.#known.get(word);
    if (known !== undefined) return known;
    const stem = stemKeyOf(word);
    this.#known.set(word, stem);
    return stem;
  }
}

/** Whether one of the first, which rise, has one of the others at most NEAR words away. */
function areNear(some: readonly number[], others: readonly number[]): boolean {
  for (let one = 0, other = 0; one < some.length && other < others.length;) {
    const apart = (some[one] as number) - (others[other] as number);
    if (apart !== 0 && Math.abs(apart) <= NEAR) return true;
    if (apart < 0) one++;
    else other++;
  }
  return false;
}
