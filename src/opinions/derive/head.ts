/** How much of an opinion can be its head: caption, counsel, syllabus, panel, author's line. */
const HEAD_CHARS_MAX = 8_000;
const TAIL_CHARS_MAX = 1_500;

/** The lines of the head of an opinion, trimmed, none empty. */
export function headLines(text: string, chars_max: number = HEAD_CHARS_MAX): string[] {
  return linesOf(text.slice(0, chars_max));
}

/** The lines at the end of an opinion, where some courts set their note. */
export function tailLines(text: string): string[] {
  return text.length <= HEAD_CHARS_MAX
    ? []
    : linesOf(text.slice(Math.max(HEAD_CHARS_MAX, text.length - TAIL_CHARS_MAX)));
}

function linesOf(text: string): string[] {
  return text.split(/\n+/u).flatMap((line) => {
    const trimmed = line.replace(/\s+/gu, " ").trim();
    return trimmed === "" ? [] : [trimmed];
  });
}
