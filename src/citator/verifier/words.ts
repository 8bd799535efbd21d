import type { Mention, TextSpan } from "../model.ts";
import { isMark, tokensOf } from "../reading/tokens.ts";

/** An opinion as far as it is looked at around what it says of one decision. */
export type Around = {
  readonly text: string;
  /** In order of place, of all decisions. */
  readonly mentions: readonly Mention[];
  /** In order, covering the text. */
  readonly sentences: readonly TextSpan[];
};

/** A word with where it stands in the text; the decision asked about is `T`, every other `O`, a number `0`. */
export type Word = { readonly word: string; readonly at: number };

/** So many of the places where a decision is named are looked at. */
const MENTIONS_MAX = 40;
/** So many words before and behind the name. */
const REACH = 15;

export function wordsOfSpan({ text, mentions }: Around, span: TextSpan, authority: number): Word[] {
  return tokensOf(text, span, mentionsIn(mentions, span)).map((token) => ({
    at: token.at,
    word: isMark(token)
      ? token.mentions.some((one) => one.authority === authority)
        ? "T"
        : "O"
      : /^\d/u.test(token.word)
        ? "0"
        : token.word,
  }));
}

export function mentionsIn(mentions: readonly Mention[], { start, end }: TextSpan): readonly Mention[] {
  const from = firstFrom(mentions.length, (at) => (mentions[at]?.span.start ?? 0) >= start);
  let to = from;
  while (to < mentions.length && (mentions[to]?.span.start ?? 0) < end) to += 1;
  return mentions.slice(from, to);
}

/** The sentence that a place in the text stands in. */
export function sentenceAt(sentences: readonly TextSpan[], at: number): number {
  return firstFrom(sentences.length, (index) => (sentences[index]?.end ?? 0) > at);
}

function firstFrom(length: number, isReached: (at: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isReached(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The words and pairs of words around each place where a decision is named, and in the sentences that speak of it. */
export function gramsNear(
  around: Around,
  authority: number,
  own: readonly Mention[],
  said: readonly TextSpan[],
): Set<string> {
  const grams = new Set<string>();
  const kept = new Map<number, readonly Word[]>();
  const wordsAt = (index: number): readonly Word[] => {
    const span = around.sentences[index];
    const known = kept.get(index) ?? (span === undefined ? [] : wordsOfSpan(around, span, authority));
    kept.set(index, known);
    return known;
  };
  for (const { span } of own.slice(0, MENTIONS_MAX)) {
    const index = sentenceAt(around.sentences, span.start);
    const words = [index - 1, index, index + 1, index + 2].flatMap((one) => (one < 0 ? [] : wordsAt(one)));
    const place = words.findIndex(({ at, word }) => word === "T" && at >= span.start);
    if (place >= 0) addGrams(grams, words.slice(Math.max(0, place - REACH), place + REACH));
  }
  for (const span of said) addGrams(grams, wordsOfSpan(around, span, authority));
  return grams;
}

export function addGrams(grams: Set<string>, words: readonly { readonly word: string }[]): void {
  words.forEach(({ word }, at) => {
    grams.add(word);
    const next = words[at + 1]?.word;
    if (next !== undefined) grams.add(`${word} ${next}`);
  });
}
