/**
 * The stem of an English word by the rules of Snowball 3.1 (snowballstem.org), written down here once more as a list
 * of rewritings, for the oracle alone. It agrees with Snowball's own Python program (`docs/internals/testing.md` has
 * the count). The engines' stemmer is not read: where the two differ, one of them is wrong.
 */
export function stemKey(word: string): string {
  const key = known.get(word) ?? (/^[a-z]{3,}$/u.test(word) ? `stem ${snowball(word)}` : `word ${word}`);
  known.set(word, key);
  return key;
}

const known = new Map<string, string>();

const UNCHANGED = /^(?:andes|atlas|bias|cosmos|howe|news|sky)$/u;
const IRREGULAR = "skis>ski skies>sky idly>idl gently>gentl ugly>ugli early>earli only>onli singly>singl";

/** In the patterns: V a vowel, C what is none; a consonant y is written Y. */
const pattern = (source: string): RegExp =>
  new RegExp(source.replaceAll("V", "[aeiouy]").replaceAll("C", "[^aeiouy]"), "u");

const BEFORE_R1 = pattern("^(?:arsen|commun|emerg|gener|inter|later|organ|past|univers|C*V+C)");
const BEFORE_R2 = pattern("^C*V+C");
const SHORT = pattern("(?:CV[^aeiouywxY]|^VC|past)$");

type Step = readonly (readonly [ending: string, becomes: string, region?: 0 | 1 | 2])[];

const STEP_2: Step = [
  ["ization", "ize"],
  ["ational", "ate"],
  ["fulness", "ful"],
  ["iveness", "ive"],
  ["ousness", "ous"],
  ["biliti", "ble"],
  ["lessli", "less"],
  ["tional", "tion"],
  ["alism", "al"],
  ["aliti", "al"],
  ["ation", "ate"],
  ["entli", "ent"],
  ["fulli", "ful"],
  ["iviti", "ive"],
  ["ousli", "ous"],
  ["ogist", "og"],
  ["abli", "able"],
  ["alli", "al"],
  ["anci", "ance"],
  ["ator", "ate"],
  ["enci", "ence"],
  ["izer", "ize"],
  ["bli", "ble"],
  ["(?<=l)ogi", "og"],
  ["(?<=[cdeghkmnrt])li", ""],
];
const STEP_3: Step = [
  ["ational", "ate"],
  ["tional", "tion"],
  ["ative", "", 2],
  ["alize", "al"],
  ["icate", "ic"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ness", ""],
  ["ful", ""],
];
const STEP_4: Step = [["ement|ment|ance|ence|able|ible|ant|ent|ism|ate|iti|ous|ive|ize|(?<=[st])ion|al|er|ic", "", 2]];

function snowball(word: string): string {
  if (UNCHANGED.test(word)) return word;
  const irregular = IRREGULAR.split(" ").find((pair) => pair.startsWith(`${word}>`));
  if (irregular !== undefined) return irregular.slice(word.length + 1);
  const marked = word.replace(/^y/u, "Y").replace(/[aeiouy]y/gu, (both) => `${both.charAt(0)}Y`);
  const r1 = BEFORE_R1.exec(marked)?.[0].length ?? marked.length;
  const r2 = r1 + (BEFORE_R2.exec(marked.slice(r1))?.[0].length ?? marked.length);
  return final(derived(past(plural(marked), r1), r1, r2), r1, r2).toLowerCase();
}

function plural(word: string): string {
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (/ie[ds]$/u.test(word)) return word.replace(/(?<=..)ie[ds]$/u, "i").replace(/ie[ds]$/u, "ie");
  return /[us]s$/u.test(word) ? word : word.replace(pattern("(?<=V.+)s$"), "");
}

function past(word: string, r1: number): string {
  if (/eed(?:ly)?$/u.test(word)) {
    const stem = word.replace(/eed(?:ly)?$/u, "");
    return stem.length < r1 || /^(?:exc|proc|succ)$/u.test(stem) ? word : `${stem}ee`;
  }
  if (pattern("^Cying$").test(word)) return word.replace(/ying$/u, "ie");
  if (/^(?:cann|earr|even|herr|inn|out)ing$/u.test(word)) return word;
  const stem = word.replace(/(?:ed|ing)(?:ly)?$/u, "");
  if (stem === word || !pattern("V").test(stem)) return word;
  if (/(?:at|bl|iz)$/u.test(stem)) return `${stem}e`;
  if (/^[aeo](?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/u.test(stem)) return stem;
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/u.test(stem)) return stem.slice(0, -1);
  return stem.length === r1 && SHORT.test(stem) ? `${stem}e` : stem;
}

function derived(word: string, r1: number, r2: number): string {
  const step = (stem: string, endings: Step): string => {
    // The longest ending decides, even where it stays.
    for (const [ending, becomes, region = 1] of endings) {
      const found = new RegExp(`(?:${ending})$`, "u").exec(stem);
      if (found !== null) return found.index < (region === 1 ? r1 : r2) ? stem : stem.slice(0, found.index) + becomes;
    }
    return stem;
  };
  return step(step(step(word.replace(pattern("(?<=.C)[yY]$"), "i"), STEP_2), STEP_3), STEP_4);
}

function final(word: string, r1: number, r2: number): string {
  const rest = word.slice(0, -1);
  const isE = word.endsWith("e") && (rest.length >= r2 || (rest.length >= r1 && !SHORT.test(rest)));
  return isE || (word.endsWith("ll") && rest.length >= r2) ? rest : word;
}
