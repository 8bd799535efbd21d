/**
 * The Snowball English stemmer (Porter2) as Snowball 3.1 publishes it at https://snowballstem.org/, for words of the
 * letters a to z. Apostrophes, which the published algorithm cuts first, are gone from a folded word.
 *
 * `Y` is a y that is no vowel. R1 is what follows the first consonant after a vowel, R2 the same within R1; both are
 * held as the index where they begin, which no step moves.
 */
export function porter2(word: string): string {
  const told = TOLD.get(word);
  if (told !== undefined) return told;
  if (word.length < 3) return word;
  const marked = markConsonants(word);
  const r1 = FIRST_PARTS.find((part) => marked.startsWith(part))?.length ?? regionAfter(marked, 0);
  const r2 = regionAfter(marked, r1);
  let stem = withoutEnding(withoutPlural(marked), r1);
  if (/[^aeiouy][yY]$/u.test(stem) && stem.length > 2) stem = `${stem.slice(0, -1)}i`;
  for (const suffixes of [DERIVED, DERIVED_AGAIN, LAST]) stem = replaceSuffix(stem, suffixes, r1, r2);
  return withoutFinalLetter(stem, r1, r2).toLowerCase();
}

/** Words whose stem is told, not worked out. */
const TOLD: ReadonlyMap<string, string> = new Map([
  ["skis", "ski"],
  ["skies", "sky"],
  ["idly", "idl"],
  ["gently", "gentl"],
  ["ugly", "ugli"],
  ["early", "earli"],
  ["only", "onli"],
  ["singly", "singl"],
  ...["andes", "atlas", "bias", "cosmos", "howe", "news", "sky"].map((word): [string, string] => [word, word]),
]);

/** R1 of a word that begins so is what follows: `general` and `generous` would share a stem by the rule. */
const FIRST_PARTS = ["arsen", "commun", "emerg", "gener", "inter", "later", "organ", "past", "univers"];

type Suffix = {
  readonly text: string;
  readonly becomes: string;
  /** The region it must stand in. */
  readonly region: 1 | 2;
  /** The letters one of which must stand before it; any when empty. */
  readonly after: string;
};

const DERIVED = suffixes(
  `1 tional:tion enci:ence anci:ance abli:able entli:ent izer:ize ization:ize ational:ate ation:ate ator:ate alism:al
   aliti:al alli:al fulness:ful fulli:ful ousli:ous ousness:ous iveness:ive iviti:ive biliti:ble bli:ble ogist:og
   ogi:og:l lessli:less li::cdeghkmnrt`,
);
const DERIVED_AGAIN = suffixes("1 tional:tion ational:ate alize:al icate:ic iciti:ic ical:ic ful ness", "2 ative");
const LAST = suffixes("2 al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize ion::st");

/** Reads `region suffix:becomes:after …`; the longest suffix stands first, since it alone is tried. */
function suffixes(...lists: readonly string[]): readonly Suffix[] {
  return lists
    .flatMap((list) => {
      const [region, ...entries] = list.split(/\s+/u);
      return entries.map((entry): Suffix => {
        const [text = "", becomes = "", after = ""] = entry.split(":");
        return { text, becomes, after, region: region === "1" ? 1 : 2 };
      });
    })
    .toSorted((left, right) => right.text.length - left.text.length);
}

function isVowel(letter: string | undefined): boolean {
  return letter !== undefined && "aeiouy".includes(letter);
}

/** Writes `Y` for each y at the beginning and after a vowel. */
function markConsonants(word: string): string {
  if (!word.includes("y")) return word;
  let marked = "";
  for (const letter of word) marked += letter === "y" && (marked === "" || isVowel(marked.at(-1))) ? "Y" : letter;
  return marked;
}

/** Where begins what follows the first consonant after a vowel, looking from `from`. */
function regionAfter(word: string, from: number): number {
  let at = from;
  while (at < word.length && !isVowel(word[at])) at += 1;
  while (at < word.length && isVowel(word[at])) at += 1;
  return Math.min(at + 1, word.length);
}

function hasVowel(stem: string): boolean {
  return /[aeiouy]/u.test(stem);
}

/** A stem that ends so is short: its last vowel took an e. */
function endsShort(stem: string): boolean {
  return /[^aeiouy][aeiouy][^aeiouywxY]$|^[aeiouy][^aeiouy]$|past$/u.test(stem);
}

/** Step 1a. */
function withoutPlural(word: string): string {
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (word.endsWith("ied") || word.endsWith("ies")) return word.slice(0, word.length > 4 ? -2 : -1);
  if (!word.endsWith("s") || word.endsWith("us") || word.endsWith("ss")) return word;
  return hasVowel(word.slice(0, -2)) ? word.slice(0, -1) : word;
}

/** Step 1b. */
function withoutEnding(word: string, r1: number): string {
  const [ending] = /(?:eed|ed|ing)(?:ly)?$/u.exec(word) ?? [];
  if (ending === undefined) return word;
  const stem = word.slice(0, -ending.length);
  if (ending.startsWith("eed")) return stem.length >= r1 && !/^(?:succ|proc|exc)$/u.test(stem) ? `${stem}ee` : word;
  if (ending === "ing") {
    if (/^[^aeiouy]y$/u.test(stem)) return `${stem.slice(0, -1)}ie`;
    if (/^(?:even|cann|inn|earr|herr|out)$/u.test(stem)) return word;
  }
  if (!hasVowel(stem)) return word;
  if (/(?:at|bl|iz)$/u.test(stem)) return `${stem}e`;
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/u.test(stem)) return /^[aeo]..$/u.test(stem) ? stem : stem.slice(0, -1);
  return stem.length === r1 && endsShort(stem) ? `${stem}e` : stem;
}

/** Steps 2 to 4. */
function replaceSuffix(word: string, among: readonly Suffix[], r1: number, r2: number): string {
  const found = among.find(({ text }) => word.endsWith(text));
  if (found === undefined) return word;
  const at = word.length - found.text.length;
  if (at < (found.region === 1 ? r1 : r2)) return word;
  if (found.after !== "" && !found.after.includes(word[at - 1] ?? " ")) return word;
  return word.slice(0, at) + found.becomes;
}

/** Step 5. */
function withoutFinalLetter(word: string, r1: number, r2: number): string {
  const stem = word.slice(0, -1);
  if (word.endsWith("e")) return stem.length >= r2 || (stem.length >= r1 && !endsShort(stem)) ? stem : word;
  return word.endsWith("ll") && stem.length >= r2 ? stem : word;
}
