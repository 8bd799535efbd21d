import type { Bits } from "#index/embedded/segment/bits.ts";
import { emptyBits, listBits, setBit, WINDOW, WINDOW_WORDS } from "#index/embedded/segment/bits.ts";
import type { Layout } from "#index/embedded/layout.ts";
import { lowestField } from "#index/embedded/layout.ts";
import type { MainWeight, TermCursor } from "#index/embedded/postings/cursor.ts";
import type { Explanation, Matcher, SegmentContext } from "./matcher.ts";
import { NEVER, weightIn } from "./matcher.ts";
import { scoreBound } from "./scoring.ts";
import { mainWeightIn } from "./word-matcher.ts";

/** A word of the dictionary, and whether every posting of it has one of the fields asked for. */
export type SharedForm = { readonly cursor: TermCursor; readonly everyPostingCounts: boolean };

/** The same word asked of some fields: its score there counts `factor` times. */
export type Aspect = {
  /** A mask; no two aspects have a field in common. */
  readonly fields: number;
  readonly idf: number;
  readonly factor: number;
  /** By form: what an occurrence counts, 0 where the form stands for nothing in these fields. */
  readonly formWeights: readonly number[];
};

// One search runs at a time in a thread, and one word is weighed at a time in a search.
const matched = emptyBits();
const list = new Int32Array(WINDOW);
const weighted: Float64Array[] = [];
const NOWHERE = new Float64Array(WINDOW);

/**
 * One word asked of several fields apart, any of which is enough: as a choice of as many `WordMatcher`s, whose scores
 * are added, but every posting is read once for all of them.
 */
export class FieldsMatcher implements Matcher {
  readonly cost: number;
  readonly #context: SegmentContext;
  readonly #forms: readonly SharedForm[];
  readonly #aspects: readonly Aspect[];
  /** By field the aspect that has it, or -1. */
  readonly #aspectOf: Int32Array;
  readonly #fields: number;
  /** By form, as the main field counts it; what no aspect asks for counts 0. */
  readonly #mainWeights: readonly MainWeight[];
  readonly #nexts: Int32Array;
  readonly #bits = emptyBits();

