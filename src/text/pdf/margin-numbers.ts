import type { PlacedText } from "./page-lines.ts";

/** Pleading paper numbers its lines at the margin; fewer numbers are a list's. */
const NUMBERS_MIN = 10;
const CLEAR_OF_TEXT = 2;

/** The numbers of lines in a page's left margin, set apart from what stands to their right. */
export function marginNumbers(items: readonly PlacedText[]): {
  readonly numbers: readonly PlacedText[];
  readonly others: readonly PlacedText[];
} {
  const words = items.filter(({ text }) => text.trim() !== "");
  const lefts = words.flatMap((item) => (isNumber(item) ? [] : [item.x])).toSorted((one, other) => one - other);
  // A stamp at the page's head may stand further left than its text.
  const left = lefts[Math.floor(lefts.length / 20)] ?? 0;
  const inMargin = words.filter((item) => isNumber(item) && item.x + item.width + CLEAR_OF_TEXT <= left);
  if (inMargin.length < NUMBERS_MIN || !countUp(inMargin)) return { numbers: [], others: items };
  const numbers = new Set(inMargin);
  return { numbers: inMargin, others: items.filter((item) => !numbers.has(item)) };
}

function isNumber({ text }: PlacedText): boolean {
  return /^\s*\d{1,2}\s*$/u.test(text);
}

function countUp(numbers: readonly PlacedText[]): boolean {
  const down = numbers.toSorted((one, other) => other.y - one.y).map(({ text }) => Number(text));
  return down.every((value, at) => at === 0 || value === (down[at - 1] ?? 0) + 1);
}
