import { ABBREVIATIONS } from "#text/abbreviations.ts";

/** Words that tell no case from another. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  "the of and a an in on for by to v vs et al ux re ex parte rel matter estate inc co cos corp corporation company ltd llc llp lp incorporated limited no nos jr sr ii iii iv".split(
    " ",
  ),
);

let wordByAbbreviation: Map<string, string> | undefined;

/** The stem both an abbreviation and the word it stands for are compared by. */
function expansions(): Map<string, string> {
  if (wordByAbbreviation !== undefined) return wordByAbbreviation;
  wordByAbbreviation = new Map();
  for (const { form, standsFor } of ABBREVIATIONS) {
    const [word] = standsFor;
    const key = plain(form);
    if (word !== undefined && !key.includes(" ")) wordByAbbreviation.set(key, plain(word));
  }
  wordByAbbreviation.set("us", "united states");
  wordByAbbreviation.set("usa", "united states");
  return wordByAbbreviation;
}

function plain(words: string): string {
  return words
    .normalize("NFKD")
    .replace(/[\u0300-\u036f.'\u2019]/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9&]+/gu, " ")
    .trim();
}

/** The words of a name that count, abbreviations written out. */
export function nameWords(name: string): string[] {
  const known = expansions();
  return plain(name.replace(/\bU\.\s?S\.(?:\s?A\.)?/gu, "us"))
    .split(" ")
    .flatMap((word) => (known.get(word) ?? word).split(" "))
    .filter((word) => word !== "" && word !== "&" && !EMPTY_WORDS.has(word));
}

/**
 * How far the name as cited agrees with the name on record: the share of the cited name's words found in the other,
 * from 0 to 1. A word agrees with one it abbreviates or is spelled one letter apart from. 1 when the cited name has
 * no word that counts.
 */
export function nameAgreement(cited: string, held: string): number {
  const wanted = nameWords(cited);
  const there = nameWords(held);
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
