/**
 * What the bytes 0x80 to 0x9F mean in Windows-1252, where they are printed characters and not control codes. 0x81,
 * 0x8D, 0x8F, 0x90 and 0x9D mean nothing there. The HTML standard reads character references by this table
 * (section 13.2.5.80, "numeric character reference end state").
 */
const WINDOWS_1252: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ", (character, index) => [
    String.fromCharCode(0x80 + index),
    character,
  ]),
);

const C1 = /[\u0080-\u009f]/u;
/** `—` and its kin in UTF-8 (E2 80 94) read byte by byte, the first as Latin `â` or as Thai `โ`. */
const UTF8_READ_AS_BYTES = /[\u00e2\u0e42]([\u0080-\u00bf])([\u0080-\u00bf])/gu;

/**
 * Gives back the characters of a text whose bytes some program on the way took for control codes: dashes, quotation
 * marks, daggers and ligatures that stand in the text as U+0080 to U+009F. A text without such codes is returned as
 * it is; so are the five codes that mean nothing.
 */
export function mendMisreadBytes(text: string): string {
  if (!C1.test(text)) return text;
  return text
    .replace(UTF8_READ_AS_BYTES, (whole, second: string, third: string) =>
      C1.test(whole) ? String.fromCharCode(0x2000 | (low6(second) << 6) | low6(third)) : whole,
    )
    .replace(/[\u0080-\u009f]/gu, (code) => WINDOWS_1252[code] ?? code);
}

const low6 = (character: string): number => character.charCodeAt(0) & 0x3f;
