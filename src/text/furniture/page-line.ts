/** A line of a page as it comes; `isPageStart` where the source itself says that a page begins with it (a form feed, a PDF's page). */
export type SourceLine = {
  readonly text: string;
  readonly isPageStart?: boolean;
  /** Set off from its neighbour by more than lines are, where the source knows places. */
  readonly isApart?: boolean;
};

export const FURNITURE_KINDS = ["stamp", "page number", "line number", "running head", "watermark"] as const;
export type FurnitureKind = (typeof FURNITURE_KINDS)[number];

/** A stretch of one line that is none of the running text. */
export type LineMark = {
  readonly kind: FurnitureKind;
  /** The line's place in the list that was given. */
  readonly line: number;
  readonly from: number;
  readonly to: number;
};

/** A line that holds something, while what of it is furniture is found out. */
export type PageLine = {
  readonly line: number;
  readonly indent: number;
  readonly isApart: boolean;
  /** Below a rule as wide as a page, which parts pages where they were put one behind the other. */
  readonly isBelowRule: boolean;
  /** Pages as the source says them, from 0. */
  readonly page: number;
  /** Characters of the lines before it: pages of long lines have few of them. */
  readonly before_chars: number;
  /** What stands on it, without a line number once that is known. */
  words: string;
  from: number;
  /** Set once the whole line is furniture. */
  kind: FurnitureKind | undefined;
};

export function pageLines(lines: readonly SourceLine[]): PageLine[] {
  const found: PageLine[] = [];
  let page = 0;
  let before_chars = 0;
  let isBelowRule = false;
  for (const [line, { text, isPageStart = false, isApart = false }] of lines.entries()) {
    if (isPageStart && line > 0) page += 1;
    const words = text.trim();
    if (words === "") continue;
    if (words.length >= RULE_CHARS_MIN && /^[_\u2014-]+$/u.test(words)) {
      isBelowRule = true;
      continue;
    }
    const from = text.length - text.trimStart().length;
    found.push({ line, indent: from, isApart, isBelowRule, page, before_chars, words, from, kind: undefined });
    before_chars += words.length;
    isBelowRule = false;
  }
  return found;
}

/** What a line is but for its page and spaces: the same on every page for a running head, its dates and dockets too. */
export function keyOf(words: string): string {
  let key = words.slice(0, KEY_CHARS_MAX);
  if (isFigure(key.charCodeAt(0))) key = key.replace(PAGE_BEFORE, "#");
  if (/[\d\s\u2013-]$/u.test(key)) key = key.replace(PAGE_BEHIND, "#");
  return /[^\S ]|  /u.test(key) ? key.replace(/\s+/gu, " ") : key;
}

const LETTERS_COMPARED = 24;

/** A number made of the first letters that a key has too: lines with one key have one number. */
function firstLetters(words: string): number {
  const end = Math.min(words.length, KEY_CHARS_MAX);
  let letters = 0;
  let number = 0;
  for (let at = 0; at < end && letters < LETTERS_COMPARED; at += 1) {
    const code = words.charCodeAt(at) | 0x20;
    if (code < 0x61 || code > 0x7a) continue;
    number = Math.imul(number, 31) + code;
    letters += 1;
  }
  return number | 0;
}

