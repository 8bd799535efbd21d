/** Two line feeds with nothing but white space between them. */
export const BLANK_LINE: RegExp = /\n[^\S\n]*\n/u;

const LINES_READ_MAX = 400;
const BREAKS_MIN = 12;
/** Paragraphs are longer than lines of a page. */
const LINE_CHARS_MAX = 100;

/** Whether a layout puts a blank line between every two lines of a page, so that a blank line ends nothing. */
export function isDoubleSpaced(text: string): boolean {
  const lines = text.slice(0, LINES_READ_MAX * LINE_CHARS_MAX).split("\n", LINES_READ_MAX);
  let blank = 0;
  let plain = 0;
  let long = 0;
  let wasBlank = true;
  for (const line of lines) {
    const isBlank = line.trim() === "";
    if (!isBlank && line.length > LINE_CHARS_MAX) long += 1;
    if (isBlank && !wasBlank) blank += 1;
    if (!isBlank && !wasBlank) plain += 1;
    wasBlank = isBlank;
  }
  return blank >= BREAKS_MIN && plain * 10 < blank && long * 10 < blank;
}
