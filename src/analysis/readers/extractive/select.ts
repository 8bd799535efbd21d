import type { Span } from "#text/normal-form.ts";
import { PROPOSITIONS_MAX, QUOTE_WORDS_MAX } from "#analysis/model.ts";
import { bestClauses } from "./long-sentence.ts";
import { chancesOf } from "./ranking.ts";
import type { Ranking } from "./ranking.ts";
import type { Term } from "./question.ts";
import type { Unit } from "./units.ts";

/** Sentences of the source that are quoted together, for one part of the question. */
export type Passage = Span & {
  /** The sentence for which it is quoted. */
  readonly unit: Unit;
  readonly asked: number;
  /** What the ranking says of that sentence. */
  readonly value: number;
  readonly isTruncated: boolean;
};

/** A run of sentences, by their numbers, both included. */
type Run = { readonly first: number; readonly last: number };

/**
 * At most six passages of at most 80 words, none of which overlaps another. The parts of the question take turns; each
 * takes the run of neighbouring sentences that is most likely to hold its answer, by the sum of their chances: several
 * fair sentences together can be worth more than the best one alone. A part that is left out takes no turn.
 */
export function selectPassages(
  units: readonly Unit[],
  rankings: readonly Ranking[],
  terms: readonly (readonly Term[])[],
  isLeftOut: readonly boolean[] = [],
): Passage[] {
  const chances = rankings.map(chancesOf);
  const isJoined = units.map((unit, at) => isQuotedWith(units[at - 1], unit));
  const taken = new Set<number>();
  const passages: Passage[] = [];
  const open = new Set([...rankings.keys()].filter((asked) => isLeftOut[asked] !== true));
  for (let turn = 0; passages.length < PROPOSITIONS_MAX && open.size > 0; turn += 1) {
    const asked = turn % rankings.length;
    if (!open.has(asked)) continue;
    const run = bestRun(units, chances[asked] ?? [], isJoined, taken);
    if (run === undefined) {
      open.delete(asked);
      continue;
    }
    for (let at = run.first; at <= run.last; at += 1) taken.add(at);
    const passage = passageOf(units, run, rankings[asked] ?? [], terms[asked] ?? []);
    if (passage !== undefined) passages.push({ ...passage, asked });
  }
  return passages;
}

function bestRun(
  units: readonly Unit[],
  chances: readonly number[],
  isJoined: readonly boolean[],
  taken: ReadonlySet<number>,
): Run | undefined {
  let best: Run | undefined;
  let most = 0;
  for (let first = 0; first < units.length; first += 1) {
    let [words, sum] = [0, 0];
    for (let last = first; last < units.length && !taken.has(last); last += 1) {
      words += units[last]?.words ?? 0;
      if (last > first && (isJoined[last] !== true || words > QUOTE_WORDS_MAX)) break;
      sum += chances[last] ?? 0;
      const isReadable = last === first || !REFERENCE.test(units[first]?.text ?? "");
      if (sum > most && isReadable) {
        most = sum;
        best = { first, last };
      }
    }
  }
  return best;
}

function passageOf(
  units: readonly Unit[],
  { first, last }: Run,
  ranking: Ranking,
  terms: readonly Term[],
): Omit<Passage, "asked"> | undefined {
  let at = first;
  for (let other = first; other <= last; other += 1) if ((ranking[other] ?? 0) > (ranking[at] ?? 0)) at = other;
  const [unit, begin, end] = [units[at], units[first], units[last]];
  if (unit === undefined || begin === undefined || end === undefined) return undefined;
  const value = ranking[at] ?? 0;
  if (unit.words <= QUOTE_WORDS_MAX) return { unit, value, start: begin.start, end: end.end, isTruncated: false };
  const cut = bestClauses(unit, terms);
  return cut === undefined ? undefined : { ...cut, unit, value };
}

/** Whether a sentence may be quoted with the one before it: both stand in one section with nothing left out between. */
function isQuotedWith(before: Unit | undefined, unit: Unit): boolean {
  if (before === undefined || before.part !== unit.part) return false;
  if (before.section !== unit.section || before.isFront !== unit.isFront) return false;
  if (before.paragraph !== unit.paragraph && NOTE.test(unit.text)) return false;
  const gap = unit.start - before.end;
  return gap >= 0 && gap <= GAP_CHARS_MAX;
}

/** A citation that stands as a sentence, and is nothing without the one before. */
const REFERENCE = /^\W*(?:Id\.|Ibid|See\b|Cf\.|E\. ?g\.|\d+ U\. ?S\.|\d+ F\.|[\p{Lu}][\p{L}.'\u2019 ]{1,40} v\. )/u;
/** A note begins with its number. */
const NOTE = /^(?:\[\d{1,3}\]|\d{1,3})\s/u;

/** Sentences further apart have something between them that was left out. */
const GAP_CHARS_MAX = 8;
