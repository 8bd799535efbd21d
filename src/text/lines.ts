/** Where each line of a text that holds something begins, in order. */
export function lineStarts(text: string): number[] {
  return [...text.matchAll(/(?<![^\n])[^\S\n]*\S[^\n]*/gu)].map(({ index }) => index);
}

/** The first and last line of a stretch of a text, counted from 1 over the lines that hold something. */
export function linesOf(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): { readonly first: number; readonly last: number } {
  const starts = lineStarts(text);
  const before = (place: number): number => Math.max(1, starts.filter((at) => at <= place).length);
  return { first: before(start), last: before(Math.max(start, end - 1)) };
}
