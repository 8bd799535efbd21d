import type { Mention, TextSpan } from "../model.ts";
import { isWhite } from "#text/sentences.ts";

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

const WORD = /\p{L}[\p{L}\p{N}]*(?:['’-][\p{L}]+)*['’]?|\p{N}+|[,;:()[\]—–?!“”"§&]/uy;

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
  const add = (word: string, place: number): void => {
    const last = tokens.at(-1);
    if (word === "not" && last?.word === "can") tokens[tokens.length - 1] = { ...last, word: "cannot" };
    else tokens.push({ word, at: place, mentions: NO_MENTIONS });
  };
  const addPrinted = (printed: string, place: number): void => {
    const word = printed.toLowerCase().replaceAll("’", "'");
    add(parties.size > 0 && isCapital(printed) ? asParty(word, parties) : word, place);
  };
  const addWords = (from: number, to: number): void => {
    // A period before a mention ends an abbreviation, not the sentence.
    const stop = to < end ? -1 : stopAtEnd(text, from, to);
    let words: string | undefined;
    for (let place = from; place < to;) {
      const code = text.charCodeAt(place);
      if (code === SPACE) {
        place += 1;
        continue;
      }
      if (isSmallLetter(code) || isCapitalLetter(code)) {
        const wordEnd = plainEnd(text, place, to);
        if (wordEnd > place) {
          const printed = text.slice(place, wordEnd);
          if (isSmallLetter(code)) add(printed, place);
          else addPrinted(printed, place);
          place = wordEnd;
          continue;
        }
      } else if (SIGNS.has(code)) {
        add(text.charAt(place), place);
        place += 1;
        continue;
      } else if (code < 0x80 && !isFigure(code)) {
        if (place === stop) add(".", place);
        place += 1;
        continue;
      }
      words ??= text.slice(from, to);
      WORD.lastIndex = place - from;
      const printed = WORD.exec(words)?.[0];
      if (printed !== undefined) addPrinted(printed, place);
      place += printed?.length ?? (isHighSurrogate(code) ? 2 : 1);
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

const NO_MENTIONS: readonly Mention[] = [];

/** `,;:()[]—–?!“”"§&` */
const SIGNS: ReadonlySet<number> = new Set(Array.from(',;:()[]—–?!“”"§&', (sign) => sign.charCodeAt(0)));

/**
 * The end of a word in plain letters, of which all but the first are small, that is found so at less cost; `from` where
 * the word may go on with what is none.
 */
function plainEnd(text: string, from: number, to: number): number {
  let at = from + 1;
  while (at < to && isSmallLetter(text.charCodeAt(at))) at += 1;
  if (at === to) return at;
  const next = text.charCodeAt(at);
  const goesOn = next >= 0x80 || isCapitalLetter(next) || isFigure(next) || next === APOSTROPHE || next === HYPHEN;
  return goesOn ? from : at;
}

/** The place of the period with which the words end, but for what closes with it; -1 where they end otherwise. */
function stopAtEnd(text: string, from: number, to: number): number {
  let at = to - 1;
  while (at >= from && (isWhite(text.charCodeAt(at)) || CLOSING.has(text.charCodeAt(at)))) at -= 1;
  return at >= from && text.charCodeAt(at) === PERIOD ? at : -1;
}

const CLOSING: ReadonlySet<number> = new Set(Array.from('”"’)', (sign) => sign.charCodeAt(0)));
const SPACE = 0x20;
const PERIOD = 0x2e;
const APOSTROPHE = 0x27;
const HYPHEN = 0x2d;

function isSmallLetter(code: number): boolean {
  return code >= 0x61 && code <= 0x7a;
}

function isCapitalLetter(code: number): boolean {
  return code >= 0x41 && code <= 0x5a;
}

function isFigure(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
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
