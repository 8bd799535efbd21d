import {
  digitsEnd,
  isDash,
  isDigit,
  isLetter,
  isLower,
  isSpace,
  isWordCharacter,
  skipGap,
  skipSpace,
} from "./characters.ts";
import type { PinCite } from "./model.ts";

export type Page = { readonly start: number; readonly end: number; readonly value: string | null };

/**
 * Roman numerals used for pages: lower case, 1 to 199. A lone `v`, `l` or `c` is left out, since it is nearly
 * always a word or the `v.` of a case name.
 */
const ROMAN = /^c?(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/u;

function romanEnd(text: string, at: number): number {
  let end = at;
  while (end - at < 9 && isLower(text.charCodeAt(end))) end += 1;
  const word = text.slice(at, end);
  if (word === "" || word === "v" || word === "l" || word === "c" || !ROMAN.test(word)) return at;
  return end;
}

/** An open page: `___`, `----`, `––––`. */
function openEnd(text: string, at: number): number {
  let end = at;
  while (end - at < 12 && (text.charCodeAt(end) === 95 || isDash(text.charCodeAt(end)))) end += 1;
  const enough = text.charCodeAt(at) === 95 ? 1 : 2;
  if (end - at >= enough || text.charCodeAt(at) === 0x2014) return isWordCharacter(text.charCodeAt(end)) ? at : end;
  return at;
}

/** What shows that one dash is a page left open: a year in parentheses, or a parallel citation. */
const BEHIND_OPEN = /^(?:\s?\([^()]{0,30}\d{4}\)|,\s?\d{1,4}\s[A-Z])/u;

/** The first page of a full citation that one dash leaves open: `600 U.S. – (2023)`. */
export function dashPage(text: string, at: number): Page | undefined {
  if (!isDash(text.charCodeAt(at)) || !BEHIND_OPEN.test(text.slice(at + 1, at + 41))) return undefined;
  return { start: at, end: at + 1, value: null };
}

/** `-B`, `-U`, `(U)`, `[A]` or a bare letter after the digits of reporters that number so. */
function suffixEnd(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (isDash(code) && isLetter(text.charCodeAt(at + 1)) && !isWordCharacter(text.charCodeAt(at + 2))) return at + 2;
  if ((code === 40 || code === 91) && /^[([][AU][)\]]/u.test(text.slice(at, at + 3))) return at + 3;
  const letters = /^(?:[A-Z]{1,3}|[a-z])(?![A-Za-z\d_])/u.exec(text.slice(at, at + 4));
  const end = at + (letters?.[0].length ?? 0);
  // `120345WC-U`: a division's letters, and that it is not published.
  return end > at && /^-[A-Z](?![A-Za-z\d_])/u.test(text.slice(end, end + 3)) ? end + 2 : end;
}

/** The first page of a citation at `at`, or undefined when none stands there whole. */
export function readPage(text: string, at: number, options: { suffix: boolean; commas: boolean }): Page | undefined {
  const code = text.charCodeAt(at);
  if (isDigit(code)) return readDigits(text, at, options);
  if (code === 95 || isDash(code)) {
    const end = openEnd(text, at);
    return end === at ? undefined : { start: at, end, value: null };
  }
  if (code === 91) {
    const end = Math.max(openEnd(text, at + 1), skipSpace(text, at + 1, 6));
    return end > at + 1 && text.charCodeAt(end) === 93 ? { start: at, end: end + 1, value: null } : undefined;
  }
  const end = romanEnd(text, at);
  if (end === at || isWordCharacter(text.charCodeAt(end))) return undefined;
  return { start: at, end, value: text.slice(at, end) };
}

function readDigits(text: string, at: number, options: { suffix: boolean; commas: boolean }): Page | undefined {
  let end = digitsEnd(text, at);
  if (options.commas) {
    while (text.charCodeAt(end) === 44 && digitsEnd(text, end + 1) - end - 1 === 3) end += 4;
  }
  if (options.suffix) end = suffixEnd(text, end);
  if (isWordCharacter(text.charCodeAt(end))) return undefined;
  return { start: at, end, value: text.slice(at, end) };
}

/** Labels that may stand before a number in a pin cite, longest first. */
const PIN_LABEL =
  /(?:(?:esp(?:ecially|\.)|particularly|e\.g\.,?|cf\.|see(?:\salso)?|slip\sop\.,?)\s{1,3})?(?:(?:(?:&|and)\s?)?(?:at\s{1,3}|@\s?)?(?:footnotes?|notes?|paras?\.|paragraphs?|pages?|sec\.|nn?\.|nn?(?=\s?\d)|fns?\.|fns?(?=\s?\d)|¶¶?|§§?|\*{1,4}|pgs?\.?|pp?\.|pp?(?=\s\d))\s{0,2}|at\s{1,3}|@\s?)?[*~]?/uy;

type StartsCitation = (position: number) => boolean;

/** Past one pin number with its label, or `at` when there is none. */
function pinItemEnd(text: string, at: number, startsCitation: StartsCitation): number {
  PIN_LABEL.lastIndex = at;
  const index = PIN_LABEL.test(text) ? PIN_LABEL.lastIndex : at;
  if (index > at && startsCitation(index)) return at;
  let end = digitsEnd(text, index, 7);
  if (end === index && text.charCodeAt(index) === 95) return openEnd(text, index);
  if (end === index) {
    end = romanEnd(text, index);
    if (end === index || index === at) return at;
    return end;
  }
  end = noteEnd(text, lineEnd(text, end, startsCitation));
  if (isLetter(text.charCodeAt(end)) && !isWordCharacter(text.charCodeAt(end + 1))) end += 1;
  end = onwardEnd(text, end);
  return isWordCharacter(text.charCodeAt(end)) ? at : end;
}

/** `:24`, `-348`, `- 348`, `~48`, `-124:25` after the first number, the line's end behind the dash or not. */
function lineEnd(text: string, at: number, startsCitation: StartsCitation): number {
  let end = at;
  for (let round = 0; round < 3; round += 1) {
    if (text.charCodeAt(end) === 58 && isDigit(text.charCodeAt(end + 1))) {
      end = digitsEnd(text, end + 1, 7);
      continue;
    }
    const to = text.charCodeAt(end + 1) === SMALL_T ? RANGE_WORD.exec(text.slice(end, end + 12)) : null;
    const dash = to === null ? skipSpace(text, end, 3) : end;
    const code = text.charCodeAt(dash);
    if (to === null && !isDash(code) && code !== 126) break;
    const gap = to === null ? skipGap(text, dash + 1) : end + to[0].length;
    // A dash with spaces around it parts sentences too, and a number may be the volume of what follows.
    if (code === 0x2014 && gap > dash + 1) break;
    const from = text.charCodeAt(gap) === 42 ? gap + 1 : gap;
    const next = digitsEnd(text, from, 7);
    if (next === from || ((dash > end || gap > dash + 1) && startsCitation(from))) break;
    end = next;
  }
  return end;
}

const SMALL_T = 116;
const RANGE_WORD = /^\s(?:to|through|thru)\s(?=\d)/u;

/** `311n8`, `311 n8`, `311fn.8`: a note's number without what usually parts it from the page. */
function noteEnd(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code !== SMALL_N && code !== SMALL_F) return at;
  return at + (/^(?:nn?|fns?)\.?\s?\d{1,4}(?!\w)/u.exec(text.slice(at, at + 10))?.[0].length ?? 0);
}

