import type { Mention } from "../model.ts";
import { isMark } from "./tokens.ts";
import type { Token } from "./tokens.ts";

/** A sentence as plain words, one space between, a mark `⟦n⟧` for each place in `places`. */
export type Words = {
  /** Begins and ends with a space, so that every word stands between two. */
  readonly words: string;
  readonly places: readonly Place[];
  /** Where in the opinion's text the word at a position of `words` stands. */
  toText(position: number): number;
};

/** Where decisions are spoken of. */
export type Place = {
  readonly mentions: readonly Mention[];
  readonly noun: string | undefined;
  /** It points back to decisions named before; `mentions` are theirs. */
  readonly back: boolean;
};

/** `To that extent Alder is overruled`: here `that` opens no clause. */
function pointsToExtent(tokens: readonly Token[], at: number): boolean {
  return (
    tokens[at]?.word === "that" &&
    /^(?:to|in)$/u.test(tokens[at - 1]?.word ?? "") &&
    /^(?:extent|respect|regard|sense|degree)$/u.test(tokens[at + 1]?.word ?? "")
  );
}

export function wordsOf(tokens: readonly Token[]): Words {
  const places: Place[] = [];
  const starts: number[] = [];
  const origins: number[] = [];
  let words = " ";
  for (const [at, token] of tokens.entries()) {
    starts.push(words.length);
    origins.push(token.at);
    if (isMark(token)) {
      words += `⟦${places.length}⟧ `;
      places.push({ mentions: token.mentions, noun: token.noun, back: token.back !== undefined });
    } else words += `${pointsToExtent(tokens, at) ? "this" : token.word} `;
  }
  return {
    words,
    places,
    toText(position): number {
      let low = 0;
      let high = starts.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((starts[middle] ?? 0) <= position) low = middle + 1;
        else high = middle;
      }
      return origins[Math.max(0, low - 1)] ?? 0;
    },
  };
}
