import {
  APOSTROPHE,
  classOf,
  CLASSES,
  COMMA,
  foldedBytes,
  IGNORED,
  LETTER,
  PERIOD,
  SEPARATOR,
  SIGN,
} from "./characters.ts";
import { alterationBrackets, beginsWord, closingOf, continuesWord, goesOnBehind } from "./alterations.ts";
import { brokenWordAt } from "./line-hyphens.ts";
import { oddInitialsEnd } from "./odd-initials.ts";
import { isWhite, sentenceAfter } from "./sentences.ts";

/**
 * Legal tokenisation, the same for indexing, queries and snippets.
 *
 * - Letters fold to lower-case ASCII where they have such a form (`Peña` -> `pena`, `ﬁrm` -> `firm`).
 * - Initials close up, with or without spaces between: `U.S.` and `U. S.` -> `us`, `S.D.N.Y.` -> `sdny`; an ordinal
 *   joins them: `F.3d` and `F. 3d` -> `f3d`, `N.E.2d` -> `ne2d`. Longer abbreviations stay words: `F. Supp. 2d`
 *   and `F.Supp.2d` -> `f` `supp` `2d`.
 * - Possessives go (`court's` -> `court`), other apostrophes close up (`O'Connor` -> `oconnor`, `aff'd` -> `affd`).
 * - `§`, `§§` and `¶` are words (`§`, `¶`), so `§1983` is the phrase `§` `1983`.
 * - Everything else separates: `cross-examine` -> `cross` `examine`, `240.10b-5` -> `240` `10b` `5`,
 *   `2:19-cv-01234` -> `2` `19` `cv` `1234`. What was typed as one word is a phrase of its parts, so a docket
 *   number is found whole and by its parts. Leading zeros of a number go.
 * - Commas inside a number close up: `1,234,567` -> `1234567`.
 * - So do `U.S. C.` and other codes, reporters and courts that are printed with some of the spaces.
 * - A word broken over lines is whole: `juris-` / `diction` -> `jurisdiction`.
 * - Bracketed alterations are the word they make: `[t]hreadbare` -> `threadbare`, `recogniz[ing]` -> `recognizing`.
 */
export type Token = {
  /** The folded word. */
  readonly text: string;
  /** UTF-16 offsets into the source, brackets of an alteration included; `end` is exclusive and leaves out a possessive. */
  readonly start: number;
  readonly end: number;
  /** Words before this one. */
  readonly position: number;
  /** What begins with this word. The first word of a text begins nothing. */
  readonly begins: "none" | "sentence" | "paragraph";
};

/** Longer words are cut to this many bytes; no word of a language is. */
export const TERM_BYTES_MAX = 64;

export const BEGINS_NOTHING = 0;
export const BEGINS_SENTENCE = 1;
export const BEGINS_PARAGRAPH = 2;
const BEGINS_NAMES = ["none", "sentence", "paragraph"] as const;

const HASH_SEED = 0x811c9dc5 | 0;
const HASH_PRIME = 0x01000193;

const SPACE = 0x20;
const LINE_FEED = 0x0a;
const LOWER_S = 0x73;
const FULL_STOP = 0x2e;
const SOFT_HYPHEN = 0xad;
const HYPHEN = 0x2d;
const HYPHEN_PROPER = 0x2010;
const BRACKET_OPEN = 0x5b;
const BRACKET_CLOSE = 0x5d;
/** Spaces behind the text, so that a word's loop ends and what looks ahead finds something. */
const BEYOND = 4;

/** FNV-1a over the bytes of a folded word, signed 32 bits. */
export function hashTerm(bytes: Uint8Array, length: number): number {
  let hash = HASH_SEED;
  for (let i = 0; i < length; i++) hash = Math.imul(hash ^ (bytes[i] as number), HASH_PRIME);
  return hash;
}

/**
 * Walks a text word by word without making a string for any of them: after `next()` the fields describe the
 * current word, whose bytes stand in `term[0, termLength)`.
 */
export class TokenScanner {
  readonly term: Uint8Array = new Uint8Array(TERM_BYTES_MAX + 8);
  termLength = 0;
  termHash = 0;
  start = 0;
  end = 0;
  begins: number = BEGINS_NOTHING;

  #codes = new Uint16Array(1 << 14);
  #bytes = Buffer.from(this.#codes.buffer);
  #length = 0;
  #at = 0;
  #words = 0;
  #text = "";
  /** Where the next sentence begins, once its end before has been passed; 0 while none has. */
  #sentence = 0;
  /** The closing bracket of an alteration behind which its word goes on. */
  #passed = -1;

