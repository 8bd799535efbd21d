import type { Analysis, Source } from "#analysis/analysis.ts";
import { unitsOf } from "#analysis/readers/extractive/units.ts";
import { tokenize } from "#text/tokenize.ts";
import type { Labelled } from "./questions.ts";
import { SCRIPTED } from "./scripted.ts";

/** What an answer told, sentence by sentence. */
export type Told = {
  readonly labelled: Labelled;
  /** For each sentence of the source that stands in `answer`, in its order there, whether it answers. */
  readonly sentences: readonly boolean[];
  /** For each proposition, whether its quote answers. */
  readonly propositions: readonly boolean[];
  /** For each part that is answered in the source, whether a sentence of `answer` does. */
  readonly parts: readonly boolean[];
  readonly isToldUnanswered: boolean;
};

/** Of the shorter of two stretches, the share of words that must stand in the other in one run. */
const SHARED_SHARE = 0.6;
/** Words of a sentence that `answer` must show for it to count as told; long ones are cut there. */
const WORDS_SEEN = 40;

/** Whether words hold, or stand in, a passage that answers. */
export function answersTo(labelled: Labelled): (text: string) => boolean {
  const spans = labelled.spans.flat().map(wordsOf);
  return (text) => spans.some((span) => shares(span, wordsOf(text)));
}

export function toldOf(labelled: Labelled, source: Source, analysis: Analysis): Told {
  const spans = labelled.spans.map((span) => span.map(wordsOf));
  const answers = answersTo(labelled);
  const told = ` ${wordsOf(analysis.answer).join(" ")} `;
  const sentences = unitsOf(source)
    .map(({ text }) => ({ text, at: placeIn(told, text) }))
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => one.at - other.at);
  return {
    labelled,
    sentences: sentences.map(({ text }) => answers(text)),
    propositions: analysis.propositions.map(({ quote }) => answers(quote.text)),
    parts: spans.map((span) => sentences.some(({ text }) => span.some((one) => shares(one, wordsOf(text))))),
    isToldUnanswered: analysis.doesNotAddress.length > 0,
  };
}

function placeIn(told: string, text: string): number {
  const words = wordsOf(text);
  return words.length < 3 ? -1 : told.indexOf(` ${words.slice(0, WORDS_SEEN).join(" ")} `);
}

/** Words without numbers, which notes leave among them. */
function wordsOf(text: string): string[] {
  return tokenize(text)
    .map((token) => token.text.toLowerCase())
    .filter((word) => !/^\d{1,2}$/u.test(word));
}

function shares(one: readonly string[], other: readonly string[]): boolean {
  return longestRun(one, other) >= Math.max(1, Math.ceil(SHARED_SHARE * Math.min(one.length, other.length)));
}

function longestRun(one: readonly string[], other: readonly string[]): number {
  let best = 0;
  let row = new Uint16Array(other.length + 1);
  for (const word of one) {
    const next = new Uint16Array(other.length + 1);
    for (let at = 1; at <= other.length; at += 1) {
      if (other[at - 1] !== word) continue;
      next[at] = (row[at - 1] ?? 0) + 1;
      best = Math.max(best, next[at] ?? 0);
    }
    row = next;
  }
  return best;
}

/** Figures of what was told of opinions; shares, but for what nothing answers, which is counted. */
export function toldFigures(all: readonly Told[]): Record<string, number> {
  const some = all.filter(({ labelled }) => labelled.kind === "opinion");
  const answered = some.filter(({ labelled }) => labelled.spans.length > 0);
  const whole = answered.filter(({ labelled }) => (labelled.unanswered ?? []).length === 0);
  const figures: Record<string, number> = {
    "answer: holds an answering sentence": share(answered.map(({ sentences }) => sentences.includes(true))),
    "answer: parts answered": share(answered.flatMap(({ parts }) => parts)),
    "answer: its first sentence answers": share(answered.map(({ sentences }) => sentences[0] === true)),
    "answer: sentences that answer": share(answered.flatMap(({ sentences }) => sentences)),
    "answer: sentences that answer, all asked": share(some.flatMap(({ sentences }) => sentences)),
    "propositions that answer": share(answered.flatMap(({ propositions }) => propositions)),
    "propositions that answer, all asked": share(some.flatMap(({ propositions }) => propositions)),
    "propositions a question": mean(answered.map(({ propositions }) => propositions.length)),
    "answered questions": whole.length,
    "answered, called unanswered": whole.filter(({ isToldUnanswered }) => isToldUnanswered).length,
  };
  for (const type of ["unanswerable", ...SCRIPTED]) {
    const open = some.filter(({ labelled }) => labelled.type === type);
    if (open.length === 0) continue;
    figures[`${type}: questions`] = open.length;
    figures[`${type}: told`] = open.filter(({ isToldUnanswered }) => isToldUnanswered).length;
    figures[`${type}: told, nothing proposed`] = open.filter(
      ({ isToldUnanswered, propositions, sentences }) =>
        isToldUnanswered && propositions.length === 0 && sentences.length === 0,
    ).length;
  }
  return figures;
}

function share(told: readonly boolean[]): number {
  return mean(told.map(Number));
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
