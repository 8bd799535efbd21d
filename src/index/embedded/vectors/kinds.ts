import type { NearestHit } from "#index/index.ts";
import { partsOf, scoreOf } from "#index/vectors.ts";
import type { Nearness } from "#index/vectors.ts";
import type { Segment } from "#index/embedded/segment/segment.ts";
import type { Comparison } from "./comparison.ts";
import { nearestPassages } from "./nearest-passages.ts";
import type { NearPassage } from "./nearest-passages.ts";
import type { PassageSources } from "./passage-sources.ts";

/** One document as a query sees it: by its own text, and by what others say of it. */
export class Kinds {
  readonly #segment: Segment;
  readonly #comparison: Comparison;
  readonly #share: number;
  readonly #own: readonly NearPassage[];
  readonly #said: readonly NearPassage[];

  constructor(segment: Segment, document: number, comparison: Comparison, sources: PassageSources, otherShare: number) {
    this.#segment = segment;
    this.#comparison = comparison;
    this.#share = otherShare;
    [this.#own, this.#said] = nearestPassages(segment, document, comparison, sources);
  }

  /** Its nearest own passage. */
  get firstOwn(): number | undefined {
    return this.#own[0]?.passage;
  }

  get score(): number {
    return scoreOf({ own: this.#own[0]?.cosine, said: this.#said[0]?.cosine }, this.#share);
  }

  /** From what is on disk of the passages that may be the nearest. */
  fineScore(): number {
    return scoreOf(this.#nearness(), this.#share);
  }

  /** What each kind adds to the score. */
  parts(): Pick<NearestHit, "own" | "said"> {
    return partsOf(this.#nearness(), this.#share);
  }

  #nearness(): Nearness {
    return { own: this.#finest(this.#own), said: this.#finest(this.#said) };
  }

  #finest(passages: readonly NearPassage[]): number | undefined {
    if (passages.length === 0) return undefined;
    const { vectors } = this.#segment.opened;
    return Math.max(...passages.map(({ passage }) => this.#comparison.fromFine(vectors, passage)));
  }
}
