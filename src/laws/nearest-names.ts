import { distance } from "fastest-levenshtein";

const NEAREST_MAX = 3;
/** Edits as a share of the longer text; beyond it two names only share letters. */
const SHARE_MAX = 0.4;
const CHARS_MAX = 200;

/** The names that may have been meant, nearest first: a slip of the hand, or a part of the name. */
export function nearestNames(asked: string, names: readonly string[]): readonly string[] {
  const text = folded(asked.slice(0, CHARS_MAX));
  if (text === "") return [];
  return [...new Set(names)]
    .map((name) => ({ name, share: unlikeness(text, folded(name)) }))
    .filter(({ share }) => share <= SHARE_MAX)
    .toSorted((left, right) => left.share - right.share || (left.name < right.name ? -1 : 1))
    .slice(0, NEAREST_MAX)
    .map(({ name }) => name);
}

function unlikeness(text: string, name: string): number {
  if (isShort(text, name)) return 0;
  const isPart = text.length >= 4 && ` ${name} `.includes(` ${text} `);
  return isPart ? SHARE_MAX / 2 : distance(text, name) / Math.max(text.length, name.length, 1);
}

/** Words that abbreviations pass over. */
const PASSED_OVER = new Set(["and", "for", "in", "of", "the", "to"]);
const SHORT_LETTERS_MIN = 3;

/** Initials (`USC`, `c f r`), or each word cut short (`fed reg`, `fla`). */
function isShort(text: string, name: string): boolean {
  const words = name.split(" ").filter((word) => !PASSED_OVER.has(word));
  const asked = text.split(" ");
  const letters = asked.join("");
  if (letters.length < SHORT_LETTERS_MIN) return false;
  if (letters === words.map((word) => word.charAt(0)).join("")) return true;
  return asked.length === words.length && asked.every((short, at) => isCutFrom(short, words[at] ?? ""));
}

/** Letters of the word in their order, the first one among them. */
function isCutFrom(short: string, word: string): boolean {
  if (short.charAt(0) !== word.charAt(0)) return false;
  let at = 0;
  for (const letter of word) if (letter === short[at]) at += 1;
  return at === short.length;
}

function folded(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
