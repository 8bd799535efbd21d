import { isDigit, isSpace, isUpper } from "./characters.ts";
import type { Page } from "./pages.ts";

/** What scanning makes of figures: `l` and `I` of 1, `O` of 0. */
export function asFigures(printed: string): string {
  return printed.replace(/[lI]/gu, "1").replace(/[Oo]/gu, "0");
}

const VOLUME_CHARS_MAX = 4;

/** Past a volume with such letters among its figures (`4l0` before ` U.S.`), or `at`. */
export function misreadVolumeEnd(text: string, at: number): number {
  let end = at;
  let figures = 0;
  for (; end < at + VOLUME_CHARS_MAX; end += 1) {
    const code = text.charCodeAt(end);
    if (isDigit(code)) figures += 1;
    else if (!mayBeFigure(code)) break;
  }
  const isMixed = figures > 0 && figures < end - at;
  return isMixed && isSpace(text.charCodeAt(end)) && isUpper(text.charCodeAt(end + 1)) ? end : at;
}

/** A figure, or a letter that scanning makes of one. */
export function mayBeFigure(code: number): boolean {
  return isDigit(code) || code === SMALL_L || code === CAPITAL_I || code === CAPITAL_O;
}

const SMALL_L = 108;
const CAPITAL_I = 73;
const CAPITAL_O = 79;

const PAGE = /^(?=[\dlIO]{0,5}[lIO])[\dlIO]{1,5}(?![\w-])/u;
/** What may stand behind a letter alone; `R. I.` and `l. c.` go on. */
const ENDS = /^(?:$|[,;:)\]]|\s{0,2}[([])/u;
const SENTENCE_ENDS = /^\.(?:$|\s+[A-Z])/u;

/** `13 Edw. I` is a statute of a king. */
const REGNAL = /^(?:Edw|Hen|Geo|Car|Ric|Rich|Wm|Will|Jac|Eliz|Vict|Ann)\b/u;

/** A first page with such letters behind an abbreviated reporter: `392 U.S. l`; a letter alone only where a page would end. */
export function misreadPage(text: string, at: number, reporter: string): Page | undefined {
  const printed = PAGE.exec(text.slice(at, at + 6))?.[0];
  if (printed === undefined || !reporter.includes(".") || REGNAL.test(reporter)) return undefined;
  const value = asFigures(printed);
  const end = at + printed.length;
  const rest = text.slice(end, end + 4);
  const mayEnd = /\d/u.test(printed) || ENDS.test(rest) || (printed === "l" && SENTENCE_ENDS.test(rest));
  if (value.startsWith("0") || !mayEnd) return undefined;
  return { start: at, end, value };
}
