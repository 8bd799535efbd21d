import type { Span } from "./model.ts";

/**
 * Abbreviations after which a period ends no sentence even when a capital follows. Lower case, without the period.
 * Single letters (initials, `U. S.`, `F. 2d`) are never an end.
 */
const ABBREVIATIONS: ReadonlySet<string> = new Set(
  (
    "v vs mr mrs ms messrs dr prof rev hon gov sen rep gen col capt lt sgt st ste mt ft no nos vol vols pp par pars art arts sec secs cl ch " +
    "amdt amdts const stat stats rev supp app div dept dist ct cts cir ed eds ann annot comm commn commr co cos corp inc ltd bros mfg ry rr " +
    "assn assoc bd bldg ins intl natl univ fed reg cong sess res doc docs rec jur restat tit subd subch reprinted cert den denied aff affd revd " +
    "ex rel cf cfr eg ie ibid id al etc al viz misc op ops mem memo slip infra supra transcr tr rec resp pet petr br brs arg exh exhs aff affs " +
    "wall wheat pet how cranch dall black otto barb johns mass cal ill ind kan ky la md me mich minn miss mo mont neb nev okla ore pa tenn tex " +
    "utah vt va wash wis wyo ala alaska ariz ark colo conn del fla ga haw idaho so ohio " +
    "jan feb mar apr jun jul aug sept oct nov dec c.j j.j jj p.j ch jr sr esq al"
  ).split(" "),
);

/** Abbreviations only when capitalised: in lower case they are words that may well end a sentence. */
const PLAIN_IN_LOWER_CASE: ReadonlySet<string> = new Set(
  "so how black wall pet mass wash ill ind me miss ore art hon tex cranch wheat all dall mar may jun jul dec sup div".split(
    " ",
  ),
);

/** Longer stretches without an end are cut at a space, so that no reader of sentences meets one without a bound. */
const SENTENCE_CHARS_MAX = 4000;

/**
 * The sentences of a plain text, in order, without the white space between them. A blank line always ends one. Knows
 * the abbreviations of legal prose; where a period could be either, it is taken as none, so that a citation is never
 * torn. Time is linear in the length.
 */
export function splitSentences(text: string): Span[] {
  const sentences: Span[] = [];
  let start = 0;
  const push = (end: number): void => {
    pushTrimmed(text, start, end, sentences);
    start = end;
  };
  for (const match of text.matchAll(/[.?!][”"’')\]]*(?:\[?\d{1,3}\]?)?(?=\s)|\n\s*\n/gu)) {
    const at = match.index;
    const after = at + match[0].length;
    if (at < start) continue;
    if (match[0].startsWith("\n")) push(at);
    else if (isEnd(text, at, after)) push(after);
  }
  push(text.length);
  return sentences;
}

function isEnd(text: string, at: number, after: number): boolean {
  const next = nextVisible(text, after);
  if (next === undefined) return true;
  // A sentence opens with a capital, a quotation mark, a bracket, a section sign or a page or note number.
  if (!/[\p{Lu}“"‘'([§*¶]/u.test(next)) return false;
  if (text[at] !== ".") return true;
  const word = wordBefore(text, at);
  if (word === "") return true;
  if (/^\p{L}$/u.test(word)) return false;
  if (/^(?:\p{L}\.)+\p{L}$/u.test(word)) return false;
  if (PLAIN_IN_LOWER_CASE.has(word)) return true;
  return !ABBREVIATIONS.has(word.toLowerCase().replace(/[.'’]/gu, ""));
}

function nextVisible(text: string, from: number): string | undefined {
  for (let at = from; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (!/\s/u.test(character)) return character;
  }
  return undefined;
}

const WORD_CHARS_MAX = 24;

/** The run of letters, digits and inner periods that ends at `at`. */
function wordBefore(text: string, at: number): string {
  return /[\p{L}\d.'’]*$/u.exec(text.slice(Math.max(0, at - WORD_CHARS_MAX), at))?.[0].replace(/^[.'’]+/u, "") ?? "";
}

function pushTrimmed(text: string, from: number, to: number, sentences: Span[]): void {
  let start = from;
  let end = to;
  while (start < end && /\s/u.test(text[start] ?? "")) start += 1;
  while (end > start && /\s/u.test(text[end - 1] ?? "")) end -= 1;
  while (end - start > SENTENCE_CHARS_MAX) {
    const space = text.lastIndexOf(" ", start + SENTENCE_CHARS_MAX);
    const cut = space > start ? space : start + SENTENCE_CHARS_MAX;
    sentences.push({ start, end: cut });
    start = space > start ? cut + 1 : cut;
  }
  if (end > start) sentences.push({ start, end });
}
