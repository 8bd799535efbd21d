import type { WorkMeter } from "#index/embedded/work-meter.ts";
import type { Section } from "./section.ts";
import type { SpanBatch } from "./span-batch.ts";

/**
 * Finds the shortest stretches of a section: from the first to the last word of a choice of one span of each batch, no
 * two of which begin on the same word, that has no other choice within.
 */
export class Stretches {
  readonly #members: number;
  readonly #meter: WorkMeter;
  /** Spans of the section, in the order of their ends. */
  readonly #spans: Span[] = [];
  /** By member, the starts it may take so far, and the one it has taken; below 0 for none. */
  readonly #offered: number[][];
  readonly #taken: number[];
  readonly #seen = new Set<number>();
  /** No span before this one ends where a start that comes still can reach. */
  #first = 0;

  constructor(members: number, meter: WorkMeter) {
    this.#members = members;
    this.#meter = meter;
    this.#offered = Array.from({ length: members }, () => []);
    this.#taken = Array.from({ length: members }, () => NONE);
  }

  /** Adds the section's stretches, in order. */
  addTo(out: SpanBatch, section: Section): void {
    const spans = this.#collect(section);
    const starts = [...new Set(spans.map(({ start }) => start))].sort((a, b) => a - b);
    this.#first = 0;
    let before = NONE;
    let beforeEnd = NONE;
    for (const start of starts) {
      const end = this.#leastEnd(start);
      if (end === NONE) break;
      // A later start that reaches the same end makes a shorter stretch.
      if (end > beforeEnd && before !== NONE) out.add(before, beforeEnd);
      before = start;
      beforeEnd = end;
    }
    if (before !== NONE) out.add(before, beforeEnd);
  }

  #collect({ batches, from, to, limit }: Section): readonly Span[] {
    const spans = this.#spans;
    spans.length = 0;
    batches.forEach(({ starts, ends }, member) => {
      for (let i = from[member] as number; i < (to[member] as number); i++) {
        const end = ends[i] as number;
        if (end < limit) spans.push({ member, start: starts[i] as number, end });
      }
    });
    this.#meter.add(spans.length * 2);
    return spans.sort((a, b) => a.end - b.end || a.start - b.start);
  }

  /**
   * The least end of a choice that begins at `start` or later; below 0 when there is none. Spans are offered in the order
   * of their ends until every member has one: a matching of members and starts that grows along augmenting paths.
   */
  #leastEnd(start: number): number {
    for (const starts of this.#offered) starts.length = 0;
    this.#taken.fill(NONE);
    let served = 0;
    while ((this.#spans[this.#first]?.end ?? Infinity) < start) this.#first++;
    for (let at = this.#first; at < this.#spans.length; at++) {
      const span = this.#spans[at] as Span;
      this.#meter.add(this.#members);
      if (span.start < start) continue;
      this.#offered[span.member]?.push(span.start);
      for (let member = 0; member < this.#members; member++) {
        if (this.#taken[member] !== NONE) continue;
        this.#seen.clear();
        if (this.#serve(member)) served++;
      }
      if (served === this.#members) return span.end;
    }
    return NONE;
  }

  /** Gives a member a start, moving others to another of theirs where that helps. */
  #serve(member: number): boolean {
    for (const start of this.#offered[member] ?? []) {
      this.#meter.add(1);
      if (this.#seen.has(start)) continue;
      this.#seen.add(start);
      const holder = this.#taken.indexOf(start);
      if (holder !== -1 && !this.#serve(holder)) continue;
      this.#taken[member] = start;
      return true;
    }
    return false;
  }
}

type Span = { readonly member: number; readonly start: number; readonly end: number };

/** No position. */
const NONE = -1;