  constructor(context: SegmentContext, forms: readonly SharedForm[], aspects: readonly Aspect[]) {
    this.#context = context;
    this.#forms = forms;
    this.#aspects = aspects;
    this.#aspectOf = aspectsByField(context.layout, aspects);
    this.#fields = aspects.reduce((mask, { fields }) => mask | fields, 0);
    const main = mainWeightIn(context, this.#fields);
    const asked = aspects[this.#aspectOf[context.layout.main] as number];
    this.#mainWeights = forms.map((_, f) => ({ ...main, weight: main.weight * (asked?.formWeights[f] ?? 0) }));
    this.#nexts = new Int32Array(forms.length);
    this.cost = forms.reduce((sum, { cursor }) => sum + cursor.frequency, 0);
  }

  next(target: number): number {
    let first = NEVER;
    this.#context.meter.add(this.#forms.length);
    for (let f = 0; f < this.#forms.length; f++) first = Math.min(first, this.#nextOf(f, target));
    return first;
  }

  match(windowStart: number, candidates: Bits): Bits {
    const bits = this.#bits;
    const fields = this.#fields;
    bits.fill(0);
    this.#context.meter.add(this.#forms.length);
    for (let f = 0; f < this.#forms.length; f++) {
      if (!this.#reaches(f, windowStart)) continue;
      const { cursor, everyPostingCounts } = this.#forms[f] as SharedForm;
      if (everyPostingCounts) cursor.collect(windowStart, candidates, bits);
      else {
        cursor.visit(windowStart, candidates, (at, index) => {
          if ((cursor.fieldsAt(index) & fields) !== 0) setBit(bits, at);
        });
      }
    }
    for (let i = 0; i < WINDOW_WORDS; i++) bits[i] = (bits[i] as number) & (candidates[i] as number);
    return bits;
  }

  score(windowStart: number, wanted: Bits, factor: number, scores: Float64Array): void {
    const count = this.#weigh(windowStart, wanted);
    const { k1 } = this.#context.layout;
    for (let a = 0; a < this.#aspects.length; a++) {
      const aspect = this.#aspects[a] as Aspect;
      const frequencies = weighted[a] as Float64Array;
      const scale = factor * aspect.factor * aspect.idf * (k1 + 1);
      for (let i = 0; i < count; i++) {
        const at = list[i] as number;
        const frequency = frequencies[at] as number;
        if (frequency > 0) scores[at] = (scores[at] as number) + (scale * frequency) / (frequency + k1);
      }
    }
  }

  bound(windowStart: number): number {
    const { layout, boundFactor, meter } = this.#context;
    let sum = 0;
    meter.add(this.#forms.length);
    const bounds = this.#forms.map(({ cursor }, f) => (this.#reaches(f, windowStart) ? cursor.bound(windowStart) : 0));
    for (const { idf, factor, formWeights } of this.#aspects) {
      let all = 0;
      for (let f = 0; f < bounds.length; f++) if ((formWeights[f] as number) > 0) all += bounds[f] as number;
      if (all > 0) sum += factor * scoreBound(layout.k1, idf, all * boundFactor);
    }
    return sum;
  }

  /** Who wants to know how a score came about asks a choice of single words. */
  explain(): Explanation | undefined {
    throw new Error("a word of several fields does not explain its scores");
  }

  /** By aspect the weighted frequencies of the wanted documents; answers how many stand in `list`. */
  #weigh(windowStart: number, wanted: Bits): number {
    const context = this.#context;
    for (let i = 0; i < WINDOW_WORDS; i++) matched[i] = (wanted[i] as number) & (this.#bits[i] as number);
    const count = listBits(matched, list);
    if (count === 0) return 0;
    for (let a = 0; a < this.#aspects.length; a++) {
      const frequencies = (weighted[a] ??= new Float64Array(WINDOW));
      for (let i = 0; i < count; i++) frequencies[list[i] as number] = 0;
    }
    context.meter.add(this.#forms.length);
    const main = weighted[this.#aspectOf[context.layout.main] as number] ?? NOWHERE;
    for (let f = 0; f < this.#forms.length; f++) {
      if (!this.#reaches(f, windowStart)) continue;
      const { cursor } = this.#forms[f] as SharedForm;
      cursor.addWeights(windowStart, matched, main, this.#mainWeights[f] as MainWeight, (at, index) => {
        this.#addOthers(f, windowStart + at, at, index);
      });
    }
    return count;
  }

  /** What a posting has in other fields than the main one. */
  #addOthers(form: number, document: number, at: number, index: number): void {
    const context = this.#context;
    const { fields } = context.layout;
    const { cursor } = this.#forms[form] as SharedForm;
    for (let rest = (cursor.masks[index] as number) & this.#fields; rest !== 0; rest &= rest - 1) {
      const field = lowestField(rest);
      const a = this.#aspectOf[field] as number;
      const weight = (this.#aspects[a] as Aspect).formWeights[form] as number;
      if (weight === 0) continue;
      const frequencies = weighted[a] as Float64Array;
      const count = cursor.others[index * fields + field] as number;
      frequencies[at] = (frequencies[at] as number) + count * weightIn(context, field, document) * weight;
    }
  }

  #nextOf(f: number, target: number): number {
    const known = this.#nexts[f] as number;
    if (known >= target) return known;
    const next = (this.#forms[f] as SharedForm).cursor.next(target);
    return (this.#nexts[f] = next >= this.#context.segment.documents ? NEVER : next);
  }

  #reaches(f: number, windowStart: number): boolean {
    return this.#nextOf(f, windowStart) < windowStart + WINDOW;
  }
}

function aspectsByField({ fields }: Layout, aspects: readonly Aspect[]): Int32Array {
  const byField = new Int32Array(fields).fill(-1);
  aspects.forEach((aspect, a) => {
    for (let rest = aspect.fields; rest !== 0; rest &= rest - 1) byField[lowestField(rest)] = a;
  });
  return byField;
}
