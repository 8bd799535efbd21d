import { getResolvedPDFJS } from "unpdf";
import type { PlacedText } from "./page-lines.ts";
import { matrixOf, times } from "./placed-images.ts";
import type { Matrix, PdfPage } from "./placed-images.ts";

/** A dark box painted over a page after words were. */
export type Bar = { readonly left: number; readonly right: number; readonly foot: number; readonly top: number };

/** What stands in the text for a letter that a bar covers: a page shows as much. */
export const COVERED = "█";

/** The sum of red, green and blue below which nothing is read through. */
const DARK_MAX = 150;
/** Thinner is a rule, larger a picture's ground. */
const HEIGHT_MIN = 5;
const HEIGHT_MAX = 400;
const WIDTH_MIN = 5;
const BARS_MAX = 2000;

/**
 * The dark boxes that a page paints over its words. One before all words, or on which light words are set next, is the
 * ground of a heading.
 */
export async function barsOf(page: PdfPage): Promise<readonly Bar[]> {
  const { OPS } = await getResolvedPDFJS();
  const { fnArray, argsArray } = await page.getOperatorList();
  const bars: Bar[] = [];
  let waiting: Bar[] = [];
  let hasWords = false;
  const saved: (readonly [Matrix, boolean])[] = [];
  let at: Matrix = [1, 0, 0, 1, 0, 0];
  let isDark = true;
  for (const [index, operator] of fnArray.entries()) {
    const given = (argsArray[index] ?? []) as readonly unknown[];
    switch (operator) {
      case OPS.save:
        saved.push([at, isDark]);
        break;
      case OPS.paintFormXObjectBegin:
        saved.push([at, isDark]);
        at = times(at, matrixOf(given[0]));
        break;
      case OPS.restore:
      case OPS.paintFormXObjectEnd:
        [at, isDark] = saved.pop() ?? [at, isDark];
        break;
      case OPS.transform:
        at = times(at, matrixOf(given));
        break;
      case OPS.setFillRGBColor:
        isDark = isDarkColor(given[0]);
        break;
      case OPS.setFillColorN:
      case OPS.setFillTransparent:
        isDark = false;
        break;
      case OPS.constructPath: {
        const [paint, , extent] = given;
        const fills = paint === OPS.fill || paint === OPS.eoFill || paint === OPS.fillStroke;
        const bar = hasWords && fills && isDark && bars.length < BARS_MAX ? barOf(extent, at) : undefined;
        if (bar !== undefined) waiting.push(bar);
        break;
      }
      case OPS.showText:
        if (isDark) bars.push(...waiting);
        waiting = [];
        hasWords = true;
        break;
    }
  }
  return [...bars, ...waiting];
}

function isDarkColor(color: unknown): boolean {
  const hex = /^#(?<red>[\da-f]{2})(?<green>[\da-f]{2})(?<blue>[\da-f]{2})$/iu.exec(String(color))?.groups;
  if (hex === undefined) return false;
  return Object.values(hex).reduce((sum, part) => sum + Number.parseInt(part, 16), 0) <= DARK_MAX;
}

/** Of a path its extent: what is no box is taken for one only where it is as flat as a bar. */
function barOf(extent: unknown, [a, b, c, d, e, f]: Matrix): Bar | undefined {
  if (extent === null || typeof extent !== "object") return undefined;
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = Object.values(extent as Record<string, number>);
  const xs = [a * x0 + c * y0 + e, a * x1 + c * y1 + e];
  const ys = [b * x0 + d * y0 + f, b * x1 + d * y1 + f];
  const bar = { left: Math.min(...xs), right: Math.max(...xs), foot: Math.min(...ys), top: Math.max(...ys) };
  const [width, height] = [bar.right - bar.left, bar.top - bar.foot];
  return width >= WIDTH_MIN && height >= HEIGHT_MIN && height <= HEIGHT_MAX ? bar : undefined;
}

/** The words of a page with signs for the letters that bars cover: whole words, since letters differ in width. */
export function withoutCovered(items: readonly PlacedText[], bars: readonly Bar[]): readonly PlacedText[] {
  if (bars.length === 0) return items;
  return items.map((item) => {
    const middle = item.y + item.height * MIDDLE_OF_LETTERS;
    const over = bars.filter(
      ({ left, right, foot, top }) =>
        foot <= middle && top >= middle && left < item.x + item.width && right > item.x && item.width > 0,
    );
    return over.length === 0 || item.isTurned ? item : { ...item, text: over.reduce(withoutThose(item), item.text) };
  });
}

const MIDDLE_OF_LETTERS = 0.3;
/** A bar that ends within a letter's breadth of a word does not cover it. */
const SLACK = 0.6;

function withoutThose({ x, width, text }: PlacedText): (words: string, bar: Bar) => string {
  const places = [0];
  for (const letter of text) {
    for (let unit = 0; unit < letter.length; unit += 1) places.push((places.at(-1) ?? 0) + breadthOf(letter));
  }
  const each = width / (places.at(-1) || 1);
  return (words, { left, right }) =>
    words.replace(/\S+/gu, (word, at: number) => {
      const [from, to] = [x + (places[at] ?? 0) * each, x + (places[at + word.length] ?? 0) * each];
      return right > from + each * SLACK && left < to - each * SLACK ? COVERED.repeat(word.length) : word;
    });
}

/** How broad a letter is beside others, as in most fonts of text. */
function breadthOf(letter: string): number {
  if (/[iljtfrI.,:;'’!|()[\] -]/u.test(letter)) return 0.3;
  if (/[mwMW@%]/u.test(letter)) return 0.85;
  return /\p{Lu}/u.test(letter) ? 0.68 : 0.55;
}
