import { collapseSpace } from "#text/typography.ts";

/** Words a name list of scanned pages may hold that are no judge's name. */
const NOT_NAMES: ReadonlySet<string> = new Set(
  (
    "acting affirmed ciricut circut all and associate before by case chief circuit concur concurring concurs court curiam decided " +
    "delivered discussed dissent dissenting dissents district expresses filed following for former heard honorable " +
    "in is judge judges justice justices magistrate member members not of on opinion other others paragraph " +
    "paragraphs part per presiding present result retired senior several sitting submitted surrogate syllabus the " +
    "took unanimous we when who whom with"
  ).split(" "),
);

const LETTERS = /^[\p{L}][\p{L}'\u2019.\- ]*$/u;

/**
 * A judge's name as people write it: titles and stray punctuation off, capitals lowered (`McKAY` is McKay). Null for
 * what cannot be a name, as scanned pages have many.
 */
export function judgeName(raw: string): string | null {
  const bare = collapseSpace(raw)
    .replace(/^(?:the\s+)?(?:hon(?:orable|\.)|m[rbe]s?\.?|chief|associate|senior|presiding|justice|judge)\s+/giu, "")
    .replace(/^(?:hon(?:orable|\.)|m[rbe]s?\.?|chief|associate|senior|presiding|justice|judge)\s+/giu, "")
    .replace(/^(?:justice|judge)\s+/iu, "")
    .replace(/(?<![\s,;:.\u2014-])[\s,;:.\u2014-]+$/u, "")
    .replace(/(?<!\s)\s*(?<![*\u2020\u2021])[*\u2020\u2021]+\s*\d*$/u, "");
  if (bare.length < 2 || bare.length > 40 || !LETTERS.test(bare)) return null;
  const words = bare.split(" ");
  if (words.some((word) => /^\p{Ll}/u.test(word) && !PARTICLES.has(word))) return null;
  if (words.length > 5 || words.some((word) => NOT_NAMES.has(word.toLowerCase()))) return null;
  const surname = words.findLast((word) => !SUFFIX.test(word)) ?? "";
  if (
    surname.length < 2 ||
    !/[aeiouy\u00c0-\u024f]/iu.test(surname) ||
    /^(?:\p{L}\.)+\p{L}?$/u.test(surname) ||
    !/^(?:\p{Lu}|[dv][aeou][nl]?$)/u.test(surname)
  )
    return null;
  return words.map(lowered).join(" ");
}

const PARTICLES: ReadonlySet<string> = new Set(["da", "de", "del", "den", "der", "di", "du", "la", "le", "van", "von"]);
const SUFFIX = /^(?:Jr|Sr|II|III|IV)\.?,?$/iu;
const PREFIXED = /^(Mc|Mac|De|Di|Du|La|Le|Van|Von|Fitz|O['\u2019\u2018]|D['\u2019])(\p{Lu}[\p{Lu}'\u2019-]+)$/u;

function lowered(word: string): string {
  if (/^(?:I{1,3}|IV)$/u.test(word)) return word;
  if (/^(?:\p{Lu}\.)+$/u.test(word)) return word;
  const prefixed = PREFIXED.exec(word);
  if (prefixed !== null) return `${prefixed[1]}${titled(prefixed[2] ?? "")}`;
  if (word !== word.toUpperCase()) return word;
  const mc = /^(MC|O['\u2019\u2018]|D['\u2019])(\p{Lu}{2,})$/u.exec(word);
  if (mc !== null) return `${titled(mc[1] ?? "")}${titled(mc[2] ?? "")}`;
  return word.split("-").map(titled).join("-");
}

function titled(word: string): string {
  return word.charAt(0) + word.slice(1).toLowerCase();
}

/** The names once each, first spelling kept; `O'Connor` and `OCONNOR` are one, and so are a surname and the full name that ends in it. */
export function mergedNames(names: readonly string[]): string[] {
  const kept: string[] = [];
  for (const name of names) {
    const key = keyOf(name);
    const at = kept.findIndex(
      (other) => keyOf(other) === key || endsWithName(other, name) || endsWithName(name, other),
    );
    const other = kept[at];
    if (other === undefined) kept.push(name);
    else if (better(name, other)) kept[at] = name;
  }
  return kept;
}

/** A fuller name says more; of equals the one with its apostrophe or inner capital does. */
function better(name: string, other: string): boolean {
  if (keyOf(name) !== keyOf(other)) return name.length > other.length;
  return (
    name.length > other.length ||
    (name.length === other.length && /\p{Ll}\p{Lu}/u.test(name) && !/\p{Ll}\p{Lu}/u.test(other))
  );
}

function keyOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}]/gu, "");
}

function endsWithName(full: string, surname: string): boolean {
  return !surname.includes(" ") && full.toLowerCase().endsWith(` ${surname.toLowerCase()}`);
}
