/** Kinds of characters as an account of a text tells them apart. */
export const CHARACTER_KINDS = [
  "letters",
  "digits",
  "dashes",
  "quotation marks",
  "accents",
  "brackets",
  "punctuation",
  "symbols",
  "format codes",
  "control codes",
  "other",
] as const;
export type CharacterKind = (typeof CHARACTER_KINDS)[number];

/** In order: the first that fits is the kind. An apostrophe and a straight quotation mark are quotation marks. */
const SHAPES: readonly (readonly [CharacterKind, RegExp])[] = [
  ["letters", /\p{L}/u],
  ["digits", /\p{N}/u],
  ["dashes", /[\p{Pd}\u2212]/u],
  ["quotation marks", /[\p{Pi}\p{Pf}"'`\u00b4\u201a\u201e\u2032\u2033]/u],
  ["accents", /\p{M}/u],
  ["brackets", /[\p{Ps}\p{Pe}]/u],
  ["punctuation", /\p{P}/u],
  ["symbols", /\p{S}/u],
  ["format codes", /\p{Cf}/u],
  ["control codes", /\p{Cc}/u],
];

const kinds = new Map<number, CharacterKind | null>();

/** The kind of one UTF-16 unit; null for white space, which is laid out anew. Halves of pairs are `other`. */
export function kindOfCharacter(code: number): CharacterKind | null {
  let kind = kinds.get(code);
  if (kind === undefined) {
    const character = String.fromCharCode(code);
    kind = WHITE.test(character) ? null : (SHAPES.find(([, shape]) => shape.test(character))?.[0] ?? "other");
    kinds.set(code, kind);
  }
  return kind;
}

const WHITE = /[^\S\ufeff]|\u0085/u;
