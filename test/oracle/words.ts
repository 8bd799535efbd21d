import { sentenceStarts } from "./sentences.ts";

/**
 * Words and boundaries read from a text by the rules that the documentation states, with regular expressions and
 * strings: slow, plain, and nothing of the tokeniser that the engines use.
 */
export type Word = {
  readonly text: string;
  /** Words before this one. */
  readonly position: number;
  readonly begins: "none" | "sentence" | "paragraph";
};

const LONGEST_BYTES = 64;

/** Letters that Unicode does not take apart, and what a lawyer types for them. */
const LETTERS: Readonly<Record<string, string>> = {
  æ: "ae",
  œ: "oe",
  ß: "ss",
  ø: "o",
  đ: "d",
  ł: "l",
  þ: "th",
  ð: "d",
  ı: "i",
};

/** Stands in a shape for a letter that is not one letter of ASCII. */
const FOREIGN = "λ";
const LETTER = `[A-Za-z${FOREIGN}]`;
const CHARACTER = `[A-Za-z0-9${FOREIGN}]`;
const END = `(?!${CHARACTER})`;
const ORDINAL = `[2-9](?:[dD]|[tT][hH])${END}`;

/** `U.S.`, `e.g.`, `N.E.2d`, `N.E. 2d`: letters with a period after each and nothing between. */
const CLOSE_INITIALS = `${LETTER}(?:\\.[A-Za-z]${END})+(?:(?<=[A-Z])\\.[ \\n\\u00a0]?${ORDINAL})?`;
/** `U. S.`, `N. E. 2d`: capitals with a period and a space after each. */
const SPACED_INITIALS = `[A-Z](?:\\.[ \\n\\u00a0][A-Z](?=\\.))+(?:\\.[ \\n\\u00a0]?${ORDINAL})?`;
/** `F.3d`, `F. 3d`. */
const REPORTER = `[A-Z]\\.[ \\n\\u00a0]?${ORDINAL}`;
/** Codes, reporters and courts that are one word with all, some or none of their spaces. */
const ODD = `(?:${"USCCAN USCMA USCA USCS USC USLW CFR FRD FRCP NYS NLRB SEC SDNY EDNY NDNY WDNY DNJ DNH DRI DSC DNM DND DSD DDC"
  .split(" ")
  .map((name) => name.split("").join("\\.[ \\n\\u00a0]?"))
  .join("|")})(?=\\.)(?!\\.[ \\n\\u00a0]?[A-Z]\\.)(?:\\.[ \\n\\u00a0]?${ORDINAL})?`;
const NUMBER = `[0-9]{1,3}(?:,[0-9]{3}${END})+`;
const PLAIN = `${CHARACTER}+`;
const POSSESSIVE = `'[sS]${END}`;

const WORD = new RegExp(
  `§+|¶+|(?:${ODD}|${CLOSE_INITIALS}|${SPACED_INITIALS}|${REPORTER}|${NUMBER}|${PLAIN})(?:(?!${POSSESSIVE})'${CHARACTER}+)*`,
  "gu",
);

/** What belongs to no word and is passed over behind one. */
const BEHIND = new RegExp(`^(?:${POSSESSIVE}|')`, "u");

/** All words of a text in order. */
export function wordsOf(text: string): Word[] {
  const units = unitsOf(text);
  const starts = sentenceStarts(text);
  const shape = units.map((unit) => unit.shape).join("");
  const words: Word[] = [];
  let end = 0;
  let last = -1;
  const pattern = new RegExp(WORD.source, "gu");
  for (let match = pattern.exec(shape); match !== null; match = pattern.exec(shape)) {
    const gap = units.slice(end, match.index).map((unit) => unit.typed);
    const from = last;
    const at = units[match.index]?.at ?? 0;
    const sentence = starts.some((start) => start > from && start <= at) ? "sentence" : "none";
    const begins = /\n\s*\n/u.test(gap.join("")) ? "paragraph" : sentence;
    end = match.index + match[0].length;
    last = units[end - 1]?.at ?? at;
    const word = folded(units.slice(match.index, end));
    words.push({ text: word, position: words.length, begins: words.length === 0 ? "none" : begins });
    const possessive = /^[§¶]/u.test(word) ? null : BEHIND.exec(shape.slice(end, end + 3));
    end += possessive?.[0].length ?? 0;
    pattern.lastIndex = end;
  }
  return words;
}

type Unit = { readonly typed: string; readonly shape: string; readonly letters: string };

