import { HISTORY_CHARS_MAX, historyIn } from "./history.ts";
import type { Citation, History } from "./model.ts";

/** Citations looked back at: enough for parallel ones and for parentheticals nested in each other. */
const KEPT = 12;

type Place = { readonly index: number; readonly core: number; readonly end: number };

/** Where the latest citations end: no name reaches back over an end, and history speaks of the one before. */
export class Preceding {
  readonly #text: string;
  readonly #places: Place[] = [];
  #count = 0;

  constructor(text: string) {
    this.#text = text;
  }

  push(citation: Citation): void {
    const { end } = citation.fullSpan;
    this.#places.push({ index: this.#count, core: citation.parentheticals[0]?.span.start ?? end, end });
    this.#count += 1;
    if (this.#places.length > KEPT) this.#places.shift();
  }

  /** The nearest end of an earlier citation at or before `position`; inside its parenthetical, where that begins. */
  floorAt(position: number): number {
    let floor = 0;
    for (const { core, end } of this.#places) {
      if (end <= position && end > floor) floor = end;
      else if (core <= position && core > floor) floor = core;
    }
    return floor;
  }

  /** What the words between the citation before and the one at `start`, called from `nameStart` on, tell of the former. */
  history(nameStart: number, start: number): History | null {
    const before = this.#endingBefore(start);
    if (before === undefined) return null;
    const from = before.end;
    const until = (place: number): string => this.#text.slice(from, Math.min(place, from + HISTORY_CHARS_MAX + 1));
    const found = historyIn(until(nameStart)) ?? (nameStart === start ? null : historyIn(until(start)));
    if (found === null) return null;
    const span = { start: from + found.offset, end: from + found.offset + found.length };
    return { relation: found.relation, span, of: before.index };
  }

  /** The citation that ends nearest before `start`; of parallel ones the first. */
  #endingBefore(start: number): Place | undefined {
    let best: Place | undefined;
    for (const place of this.#places) {
      if (place.end <= start && place.end > (best?.end ?? -1)) best = place;
    }
    return best;
  }
}
