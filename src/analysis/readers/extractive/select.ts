import type { Span } from "#text/normal-form.ts";
import { PROPOSITIONS_MAX, QUOTE_WORDS_MAX } from "#analysis/model.ts";
import { countWords, shortened } from "#analysis/quotes/truncate.ts";
import type { Ranking } from "./ranking.ts";
import type { Term } from "./question.ts";
import type { Unit } from "./units.ts";

/** Sentences of the source that are quoted together, for one part of the question. */
export type Passage = Span & {
  /** The sentence for which it is quoted. */
  readonly unit: Unit;
  readonly asked: number;
  readonly value: number;
  readonly isTruncated: boolean;
};

/** A passage worth this much less than the best of its part is left out. */
const BEHIND_MAX = 8;

/**
 * At most six passages of at most 80 words, the parts of the question in turn, best first; none overlaps another. A
 * passage is a sentence with as much of what stands beside it in its paragraph as has room.
 */
export function selectPassages(
  units: readonly Unit[],
  rankings: readonly Ranking[],
  terms: readonly (readonly Term[])[],
): Passage[] {
  const queues = rankings.map((ranking) =>
    ranking
      .map((value, unit) => ({ value, unit }))
      .toSorted((one, other) => other.value - one.value)
      .filter(({ value }, _, all) => value >= (all[0]?.value ?? 0) - BEHIND_MAX),
  );
  const taken = new Set<number>();
  const passages: Passage[] = [];
  for (let turn = 0; passages.length < PROPOSITIONS_MAX && queues.some((queue) => queue.length > 0); turn += 1) {
    const asked = turn % queues.length;
    const next = takeNext(queues[asked] ?? [], taken);
    if (next === undefined) continue;
    const passage = passageAt(units, rankings[asked] ?? [], next, asked, taken, terms[asked] ?? []);
    if (passage !== undefined) passages.push(passage);
  }
  return passages;
}

function takeNext(queue: { unit: number }[], taken: ReadonlySet<number>): number | undefined {
  for (let head = queue.shift(); head !== undefined; head = queue.shift()) if (!taken.has(head.unit)) return head.unit;
  return undefined;
}

function passageAt(
  units: readonly Unit[],
  ranking: Ranking,
  at: number,
  asked: number,
  taken: Set<number>,
  terms: readonly Term[],
): Passage | undefined {
  const unit = units[at];
  if (unit === undefined) return undefined;
  taken.add(at);
  const value = ranking[at] ?? 0;
  if (unit.words > QUOTE_WORDS_MAX) {
    const cut = bestClauses(unit, terms);
    return cut === undefined ? undefined : { ...cut, unit, asked, value };
  }
  let [first, last, words] = [at, at, unit.words];
  for (;;) {
    const before = isJoined(units, first - 1, first, taken) ? first - 1 : -1;
    const after = isJoined(units, last + 1, last, taken) ? last + 1 : -1;
    const fits = [before, after]
      .filter((one) => one >= 0 && words + (units[one]?.words ?? 0) <= QUOTE_WORDS_MAX)
      .toSorted((one, other) => (ranking[other] ?? 0) - (ranking[one] ?? 0));
    const [best] = fits;
    if (best === undefined) break;
    words += units[best]?.words ?? 0;
    taken.add(best);
    if (best < first) first = best;
    else last = best;
  }
  return {
    unit,
    asked,
    value,
    start: units[first]?.start ?? unit.start,
    end: units[last]?.end ?? unit.end,
    isTruncated: false,
  };
}

/** Whether the sentence stands beside the other in one section and is free to be quoted with it. */
function isJoined(units: readonly Unit[], one: number, beside: number, taken: ReadonlySet<number>): boolean {
  const [unit, other] = [units[one], units[beside]];
  if (unit === undefined || other === undefined || taken.has(one)) return false;
  if (unit.part !== other.part || unit.section !== other.section || unit.isFront !== other.isFront) return false;
  if (REFERENCE.test(unit.text)) return false;
  const [first, next] = unit.start < other.start ? [unit, other] : [other, unit];
  if (first.paragraph !== next.paragraph && NOTE.test(next.text)) return false;
  const gap = next.start - first.end;
  return gap >= 0 && gap <= GAP_CHARS_MAX;
}

/** A citation that stands as a sentence, and is nothing without the one before. */
const REFERENCE = /^\W*(?:Id\.|Ibid|See\b|Cf\.|E\. ?g\.|\d+ U\. ?S\.|\d+ F\.|[\p{Lu}][\p{L}.'\u2019 ]{1,40} v\. )/u;
/** A note begins with its number. */
const NOTE = /^(?:\[\d{1,3}\]|\d{1,3})\s/u;

/** Sentences further apart have something between them that was left out. */
const GAP_CHARS_MAX = 8;

/** Of a sentence that is too long, the run of clauses that has most of what is asked. */
function bestClauses(unit: Unit, terms: readonly Term[]): (Span & { readonly isTruncated: boolean }) | undefined {
  const { text } = unit.part;
  const starts = [unit.start];
  for (const { index, 0: mark } of unit.text.matchAll(CLAUSE_BEGINS)) starts.push(unit.start + index + mark.length);
  let best: (Span & { readonly isTruncated: boolean }) | undefined;
  let most = -1;
  for (const start of starts) {
    const cut = shortened(text, { start, end: unit.end });
    if (cut === undefined || countWords(text.slice(cut.start, cut.end)) < 5) continue;
    const words = text.slice(cut.start, cut.end).toLowerCase();
    const value = terms.reduce((sum, { stem, weight, related }) => {
      if (words.includes(bareStem(stem))) return sum + weight;
      return [...related].some((one) => words.includes(bareStem(one))) ? sum + weight / 2 : sum;
    }, 0);
    if (value > most) {
      most = value;
      best = { ...cut, isTruncated: cut.isTruncated || start > unit.start };
    }
  }
  return best;
}

/** A stem key without the sign of words that have no other forms. */
function bareStem(key: string): string {
  return key.replace("=", "");
}

const CLAUSE_BEGINS = /[,;:\u2014]["'\u201d\u2019]?\s+/gu;
