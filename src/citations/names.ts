import { isDash, isDigit, isLetter, isLower, isSpace, isUpper } from "./characters.ts";
import { readDecided } from "./decided.ts";
import type { CaseName, PinCite, Span } from "./model.ts";
import { isNoParty } from "./no-party.ts";
import { OPEN_CITATION } from "./parallels.ts";
import { DEFENDANT_CONNECTORS, isAbbreviation, LEADING_WORDS, NAME_CONNECTORS, NAME_TAILS } from "./words.ts";

/** How far before a citation its name is looked for, in characters. */
export const NAME_CHARS_MAX = 320;

/** What stands before a citation: its name, and what was printed between the name and the volume. */
export type Before = {
  readonly name: CaseName | null;
  /** A year printed before the volume, as California's courts do: `Foo v. Bar (2009) 1 Cal. 1`. */
  readonly year: number | null;
  readonly yearCourt: string | null;
  readonly docketNumber: string | null;
  /** Where name or first gap begins. */
  readonly start: number;
  readonly supra: boolean;
  /** A page between the name and the citation: `Nobelman at 332, 113 S.Ct. 2106`. */
  readonly pin: PinCite | null;
};

type Word = { readonly start: number; readonly end: number; readonly text: string };

const PLACEHOLDER = new RegExp(`(?:^|[\\s([,;])${OPEN_CITATION}$`, "u");
const YEAR_IN_BRACKETS = /[([](?:([A-Z\d][\w.' &-]{0,44}?)[\s,]{0,2})?((?:1[6-9]|20)\d\d)[)\]]$/u;
/** `Elm v. Fir (decided March 18, 1971) 9 Samp. 310`. */
const DECIDED_IN_BRACKETS = /[([]([^()[\]]{4,80}\d\d)[)\]]$/u;
const DOCKET_PART = "[\\w:/\\u2013-]{0,30}\\d[\\w:/\\u2013-]{0,30}";
const DOCKET = new RegExp(
  [
    "(?:^|[,\\s])((?:(?:Case|Docket|Civil Action|Civ\\.A\\.|Crim\\.|Cause|App\\.)\\s)?Nos?\\.\\s",
    `${DOCKET_PART}(?:(?:,?\\s(?:and\\s|&\\s)?|\\s(?:Civ|Crim|Cr|CV|CR|Misc)\\.\\s)${DOCKET_PART}){0,4}`,
    "(?:\\s?\\([A-Z]{2,4}(?:\\/[A-Z]{2,4})?\\))*)$",
  ].join(""),
  "u",
);
/** `95-0754, p. 3 (La.App. 1 Cir. 12/15/95)`: what Louisiana prints before the reporter, mostly with a page of its slip opinion. */
const LOUISIANA_DOCKET = new RegExp(
  [
    "[,\\s](?:Nos?\\.\\s?)?(\\d{2,4}[-\\u2013\\s][A-Z\\d-]{1,12}|\\d{2},\\d{3}(?:-[A-Z]{1,4})?)",
    "(?:,?\\spp?\\.\\s?[\\d\\s,&\\u2013-]{1,24})?",
    ",?\\s?\\(La\\.(?:\\s?(?:App|Ct\\.\\s?App)\\.)?(?:\\s?\\d\\w{0,2}\\sCir\\.)?,?\\s?\\d{1,2}\\/\\d{1,2}\\/\\d{2,4}\\);?$",
  ].join(""),
  "u",
);
const PAGE_AFTER_NAME = /\sat\s(\d{1,5}(?:[-\u2013]\d{1,5})?)$/u;
const STAR_PAGE = /\s\*\d{1,6}$/u;
const SUPRA = /(?:^|[\s,])supra$/u;
/** Words left over before a docket number. */
const DOCKET_WORD = /,\s(?:Case|Docket|Civil Action|Cause|Crim(?:inal)? Action)$/u;

/** Reads backward from `at`, never past `floor` and at most `NAME_CHARS_MAX` characters. */
export function readBefore(
  text: string,
  at: number,
  floor: number,
  emphasis: Span | undefined,
  work: { steps: number },
): Before {
  const from = Math.max(floor, at - NAME_CHARS_MAX, 0);
  const gap = passGap(text, at, from);
  const name = gap.end > from ? readName(text, gap.end, from, emphasis, gap.square) : null;
  work.steps += at - from;
  return {
    name,
    year: gap.year,
    yearCourt: gap.yearCourt,
    docketNumber: gap.docketNumber,
    start: name?.span.start ?? gap.start,
    supra: gap.supra,
    pin: gap.pin,
  };
}

type Gap = {
  end: number;
  start: number;
  year: number | null;
  yearCourt: string | null;
  docketNumber: string | null;
  supra: boolean;
  pin: PinCite | null;
  /** A square bracket opened right before: what it holds is no continuation of a lone name. */
  square: boolean;
};

/** Past commas, an opening bracket, open parallel citations, a year in brackets, a docket number and `supra`. */
function passGap(text: string, at: number, from: number): Gap {
  const gap: Gap = {
    end: at,
    start: at,
    year: null,
    yearCourt: null,
    docketNumber: null,
    supra: false,
    square: false,
    pin: null,
  };
  let brackets = 0;
  for (let round = 0; round < 8; round += 1) {
    const before = gap.end;
    while (gap.end > from && (isSpace(text.charCodeAt(gap.end - 1)) || text.charCodeAt(gap.end - 1) === 44))
      gap.end -= 1;
    const code = text.charCodeAt(gap.end - 1);
    if ((code === 40 || code === 91) && brackets === 0 && gap.end > from) {
      brackets += 1;
      gap.square = code === 91;
      gap.start = gap.end;
      gap.end -= 1;
      continue;
    }
    const aside =
      code === 41 ? proceedingIn(text.slice(Math.max(from, gap.end - OF_PROCEEDING_CHARS), gap.end)) : undefined;
    if (aside !== undefined) {
      gap.end -= aside.length;
      continue;
    }
    const tail = text.slice(Math.max(from, gap.end - 90), gap.end);
    if (passPattern(gap, tail)) continue;
    if (before === gap.end) break;
  }
  return gap;
}

/** `Elm v. Fir (In re Hazel), 123 B.R. 45`: the proceeding in which the case arose is no part of its name. */
const OF_PROCEEDING = /\bvs?\.\s[^;()]{2,110}\s(\((?:In\sre|In\sthe\sMatter\sof|Matter\sof)\s[^()]{1,110}\))$/u;
const OF_PROCEEDING_CHARS = 260;

function proceedingIn(words: string): string | undefined {
  return words.includes("(In") || words.includes("(Matter") ? OF_PROCEEDING.exec(words)?.[1] : undefined;
}

/** `Elm v. Fir, 10th Dist. Franklin No. 12AP-345`: Ohio's court and county before its docket number. */
const OHIO_DISTRICT = /,\s\d{1,2}(?:st|nd|d|rd|th)\sDist\.(?:\s[A-Z][a-z]+)?$/u;

function passPattern(gap: Gap, tail: string): boolean {
  const last = tail.charCodeAt(tail.length - 1);
  const closes = last === 41 || last === 93;
  const open = last === 95 || isDash(last) ? PLACEHOLDER.exec(tail) : null;
  if (open !== null) {
    gap.end -= open[0].length;
    return true;
  }
  const year = closes ? YEAR_IN_BRACKETS.exec(tail) : null;
  if (year?.[2] !== undefined && gap.year === null) {
    gap.year = Number(year[2]);
    gap.yearCourt = year[1] ?? null;
    gap.end -= year[0].length;
    return true;
  }
  const decided = closes && gap.year === null ? DECIDED_IN_BRACKETS.exec(tail) : null;
  const date = decided?.[1] === undefined ? undefined : readDecided(decided[1]);
  if (decided !== null && date?.date != null && date.courtText === null && date.unread === null) {
    gap.year = date.date.year;
    gap.end -= decided[0].length;
    return true;
  }
  const page = isDigit(last) ? PAGE_AFTER_NAME.exec(tail) : null;
  if (page?.[1] !== undefined && gap.pin === null) {
    gap.pin = {
      text: page[1],
      span: { start: gap.end - page[1].length, end: gap.end },
      page: Number.parseInt(page[1], 10),
    };
    gap.end -= page[0].length;
    return true;
  }
  const star = isDigit(last) ? STAR_PAGE.exec(tail) : null;
  if (star !== null) {
    gap.end -= star[0].length;
    return true;
  }
  if (last === SMALL_A && !gap.supra && SUPRA.test(tail)) {
    gap.supra = true;
    gap.end -= 5;
    return true;
  }
  const word = ENDS_OF_DOCKET_WORDS.has(last) ? DOCKET_WORD.exec(tail) : null;
  if (word !== null) {
    gap.end -= word[0].length;
    return true;
  }
  const district = gap.docketNumber === null || !tail.includes("Dist.") ? null : OHIO_DISTRICT.exec(tail);
  if (district !== null) {
    gap.end -= district[0].length;
    return true;
  }
  const docket = gap.docketNumber === null ? docketIn(tail) : null;
  if (docket?.[1] !== undefined) {
    gap.docketNumber = docket[1];
    gap.end -= docket[0].length;
    return true;
  }
  return false;
}

const SMALL_A = 97;
const ENDS_OF_DOCKET_WORDS: ReadonlySet<number> = new Set(Array.from("etn", (letter) => letter.charCodeAt(0)));

/** Most tails hold no docket number, which is seen at less cost than that none of the patterns fits. */
function docketIn(tail: string): RegExpExecArray | null {
  const docket = tail.includes("No") ? DOCKET.exec(tail) : null;
  return docket ?? (tail.includes("(La.") ? LOUISIANA_DOCKET.exec(tail) : null);
}

/** Words before `end`, the nearest first, until `from`. */
function* wordsBackward(text: string, end: number, from: number): Generator<Word> {
  let index = end;
  while (index > from) {
    let lines = 0;
    while (index > from && isSpace(text.charCodeAt(index - 1))) {
      index -= 1;
      if (text.charCodeAt(index) === 10) lines += 1;
    }
    if (lines > 1 && endsParagraph(text, index)) return;
    const wordEnd = index;
    while (index > from && !isSpace(text.charCodeAt(index - 1))) index -= 1;
    if (wordEnd === index) return;
    yield { start: index, end: wordEnd, text: text.slice(index, wordEnd) };
  }
}

/** A line shorter than this before a blank line is a heading or the end of a paragraph. */
const FULL_LINE_CHARS_MIN = 40;

/** Whether the line that ends at `at` ends a paragraph; layouts with blank lines between lines break in mid-sentence. */
function endsParagraph(text: string, at: number): boolean {
  const last = text.charCodeAt(at - 1);
  if (!isLetter(last) && last !== 44 && last !== 38) return true;
  const line = text.slice(Math.max(0, at - FULL_LINE_CHARS_MIN), at);
  return line.length < FULL_LINE_CHARS_MIN || line.includes("\n");
}

function isVersus(word: string): boolean {
  return (
    word === "v." ||
    word === "v" ||
    word === "vs." ||
    word === "vs" ||
    word === "V." ||
    word === "versus" ||
    word === "v.,"
  );
}

/** `V.` may be one of several initials: `R. A. V. v. Elm`, `Elm v. T. V. A.` */
function isVersusAt(text: string, { text: word, start, end }: Word): boolean {
  if (!isVersus(word)) return false;
  if (word !== "V.") return true;
  return (
    !/(?:^|[\s(])\p{Lu}\.\s$/u.test(text.slice(Math.max(0, start - 4), start)) ||
    !IN_INITIALS.test(text.slice(end, end + 4))
  );
}

/** What follows an initial that is not the last word before the parties are parted. */
const IN_INITIALS = /^\s(?:\p{Lu}\.|v\b)/u;

const BOUNDARY = /[;"\u201c\u201d:]|\)\.$|\]$/u;

/** The case's name that ends at `end`. */
function readName(
  text: string,
  end: number,
  from: number,
  emphasis: Span | undefined,
  bracketed: boolean,
): CaseName | null {
  const words: Word[] = [];
  for (const word of wordsBackward(text, end, from)) {
    if (isVersusAt(text, word)) return adversarial(text, end, from, word);
    const procedural = proceduralAt(text, word, words, from);
    if (procedural !== null) return matterName(text, procedural, words, end);
    const stop = endsName(word, words.length);
    if (stop === "before") break;
    words.push(word);
    if (stop === "after" || words.length > 40) break;
  }
  return bracketed ? null : standingName(text, end, words, emphasis);
}

/** Whether scanning a defendant backward stops before this word, after it, or goes on. */
function endsName(word: Word, position: number): "before" | "after" | undefined {
  const { text } = word;
  if (BOUNDARY.test(text)) return "before";
  if (position > 0 && text.endsWith(".") && !isAbbreviation(text)) return "before";
  const bare = text.replace(/,$/u, "");
  if (
    isLower(bare.charCodeAt(0)) &&
    !NAME_CONNECTORS.has(bare) &&
    !DEFENDANT_CONNECTORS.has(bare) &&
    !isHyphenated(bare)
  )
    return "before";
  if (text.startsWith("(") || text.startsWith("[")) return text.includes(")") ? undefined : "after";
  return undefined;
}

function isHyphenated(word: string): boolean {
  return /^[a-z]+-[A-Z]/u.test(word) || /^(?:de|la|al|el|d|l|mc|van|von)['\u2019-][A-Z]/u.test(word);
}

/** Where `In re`, `Ex parte`, `Matter of` begin when `word` is their second word. */
function proceduralAt(
  text: string,
  word: Word,
  after: readonly Word[],
  from: number,
): { start: number; prefix: string } | null {
  if (after.length === 0) return null;
  if (word.text === "Re") return { start: word.start, prefix: "Re" };
  const lower = word.text.toLowerCase();
  if (lower !== "re" && lower !== "re:" && lower !== "parte" && lower !== "of" && lower !== "rel.") return null;
  const before = text.slice(Math.max(from, word.start - LEAD_CHARS_MAX), word.start);
  const lead = LEADS[lower]?.exec(before);
  if (lead === null || lead === undefined) return null;
  const start =
    word.start -
    lead[0].length +
    (lead[0].length - lead[0].trimStart().length) +
    (/^[("[]/u.test(lead[0].trimStart()) ? 1 : 0);
  return { start, prefix: text.slice(start, word.end) };
}

/** `In the Matter` and the white space of a page layout. */
const LEAD_CHARS_MAX = 190;

const LEADS: Record<string, RegExp> = {
  re: /(?:^|[\s([])[Ii][Nn]\s{1,160}$/u,
  "re:": /(?:^|[\s([])[Ii]n\s{1,160}$/u,
  parte: /(?:^|[\s([])[Ee]x\s{1,160}$/u,
  of: /(?:^|[\s([])(?:In\s{1,9}(?:the\s{1,9})?)?(?:Matter|Petition|Application|Adoption|Guardianship|Conservatorship|Succession|Custody|Disbarment|Interest)\s{1,160}$/u,
};

function matterName(text: string, lead: { start: number }, words: readonly Word[], end: number): CaseName | null {
  const first = words.at(-1);
  if (first === undefined) return null;
  const span = { start: lead.start, end };
  return {
    text: text.slice(span.start, span.end),
    span,
    plaintiff: null,
    defendant: null,
    matter: tidy(text.slice(first.start, end)),
    short: null,
  };
}

function tidy(words: string): string {
  return words.replace(/[\s\u200b]+/gu, " ").replace(/^[\s,([]+|(?<![\s,])[\s,]+$/gu, "");
}

function adversarial(text: string, end: number, from: number, versus: Word): CaseName | null {
  const defendant = tidy(text.slice(versus.end, end));
  if (!/[\p{L}\d]/u.test(defendant)) return null;
  const start = plaintiffStart(text, versus.start, from);
  const nameStart = start ?? versus.start;
  const plaintiff = start === null ? null : tidy(text.slice(start, versus.start));
  return {
    text: text.slice(nameStart, end),
    span: { start: nameStart, end },
    plaintiff: plaintiff === "" ? null : plaintiff,
    defendant,
    matter: null,
    short: null,
  };
}

function plaintiffStart(text: string, versusStart: number, from: number): number | null {
  let start: number | null = null;
  let next: Word | undefined;
  let words = 0;
  for (const word of wordsBackward(text, versusStart, from)) {
    const bracket = /^[([{"\u201c\u2018*]+/u.exec(word.text)?.[0].length ?? 0;
    const bare = word.text.slice(bracket);
    if (isVersusAt(text, word) || breaksPlaintiff(bare, next, bracket > 0) || isNoteNumber(text, word)) break;
    if (isNameWord(bare)) start = word.start + bracket;
    else if (!NAME_CONNECTORS.has(bare.replace(/,$/u, ""))) break;
    words += 1;
    if ((bracket > 0 && !bare.includes(")")) || words > 30) break;
    next = { ...word, text: bare };
  }
  return start === null ? null : dropLeading(text, start, versusStart);
}

/** A footnote's number on a line of its own. */
function isNoteNumber(text: string, word: Word): boolean {
  return /^\d{1,3}$/u.test(word.text) && text.charCodeAt(word.end) === 10;
}

/** Whether a name cannot reach back over this word: a sentence, clause or quotation ends in it. */
function breaksPlaintiff(bare: string, next: Word | undefined, bracketed: boolean): boolean {
  if (bare === "" || BOUNDARY.test(bare)) return true;
  if (/\)[,.]?$/u.test(bare) && !bare.includes("(") && !bracketed) return !/^[A-Z].*\)$/u.test(bare);
  if (next === undefined) return false;
  if (bare.endsWith(".") && !isAbbreviation(bare)) return true;
  if (!bare.endsWith(",")) return false;
  if (/^[A-Z]\.$/u.test(next.text)) return false;
  const following = next.text.toLowerCase().replace(/[.,]/gu, "");
  return (
    !NAME_TAILS.has(following) && !(isNameWord(bare) && isUpper(next.text.charCodeAt(0)) && next.text.endsWith(","))
  );
}

function isNameWord(bare: string): boolean {
  const code = bare.charCodeAt(0);
  if (isUpper(code) || isDigit(code) || code === 36 || code === 35) return true;
  if (bare === "&" || bare === "&c." || bare === "&c" || isHyphenated(bare)) return true;
  return code > 0x7f && /^\p{Lu}/u.test(bare);
}

/** A footnote's number before a signal, or before a party that no number belongs to. */
const NOTE_BEFORE =
  /^\d{1,3}\s+(?=(?:See|Cf\.|Compare|Accord|But|E\.\s?g\.|United States|People (?:v|of|ex)|State (?:v|of|ex)|Commonwealth|In re|Ex parte)\b|(?:Cf|E\.\s?g)\.)/u;

/** Signals and the words that open a sentence are no part of the name; `In re` is. */
function dropLeading(text: string, start: number, end: number): number | null {
  let at = start + (NOTE_BEFORE.exec(text.slice(start, Math.min(end, start + 40)))?.[0].length ?? 0);
  for (let count = 0; count < 8; count += 1) {
    const word = /^\S+/u.exec(text.slice(at, Math.min(end, at + 60)))?.[0] ?? "";
    const lower = word.toLowerCase();
    const rest = text.slice(at + word.length, end);
    const next = at + word.length + (rest.length - rest.trimStart().length);
    if (lower === "in" && /^\s+re\b/iu.test(rest)) return at;
    const connector = !isUpper(word.charCodeAt(0)) && NAME_CONNECTORS.has(lower) && lower !== "ex";
    if (!LEADING_WORDS.has(lower) && !LEADING_WORDS.has(lower.replace(/,$/u, "")) && !connector) return at;
    if (next >= end) return word.endsWith(",") || connector ? null : LEADING_WORDS.has(lower) ? null : at;
    at = next;
  }
  return at;
}

/** A person called by initials: `J.K.` */
const INITIALS = /^(?:[A-Z]\.){2,},?$/u;

/** A run of capitalised words right before the citation: `Piper Aircraft, 454 U.S. at 241`. */
function standingName(text: string, end: number, words: readonly Word[], emphasis: Span | undefined): CaseName | null {
  let start: number | null = null;
  for (const word of words) {
    const bracket = /^[([{]+/u.exec(word.text)?.[0].length ?? 0;
    const bare = word.text.slice(bracket);
    if (
      word.text.endsWith(",") &&
      start !== null &&
      !/^(?:Inc|LLC|Ltd|Corp|Co|L\.P|Jr|Sr|N\.A)/u.test(text.slice(start, start + 5))
    )
      break;
    const stripped = bare.replace(/(?<![.,])[.,]+$/u, "");
    if (start === null && bare.endsWith(".") && !isAbbreviation(bare)) break;
    if (LEADING_WORDS.has(bare.toLowerCase()) && start !== null) break;
    if (isNameWord(bare) && (/\p{L}{2}/u.test(stripped) || INITIALS.test(bare))) start = word.start + bracket;
    else if (start === null || (!NAME_CONNECTORS.has(bare) && !isNameWord(bare))) break;
    if (bracket > 0) break;
  }
  if (start === null) return null;
  const begin = dropLeading(
    text,
    emphasis !== undefined && emphasis.start > start && emphasis.start < end ? emphasis.start : start,
    end,
  );
  if (begin === null) return null;
  const short = tidy(text.slice(begin, end));
  if (!/\p{Ll}|^[A-Z&]{2,}$|^(?:[A-Z]\.){2,}$/u.test(short) || LEADING_WORDS.has(short.toLowerCase())) return null;
  if (isNoParty(short)) return null;
  return {
    text: text.slice(begin, end),
    span: { start: begin, end },
    plaintiff: null,
    defendant: null,
    matter: null,
    short,
  };
}

/** What `the Alder case, supra` calls a decision, behind the name. */
const CALLED = /^(?:case|decision|opinion|ruling)$/u;

/** The word before `supra` when no capitalised name stands there: `asdf, supra`; of `the Alder case, supra` the name. */
export function wordBefore(text: string, at: number, floor: number): CaseName | null {
  let end = at;
  let comma = false;
  while (end > floor && (isSpace(text.charCodeAt(end - 1)) || text.charCodeAt(end - 1) === 44)) {
    end -= 1;
    if (text.charCodeAt(end) === 44) comma = true;
  }
  let start = end;
  while (start > floor && /[\w.-]/u.test(text.charAt(start - 1))) start -= 1;
  if (start === end || !comma || !isLetter(text.charCodeAt(start))) return null;
  const short = text.slice(start, end);
  const named = CALLED.test(short) ? readName(text, start - 1, floor, undefined, false) : null;
  return named ?? { text: short, span: { start, end }, plaintiff: null, defendant: null, matter: null, short };
}
