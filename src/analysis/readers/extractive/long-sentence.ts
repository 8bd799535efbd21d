import type { Span } from "#text/normal-form.ts";
import { countWords, shortened } from "#analysis/quotes/truncate.ts";
import type { Term } from "./question.ts";
import type { Unit } from "./units.ts";

type Cut = Span & { readonly isTruncated: boolean };

/** Of a sentence that is too long to be quoted, the run of clauses that has most of what is asked. */
export function bestClauses(unit: Unit, terms: readonly Term[]): Cut | undefined {
  const { text } = unit.part;
  const starts = [unit.start];
  for (const { index, 0: mark } of unit.text.matchAll(CLAUSE_BEGINS)) starts.push(unit.start + index + mark.length);
  let best: Cut | undefined;
  let most = -1;
  for (const start of starts) {
    const cut = shortened(text, { start, end: unit.end });
    if (cut === undefined || countWords(text.slice(cut.start, cut.end)) < WORDS_MIN) continue;
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

const WORDS_MIN = 5;
const CLAUSE_BEGINS = /[,;:\u2014]["'\u201d\u2019]?\s+/gu;

/** A stem key without the sign of words that have no other forms. */
function bareStem(key: string): string {
  return key.replace("=", "");
}
