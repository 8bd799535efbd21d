import { isFunctionWord } from "./function-words.ts";

/**
 * What a text's letters are: those that it prints; each moved by the same number of places, as where a font does not
 * say which letters its signs are (`7KH FRXUW`: every sign 29 places too low); or others, by no rule that can be told.
 */
export type Letters =
  | { readonly are: "printed" }
  | { readonly are: "shifted"; readonly decode: (line: string) => string }
  | { readonly are: "unreadable" };

const PRINTED: Letters = { are: "printed" };
/** Enough words to know a language by; a caption or a list of names has few that are common. */
const WORDS_MIN = 40;
const SAMPLE_CHARS = 6_000;
/** English prose has a third and more of such words, lists and other languages of the law fewer than one in ten. */
const COMMON_SUSPECT = 0.1;
const COMMON_CERTAIN = 0.25;
const COMMON_UNREADABLE = 0.005;
/** Different words: a list of abbreviations may become the same two or three again and again. */
const COMMON_WORDS_MIN = 8;

export function lettersOf(text: string): Letters {
  const { sample, share } = leastEnglish(text);
  if (sample.length === 0 || share > COMMON_SUSPECT) return PRINTED;
  const words = sample.join("\n");
  if (likeness(words) >= LIKENESS_MIN) return PRINTED;
  const best = shifts()
    .map((decode) => ({ decode, share: shareOfCommon(decode(words)), small: lettersIn(decode(words)) }))
    .reduce((one, other) => (isBetter(other, one) ? other : one));
  const different = new Set(commonIn(best.decode(words)).filter((word) => word.length > 2));
  if (best.share >= COMMON_CERTAIN && different.size >= COMMON_WORDS_MIN)
    return { are: "shifted", decode: lineDecoder(best.decode) };
  return share <= COMMON_UNREADABLE && isGibberish(text) ? { are: "unreadable" } : PRINTED;
}

/** How often each letter of the alphabet stands in a thousand of English; other languages in Latin letters are close to it. */
const IN_THOUSAND = [
  82, 15, 28, 43, 127, 22, 20, 61, 70, 2, 8, 40, 24, 67, 75, 19, 1, 60, 63, 91, 28, 10, 24, 2, 20, 1,
];
/** Spanish comes to 0.88; English whose letters are moved, by whatever number, to 0.7 at most. */
const LIKENESS_MIN = 0.85;

