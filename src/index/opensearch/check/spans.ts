/** Positions of a place's first and last word. */
export type Span = readonly [start: number, end: number];

/** By their starts, then their ends; each once. */
export function ordered(spans: readonly Span[]): readonly Span[] {
  const sorted = spans.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  return sorted.filter(([start, end], at) => {
    const before = sorted[at - 1];
    return before === undefined || before[0] !== start || before[1] !== end;
  });
}

/** Pairs of which one ends at most `distance` words before the other starts, from start to end. */
export function pairsWithin(before: readonly Span[], after: readonly Span[], distance: number): Span[] {
  return before.flatMap(([start, end]) => {
    const pairs: Span[] = [];
    for (let at = firstAfter(after, end); at < after.length; at++) {
      const [begins, ends] = after[at] as Span;
      if (begins - end > distance) break;
      pairs.push([start, ends]);
    }
    return pairs;
  });
}

/** Pairs of which one ends before the other starts, and no break stands behind the first word up to the last. */
export function pairsUnbroken(before: readonly Span[], after: readonly Span[], breaks: readonly number[]): Span[] {
  return before.flatMap(([start, end]) => {
    const limit = nextBreak(breaks, start);
    const pairs: Span[] = [];
    for (let at = firstAfter(after, end); at < after.length; at++) {
      const [begins, ends] = after[at] as Span;
      if (begins >= limit) break;
      if (ends < limit) pairs.push([start, ends]);
    }
    return pairs;
  });
}

/** The first break behind a position; Infinity where there is none. */
export function nextBreak(breaks: readonly number[], position: number): number {
  return breaks[firstWhere(breaks.length, (at) => (breaks[at] as number) > position)] ?? Infinity;
}

function firstAfter(spans: readonly Span[], end: number): number {
  return firstWhere(spans.length, (at) => (spans[at] as Span)[0] > end);
}

/** The first place for which it holds, where it holds for all that follow. */
export function firstWhere(count: number, holds: (at: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
