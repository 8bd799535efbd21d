/**
 * What each UTF-16 unit means to the tokeniser, as one number, so that the indexing loop is a table look-up.
 * 1 to 127: part of a word, folded to this ASCII byte. Everything else is one of the classes below.
 */
export const SEPARATOR = 0;
export const PERIOD = 128;
export const APOSTROPHE = 129;
export const COMMA = 130;
/** Section and paragraph signs: a word of their own, so that "§ 1983" is not the year. */
export const SIGN = 131;
/** Combining marks, soft hyphens, zero-width characters: passed over inside a word. */
export const IGNORED = 132;
/** A letter that folds to several (`æ`, `ß`, `ﬁ`) or has no ASCII form (Greek, Cyrillic …): see `foldedBytes`. */
export const LETTER = 133;
const UNKNOWN = 255;

/** Folded class of every UTF-16 unit; entries above the Latin ranges are filled at first sight by `classOf`. */
export const CLASSES: Uint8Array = new Uint8Array(0x10000).fill(UNKNOWN);

const MULTIPLE: Record<string, string> = { æ: "ae", œ: "oe", ß: "ss", ø: "o", đ: "d", ł: "l", þ: "th", ð: "d", ı: "i" };
const encoder = new TextEncoder();
const folded = new Map<number, Uint8Array>();

/** The class of one UTF-16 unit. Surrogates are separators: no word of American law needs them. */
export function classOf(code: number): number {
  const known = CLASSES[code] as number;
  return known === UNKNOWN ? classify(code) : known;
}

/** The bytes (UTF-8) that a LETTER contributes to its word. */
export function foldedBytes(code: number): Uint8Array {
  return folded.get(code) ?? new Uint8Array(0);
}

function classify(code: number): number {
  const found = classWithoutTable(code);
  CLASSES[code] = found;
  return found;
}

function classWithoutTable(code: number): number {
  if (code === 0x2e) return PERIOD;
  if (code === 0x27 || code === 0x2019 || code === 0x2018 || code === 0x2bc) return APOSTROPHE;
  if (code === 0x2c) return COMMA;
  if (code === 0xa7 || code === 0xb6) return SIGN;
  if (code === 0xad || (code >= 0x200b && code <= 0x200d) || code === 0x2060 || code === 0xfeff) return IGNORED;
  if (code >= 0xd800 && code <= 0xdfff) return SEPARATOR;
  const character = String.fromCharCode(code);
  if (/\p{M}/u.test(character)) return IGNORED;
  if (!/[\p{L}\p{N}]/u.test(character)) return SEPARATOR;
  const lower = character
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "");
  const plain = Array.from(lower, (letter) => MULTIPLE[letter] ?? letter)
    .join("")
    .replace(/[^\p{L}\p{N}]/gu, "");
  if (plain === "") return SEPARATOR;
  if (plain.length === 1 && plain.charCodeAt(0) < 128) return plain.charCodeAt(0);
  folded.set(code, encoder.encode(plain));
  return LETTER;
}

for (let code = 0; code < 0x250; code++) classify(code);
for (const code of [0x2013, 0x2014, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2026]) classify(code);
