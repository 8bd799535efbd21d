import { tellingWords } from "#text/case-names.ts";
import { sameWord } from "./same-word.ts";

/**
 * How far the name as cited agrees with the name on record: the share of the cited name's words found in the other,
 * from 0 to 1. A word agrees with one it abbreviates or is spelled one letter apart from. 1 when the cited name has
 * no word that counts.
 */
export function nameAgreement(cited: string, held: string): number {
  const wanted = tellingWords(cited, "agreement");
  const there = tellingWords(held, "agreement");
  if (wanted.length === 0) return 1;
  const agreed = wanted.filter((word) => there.some((other) => sameWord(word, other))).length;
  return agreed / wanted.length;
}
