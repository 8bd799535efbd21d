/**
 * Tells which positions of a text stand inside quotation marks. Curly marks nest; straight ones alternate. A paragraph
 * that opens with a mark and does not close it (a quotation running on) ends with the paragraph.
 */
export function quotedRuns(text: string): (position: number) => boolean {
  const starts: number[] = [];
  const ends: number[] = [];
  let depth = 0;
  let straight = false;
  let openedAt = -1;
  const close = (at: number): void => {
    if (openedAt < 0) return;
    starts.push(openedAt);
    ends.push(at);
    openedAt = -1;
  };
  for (const match of text.matchAll(/["“”]|\n\s*\n/gu)) {
    const mark = match[0];
    const at = match.index;
    if (mark === "“") depth += 1;
    else if (mark === "”") depth = Math.max(0, depth - 1);
    else if (mark === '"') straight = !straight;
    else {
      depth = 0;
      straight = false;
    }
    if (depth > 0 || straight) {
      if (openedAt < 0) openedAt = at;
    } else close(at);
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
