import { tellingWords } from "#text/case-names.ts";

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

function sameWord(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length >= 3 && long.startsWith(short)) return true;
  return short.length >= 5 && long.length - short.length <= 1 && isOneApart(short, long);
}

function isOneApart(short: string, long: string): boolean {
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  return short.slice(at + 1) === long.slice(at + 1) || short.slice(at) === long.slice(at + 1);
}
