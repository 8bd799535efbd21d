/** A mark that opens stands behind a space, a dash or a bracket and before a word. */
const OPENS_BEHIND = /[\s([{—–-]/u;

/**
 * Tells which positions of a text stand inside quotation marks. Double marks do not nest (a quotation within another has
 * single ones), so a second opening one means that the first was never closed: a mark that scanning lost must not turn
 * the rest of an opinion into a quotation. A paragraph that opens with a mark and does not close it (a quotation running
 * on) ends with the paragraph.
 */
export function quotedRuns(text: string): (position: number) => boolean {
  const starts: number[] = [];
  const ends: number[] = [];
  let openedAt = -1;
  const close = (at: number): void => {
    if (openedAt < 0) return;
    starts.push(openedAt);
    ends.push(at);
    openedAt = -1;
  };
  for (const match of text.matchAll(/["“”]|\n\s*\n/gu)) {
    const at = match.index;
    close(at);
    if (match[0] === "“" || (match[0] === '"' && opens(text, at))) openedAt = at;
  }
  close(text.length);
  return (position) => {
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= position) low = middle + 1;
      else high = middle;
    }
    return low > 0 && position < (ends[low - 1] ?? 0);
  };
}

function opens(text: string, at: number): boolean {
  const before = text[at - 1];
  const after = text[at + 1];
  return (before === undefined || OPENS_BEHIND.test(before)) && after !== undefined && !/\s/u.test(after);
}