  /** Starts over on another text. */
  reset(text: string): void {
    if (text.length + BEYOND > this.#codes.length) {
      this.#codes = new Uint16Array(text.length * 2 + BEYOND);
      this.#bytes = Buffer.from(this.#codes.buffer);
    }
    this.#bytes.write(text, 0, "utf16le");
    this.#codes.fill(SPACE, text.length, text.length + BEYOND);
    this.#length = text.length;
    this.#at = 0;
    this.#words = 0;
    this.termLength = 0;
    this.#text = text;
    this.#sentence = 0;
    this.#passed = -1;
  }

  /** Moves to the next word; false at the end of the text. */
  next(): boolean {
    const codes = this.#codes;
    const at = this.#at;
    if (codes[at] === SPACE && this.#sentence === 0 && isPlain(CLASSES[codes[at + 1] as number] as number)) {
      // Nearly every word stands one space behind the word before.
      this.begins = BEGINS_NOTHING;
      this.#words++;
      this.start = at + 1;
      this.#readWord();
      return true;
    }
    const first = this.#skipToWord();
    if (first === SEPARATOR) return false;
    this.#words++;
    this.start = this.#at;
    if (first === SIGN) this.#readSign();
    else this.#readWord();
    return true;
  }

  /** Passes over what separates words, noticing the end of a sentence or paragraph on the way. */
  #skipToWord(): number {
    const codes = this.#codes;
    const length = this.#length;
    let i = this.#at;
    let lines = 0;
    let found = SEPARATOR;
    for (; i < length; i++) {
      const code = codes[i] as number;
      if (code === SPACE) continue;
      const kind = classOf(code);
      if ((kind > SEPARATOR && kind < PERIOD) || kind === LETTER || kind === SIGN) {
        found = kind;
        break;
      }
      if (code === BRACKET_OPEN && beginsWord(this.#text, i)) {
        found = LETTER;
        break;
      }
      if (code === LINE_FEED) lines++;
      else if (lines === 1 && !isWhite(code)) lines = 0;
      if (kind === PERIOD || code === 0x3f || code === 0x21) {
        const next = sentenceAfter(this.#text, i);
        if (next > 0) this.#sentence = next;
      }
    }
    this.#at = i;
    const begins = this.#sentence > 0 && i >= this.#sentence ? BEGINS_SENTENCE : BEGINS_NOTHING;
    if (begins === BEGINS_SENTENCE) this.#sentence = 0;
    this.begins = this.#words === 0 ? BEGINS_NOTHING : lines >= 2 ? BEGINS_PARAGRAPH : begins;
    return found;
  }

  #readSign(): void {
    const code = this.#codes[this.#at] as number;
    this.term[0] = 0xc2;
    this.term[1] = code;
    this.termLength = 2;
    while (this.#at < this.#length && this.#codes[this.#at] === code) this.#at++;
    this.end = this.#at;
    this.termHash = hashTerm(this.term, 2);
  }

  /** Reads letters and digits, and leaves what is more than these to `#readOn`. */
  #readWord(): void {
    const codes = this.#codes;
    const { term, start } = this;
    let i = start;
    let size = 0;
    let hash = HASH_SEED;
    let letters = 0;
    let kind = CLASSES[codes[i] as number] as number;
    while (isPlain(kind) && size < TERM_BYTES_MAX) {
      term[size++] = kind;
      hash = Math.imul(hash ^ kind, HASH_PRIME);
      letters |= kind;
      kind = CLASSES[codes[++i] as number] as number;
    }
    if (!this.#endsAt(i, kind, size, letters < 0x40)) {
      this.#readOn(i, size, hash);
      return;
    }
    this.#at = i;
    this.end = i;
    this.termLength = size;
    this.termHash = hash;
    if (letters < 0x40 && size > 1 && term[0] === 0x30) this.#dropLeadingZeros();
  }