const ONWARD = /^(?:\s?ff|\sf)(?:\.(?=[,;]|\s?[([{]|\s[a-z\u2014])|(?!\w))|^\set\sseqq?\./u;
const GOES_ON = /^\.(?:[,;]|\s?[([{]|\s[a-z\u2014])/u;

/** `502 et seq.`, `502ff.`, `502 ff`: the pages that follow too. */
function onwardEnd(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === 46 && text.charCodeAt(at - 1) === SMALL_F) return GOES_ON.test(text.slice(at, at + 3)) ? at + 1 : at;
  if (code !== 32 && code !== SMALL_F) return at;
  return at + (ONWARD.exec(text.slice(at, at + 11))?.[0].length ?? 0);
}

const SMALL_N = 110;
const SMALL_F = 102;

/** What may follow a pin cite: punctuation, an opening bracket, the end, or the sentence going on in lower case. */
function pinMayEnd(text: string, at: number): boolean {
  if (at >= text.length) return true;
  const code = text.charCodeAt(at);
  if (",.;:)]\\\"'\u201d\u2019\u2014".includes(text.charAt(at))) return true;
  if (!isSpace(code)) return false;
  const next = text.charCodeAt(skipSpace(text, at));
  return (
    next === 40 ||
    next === 91 ||
    next === 123 ||
    Number.isNaN(next) ||
    isLower(next) ||
    next === 38 ||
    next === 0x2014 ||
    code === 10
  );
}

/** The longest list of pages met is of fourteen. */
const PIN_ITEMS_MAX = 40;

/**
 * The pin cite at `at`: numbers with labels, separated by commas, `&` or `and`. `startsCitation` tells that a
 * number is the volume of the next citation and so ends the pin.
 */
export function readPin(text: string, at: number, startsCitation: StartsCitation): PinCite | undefined {
  if (startsCitation(at)) return undefined;
  let end = pinItemEnd(text, at, startsCitation);
  if (end === at) return undefined;
  let good = pinMayEnd(text, end) ? end : at;
  for (let items = 0; items < PIN_ITEMS_MAX; items += 1) {
    const next = nextPinItem(text, end, startsCitation);
    if (next === end) break;
    end = next;
    if (pinMayEnd(text, end)) good = end;
  }
  if (good === at) return undefined;
  return { text: text.slice(at, good), span: { start: at, end: good }, page: firstPage(text.slice(at, good)) };
}

function nextPinItem(text: string, at: number, startsCitation: StartsCitation): number {
  let from = at;
  const separator = text.charCodeAt(at);
  if (separator === 44 || separator === 59) from += 1;
  from = skipGap(text, from);
  if (from === at || startsCitation(from)) return at;
  // Behind a semicolon a sign begins something else: `39, 47; §§ 13, 14`.
  if (separator === 59 && !isDigit(text.charCodeAt(from))) return at;
  const end = pinItemEnd(text, from, startsCitation);
  if (end === from) return lastPageEnd(text, at, from, startsCitation);
  if (separator === 59) return PAGES_GO_ON.test(text.slice(end, end + 3)) ? end : at;
  return separator === 44 || !isDigit(text.charCodeAt(from)) ? end : at;
}

const JOINED = /(?:&|and)\s{1,3}(?=\d)/uy;

/** Past the last page of a list (`114, 116, and 118`); a number that counts something has a word behind it. */
function lastPageEnd(text: string, at: number, from: number, startsCitation: StartsCitation): number {
  JOINED.lastIndex = from;
  if (!JOINED.test(text) || startsCitation(JOINED.lastIndex)) return at;
  const end = pinItemEnd(text, JOINED.lastIndex, startsCitation);
  return end > JOINED.lastIndex && PAGE_LIST_ENDS.test(text.slice(end, end + 2)) ? end : at;
}

/** Behind a semicolon a number is a page only where nothing else can begin with it. */
const PAGES_GO_ON = /^(?:$|[.)]|[,;]\s\d|\s[([])/u;
const PAGE_LIST_ENDS = /^(?:$|[.;)]|,|\s[([])/u;

export function firstPage(pin: string): number | null {
  const digits = /^(?:at\s+)?(?:(?:pp?\.|pgs?\.?|pages?)\s?)?[*~]?(\d{1,7})/u.exec(pin)?.[1];
  return digits === undefined ? null : Number(digits);
}
