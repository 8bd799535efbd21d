import type { Mention, TextSpan } from "../model.ts";
import { matchesOf } from "../matches.ts";

/** A word, a sign, or a place where decisions are named. Words are in lower case with plain apostrophes. */
export type Token = {
  readonly word: string;
  /** Where it begins in the opinion's text. */
  readonly at: number;
  /** The mentions that stand here: one, or a list that is spoken of together; empty for words. */
  readonly mentions: readonly Mention[];
  /** `that decision`, `it`: it stands for decisions named before. */
  readonly back?: "one" | "many";
  /** What of the decision is spoken of, when a noun says so: `holding`, `dissent`. */
  readonly noun?: string;
};

/** Stands for a mention among words. */
export const MARK = "⟦⟧";

/** Longer sentences are read up to here only; the longest honest ones are a few thousand characters. */
const SENTENCE_CHARS_MAX = 4000;

/** Most words are plain letters between spaces and signs, and found so at less cost. */
const WORD =
  /[A-Za-z]+(?=[ ,;.\n])|\p{L}[\p{L}\p{N}]*(?:['’-][\p{L}]+)*['’]?|\p{N}+|[,;:()[\]—–?!“”"§&]|\.(?=[\s”"’)]*$)/gu;

const NOBODY: ReadonlySet<string> = new Set();

/**
 * The words of a sentence. `mentions` are those that start inside it, in order and not overlapping. Who is a party of the
 * case at hand, in small letters in `parties`, is called so: what `Hazel contends` a petitioner contends.
 */
export function tokensOf(
  text: string,
  span: TextSpan,
  mentions: readonly Mention[],
  parties: ReadonlySet<string> = NOBODY,
): Token[] {
  const end = Math.min(span.end, span.start + SENTENCE_CHARS_MAX);
  const tokens: Token[] = [];
  let at = span.start;
  const addWords = (from: number, to: number): void => {
    for (const match of matchesOf(WORD, text.slice(from, to))) {
      // A period before a mention ends an abbreviation, not the sentence.
      if (match[0] === "." && to < end) continue;
      const printed = match[0].toLowerCase().replaceAll("’", "'");
      const word = parties.size > 0 && isCapital(match[0]) ? asParty(printed, parties) : printed;
      const last = tokens.at(-1);
      if (word === "not" && last?.word === "can") tokens[tokens.length - 1] = { ...last, word: "cannot" };
      else tokens.push({ word, at: from + match.index, mentions: [] });
    }
  };
  for (const mention of mentions) {
    if (mention.span.start >= end) break;
    if (mention.span.start > at) addWords(at, mention.span.start);
    tokens.push({ word: MARK, at: mention.span.start, mentions: [mention] });
    at = Math.max(at, mention.span.end);
  }
  if (at < end) addWords(at, end);
  return tokens;
}

function isCapital(word: string): boolean {
  const [first = ""] = word;
  return first !== first.toLowerCase();
}

function asParty(word: string, parties: ReadonlySet<string>): string {
  if (parties.has(word)) return "petitioner";
  return parties.has(word.replace(/'s?$/u, "")) ? "petitioner's" : word;
}

export type Mark = Token & { readonly word: typeof MARK };

export function isMark(token: Token | undefined): token is Mark {
  return token !== undefined && token.word === MARK;
}
