import type { Page } from "./pages.ts";

/**
 * A reporter whose printed form is a plain word (`10 Day 12`, `3 Hill 4`, `110 New York 45`) makes a citation only where
 * something around it speaks for one: a case's name, a court and year, a signal, or the punctuation of a citation.
 */
const PLAIN_WORDS: ReadonlySet<string> = new Set(
  [
    "Abs Add All At Bay Bee Ben Bin Black Bland Bond Bush Call Chase Chest Chip Cliff Col Cold Const Cow Day Den Dill Div",
    "Flip Gall Gill Grant Gray Greene Hall Hand Handy Hard Harp Hawks Hay Head Hen Hill Hum Jones Just Kelly Lit Low Mart",
    "Mason Miles Mill Mills Min Minor Mis Miss Mon Pa Peck Penny Pet Pick Pickle Pin Port Porter Posey Power Rand Raw",
    "Reporter Rice Rich Rob Root Saw Sick Smith So Som Sou South Sum Swan Sweeny Syllabi Taylor Ten Ter Terry Tribal Walk",
    "Walker Wall Ware Watts Will Win Woods Wool Wright York Jan Feb Mar Apr May June July Aug Sept Oct Nov Dec",
  ].flatMap((line) => line.split(" ")),
);
/** Places and courts whose reports may be printed by their whole name: `110 New York 45`. */
const SPELLED_OUT =
  /^(?:(?:New|North|South|West|Rhode|Puerto)\s+)?(?:Alabama|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Illinois|Indiana|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|Hampshire|Jersey|Mexico|York|Carolina|Dakota|Island|Rico|Oklahoma|Oregon|Pennsylvania|Tennessee|Texas|Vermont|Virginia|Washington|Wisconsin|Wyoming)(?:\s+(?:Reports|Appellate|Appeals|Superior|Supplement|Miscellaneous))?$|^Appellate\s+Division(?:\s+Reports)?$|^United\s+States(?:\s+Reports)?$|^Pennsylvania\s+State(?:\s+Reports)?$|^Miscellaneous(?:\s+Reports|\s+[23]d)?$/u;

const NAME_BEFORE = /(?:\bvs?\.?\s[^;]{1,70}|\b(?:In re|Ex parte|Matter of|Estate of)\s[^;]{1,60}),\s*$/u;
const SIGNAL_BEFORE =
  /(?:^|[^\w])(?:[Ss]ee|[Ss]ee also|[Aa]lso|[Cc]f\.|[Aa]ccord|e\.\s?g\.,?|[Cc]ompare|[Cc]iting|[Qq]uoting|[Cc]ited|[Rr]eported|[Vv]ide|[Cc]ontra)\s*$/u;
const MARK_BEFORE = /(?:^|[;:([\u2014]|\b[Ii]n|\b[Oo]f)\s*$/u;
/** `The Commerce, 1 Black 574, 579`: a name without parties, or words of history. */
const COMMA_BEFORE = /[A-Za-z.\u2019')],\s*$/u;
const YEAR_AFTER = /^\s?[([](?:[A-Z][\w.,' ]{0,40}\s)?(?:1[6-9]|20)\d\d[)\]]/u;
const MARK_AFTER = /^(?:\s?[-\u2013]\s?\d{1,4})?\s{0,2}(?:$|[,;:)\]"\u201d]|\.(?:\s|$|[)\u201d"]))/u;
const WORD_AFTER = /^\s(?:and|the|it|is|was|where|wherein|we|this|held|holds|that|has|had|as|which|for|to)\s/u;
const ADDRESS_AFTER =
  /^(?:(?:st|nd|rd|th)?\s(?:Streets?|St\.?|Roads?|Rd\.?|Avenues?|Aves?\.?|Lane|Ln\.?|Drive|Dr\.?|Boulevard|Blvd\.?|Highway|Hwy\.?|Place|Pl\.?|Square|Sq\.?|Terrace|Terr?\.?|Plaza|Parkway|Pkwy\.?|Manor|Mnr\.?|Trail|Trl\.?|Loop|Way)|,?\s(?:Suite|Ste\.|Floor|Apt\.?)\s)(?!\w)/u;
/** `25 DCR 257 Mar. 16, 1982`, `47 Mar. 4, 1911`: a day behind another number. */
const DAY_AFTER = /^,?\s?(?:1[6-9]|20)\d\d(?!\w)/u;

export function isPlainWords(printed: string): boolean {
  return PLAIN_WORDS.has(printed) || SPELLED_OUT.test(printed);
}

export function isAddressed(text: string, end: number): boolean {
  return ADDRESS_AFTER.test(text.slice(end, end + 16));
}

function isDayBefore(text: string, end: number): boolean {
  return DAY_AFTER.test(text.slice(end, end + 8));
}

/**
 * Whether the words around `start` to `end` speak for a citation; `isMarked`: one ends right before it, or a comma stands
 * before its page, as older reports print it.
 */
export function isSupported(text: string, start: number, end: number, isMarked: boolean): boolean {
  const before = text.slice(Math.max(0, start - 100), start);
  const after = text.slice(end, end + 60);
  if (NAME_BEFORE.test(before) || YEAR_AFTER.test(after) || SIGNAL_BEFORE.test(before)) return true;
  const goesOn = MARK_AFTER.test(after) || WORD_AFTER.test(after);
  return (goesOn && (isMarked || MARK_BEFORE.test(before))) || (MARK_AFTER.test(after) && COMMA_BEFORE.test(before));
}

const MONTHS = new Set(["Jan", "Feb", "Mar", "Apr", "May", "June", "July", "Aug", "Sept", "Oct", "Nov", "Dec"]);

/** `12 Dec. 1990` is a day, and so is what stands behind the number in `257 Mar. 16, 1982`. */
export function readsAsDate(text: string, volume: string, key: string, { value, end }: Page): boolean {
  if (!MONTHS.has(key) || value === null) return false;
  if (Number(volume) <= 31 && /^1[6789]\d\d$|^20\d\d$/u.test(value)) return true;
  return Number(value) <= 31 && isDayBefore(text, end);
}
