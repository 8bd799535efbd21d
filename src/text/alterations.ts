import { APOSTROPHE, classOf, IGNORED, LETTER, PERIOD, SEPARATOR } from "./characters.ts";

/**
 * Bracketed alterations, as lawyers mark them in quotations: `[t]hreadbare`, `recogniz[ing]`, `state[d]`, `Court['s]`.
 * `Viet[N]ow`. Letters in brackets belong to the word that they touch, and the brackets are passed over; `[sic]` never
 * does.
 */
const OPEN = 0x5b;
const CLOSE = 0x5d;
/** More letters than any alteration has. */
const LETTERS_MAX = 24;

/** Whether the bracket that opens at `open` goes on with the word before it. */
export function continuesWord(text: string, open: number): boolean {
  const before = text.charCodeAt(open - 1);
  // In `78j[a]` the letters are a subsection's.
  if (!isLetter(before) || isDigit(text.charCodeAt(open - 2))) return false;
  return closingOf(text, open) > 0;
}

/** Whether the bracket that opens at `open` begins the word that goes on behind it. */
export function beginsWord(text: string, open: number): boolean {
  const before = text.charCodeAt(open - 1);
  if (isLetter(before) || isDigit(before) || !isLetter(text.charCodeAt(open + 1))) return false;
  const close = closingOf(text, open);
  return close > 0 && goesOnBehind(text, close);
}

/** Whether the word in whose bracket this one closes goes on. */
export function goesOnBehind(text: string, close: number): boolean {
  const next = text.charCodeAt(close + 1);
  if (classOf(next) === APOSTROPHE) return isLetter(text.charCodeAt(close + 2));
  return isLetter(next);
}

/** Where the brackets of all alterations in a text stand. */
export function alterationBrackets(text: string): Set<number> {
  const found = new Set<number>();
  for (let open = text.indexOf("["); open !== -1; open = text.indexOf("[", open + 1)) {
    const close = closingOf(text, open);
    const continues = continuesWord(text, open);
    if (!continues && !beginsWord(text, open)) continue;
    found.add(open);
    found.add(close);
  }
  return found;
}

/** Where the bracket at `open` closes when letters alone stand in it; 0 when something else does. */
export function closingOf(text: string, open: number): number {
  if (text.charCodeAt(open) !== OPEN) return 0;
  let letters = 0;
  for (let at = open + 1; at <= open + LETTERS_MAX + 1 && at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === CLOSE) return letters > 0 && isAlteration(text, open, at) ? at : 0;
    const kind = classOf(code);
    if (isLetter(code)) letters++;
    else if (kind !== APOSTROPHE && kind !== IGNORED) return 0;
  }
  return 0;
}

/** `[sic]` is none, nor is an ending (`['s]`) before another letter. */
function isAlteration(text: string, open: number, close: number): boolean {
  const isEnding = classOf(text.charCodeAt(open + 1)) === APOSTROPHE;
  return isEnding ? !isLetter(text.charCodeAt(close + 1)) : !/^sic$/iu.test(text.slice(open + 1, close));
}

function isLetter(code: number): boolean {
  const kind = Number.isNaN(code) ? SEPARATOR : classOf(code);
  return kind === LETTER || (kind > 0x39 && kind < PERIOD);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