  /** Whether what stands behind `size` letters and digits is none of what a word may go on behind. */
  #endsAt(i: number, kind: number, size: number, isNumber: boolean): boolean {
    if (kind === SEPARATOR) {
      const code = this.#codes[i] as number;
      if (code === HYPHEN) return isPlain(CLASSES[this.#codes[i + 1] as number] as number);
      return code !== BRACKET_OPEN && code !== HYPHEN_PROPER;
    }
    if (kind === PERIOD) return size !== 1 || isNumber;
    if (kind === COMMA) return !isNumber;
    return kind === SIGN;
  }

  /** Reads the rest of a word, behind `size` letters and digits that end before `from`. */
  #readOn(from: number, read: number, hashed: number): void {
    const { term } = this;
    const codes = this.#codes;
    const length = this.#length;
    let i = from;
    let size = read;
    let hash = hashed;
    let digits = 0;
    for (let k = 0; k < read; k++) if ((term[k] as number) < 0x3a) digits++;
    /** Letters since the last period that was closed up; -1 once the word cannot be initials. */
    let segment = read;
    let spacedInitials = false;
    let inBrackets = read === 0 && codes[i] === BRACKET_OPEN;
    if (inBrackets) this.#passBracket(i++);
    let end = i;
    /** Up to here periods and spaces stand between the letters of one word. */
    const isInitial = read === 1 && codes[i] === FULL_STOP && isCapital(codes[i - 1] as number);
    const closedUp = isInitial ? oddInitialsEnd(this.#text, i - 1) : 0;
    for (;;) {
      const kind = i < length ? (CLASSES[codes[i] as number] as number) : SEPARATOR;
      if (kind > SEPARATOR && kind < PERIOD) {
        if (size < TERM_BYTES_MAX) {
          term[size++] = kind;
          hash = Math.imul(hash ^ kind, HASH_PRIME);
        }
        if (kind < 0x3a) digits++;
        segment++;
        end = ++i;
        continue;
      }
      if (i < closedUp) {
        i++;
        continue;
      }
      if (kind === SEPARATOR) {
        const code = i < length ? codes[i] : SPACE;
        if (code === BRACKET_OPEN && !inBrackets && continuesWord(this.#text, i)) {
          inBrackets = true;
          this.#passBracket(i++);
          continue;
        }
        if (code === HYPHEN || code === HYPHEN_PROPER) {
          const next = brokenWordAt(this.#text, i);
          if (next === 0) break;
          i = next;
          continue;
        }
        if (code !== BRACKET_CLOSE || !inBrackets) break;
        inBrackets = false;
        end = i + 1;
        if (i !== this.#passed) break;
        i++;
        continue;
      }
      if (kind === PERIOD) {
        if (segment !== 1 || digits > 0) break;
        const joined = this.#joinInitials(i, end - 1, size > 1, spacedInitials);
        if (joined === 0) break;
        spacedInitials = joined > i + 1;
        i = joined;
        segment = 0;
        continue;
      }
      if (kind === APOSTROPHE) {
        const after = this.#wordCodeAt(i + 1);
        if (after === SEPARATOR || (after === LOWER_S && this.#wordCodeAt(i + 2) === SEPARATOR)) {
          i += after === SEPARATOR ? 1 : 2;
          break;
        }
        i++;
        segment += 2;
        continue;
      }
      if (kind === COMMA) {
        if (digits !== size || segment > 3 || !this.#groupOfThreeAt(i + 1)) break;
        i++;
        segment = 0;
        continue;
      }
      if (kind === SIGN) break;
      if (kind !== IGNORED && kind !== LETTER) {
        // A unit not seen before: classify it, then look again.
        if (classOf(codes[i] as number) === SEPARATOR) break;
        continue;
      }
      if (codes[i] === SOFT_HYPHEN) {
        i = brokenWordAt(this.#text, i) || i + 1;
        continue;
      }
      if (kind === LETTER) {
        for (const byte of foldedBytes(codes[i] as number)) {
          if (size >= TERM_BYTES_MAX) break;
          term[size++] = byte;
          hash = Math.imul(hash ^ byte, HASH_PRIME);
        }
        segment++;
      }
      end = ++i;
    }
    this.#at = i;
    this.end = end;
    this.termLength = size;
    this.termHash = hash;
    if (digits === size && size > 1 && term[0] === 0x30) this.#dropLeadingZeros();
  }

  /**
   * At a period after one letter: where the word goes on (an index above `i`), or 0 when it ends here.
   * `letterAt` is the index of that letter, `chained` tells that it already follows another.
   */
  #joinInitials(i: number, letterAt: number, chained: boolean, spaced: boolean): number {
    const codes = this.#codes;
    const capital = isCapital(codes[letterAt] as number);
    const next = this.#wordCodeAt(i + 1);
    if (next !== SEPARATOR) {
      if (isDigit(next)) return capital && this.#ordinalAt(i + 1) ? i + 1 : 0;
      if (spaced) return 0;
      return next < 0x80 && this.#wordCodeAt(i + 2) === SEPARATOR ? i + 1 : 0;
    }
    const gap = codes[i + 1];
    if (!capital || i + 2 >= this.#length || (gap !== SPACE && gap !== LINE_FEED && gap !== 0xa0)) return 0;
    if (this.#ordinalAt(i + 2)) return i + 2;
    if (chained && !spaced) return 0;
    const another = isCapital(codes[i + 2] as number) && codes[i + 3] === 0x2e && i + 3 < this.#length;
    return another ? i + 2 : 0;
  }

  /** Whether `2d`, `3d`, `4th` and the like stand at `i`. */
  #ordinalAt(i: number): boolean {
    const digit = this.#wordCodeAt(i);
    if (digit < 0x32 || digit > 0x39) return false;
    const suffix = this.#wordCodeAt(i + 1);
    if (suffix === 0x64) return this.#wordCodeAt(i + 2) === SEPARATOR;
    return suffix === 0x74 && this.#wordCodeAt(i + 2) === 0x68 && this.#wordCodeAt(i + 3) === SEPARATOR;
  }

  #groupOfThreeAt(i: number): boolean {
    return (
      isDigit(this.#wordCodeAt(i)) &&
      isDigit(this.#wordCodeAt(i + 1)) &&
      isDigit(this.#wordCodeAt(i + 2)) &&
      this.#wordCodeAt(i + 3) === SEPARATOR
    );
  }

  /** At the bracket of an alteration: notes where it closes, if the word goes on behind. */
  #passBracket(open: number): void {
    const close = closingOf(this.#text, open);
    this.#passed = goesOnBehind(this.#text, close) ? close : -1;
  }

  /** The folded byte of a word character at `i`, LETTER for one without, SEPARATOR for anything else. */
  #wordCodeAt(i: number): number {
    if (i >= this.#length) return SEPARATOR;
    const code = this.#codes[i] as number;
    if (i === this.#passed || (code === BRACKET_OPEN && continuesWord(this.#text, i))) return this.#wordCodeAt(i + 1);
    const kind = classOf(code);
    return kind < PERIOD || kind === LETTER ? kind : SEPARATOR;
  }

  #dropLeadingZeros(): void {
    let zeros = 0;
    while (zeros < this.termLength - 1 && this.term[zeros] === 0x30) zeros++;
    this.term.copyWithin(0, zeros, this.termLength);
    this.termLength -= zeros;
    this.termHash = hashTerm(this.term, this.termLength);
  }
}

/** Of a unit's class: a letter or digit that is one byte. */
function isPlain(kind: number): boolean {
  return kind > SEPARATOR && kind < PERIOD;
}

function isCapital(code: number): boolean {
  return code >= 0x41 && code <= 0x5a;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/** All words of a text in order. */
export function tokenize(text: string): Token[] {
  const scanner = new TokenScanner();
  scanner.reset(text);
  const bytes = Buffer.from(scanner.term.buffer);
  const tokens: Token[] = [];
  while (scanner.next()) {
    tokens.push({
      text: bytes.toString("utf8", 0, scanner.termLength),
      start: scanner.start,
      end: scanner.end,
      position: tokens.length,
      begins: BEGINS_NAMES[scanner.begins] ?? "none",
    });
  }
  return tokens;
}

/**
 * A typed word with `*` or `?` in it, folded as its words were: `Fraud*` -> `fraud*`, `Peñ?` -> `pen?`,
 * `O'Conn*` -> `oconn*`. Characters that separate words split it, so the answer is a list: `cross-exam*` ->
 * `cross`, `exam*`. Parts without a wildcard are plain words.
 */
export function foldWildcard(typed: string): string[] {
  const parts: string[] = [];
  const brackets = alterationBrackets(typed);
  let part = "";
  let at = 0;
  for (const character of typed) {
    const code = character.charCodeAt(0);
    const kind = classOf(code);
    at += character.length;
    if (brackets.has(at - 1)) continue;
    if (character === "*" || character === "?") part += character;
    else if (kind > SEPARATOR && kind < PERIOD) part += String.fromCharCode(kind);
    else if (kind === LETTER) part += Buffer.from(foldedBytes(code)).toString("utf8");
    else if (kind === SEPARATOR || kind === SIGN) {
      if (part !== "") parts.push(part);
      part = "";
    }
  }
  if (part !== "") parts.push(part);
  return parts;
}
