/** Words from the first to the last of a match: what a reader takes in at a glance. */
const MATCH_WORDS_MAX = 42;
/** What another form of a word asked for counts beside the form that was typed. */
const OTHER_FORM = 0.6;
/** What a unit's second and third occurrence in a match add. */
const AGAIN = 0.1;
const AGAIN_MAX = 2;

/** Where the units of a query stand in a text, in the order of their first words. Words are counted from 0. */
export class Occurrences {
  readonly units: number[] = [];
  readonly firsts: number[] = [];
  readonly lasts: number[] = [];
  /** Whether the word stands there as it was typed, not in another form. */
  readonly typed: boolean[] = [];

  get count(): number {
    return this.units.length;
  }

  add(unit: number, first: number, last: number, isTyped: boolean): void {
    this.units.push(unit);
    this.firsts.push(first);
    this.lasts.push(last);
    this.typed.push(isTyped);
  }
}

/** Words of a text, both included. */
export type Match = { readonly first: number; readonly last: number };

/**
 * The run of occurrences, close together, whose different units weigh most; the first of equals. A unit that is rare in
 * the text weighs more, and more where it stands as it was typed.
 */
export function bestMatch(occurrences: Occurrences): Match | undefined {
  const { units, firsts, lasts, typed, count } = occurrences;
  const inside = new Inside(weightsOf(units));
  let best = { from: 0, to: 0, score: 0 };
  for (let from = 0, to = 0; to < count; to++) {
    inside.change(units[to] as number, typed[to] as boolean, 1);
    while (from < to && (lasts[to] as number) - (firsts[from] as number) >= MATCH_WORDS_MAX) {
      inside.change(units[from] as number, typed[from] as boolean, -1);
      from++;
    }
    if (inside.score > best.score + 1e-9) best = { from, to: to + 1, score: inside.score };
  }
  if (best.to === 0) return undefined;
  const last = lasts.slice(best.from, best.to).reduce((most, word) => Math.max(most, word), 0);
  return { first: firsts[best.from] as number, last };
}

/** By unit, from how often it occurs. */
function weightsOf(units: readonly number[]): readonly number[] {
  const counts: number[] = [];
  for (const unit of units) {
    while (counts.length <= unit) counts.push(0);
    counts[unit] = (counts[unit] as number) + 1;
  }
  return counts.map((count) => 1 / (1 + Math.log(Math.max(1, count))));
}

/** What a run of occurrences is worth as they come and go. */
class Inside {
  score = 0;
  readonly #weights: readonly number[];
  readonly #typed: number[];
  readonly #others: number[];

  constructor(weights: readonly number[]) {
    this.#weights = weights;
    this.#typed = weights.map(() => 0);
    this.#others = weights.map(() => 0);
  }

  change(unit: number, isTyped: boolean, by: 1 | -1): void {
    const before = this.#valueOf(unit);
    const counts = isTyped ? this.#typed : this.#others;
    counts[unit] = (counts[unit] as number) + by;
    this.score += this.#valueOf(unit) - before;
  }

  #valueOf(unit: number): number {
    const typed = this.#typed[unit] as number;
    const occurrences = typed + (this.#others[unit] as number);
    if (occurrences === 0) return 0;
    const again = AGAIN * Math.min(occurrences - 1, AGAIN_MAX);
    return (this.#weights[unit] as number) * ((typed > 0 ? 1 : OTHER_FORM) + again);
  }
}
