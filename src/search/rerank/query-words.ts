import type { ScoreExplanation } from "#index/index.ts";
import { stemKeyOf } from "#text/stem.ts";
import { tokenize } from "#text/tokenize.ts";

/** How an opinion holds the words of a query, each weighted by how rare it is: shares of all that could be held, 0 to 1. */
export type WordsHeld = { readonly name: number; readonly body: number; readonly citing: number };

/** What a query's words weigh (inverse document frequency), as the explanations of its hits tell it. */
export class QueryWords {
  /** By the word as explanations tell it. */
  readonly #weights = new Map<string, number>();
  /** All of them in the order of the query; one that no candidate was asked for weighs nothing. */
  readonly words: readonly { readonly text: string; readonly weight: number }[];
  /** Those that weigh something, by stem. */
  readonly stems: readonly { readonly stem: string; readonly weight: number }[];
  readonly #total: number;

  constructor(text: string, explanations: readonly (ScoreExplanation | undefined)[]) {
    for (const explanation of explanations)
      for (const { what, idf } of wordsOf(explanation)) this.#weights.set(what, idf);
    const byStem = new Map([...this.#weights].map(([what, weight]) => [stemKeyOf(wordOf(what)), weight]));
    const known = tokenize(text).map(({ text: word }) => ({ word, stem: stemKeyOf(word) }));
    this.words = known.map(({ word, stem }) => ({ text: word, weight: byStem.get(stem) ?? 0 }));
    this.stems = known.flatMap(({ stem }) => {
      const weight = byStem.get(stem);
      return weight === undefined ? [] : [{ stem, weight }];
    });
    this.#total = [...this.#weights.values()].reduce((sum, weight) => sum + weight, 0);
  }

  held(explanation: ScoreExplanation | undefined): WordsHeld {
    const held = { name: 0, body: 0, citing: 0 };
    if (this.#total === 0) return held;
    for (const { idf, occurrences } of wordsOf(explanation)) {
      for (const field of ["name", "body", "citing"] as const) {
        if ((occurrences[field] ?? 0) > 0) held[field] += idf / this.#total;
      }
    }
    return held;
  }
}

type Word = { readonly what: string; readonly idf: number; readonly occurrences: Readonly<Record<string, number>> };

/** The word that was asked for, without the sign of its other forms (`contract~`) or of itself alone (`"contract"`). */
function wordOf(what: string): string {
  return what.replace(/~$|"/gu, "");
}

/** The single words of an explanation. Phrases tell no more than their words, which stand beside them. */
function wordsOf(explanation: ScoreExplanation | undefined): readonly Word[] {
  if (explanation === undefined) return [];
  const { what, idf, occurrences = {}, parts } = explanation;
  if (parts !== undefined) return parts.flatMap(wordsOf);
  return idf === undefined || what.includes(" ") ? [] : [{ what, idf, occurrences }];
}
