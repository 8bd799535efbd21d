import { stemmer } from "@orama/stemmers/english";

/**
 * The Snowball English stem of a folded word. Words with a digit, a sign or fewer than three letters are their
 * own stem: `1028a`, `us` and `f3d` have no forms.
 */
export function stemOf(term: string): string {
  return /^[a-z]{3,}$/u.test(term) ? stemmer(term) : term;
}
