import { withMc } from "#text/mac-names.ts";
import { tokenize } from "#text/tokenize.ts";
import { isTelling } from "#text/case-names.ts";
import { isFunctionWord } from "#text/function-words.ts";

/** A case name longer than this is a sentence. */
const CAPTION_WORDS_MAX = 24;
/** What stands behind a name: a year or court and year. */
const YEAR_BEHIND = /(?:,\s*|(?<!\s)\s+)?\((?:[^()]*\s)?\d{4}\)\s*$/u;
/** The signal a citation stands under; `See v. Seattle` is a case. */
const SIGNAL = /^(?:but\s+)?(?:see(?:\s+also)?|cf\.)(?:,?\s+e\.\s?g\.)?,?\s+(?!v\.?\s)/iu;

const VERSUS = /\s(?:v|vs|versus)\.?\s/u;
const ONE_PARTY =
  /^(?:in re|ex parte|in the matter of|matter of|in the interest of|estate of|application of|petition of)\s/iu;

/** One side of a caption: its words, folded, and the name without what was typed before or behind it. */
export type Party = {
  /** All words but those that say nothing. */
  readonly words: readonly string[];
  /** The words that are the party's name, where others of them seem to tell what the case is sought for. */
  readonly names: readonly string[];
};

/** `Smith v. Jones` has two parties, `In re Gault` one. */
export type Caption = readonly Party[];

/** The names in a typed caption; undefined when the text is not shaped like a case name. */
export function readCaption(typed: string): Caption | undefined {
  const name = withMc(typed.trim().replace(YEAR_BEHIND, "").replace(SIGNAL, "").trim());
  const sides = sidesOf(name);
  const isCaption = sides.length === 2 || ONE_PARTY.test(name);
  if (!isCaption || name.split(/\s+/u).length > CAPTION_WORDS_MAX) return undefined;
  const caption = sides.map((side, at) => partyOf(side.replace(ONE_PARTY, ""), at === 0 && sides.length === 2));
  return caption.every(({ words }) => words.length > 0) ? caption : undefined;
}

/** The names of the parties of a case as its record has them, without their offices and without `In re`. */
export function partiesIn(caseName: string): readonly string[] {
  return sidesOf(caseName.trim()).map((side) => withoutOffice(side.replace(ONE_PARTY, "")).trim());
}

/** A small `v.` parts the sides where there is one: a party may have the initial (`Ashwander v. T. V. A.`). */
function sidesOf(name: string): readonly string[] {
  const sides = name.split(VERSUS);
  return sides.length === 2 ? sides : name.split(new RegExp(VERSUS, "iu"));
}

function partyOf(side: string, isFirst: boolean): Party {
  const called = withoutOffice(side);
  return { words: partyWords(side), names: partyWords(isFirst ? lastName(called) : firstName(called)) };
}

/** What records write behind a party's name, of its office, its part in the case and for whom it acts. */
const OFFICE =
  /,\s*(?:et (?:al|ux|vir)\b|etc\b|individually\b|as \w|a minor\b|by (?:his|her|its|their|and) |(?:acting |assistant |under |deputy )*(?:warden|superintendent|director|secretary|governor|commissioner|attorney general|district attorney|administrat(?:or|rix)|execut(?:or|rix)|trustee|receiver|sheriff|comptroller|postmaster general|president|mayor|judge|intervenors?|movants|petitioners?|respondents?|appell(?:ants?|ees?)|plaintiffs?|defendants?|deceased)\b)/iu;

/** Without its office a name is what others call the case by; one that begins with an office is that. */
function withoutOffice(side: string): string {
  const at = side.search(OFFICE);
  return at <= 0 ? side : side.slice(0, at);
}

/**
 * What a question says around a name (`Why did Poe v. May not …?`) is left out with the words that tell no names apart,
 * unless the party is called by one (`Smith v. May`).
 */
function partyWords(party: string): readonly string[] {
  const words = joinedMacs(tokenize(party).map((token) => token.text));
  const content = words.filter((word) => isTelling(word, "search") && !isFunctionWord(word));
  return content.length === 0 ? words : content;
}

/** `mac alder` and `mc alder` are one word. */
function joinedMacs(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    if ((last === "mac" || last === "mc") && word.length >= 3) joined[joined.length - 1] = `mc${word}`;
    else joined.push(word);
  }
  return joined;
}

/** Small words that stand within names. */
const WITHIN_NAMES =
  /^(?:of|the|and|for|ex|rel\.?|de|del|la|le|du|van|von|der|den|d\/b\/a|in|on|et|al\.?|&|to|by|at)$/u;

/** What is typed with a capital, up to the first word without one: `Birch qualified immunity` is called Birch. */
function firstName(side: string): string {
  const words = side.split(/\s+/u);
  const end = words.findIndex((word) => /^\p{Ll}/u.test(word) && !WITHIN_NAMES.test(word));
  return end <= 0 ? side : words.slice(0, end).join(" ");
}

/** What is typed with a capital, from behind the last word without one: `immunity under Alder` is called Alder. */
function lastName(side: string): string {
  const words = side.split(/\s+/u);
  const last = words.findLastIndex((word) => /^\p{Ll}/u.test(word) && !WITHIN_NAMES.test(word));
  const name = words.slice(last + 1);
  while (WITHIN_NAMES.test(name[0] ?? "")) name.shift();
  return last === -1 || name.length === 0 || last === words.length - 1 ? side : name.join(" ");
}
