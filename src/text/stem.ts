import { porter2 } from "./porter2.ts";

/** Whether a folded word can have other forms. `1028a`, `us`, `f3d` and `§` cannot: they are their own stem. */
export function hasStem(term: string): boolean {
  return /^[a-z]{3,}$/u.test(term);
}

/**
 * The same for all forms of a word and for no other word. A stem may look like a word that has no other forms (of
 * `used` is left `us`), and that word is not one of them.
 */
export function stemKeyOf(term: string): string {
  return hasStem(term) ? porter2(term) : `=${term}`;
}

/** The Snowball English stem of a folded word. */
export function stemOf(term: string): string {
  return hasStem(term) ? porter2(term) : term;
}
