import { normalForm } from "#text/normal-form.ts";
import type { Span } from "#text/normal-form.ts";
import { foldTypography } from "#text/typography.ts";

/**
 * A text in the form in which quotations are compared: words whole that a line's end breaks, ligatures as letters, ASCII
 * quotation marks and dashes, white space single. Case and punctuation stay.
 */
export type Comparable = {
  readonly text: string;
  /** The place in the text that was given of a span of this one. */
  readonly spanOf: (span: Span) => Span;
};

export function comparableForm(given: string): Comparable {
  const whole = normalForm(given);
  const folded = foldTypography(whole.text);
  const gaps: Gap[] = [];
  const pieces: string[] = [];
  let [length, read] = [0, 0];
  for (const { 0: found, index } of folded.matchAll(/\s+/gu)) {
    const isEdge = index === 0 || index + found.length === folded.length;
    const written = isEdge ? "" : " ";
    if (found === written) continue;
    pieces.push(folded.slice(read, index), written);
    length += index - read + written.length;
    read = index + found.length;
    gaps.push({ at: length, from: read });
  }
  if (gaps.length === 0) return { text: folded, spanOf: whole.spanOf };
  pieces.push(folded.slice(read));
  return {
    text: pieces.join(""),
    spanOf: ({ start, end }) => {
      const from = placeOf(gaps, start);
      return whole.spanOf({ start: from, end: end <= start ? from : placeOf(gaps, end - 1) + 1 });
    },
  };
}

/** Behind each run of white space that was written otherwise: where the text goes on, here and in the text before. */
type Gap = { readonly at: number; readonly from: number };

/** The single space that stands for a run is its last character. */
function placeOf(gaps: readonly Gap[], at: number): number {
  let low = 0;
  let high = gaps.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((gaps[middle]?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  const last = gaps[low - 1];
  return last === undefined ? at : last.from + (at - last.at);
}
