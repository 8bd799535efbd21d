import { stemKeyOf } from "#text/stem.ts";
import { tokenize } from "#text/tokenize.ts";
import { stemsIn } from "#text/word-stems.ts";
import { countWords } from "../quotes/truncate.ts";
import { readQuestion } from "../readers/extractive/question.ts";
import { companyOf } from "../readers/extractive/company.ts";
import { bestOf, chancesOf, rank } from "../readers/extractive/ranking.ts";
import { stockOf } from "../readers/extractive/stock.ts";
import type { Stock } from "../readers/extractive/stock.ts";
import type { Unit } from "../readers/extractive/units.ts";

/** A line of a docket sheet. */
export type DocketLine = { readonly id: string; readonly description: string; readonly dateFiled: string | null };

export type RelevantLine = {
  readonly id: string;
  readonly score: number;
  /** Words of the question that the line has, in any form; empty where it has words that stand for them. */
  readonly shared: readonly string[];
  /** The same for each thing that is asked; together 1 over all lines. */
  readonly chances: readonly number[];
};

/** Of the best line's score, what a line must have that shares no word with the question. */
const SCORE_SHARE_MIN = 0.1;

/**
 * The lines that bear on a question, best first, at most `max`. A line that has none of its words, nor any that stand for
 * one, is told where words of like company make it nearly as likely as the best. A line's score is how likely it answers
 * one of the things that are asked.
 */
export function relevantEntries(question: string, entries: readonly DocketLine[], max: number): RelevantLine[] {
  return relevantIn(question, entries, stockOfLines(entries)).slice(0, Math.max(0, max));
}

/** The words of lines, each line as a sentence. */
export function stockOfLines(entries: readonly DocketLine[]): Stock {
  return stockOf(entries.map((entry, at) => unitOf(entry, at, entries.length)));
}

/** All that `relevantEntries` tells, of lines whose words are known. */
export function relevantIn(question: string, entries: readonly DocketLine[], stock: Stock): RelevantLine[] {
  const read = readQuestion(question);
  const chances = rank(read, stock).map(chancesOf);
  const scores = entries.map((_, at) => chances.reduce((sum, of) => sum + (of[at] ?? 0), 0) / chances.length);
  const best = Math.max(0, bestOf(scores));
  const company = companyOf(read.terms, stock);
  const words = new Map(tokenize(question).map(({ text }) => [stemKeyOf(text), text]));
  return entries
    .flatMap(({ id }, at) => {
      const [score, has] = [scores[at] ?? 0, stock.counts[at] ?? new Map<string, number>()];
      const isMet = read.terms.some(
        ({ stem, related }) => has.has(stem) || [...related].some((other) => has.has(other)),
      );
      const isAlike = (company[at]?.met ?? 0) > 0 && score > best * SCORE_SHARE_MIN;
      if (!isMet && !isAlike) return [];
      const shared = read.terms.flatMap(({ stem }) => (has.has(stem) ? (words.get(stem) ?? []) : []));
      return [{ id, shared, score, chances: chances.map((of) => of[at] ?? 0) }];
    })
    .toSorted((one, other) => other.score - one.score);
}

function unitOf({ id, description, dateFiled }: DocketLine, at: number, count: number): Unit {
  const text = dateFiled === null ? description : `${dateFiled} ${description}`;
  return {
    part: { id, text, section: null, url: null, pages: [] },
    start: 0,
    end: text.length,
    text,
    words: countWords(text),
    stems: stemsIn(text),
    section: null,
    position: count <= 1 ? 0 : at / (count - 1),
    paragraph: at,
    isHeading: false,
    isFront: false,
  };
}
