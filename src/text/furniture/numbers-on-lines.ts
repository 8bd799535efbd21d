/** A line that holds a number and no more: `3`, `- 3 -`, `Page 3 of 9`, `iv`. Large Roman numerals number parts, not pages. */
export function numberOnLine(words: string): number | undefined {
  if (words.length > NUMBER_LINE_CHARS_MAX) return undefined;
  const found = NUMBER_LINE.exec(words);
  if (found === null) return undefined;
  const { figures, roman } = found.groups ?? {};
  return figures === undefined ? romanValue(roman ?? "") : Number(figures);
}

/** `- 3 -` and `Page 3 of 9` say themselves that they number pages. */
export function saysPage(words: string): boolean {
  return /^[-\u2013\u2014]\s?\w{1,7}\s?[-\u2013\u2014]$|^Page\s/iu.test(words);
}

const NUMBER_LINE_CHARS_MAX = 24;
const NUMBER_LINE =
  /^(?:[-\u2013\u2014[]\s?)?(?:(?:Page|PAGE|page|[Pp]\.|[Pp]g\.)\s?)?(?:(?<figures>\d{1,4})|(?<roman>[ivxlc]{1,7}))(?:\s?(?:of|OF|\/)\s?\d{1,4})?(?:\s?[-\u2013\u2014\]])?$/u;

const ROMAN: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

function romanValue(letters: string): number | undefined {
  const values = Array.from(letters, (letter) => ROMAN[letter] ?? 0);
  const sum = values.reduce((total, value, at) => total + (value < (values[at + 1] ?? 0) ? -value : value), 0);
  return inRoman(sum) === letters ? sum : undefined;
}

function inRoman(value: number): string {
  const steps = [
    [100, "c"],
    [90, "xc"],
    [50, "l"],
    [40, "xl"],
    [10, "x"],
    [9, "ix"],
    [5, "v"],
    [4, "iv"],
    [1, "i"],
  ] as const;
  let left = value;
  let written = "";
  for (const [step, letters] of steps) {
    while (left >= step) {
      written += letters;
      left -= step;
    }
  }
  return written;
}