/** The cosine between the letters of a text and those of the language. */
function likeness(text: string): number {
  const counts = IN_THOUSAND.map(() => 0);
  for (const [letter] of text.toLowerCase().matchAll(/[a-z]/gu)) {
    const place = letter.charCodeAt(0) - 97;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  const product = counts.reduce((sum, count, place) => sum + count * (IN_THOUSAND[place] ?? 0), 0);
  return product / Math.max(1, Math.hypot(...counts) * Math.hypot(...IN_THOUSAND));
}

/** A shift by 32 places more makes capitals of the same words: running text has small letters. */
function isBetter(one: Decoded, other: Decoded): boolean {
  const isAsGood = Math.abs(one.share - other.share) <= SHARE_APART_MIN;
  return isAsGood ? one.small > other.small : one.share > other.share;
}

type Decoded = { readonly share: number; readonly small: number };
const SHARE_APART_MIN = 0.03;

/** The lines without a common word, as far as there are enough of them to judge. */
function leastEnglish(text: string): { readonly sample: readonly string[]; readonly share: number } {
  const sample: string[] = [];
  let chars = 0;
  for (const whole of text.split("\n", LINES_MAX)) {
    if (chars >= SAMPLE_CHARS) break;
    const line = whole.slice(0, LINE_CHARS_MAX);
    if (line.trim().length < LINE_CHARS_MIN || shareOfCommon(line) > COMMON_SUSPECT) continue;
    sample.push(line);
    chars += line.length;
  }
  const words = sample.join("\n");
  const isEnough = words.length >= WORDS_MIN * 5;
  return isEnough ? { sample, share: shareOfCommon(words) } : { sample: [], share: 1 };
}

const LINES_MAX = 1_000;
const LINE_CHARS_MAX = 400;
const LINE_CHARS_MIN = 12;

/** Read sign by sign: each of some 400 shifts is tried on the whole sample. */
function wordsIn(text: string): string[] {
  const small = text.slice(0, SAMPLE_CHARS * 2).toLowerCase();
  const words: string[] = [];
  let from = 0;
  for (let at = 0; at <= small.length; at += 1) {
    if (at < small.length && !isBetweenWords(small.charCodeAt(at))) continue;
    if (at - from >= 2) words.push(small.slice(from, at));
    from = at + 1;
  }
  return words;
}

const BETWEEN_WORDS: ReadonlySet<number> = new Set(
  Array.from("\t\n\v\f\r .,;:()\u00a0\u2028\u2029\u3000\ufeff", (sign) => sign.charCodeAt(0)),
);

function isBetweenWords(code: number): boolean {
  return BETWEEN_WORDS.has(code) || (code >= 0x2000 && code <= 0x200a);
}

/** Of the words of two letters and more, those that every text of the language holds. */
function commonIn(text: string): string[] {
  return wordsIn(text).filter(isFunctionWord);
}

function shareOfCommon(text: string): number {
  return commonIn(text).length / Math.max(1, wordsIn(text).length);
}

type Decode = (text: string) => string;

const SPACE = 0x20;
const LAST_PRINTED = 0x7e;
const PLACES = LAST_PRINTED - SPACE;

/** By places in the alphabet; and by places in the table of signs, the space with the others or left as it is. */
function shifts(): Decode[] {
  const found: Decode[] = [];
  for (let by = 1; by < 26; by += 1) found.push((text) => inAlphabet(text, by));
  for (let by = -PLACES; by <= PLACES; by += 1) {
    if (by === 0) continue;
    found.push((text) => inTable(text, by));
    found.push((text) =>
      text
        .split(" ")
        .map((word) => inTable(word, by))
        .join(" "),
    );
  }
  return found;
}

function inTable(text: string, by: number): string {
  let decoded = "";
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const moved = code + by;
    const isMoved = code !== 0x0a && code <= LAST_PRINTED && moved >= SPACE && moved <= LAST_PRINTED;
    decoded += isMoved ? String.fromCharCode(moved) : text.charAt(at);
  }
  return decoded;
}

function inAlphabet(text: string, by: number): string {
  let decoded = "";
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const first = code >= 97 && code <= 122 ? 97 : code >= 65 && code <= 90 ? 65 : undefined;
    decoded += first === undefined ? text.charAt(at) : String.fromCharCode(((code - first + by) % 26) + first);
  }
  return decoded;
}

/** Only some of a file's fonts may be wrong: a line stays as it is where it holds more common words so. */
function lineDecoder(decode: Decode): Decode {
  return (line) => {
    const decoded = decode(line);
    const [before, after] = [shareOfCommon(line), shareOfCommon(decoded)];
    if (before !== after) return after > before ? decoded : line;
    return lettersIn(decoded) > lettersIn(line) ? decoded : line;
  };
}

function lettersIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 97 && code <= 122) count += 1;
  }
  return count;
}

const LETTERS_MIN = 200;
/** Languages in Latin letters have 38 % to 50 % vowels; letters put for one another at random have some 20 %. */
const VOWELS_MIN = 0.26;
const DIGITS_MAX = 0.3;

/** Words made of signs that no language puts together: not figures, and not another language. */
function isGibberish(text: string): boolean {
  const signs = text.slice(0, SAMPLE_CHARS * 10).replace(/\s+/gu, "");
  const letters = signs.match(/\p{L}/gu)?.length ?? 0;
  const digits = signs.match(/\d/gu)?.length ?? 0;
  if (
    signs.length < LETTERS_MIN ||
    digits > signs.length * DIGITS_MAX ||
    /[\u0250-\u1fff\u2070-\u{10ffff}]/u.test(signs)
  )
    return false;
  const vowels = signs.normalize("NFD").match(/[aeiouy]/giu)?.length ?? 0;
  return vowels < letters * VOWELS_MIN;
}

/** A text with its letters put right; undefined where they cannot be told. */
export function withPrintedLetters(text: string): string | undefined {
  const letters = lettersOf(text);
  if (letters.are === "unreadable") return undefined;
  return letters.are === "printed" ? text : text.split("\n").map(letters.decode).join("\n");
}
