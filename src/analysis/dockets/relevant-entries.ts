import { stemKeyOf } from "#text/stem.ts";
import { tokenize } from "#text/tokenize.ts";
import { countWords } from "../quotes/truncate.ts";
import { readQuestion } from "../readers/extractive/question.ts";
import { rank } from "../readers/extractive/ranking.ts";
import { stockOf } from "../readers/extractive/stock.ts";
import type { Unit } from "../readers/extractive/units.ts";

/** A line of a docket sheet. */
export type DocketLine = { readonly id: string; readonly description: string; readonly dateFiled: string | null };

type RelevantLine = {
  readonly id: string;
  readonly score: number;
  /** Words of the question that the line has, in any form; empty where it has words that stand for them. */
  readonly shared: readonly string[];
};

/** The lines that bear on a question, best first, at most `max`; those that share nothing with it are left out. */
export function relevantEntries(question: string, entries: readonly DocketLine[], max: number): RelevantLine[] {
  const read = readQuestion(question);
  const units = entries.map((entry, at) => unitOf(entry, at, entries.length));
  const stock = stockOf(units);
  const rankings = rank(read, stock);
  const words = new Map(tokenize(question).map(({ text }) => [stemKeyOf(text), text]));
  return entries
    .flatMap(({ id }, at) => {
      const has = stock.counts[at] ?? new Map<string, number>();
      const met = read.terms.filter(
        ({ stem, related }) => has.has(stem) || [...related].some((other) => has.has(other)),
      );
      if (met.length === 0) return [];
      const shared = met.flatMap(({ stem }) => (has.has(stem) ? (words.get(stem) ?? []) : []));
      return [{ id, shared, value: Math.max(...rankings.map((ranking) => ranking[at] ?? 0)) }];
    })
    .toSorted((one, other) => other.value - one.value)
    .slice(0, Math.max(0, max))
    .map(({ id, shared, value }) => ({ id, shared, score: 1 / (1 + Math.exp(-value / 3)) }));
}

function unitOf({ id, description, dateFiled }: DocketLine, at: number, count: number): Unit {
  const text = dateFiled === null ? description : `${dateFiled} ${description}`;
  return {
    part: { id, text, section: null, url: null, pages: [] },
    start: 0,
    end: text.length,
    text,
    words: countWords(text),
    stems: tokenize(text).map((token) => stemKeyOf(token.text)),
    section: null,
    position: count <= 1 ? 0 : at / (count - 1),
    paragraph: at,
    isHeading: false,
    isFront: false,
  };
}