/** One for each UTF-16 unit, with its offset; those that stand inside words without being seen are left out. */
function unitsOf(text: string): (Unit & { readonly at: number })[] {
  const passedOver = bracketsOfAlterations(text);
  const hyphens = hyphensOfBrokenWords(text);
  return text.split("").flatMap((typed, at) => {
    if (passedOver.has(at) || hyphens.has(at)) return [];
    const unit = known.get(typed) ?? unitOf(typed);
    known.set(typed, unit);
    return unit.map((one) => ({ ...one, at }));
  });
}

/**
 * Letters in brackets that touch a word belong to it (`[t]hreadbare`, `recogniz[ing]`), unless they are `[sic]` or
 * the letter before is a subsection's (`78j[a]`).
 */
function bracketsOfAlterations(text: string): Set<number> {
  const found = new Set<number>();
  for (const match of text.matchAll(/\[([^[\]]{1,24})\]/gu)) {
    const inside = match[1] ?? "";
    const lone = inside.replace(/['’‘ʼ\p{M}\u00ad\u200b-\u200d\u2060\ufeff]/gu, "");
    if (lone === "" || !Array.from(lone).every(isLetter) || inside.toLowerCase() === "sic") continue;
    const close = match.index + match[0].length - 1;
    const [before, after] = [text[match.index - 1] ?? "", text[close + 1] ?? ""];
    const isEnding = !isLetter(inside[0] ?? "");
    if (isEnding && isLetter(after)) continue;
    const touchesBefore = isLetter(before) && !/\d/u.test(text[match.index - 2] ?? "");
    const touchesAfter = isLetter(/['’‘ʼ]/u.test(after) ? (text[close + 2] ?? "") : after);
    const mayBegin = !isEnding && !isLetter(before) && !/\d/u.test(before);
    if (!touchesBefore && !(touchesAfter && mayBegin)) continue;
    if (touchesBefore) found.add(match.index);
    if (touchesAfter) found.add(close);
  }
  return found;
}

const KEEPS_ITS_HYPHEN =
  /^(?:all|cross|ex|half|high|long|low|mid|non|off|quasi|self|semi|short|so|third|two|vice|well|appellant|attorney|debtor|defendant|petitioner|plaintiff|respondent)$/iu;

/** Of words that a line's end has broken: the hyphen and the white space around the line's end. */
function hyphensOfBrokenWords(text: string): Set<number> {
  const found = new Set<number>();
  const broken =
    /(?<![\p{L}\p{M}\p{N}])(\p{L}{0,38}(?:\p{Ll}{2}|[\ufb00-\ufb06]))([-\u2010\u00ad][^\S\n]{0,40}\n[^\S\n]{0,40})(?=\p{Ll})/gu;
  for (const match of text.matchAll(broken)) {
    const [, head = "", gap = ""] = match;
    if (!gap.startsWith("\u00ad") && KEEPS_ITS_HYPHEN.test(head)) continue;
    const start = match.index + head.length;
    for (let at = start; at < start + gap.length; at += 1) found.add(at);
  }
  return found;
}

function isLetter(typed: string): boolean {
  return unitOf(typed).some(({ letters }) => /[^0-9]/u.test(letters));
}

const known = new Map<string, readonly Unit[]>();

function unitOf(typed: string): readonly Unit[] {
  if (/[\p{M}\u00ad\u200b-\u200d\u2060\ufeff]/u.test(typed)) return [];
  if (/['’‘ʼ]/u.test(typed)) return [{ typed, shape: "'", letters: "" }];
  if (/[A-Za-z0-9]/u.test(typed)) return [{ typed, shape: typed, letters: typed }];
  if (!/[\p{L}\p{N}]/u.test(typed)) return [{ typed, shape: typed, letters: "" }];
  const letters = withoutMarks(withoutMarks(typed).toLowerCase())
    .replace(/./gu, (letter) => LETTERS[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]/gu, "");
  if (letters === "") return [{ typed, shape: "-", letters }];
  return [{ typed, shape: /^[a-z0-9]$/u.test(letters) ? letters : FOREIGN, letters }];
}

function withoutMarks(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "");
}

function folded(units: readonly Unit[]): string {
  if (units[0]?.typed === "§" || units[0]?.typed === "¶") return units[0].typed;
  const letters = units.map((unit) => unit.letters).join("");
  const cut = Buffer.from(letters.toLowerCase()).subarray(0, LONGEST_BYTES).toString();
  return /^[0-9]+$/u.test(cut) ? cut.replace(/^0+(?=.)/u, "") : cut;
}
