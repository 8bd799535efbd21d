import { nextBreak } from "./spans.ts";
import type { Span } from "./spans.ts";

type Offer = { readonly member: number; readonly start: number; readonly end: number };

/**
 * The shortest stretches within one section: from the first to the last word of a choice of one span of each member, no
 * two of which begin on the same word, that has no other choice within.
 */
export function stretchesOf(members: readonly (readonly Span[])[], breaks: readonly number[]): readonly Span[] {
  const sections = new Map<number, Offer[]>();
  members.forEach((spans, member) => {
    for (const [start, end] of spans) {
      const limit = nextBreak(breaks, start);
      if (end >= limit) continue;
      const section = sections.get(limit);
      if (section === undefined) sections.set(limit, [{ member, start, end }]);
      else section.push({ member, start, end });
    }
  });
  return [...sections.values()].flatMap((offers) => shortestIn(offers, members.length));
}

function shortestIn(offers: readonly Offer[], members: number): readonly Span[] {
  const byEnd = offers.toSorted((a, b) => a.end - b.end);
  const starts = [...new Set(offers.map(({ start }) => start))].sort((a, b) => a - b);
  const found: Span[] = [];
  for (const start of starts) {
    const end = leastEnd(byEnd, start, members);
    if (end === undefined) break;
    // A later start that reaches the same end makes a shorter stretch.
    if (found.at(-1)?.[1] === end) found.pop();
    found.push([start, end]);
  }
  return found;
}

/** The least end of a choice that begins at `start` or later. */
function leastEnd(byEnd: readonly Offer[], start: number, members: number): number | undefined {
  const choice = new Choice(members);
  return byEnd.find((offer) => offer.start >= start && choice.isCompleteWith(offer))?.end;
}

/** A matching of members and starts that grows along augmenting paths. */
class Choice {
  readonly #offered: readonly number[][];
  readonly #holders = new Map<number, number>();

  constructor(members: number) {
    this.#offered = Array.from({ length: members }, () => []);
  }

  isCompleteWith({ member, start }: Offer): boolean {
    this.#offered[member]?.push(start);
    const served = new Set(this.#holders.values());
    this.#offered.forEach((_, unserved) => {
      if (!served.has(unserved)) this.#serve(unserved, new Set());
    });
    return this.#holders.size === this.#offered.length;
  }

  #serve(member: number, seen: Set<number>): boolean {
    for (const start of this.#offered[member] ?? []) {
      if (seen.has(start)) continue;
      seen.add(start);
      const holder = this.#holders.get(start);
      if (holder !== undefined && !this.#serve(holder, seen)) continue;
      this.#holders.set(start, member);
      return true;
    }
    return false;
  }
}
