import type { SeededRandom } from "./random.ts";

/**
 * Who cites what in which words, as rows: `passages[starts[d], starts[d + 1])` are the passages of decision `d` (of one
 * that is not held there are none). A citing row's words come from the decision `citing` and speak of `cited`; rows of
 * one cited decision stand together.
 */
export type CitationLinks = {
  readonly passageStarts: Uint32Array;
  readonly rows: Uint32Array;
  readonly citing: Uint32Array;
  readonly cited: Uint32Array;
};

/** Others that are looked at before a citing passage counts as the only one of its kind. */
const DRAWS = 8;
/** How often the passage to be found is the decision's own where it could be another's words as well. */
const OWN_SHARE = 0.5;

/** What words around a citation have to find: passages of the cited decision or what others say when they cite it. */
export class CitationPairs {
  readonly #links: CitationLinks;
  /** Of each link, the first and the last behind of those that cite the same. */
  readonly #groups: Uint32Array;
  /** Links from which something can be learned. */
  readonly usable: Uint32Array;

  constructor(links: CitationLinks) {
    this.#links = links;
    this.#groups = groupsOf(links.cited);
    this.usable = Uint32Array.from(links.rows.keys()).filter((link) => this.hasPassages(link) || this.#hasOthers(link));
  }

  hasPassages(link: number): boolean {
    const [from, to] = this.passages(link);
    return to > from;
  }

  /** Where the passages of the decision that a link cites begin and end. */
  passages(link: number): readonly [number, number] {
    const { cited, passageStarts } = this.#links;
    const decision = cited[link] as number;
    return [passageStarts[decision] ?? 0, passageStarts[decision + 1] ?? 0];
  }

  row(link: number): number {
    return this.#links.rows[link] as number;
  }

  cited(link: number): number {
    return this.#links.cited[link] as number;
  }

  /** The row that a link's words are to find this time; `best` is the decision's passage that is nearest to them. */
  draw(link: number, best: number, random: SeededRandom): number {
    const hasOwn = this.hasPassages(link);
    if (hasOwn && random.next() < OWN_SHARE) return best;
    const other = this.#other(link, random);
    return other === undefined ? best : this.row(other);
  }

  /** Another decision's words about the same. */
  #other(link: number, random: SeededRandom): number | undefined {
    const { citing } = this.#links;
    const from = this.#groups[link * 2] as number;
    const to = this.#groups[link * 2 + 1] as number;
    for (let draw = 0; draw < DRAWS; draw++) {
      const other = from + random.below(to - from);
      if (citing[other] !== citing[link]) return other;
    }
    if (this.hasPassages(link)) return undefined;
    for (let other = from; other < to; other++) if (citing[other] !== citing[link]) return other;
    return undefined;
  }

  #hasOthers(link: number): boolean {
    const { citing } = this.#links;
    const to = this.#groups[link * 2 + 1] as number;
    for (let other = this.#groups[link * 2] as number; other < to; other++) {
      if (citing[other] !== citing[link]) return true;
    }
    return false;
  }
}

function groupsOf(cited: Uint32Array): Uint32Array {
  const groups = new Uint32Array(cited.length * 2);
  for (let from = 0; from < cited.length;) {
    let to = from;
    while (to < cited.length && cited[to] === cited[from]) to++;
    for (let link = from; link < to; link++) {
      groups[link * 2] = from;
      groups[link * 2 + 1] = to;
    }
    from = to;
  }
  return groups;
}
