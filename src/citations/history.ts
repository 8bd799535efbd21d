/**
 * Words between two citations that tell what became of the first (Bluebook rule 10.7, table T8). Each row: the
 * plain form, then how it is printed; the longest printing that fits wins.
 */
const PHRASES: readonly (readonly [relation: string, ...printed: string[]])[] = [
  [
    "affirmed",
    "aff'd",
    "affd",
    "affirmed",
    "aff'd sub nom.",
    "aff'd mem.",
    "aff'd per curiam",
    "aff'd by an equally divided court",
    "aff'd on other grounds",
    "aff'd in relevant part",
    "judgment affirmed",
    "order affirmed",
    "decree affirmed",
  ],
  ["affirmed in part", "aff'd in part", "affirmed in part", "aff'd as modified", "affirmed as modified"],
  [
    "affirmed in part, reversed in part",
    "aff'd in part, rev'd in part",
    "aff'd in part and rev'd in part",
    "affirmed in part and reversed in part",
    "aff'd in part, vacated in part",
    "aff'd in part and vacated in part",
  ],
  ["affirming", "aff'g", "affirming"],
  [
    "reversed",
    "rev'd",
    "revd",
    "reversed",
    "rev'd sub nom.",
    "rev'd per curiam",
    "rev'd mem.",
    "rev'd and remanded",
    "reversed and remanded",
    "rev'd on reh'g",
    "judgment reversed",
  ],
  [
    "reversed on other grounds",
    "rev'd on other grounds",
    "reversed on other grounds",
    "rev'd on other grounds sub nom.",
  ],
  ["reversed in part", "rev'd in part", "reversed in part", "rev'd in part on other grounds"],
  ["reversing", "rev'g", "reversing"],
  [
    "vacated",
    "vacated",
    "vacated and remanded",
    "vac'd",
    "judgment vacated",
    "vacated on other grounds",
    "vacated sub nom.",
    "vacated as moot",
    "vacated in part",
    "opinion vacated",
    "vacated en banc",
  ],
  ["vacating", "vacating", "vac'g"],
  ["modified", "modified", "as modified", "modified on other grounds", "modified on reh'g", "opinion modified"],
  ["remanded", "remanded", "on remand", "remanded sub nom."],
  ["withdrawn", "withdrawn", "opinion withdrawn"],
  ["superseded", "superseded", "superseded by"],
  ["superseded by statute", "superseded by statute", "superseded by statute on other grounds"],
  ["certiorari denied", "cert. denied", "certiorari denied", "cert denied", "cert. den.", "cert. denied sub nom."],
  ["certiorari granted", "cert. granted", "certiorari granted", "cert. granted in part"],
  ["certiorari dismissed", "cert. dismissed", "certiorari dismissed", "cert. dism'd"],
  ["appeal dismissed", "appeal dismissed", "app. dismissed", "appeal dism'd"],
  [
    "appeal denied",
    "appeal denied",
    "leave to appeal denied",
    "lv. denied",
    "lv denied",
    "leave denied",
    "permission to appeal denied",
    "allocatur denied",
  ],
  [
    "review denied",
    "review denied",
    "rev. denied",
    "petition for review denied",
    "pet. denied",
    "petition denied",
    "discretionary review denied",
    "transfer denied",
    "trans. denied",
    "writ denied",
    "writ refused",
    "writ ref'd",
    "writ ref'd n.r.e.",
  ],
  [
    "review granted",
    "review granted",
    "petition for review granted",
    "pet. granted",
    "prob. juris. noted",
    "probable jurisdiction noted",
  ],
  [
    "rehearing denied",
    "reh'g denied",
    "rehearing denied",
    "reh. denied",
    "reh'g en banc denied",
    "rehearing en banc denied",
  ],
  [
    "rehearing granted",
    "reh'g granted",
    "rehearing granted",
    "reh'g en banc granted",
    "on reh'g",
    "on rehearing",
    "on reh'g en banc",
    "rehearing en banc granted",
  ],
  ["enforced", "enforced", "enf'd", "enf'd sub nom."],
  ["enforcement denied", "enforcement denied", "enf. denied", "enforcement denied sub nom."],
  [
    "overruled by",
    "overruled by",
    "overruled in part by",
    "overruled on other grounds by",
    "overruled on other grounds",
    "overruled",
    "overruled in",
    "rev'd and overruled by",
    "overruled in part on other grounds by",
    "overruled, in part, by",
    "overruled sub nom.",
  ],
  ["overruling", "overruling", "overruling in part"],
  [
    "abrogated by",
    "abrogated by",
    "abrogated on other grounds by",
    "abrogated in part by",
    "abrogated",
    "abrogated on other grounds",
    "abrogated sub nom.",
  ],
  ["abrogating", "abrogating"],
  [
    "disapproved by",
    "disapproved by",
    "disapproved of by",
    "disapproved on other grounds by",
    "disapproved in",
    "disapproved on other grounds in",
    "disapproved on another ground in",
  ],
  ["limited by", "limited by", "limited in"],
  ["stayed", "stay granted", "stayed"],
  ["argued", "argued"],
];

const RELATION = new Map<string, string>();
for (const [relation, ...printed] of PHRASES) {
  for (const phrase of printed) RELATION.set(phrase, relation);
}

const OPENING_CHARS = 3;
const OPENINGS: ReadonlySet<string> = new Set(Array.from(RELATION.keys(), (phrase) => phrase.slice(0, OPENING_CHARS)));
const PHRASE_CHARS_MAX = Math.max(...Array.from(RELATION.keys(), ({ length }) => length));

/** Words between two citations longer than this are a new sentence. */
export const HISTORY_CHARS_MAX = 110;

/** What may stand between the phrase and the citation it leads to: `by`, a name, a docket number, brackets. */
const LINK =
  /^(?:[,:\s]|by|in|sub nom\.?|per curiam|mem\.|en banc|and remanded|in part|on (?:other|different) grounds|\([^()]{0,60}\))*(?:[A-Z\d].{0,80})?$/iu;

function plainWords(words: string): string {
  return words.replaceAll("\u2019", "'").replace(/\s/gu, " ").toLowerCase();
}

/**
 * The history phrase that the words between two citations begin or end with. Between them a party's name, a
 * docket or a date may stand; anything longer is a new sentence.
 */
export function historyIn(between: string): { relation: string; offset: number; length: number } | null {
  if (between.length > HISTORY_CHARS_MAX) return null;
  const lead = /^[\s,;)(\]]*(?:and\s|but\s|petition for\s)?/u.exec(between)?.[0].length ?? 0;
  if (!OPENINGS.has(plainWords(between.slice(lead, lead + OPENING_CHARS)))) return null;
  const plain = plainWords(between.slice(lead));
  let best = "";
  for (let end = Math.min(plain.length, PHRASE_CHARS_MAX); end > 0; end -= 1) {
    const boundary = end === plain.length || !/\w/u.test(plain.charAt(end));
    if (boundary && RELATION.has(plain.slice(0, end))) {
      best = plain.slice(0, end);
      break;
    }
  }
  if (best === "" || !LINK.test(plain.slice(best.length))) return null;
  return { relation: RELATION.get(best) ?? best, offset: lead, length: best.length };
}
