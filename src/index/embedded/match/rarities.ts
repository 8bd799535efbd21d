import type { Segment } from "#index/embedded/segment/segment.ts";
import type { Expansion } from "#index/embedded/terms/expand.ts";
import type { WorkMeter } from "#index/embedded/work-meter.ts";
import { idf } from "./scoring.ts";

/**
 * How rare query words are in the whole index: by the documents that hold any of the words one stands for. Counted when
 * it is first asked for, since that may read postings.
 */
export class Rarities {
  readonly #segments: readonly Segment[];
  readonly #meter: WorkMeter;
  readonly #areCounted: boolean;
  readonly #documents: number;
  readonly #known = new Map<Expansion, number>();

  /** Where nothing is scored they need not be `areCounted`. */
  constructor(segments: readonly Segment[], meter: WorkMeter, areCounted: boolean) {
    this.#segments = segments;
    this.#meter = meter;
    this.#areCounted = areCounted;
    this.#documents = segments.reduce((sum, { documents }) => sum + documents, 0);
  }

  of(expansion: Expansion): number {
    const known = this.#known.get(expansion);
    if (known !== undefined) return known;
    const rarity = idf(this.#documents, this.#areCounted ? this.#holders(expansion) : expansion.frequency);
    this.#known.set(expansion, rarity);
    return rarity;
  }

  #holders({ fields, found }: Expansion): number {
    return this.#segments.reduce((sum, segment, s) => {
      const words = (found[s] ?? []).map(({ term }) => term);
      return sum + segment.holders(words, fields, this.#meter);
    }, 0);
  }
}
