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
  const isPart = text.length >= 4 && ` ${name} `.includes(` ${text} `);
  return isPart ? SHARE_MAX / 2 : distance(text, name) / Math.max(text.length, name.length, 1);
}

function folded(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