export function isFigure(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** The page that a running head names at its beginning or end; not a number where there is none. */
export function pageBeside(words: string): number {
  return Number(PAGE_BEFORE.exec(words)?.[0] ?? PAGE_BEHIND.exec(words)?.[0] ?? Number.NaN);
}

const PAGE_BEFORE = /^\d{1,4}(?=\s)/u;
const PAGE_BEHIND = /(?<=\s|^[-\u2013])\d{1,4}(?=\s?[-\u2013]?$)/u;

const KEY_CHARS_MAX = 200;
const RULE_CHARS_MIN = 60;
/** How often a line stands in a text before it may be looked over as a running head while others are judged. */
const REPEATED_MIN = 3;
const LOOKED_OVER_MAX = 3;
const REST_WORDS_MIN = 4;

/** Looks from a line for the nearest line of running text on either side. */
export class Neighbours {
  readonly #lines: readonly PageLine[];
  #counted: { readonly keys: ReadonlyMap<number, string>; readonly counts: ReadonlyMap<string, number> } | undefined;

  constructor(lines: readonly PageLine[]) {
    this.#lines = lines;
  }

  /** How many lines have the same key as the one at `at`. */
  countAt(at: number): number {
    const { keys, counts } = this.#keys();
    const key = keys.get(at);
    return key === undefined ? 1 : (counts.get(key) ?? 0);
  }

  /** The key of a line; of one that looks like no other, none. */
  keyAt(at: number): string {
    return this.#keys().keys.get(at) ?? "";
  }

  /** Most lines begin in other letters than all others do: these need no key. */
  #keys(): { readonly keys: ReadonlyMap<number, string>; readonly counts: ReadonlyMap<string, number> } {
    if (this.#counted !== undefined) return this.#counted;
    const letters = this.#lines.map(({ words }) => firstLetters(words));
    const alike = new Map<number, number>();
    for (const one of letters) alike.set(one, (alike.get(one) ?? 0) + 1);
    const keys = new Map<number, string>();
    const counts = new Map<string, number>();
    for (const [at, one] of letters.entries()) {
      if (alike.get(one) === 1) continue;
      const key = keyOf(this.#lines[at]?.words ?? "");
      keys.set(at, key);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    this.#counted = { keys, counts };
    return this.#counted;
  }

  before(at: number): string {
    return this.#look(at, -1);
  }

  after(at: number): string {
    return this.#look(at, 1);
  }

  /** A line before the rest of a sentence, which may begin with a figure. */
  standsBeforeRest(at: number): boolean {
    const [before, after] = [this.before(at), this.after(at)];
    if (goesOn(after)) return true;
    return isOpen(before) && before.split(/\s+/u).length >= REST_WORDS_MIN && /^[\d(&\u00a7$]/u.test(after);
  }

  /** A line between two halves of a sentence is no heading, no item of a list and no row of a table. */
  interrupts(at: number): boolean {
    return isOpen(this.before(at)) && goesOn(this.after(at));
  }

  #look(at: number, step: 1 | -1): string {
    let over = 0;
    for (let near = at + step; over <= LOOKED_OVER_MAX; near += step) {
      const line = this.#lines[near];
      if (line === undefined) return "";
      if (line.kind !== undefined || !/[\p{L}\p{N}]/u.test(line.words)) {
        over += line.kind === undefined ? 0 : 1;
        continue;
      }
      if (over === LOOKED_OVER_MAX || goesOn(line.words) || !this.#mayBeHead(near)) return line.words;
      over += 1;
    }
    return "";
  }

  #mayBeHead(at: number): boolean {
    return this.countAt(at) >= REPEATED_MIN && !isSentence(this.#lines[at]?.words ?? "");
  }
}

/** Whether a line begins within a sentence. */
export function goesOn(words: string): boolean {
  return /^["'(\u2018\u201c[]{0,2}\p{Ll}{2}/u.test(words) || /^[a&]\s/u.test(words);
}

/** Whether a line ends within a sentence. */
export function isOpen(words: string): boolean {
  return words !== "" && !/[.!?:;]["')\]\u2019\u201d]{0,3}\d{0,3}$/u.test(words.slice(-8));
}

/** Whether a line ends as a sentence does, and not with an abbreviation (`O'CONNOR, J.`, `HARBOR CO. v.`). */
export function isSentence(words: string): boolean {
  if (!/[.!?]["')\]\u2019\u201d]{0,3}$/u.test(words.slice(-4))) return false;
  const last = words.slice(words.lastIndexOf(" ") + 1);
  const isAbbreviation = /^(?:\p{Lu}\p{L}{0,4}|v)\.$/u.test(last) || (/\p{Lu}\.$/u.test(last) && !/\p{Ll}/u.test(last));
  return !isAbbreviation;
}
